#include "bindings/input/batches/key_columns.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <utility>

#include "bindings/input/batches/batch.hpp"
#include "bindings/input/batches/column_kind.hpp"
#include "bindings/input/batches/iterable.hpp"
#include "bindings/input/batches/key_rows.hpp"
#include "bindings/input/batches/pandas_array.hpp"
#include "bindings/labels/label_key.hpp"
#include "bindings/labels/plain_label.hpp"

namespace entrostream {

namespace {

// The labels of consecutive Python objects.
template <class ObjectAt>
class ObjectLabels : public LabelSource {
  public:
    explicit ObjectLabels(const ObjectAt& object_at) : object_at_(object_at) {}
    [[nodiscard]] std::string label(std::size_t row) const override {
        return serialised_any(object_at_(row));
    }

  private:
    const ObjectAt& object_at_;
};

// Writes the keys of simple labels from place `i` on; returns the place of the first other label.
std::size_t simple_keys(const LabelHash& hash, std::span<PyObject*> labels, Key* keys,
                        std::size_t i) {
    // A fifth less time than with 8, if each label is an object of its own.
    constexpr std::size_t ahead = 48;
    for (; i < labels.size(); ++i) {
        if (i + ahead < labels.size()) __builtin_prefetch(labels[i + ahead]);
        const Key key = simple_key(hash, labels[i]);
        if (key == 0) break;
        keys[i] = key;
    }
    return i;
}

}  // namespace

std::string serialised_any(nb::handle label) {
    const nb::object plain = plain_label(label);
    return plain.is_valid() ? serialised_label(plain) : serialised(Label{});
}

Key KeyReader::missing_key(const char* value, std::size_t row) {
    switch (missing_) {
        case Missing::raise:
            static_cast<void>(names_.missing(value, row));
            return 0;
        case Missing::skip:
            return 0;
        case Missing::label:
            break;
    }
    return label_key(hash_, Label{});
}

Key KeyReader::key(nb::handle label, std::size_t row) {
    if (PyUnicode_CheckExact(label.ptr()) || PyLong_CheckExact(label.ptr())) [[likely]]
        return label_key(hash_, label);
    const nb::object plain = plain_label(label);
    if (plain.is_valid()) return label_key(hash_, plain);
    if (missing_ == Missing::raise) static_cast<void>(names_.code(label, row));  // throws
    return missing_key("None", 0);
}

void KeyReader::read(nb::handle labels, KeySink& sink) {
    if (column_kind(labels) != ColumnKind::other) return read_column(labels, sink);
    if (PyMapping_Check(labels.ptr()) && nb::hasattr(labels, "items")) {
        throw nb::type_error("labels is a mapping; pass counts to update_counts");
    }
    Iterable items(labels, "labels");
    if (!items.gives_columns()) return read_sequence(items.as_list(), sink);
    std::size_t done = 0;
    struct Counting : KeySink {
        KeySink& sink;
        std::size_t& rows;
        Counting(KeySink& to, std::size_t& counted) : sink(to), rows(counted) {}
        void take(std::span<const Key> keys, const LabelSource& source) override {
            rows += keys.size();
            sink.take(keys, source);
        }
    } counting(sink, done);
    items.each_column([&](nb::handle column, std::size_t rows) {
        names_.begin_column(rows);
        read_column(column, counting);
        return done;
    });
    names_.begin_column(0);
}

void KeyReader::read_column(nb::handle labels, KeySink& sink) {
    switch (column_kind(labels)) {
        case ColumnKind::sequence:
            return read_sequence(labels, sink);
        case ColumnKind::array:
            return read_array(labels, sink);
        case ColumnKind::buffer:
            return read_array(as_array(labels), sink);
        case ColumnKind::pandas:
            return read_pandas(labels, sink);
        case ColumnKind::arrow:
            return read_arrow(labels, sink);
        default:
            return read_distinct(labels, sink);
    }
}

void KeyReader::read_sequence(nb::handle labels, KeySink& sink) {
    PyObject* objects = labels.ptr();
    const auto size = static_cast<std::size_t>(PySequence_Fast_GET_SIZE(objects));
    const LabelHash hash = hash_;
    std::array<Key, key_piece> keys;
    for (std::size_t first = 0; first < size; first += key_piece) {
        check_interrupt();
        const std::size_t rows = std::min(key_piece, size - first);
        for (std::size_t i = 0; i < rows; ++i) {
            // Reading a label may run Python code that changes the list.
            if (first + rows > static_cast<std::size_t>(PySequence_Fast_GET_SIZE(objects))) {
                throw std::runtime_error("labels changed while they were read");
            }
            // A simple label runs no Python code and needs no reference, whose count would be
            // written to each of them.
            PyObject** items = PySequence_Fast_ITEMS(objects) + first;
            i = simple_keys(hash, std::span(items, rows), keys.data(), i);
            if (i < rows) keys[i] = key(nb::borrow(items[i]), first + i);
        }
        const auto object_at = [&](std::size_t row) -> nb::object {
            const auto place = static_cast<Py_ssize_t>(first + row);
            if (place >= PySequence_Fast_GET_SIZE(objects)) return nb::none();
            return nb::borrow(PySequence_Fast_GET_ITEM(objects, place));
        };
        sink.take(std::span(keys).first(rows), ObjectLabels(object_at));
    }
}

// By codes: each distinct value becomes a label once.
void KeyReader::read_distinct(nb::handle labels, KeySink& sink) {
    table_.clear();
    Batch batch = read_batch(labels, names_);
    std::vector<Key> of_code;
    for (Code code = 0; code < table_.size(); ++code) {
        const nb::handle label = table_.label(code);
        of_code.push_back(label.is_none() ? label_key(hash_, Label{}) : label_key(hash_, label));
    }
    const std::span<const Code> codes = batch.store();
    std::array<Key, key_piece> keys;
    in_slices(codes.size(), key_piece, [&](std::size_t first, std::size_t size) {
        for (std::size_t i = 0; i < size; ++i) {
            const Code code = codes[first + i];
            keys[i] = code == no_code ? 0 : of_code[code];
        }
        const auto object_at = [&](std::size_t row) { return table_.label(codes[first + row]); };
        sink.take(std::span(keys).first(size), ObjectLabels(object_at));
    });
    table_.clear();
}

void KeyReader::read_pandas(nb::handle column, KeySink& sink) {
    static Loaded multi_index("pandas", "MultiIndex");
    if (multi_index.is_type_of(column)) return read_distinct(column, sink);
    const nb::object array = pandas_array(column);
    if (is_numpy_backed(array)) return read_array(array.attr("to_numpy")(), sink);
    if (is_arrow_backed(array) || is_arrow_text(array)) {
        return read_arrow(array.attr("__arrow_array__")(), sink);
    }
    read_distinct(column, sink);
}

}  // namespace entrostream
