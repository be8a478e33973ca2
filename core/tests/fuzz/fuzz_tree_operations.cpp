// A tree with rows of any weight, limits and failing allocations: rejected or undone operations
// have no effect, and a restored tree continues like the original. The first bytes choose the
// options, the rest are operations.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <new>
#include <vector>

#include "core/state/tree_state.hpp"
#include "core/tests/fuzz/target.hpp"
#include "core/tests/memory/failing_new.hpp"
#include "core/tests/tree/tree_bytes.hpp"
#include "core/tree/undo_log.hpp"

using namespace entrostream;
using namespace entrostream::tree;
using entrostream::testing::bytes_of;

namespace {

void require(bool holds, const char* what) {
    if (holds) return;
    testing::allocations_left = testing::never;
    std::fprintf(stderr, "failed: %s\n", what);
    std::abort();
}

// The bytes of an input, zeros after its end.
class Bytes {
  public:
    Bytes(const std::uint8_t* data, std::size_t size) : at_(data), end_(data + size) {}
    [[nodiscard]] bool any() const noexcept { return at_ != end_; }
    [[nodiscard]] std::uint32_t below(std::uint32_t limit) noexcept {
        return any() ? *at_++ % limit : 0;
    }

  private:
    const std::uint8_t* at_;
    const std::uint8_t* end_;
};

Options options_from(Bytes& bytes) {
    Options options{.delta = 0.3};
    options.rule = bytes.below(2) == 0 ? Rule::evidence : Rule::hoeffding;
    options.split_schedule = static_cast<SplitSchedule>(bytes.below(3));
    options.leaf_prediction = static_cast<LeafPrediction>(bytes.below(4));
    options.splitter = static_cast<Splitter>(bytes.below(2));
    options.explore = bytes.below(4) * 20;
    options.grace_period = 1 + bytes.below(50);
    options.parent_counts = bytes.below(2) == 1;
    options.bins = {.n_bins = 2u << bytes.below(4), .warm_up = 2 + bytes.below(20)};
    options.max_values = 2 + bytes.below(40);
    if (bytes.below(3) == 0) options.max_depth = bytes.below(4);
    if (bytes.below(2) == 1) options.memory_limit = 16'384 + 400 * std::size_t{bytes.below(256)};
    options.weight_type = bytes.below(2) == 0 ? WeightType::importance : WeightType::frequency;
    return options;
}

struct SomeRow {
    std::vector<double> numbers;
    std::vector<Code> values;
    Code label;
    std::uint32_t weight;

    // One byte for all of it, so that short inputs have many rows.
    SomeRow(Bytes& bytes, const Schema& schema) {
        static constexpr std::uint32_t weights[] = {1,       1,          1,       3,
                                                    1 << 10, 10'000'000, 1 << 28, Vfdt::max_weight};
        const std::uint32_t seed = bytes.below(256);
        for (std::uint32_t slot = 0; slot < schema.numeric(); ++slot)
            numbers.push_back(static_cast<double>((seed * (slot + 3)) % 31));
        for (std::uint32_t slot = 0; slot < schema.nominal(); ++slot)
            values.push_back(seed * (slot + 5) % (slot % 2 == 0 ? 5 : 60));
        const std::uint32_t more = bytes.below(256);
        if (more % 5 == 0 && !numbers.empty()) numbers[more % numbers.size()] = NAN;
        if (more % 7 == 0 && !values.empty()) values[more % values.size()] = missing_value;
        label = (seed / 16 + more / 64) % (more % 11 == 0 ? 9 : 3);
        weight = weights[more % 8];
    }
    [[nodiscard]] Row row() const { return {numbers, values}; }
    // Importances are fractions, and of any size.
    void learn(Vfdt& tree) const {
        const bool counts = tree.options().weight_type == WeightType::frequency;
        tree.learn(row(), label, counts ? weight : std::pow(weight, 30) / 64);
    }
};

class Fuzzed {
  public:
    explicit Fuzzed(const Options& options) : tree_(std::make_unique<Vfdt>(options)) {
        tree_->add_numeric();
        tree_->add_nominal();
        tree_->add_nominal();
    }

    void operate(Bytes& bytes) {
        switch (bytes.below(16)) {
            case 0:
                return save_and_read();
            case 1:
                return predict(SomeRow(bytes, tree_->schema()));
            case 2:
                return undo_some(bytes);
            case 3:
                return learn_without_memory(bytes);
            case 4:
                return add_attribute(bytes);
            default:
                return SomeRow(bytes, tree_->schema()).learn(*tree_);
        }
    }
    void save_and_read() {
        const StateBytes before = bytes_of(*tree_);
        auto read = decode_tree(before).tree;
        require(bytes_of(*read) == before, "what is read is what was written");
        require(read->bytes() == tree_->bytes(), "it has as many bytes");
        tree_ = std::move(read);
    }

  private:
    void predict(const SomeRow& row) {
        std::vector<double> votes(tree_->schema().classes());
        const Code predicted = tree_->predict(row.row());
        tree_->predict_votes(row.row(), votes);
        double sum = 0;
        for (const double vote : votes)
            sum += vote;
        require(votes.empty() || (sum > 1 - 1e-9 && sum < 1 + 1e-9), "votes are shares");
        require(predicted == no_code || predicted < votes.size(), "a class that is known");
    }
    void undo_some(Bytes& bytes) {
        const StateBytes before = bytes_of(*tree_);
        const std::size_t size = tree_->bytes();
        {
            const Transaction undone(*tree_);
            for (std::uint32_t rows = bytes.below(40); rows > 0; --rows)
                SomeRow(bytes, tree_->schema()).learn(*tree_);
        }
        require(bytes_of(*tree_) == before && tree_->bytes() == size, "nothing is left of it");
    }
    void learn_without_memory(Bytes& bytes) {
        const SomeRow row(bytes, tree_->schema());
        const StateBytes before = bytes_of(*tree_);
        const std::size_t size = tree_->bytes();
        bool refused = false;
        try {
            const testing::FailingNew failing(bytes.below(64));
            row.learn(*tree_);
        } catch (const std::bad_alloc&) {
            refused = true;
        }
        if (refused)
            require(bytes_of(*tree_) == before && tree_->bytes() == size, "nothing is changed");
    }
    void add_attribute(Bytes& bytes) {
        if (tree_->schema().attributes() >= 6) return;
        static_cast<void>(bytes.below(2) == 0 ? tree_->add_numeric() : tree_->add_nominal());
    }

    std::unique_ptr<Vfdt> tree_;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    Bytes bytes(data, size);
    Fuzzed tree(options_from(bytes));
    while (bytes.any())
        tree.operate(bytes);
    tree.save_and_read();
    return 0;
}

std::vector<std::vector<std::uint8_t>> fuzz_seeds() {
    std::vector<std::vector<std::uint8_t>> seeds;
    for (std::uint32_t seed = 0; seed < 48; ++seed) {
        std::uint32_t state = seed * 2'654'435'761u + 1;
        std::vector<std::uint8_t> input(600 + 40 * seed);
        for (std::uint8_t& byte : input) {
            state = state * 1'664'525u + 1'013'904'223u;
            byte = static_cast<std::uint8_t>(state >> 24);
        }
        seeds.push_back(std::move(input));
    }
    return seeds;
}

const char* fuzz_part(const std::uint8_t*, std::size_t) {
    return nullptr;
}
