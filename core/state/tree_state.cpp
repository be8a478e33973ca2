#include "core/state/tree_state.hpp"

#include <cmath>
#include <concepts>
#include <initializer_list>
#include <limits>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include "core/tree/state_visitor.hpp"

namespace entrostream {

namespace {

using tree::Metered;

constexpr std::uint8_t newest_tree_version = 3;  // 2: a depth limit. 3: an adaptive tree

class TreeWriter {
  public:
    static constexpr bool reading = false;

    TreeWriter(Writer& writer, std::uint8_t version) : writer_(writer), version_(version) {}

    [[nodiscard]] std::uint8_t version() const noexcept { return version_; }

    void number(std::unsigned_integral auto& value) { writer_.varint(value); }
    void integer(std::int64_t& value) { writer_.signed_varint(value); }
    void flag(bool& value) { writer_.byte(value ? 1 : 0); }
    void bit(std::uint8_t& value) { writer_.byte(value); }
    void real(double& value) { writer_.real(value); }
    void share(double& value) { writer_.real(value); }
    // `Unnamed`: choices that have no name.
    template <class Choice, std::size_t size, class... Unnamed>
    void choice(Choice& value, const NamedChoices<Choice, size>&, Unnamed...) {
        writer_.byte(static_cast<std::uint8_t>(value));
    }
    void restore(tree::Criterion&, tree::CriterionKind) {}
    void reals(Metered<double>& values, std::size_t) {
        for (double& value : values)
            real(value);
    }
    template <std::unsigned_integral Count>
    void counts(Metered<Count>& values, std::size_t) {
        for (Count& value : values)
            number(value);
    }
    template <class Items, class Visit>
    void items(Items& values, Visit visit) {
        writer_.varint(values.size());
        for (auto& value : values)
            visit(value);
    }
    // A row of a window: the form, then the numbers and values.
    void row(const tree::Row& row, const tree::Schema&) {
        writer_.byte(row.sparse != nullptr ? 1 : 0);
        if (row.sparse != nullptr) return sparse_row(*row.sparse);
        writer_.varint(row.numbers.size());
        for (const double number : row.numbers)
            writer_.real(number);
        writer_.varint(row.values.size());
        for (const Code value : row.values)
            writer_.varint(value == tree::missing_value ? 0 : std::uint64_t{value} + 1);
    }
    void expect(std::size_t) const {}
    void require(bool, const char*) const {}

  private:
    void sparse_row(const tree::SparseRow& row) {
        writer_.varint(row.numbers.size());
        for (const tree::NumberAt& each : row.numbers) {
            writer_.varint(each.slot);
            writer_.real(each.number);
        }
        writer_.varint(row.values.size());
        for (const tree::ValueAt& each : row.values) {
            writer_.varint(each.slot);
            writer_.varint(std::uint64_t{each.value} + 1);
        }
    }

    Writer& writer_;
    std::uint8_t version_;
};

class TreeReader {
  public:
    static constexpr bool reading = true;

    TreeReader(Reader& reader, const tree::Criterion* custom) : reader_(reader), custom_(custom) {}

    [[nodiscard]] std::uint8_t version() const noexcept { return reader_.version(); }

    template <std::unsigned_integral Number>
    void number(Number& value) {
        const std::uint64_t found = reader_.varint();
        require(found <= std::numeric_limits<Number>::max(), "a number is too large");
        value = static_cast<Number>(found);
    }
    void integer(std::int64_t& value) { value = reader_.signed_varint(); }
    void flag(bool& value) {
        std::uint8_t found = 0;
        bit(found);
        value = found != 0;
    }
    void bit(std::uint8_t& value) {
        value = reader_.byte();
        require(value <= 1, "a flag is neither 0 nor 1");
    }
    void real(double& value) { value = reader_.real(); }
    void share(double& value) {
        value = reader_.real();
        require(value >= 0 && value <= 1e18 && std::bit_cast<std::uint64_t>(value) >> 63 == 0,
                "a record is out of range");
    }
    // `Unnamed`: choices that have no name.
    template <class Choice, std::size_t size, class... Unnamed>
    void choice(Choice& value, const NamedChoices<Choice, size>& choices, Unnamed... others) {
        value = static_cast<Choice>(reader_.byte());
        require(name_of(value, choices) != nullptr || (... || (value == others)),
                "an option is unknown");
    }
    void restore(tree::Criterion& criterion, tree::CriterionKind kind) {
        const bool custom = kind == tree::CriterionKind::custom;
        if (custom && custom_ == nullptr)
            throw StateError("the tree has a criterion of its own: give it to read the state");
        criterion = custom ? *custom_ : tree::Criterion(kind);
    }
    void reals(Metered<double>& values, std::size_t size) {
        expect(size * sizeof(double));
        tree::resize_exactly(values, size, 0.0);
        for (double& value : values)
            real(value);
    }
    template <std::unsigned_integral Count>
    void counts(Metered<Count>& values, std::size_t size) {
        expect(size);
        tree::resize_exactly(values, size, 0);
        for (Count& value : values)
            number(value);
    }
    template <class Item, class Visit>
    void items(std::vector<Item>& values, Visit visit) {
        values.resize(static_cast<std::size_t>(reader_.length(1)));
        for (Item& value : values)
            visit(value);
    }
    template <class Item, class Visit>
    void items(Metered<Item>& values, Visit visit) {
        tree::extend(values, static_cast<std::size_t>(reader_.length(1)), Item{});
        for (Item& value : values)
            visit(value);
    }
    // A row of a window, valid until the next one is read.
    void row(tree::Row& row, const tree::Schema& schema) {
        bool sparse = false;
        flag(sparse);
        row_numbers_.resize(static_cast<std::size_t>(reader_.length(8)));
        std::uint32_t slot = 0;
        for (std::size_t i = 0; i < row_numbers_.size(); ++i, ++slot) {
            if (sparse) slot_of(slot, i);
            row_numbers_[i] = {slot, reader_.real()};
            require(slot < schema.numeric() && !(std::abs(row_numbers_[i].number) > most_finite),
                    "a number of a row is out of range");
        }
        row_values_.resize(static_cast<std::size_t>(reader_.length(1)));
        slot = 0;
        for (std::size_t i = 0; i < row_values_.size(); ++i, ++slot) {
            if (sparse) slot_of(slot, i);
            const std::uint64_t value = reader_.varint();
            require(slot < schema.nominal() && value <= schema.values(slot),
                    "a value of a row is unknown");
            row_values_[i] = {slot,
                              value == 0 ? tree::missing_value : static_cast<Code>(value - 1)};
        }
        dense_or_sparse(row, sparse);
    }
    // Requires that at least this many bytes follow; call it before allocating.
    void expect(std::size_t bytes) const {
        require(bytes <= reader_.left(), "it names more items than it has bytes for");
    }
    void require(bool condition, const char* what) const { reader_.require(condition, what); }

  private:
    static constexpr double most_finite = std::numeric_limits<double>::max();

    // Slots of a sparse row ascend.
    void slot_of(std::uint32_t& slot, std::size_t place) {
        const std::uint32_t least = slot;
        number(slot);
        require(place == 0 || slot >= least, "the slots of a row do not ascend");
    }
    void dense_or_sparse(tree::Row& row, bool sparse) {
        if (sparse) {
            sparse_ = {row_numbers_, row_values_};
            row = {.numbers = {}, .values = {}, .sparse = &sparse_};
            return;
        }
        numbers_.clear();
        for (const tree::NumberAt& each : row_numbers_)
            numbers_.push_back(each.number);
        values_.clear();
        for (const tree::ValueAt& each : row_values_)
            values_.push_back(each.value);
        row = {.numbers = numbers_, .values = values_};
    }

    Reader& reader_;
    const tree::Criterion* custom_;
    std::vector<tree::NumberAt> row_numbers_;
    std::vector<tree::ValueAt> row_values_;
    std::vector<double> numbers_;
    std::vector<Code> values_;
    tree::SparseRow sparse_;
};

void encode_labels(Writer& writer, const std::vector<Label>& labels) {
    writer.varint(labels.size());
    for (const Label& label : labels)
        encode(writer, label);
}

std::vector<Label> decode_different_labels(Reader& reader) {
    std::vector<Label> labels(static_cast<std::size_t>(reader.length(1)));
    std::set<std::string_view> bytes;
    for (Label& label : labels) {
        const std::size_t from = reader.place();
        label = decode_label(reader);
        reader.require(bytes.insert(reader.between(from, reader.place())).second,
                       "a label is there twice");
    }
    return labels;
}

bool fit(const TreeLabels& labels, const tree::Schema& schema) {
    if (labels.attributes.size() != schema.attributes() ||
        labels.values.size() != schema.nominal() || labels.classes.size() != schema.classes())
        return false;
    for (std::uint32_t slot = 0; slot < schema.nominal(); ++slot)
        if (labels.values[slot].size() != schema.values(slot)) return false;
    return true;
}

// The first version that has what these options need: an earlier entrostream reads all that it can.
std::uint8_t version_for(const tree::Options& options) {
    if (options.has_alternates()) return 3;
    return options.max_depth == tree::Options::no_depth_limit ? 1 : 2;
}

tree::Options decode_options(TreeReader& archive) {
    tree::Options options;
    options.visit(archive);
    try {
        options.check();
    } catch (const std::invalid_argument& error) {
        throw StateError(std::string("state is damaged: ") + error.what());
    }
    return options;
}

}  // namespace

StateBytes encode(tree::Vfdt& tree, const TreeLabels& labels) {
    if (!fit(labels, tree.schema()))
        throw std::invalid_argument("every attribute, value and class of a tree needs a label");
    Writer payload;
    tree::Options options = tree.options();
    const std::uint8_t version = version_for(options);
    TreeWriter archive(payload, version);
    options.visit(archive);
    encode_labels(payload, labels.attributes);
    payload.varint(labels.values.size());
    for (const std::vector<Label>& values : labels.values)
        encode_labels(payload, values);
    encode_labels(payload, labels.classes);
    encode_labels(payload, labels.nominal);
    tree::StateVisitor visitor(archive, tree.parts());
    visitor.visit();
    if (visitor.has_weights()) visitor.visit_weights();
    return Writer::frame(StateKind::tree, payload, version);
}

TreeState decode_tree(std::span<const std::uint8_t> bytes, const tree::Criterion* custom) {
    Reader reader = Reader::open(bytes, StateKind::tree, newest_tree_version);
    TreeReader archive(reader, custom);
    TreeState state{.tree = std::make_unique<tree::Vfdt>(decode_options(archive))};
    state.labels.attributes = decode_different_labels(reader);
    state.labels.values.resize(static_cast<std::size_t>(reader.length(1)));
    for (std::vector<Label>& values : state.labels.values)
        values = decode_different_labels(reader);
    state.labels.classes = decode_different_labels(reader);
    state.labels.nominal = decode_different_labels(reader);
    tree::StateVisitor visitor(archive, state.tree->parts());
    visitor.visit();
    if (reader.left() != 0) visitor.visit_weights();
    reader.require(fit(state.labels, state.tree->schema()), "a label is missing, or for nothing");
    reader.require_end();
    return state;
}

}  // namespace entrostream
