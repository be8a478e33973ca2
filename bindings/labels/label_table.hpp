// Maps Python labels to codes, with the equality of a dict: hash, then ==.
//
// Strings and small integers, nearly all labels in practice, are compared here without calling
// into Python. Any other label runs its own __hash__ and __eq__, which may do anything:
// callers of `find` and `find_or_add` must first mark the summary busy and hold a reference to
// it.
#pragma once
#include <nanobind/nanobind.h>

#include <cstddef>
#include <cstring>
#include <utility>
#include <vector>

#include "bindings/runtime/arguments.hpp"
#include "core/counts/code.hpp"
#include "core/counts/hash_index.hpp"

namespace entrostream {

namespace nb = nanobind;

class LabelTable {
  public:
    LabelTable() = default;
    LabelTable(const LabelTable& other);
    LabelTable(LabelTable&& other) noexcept = default;
    LabelTable& operator=(LabelTable other) noexcept;
    ~LabelTable() { release(std::exchange(slots_, {})); }

    [[nodiscard]] Code size() const noexcept { return static_cast<Code>(slots_.size()); }
    [[nodiscard]] nb::handle label(Code code) const noexcept { return slots_[code].label; }

    // The code of a known label that is an exact str or a small int. no_code does not mean
    // that the label is unknown. Runs no Python code.
    [[nodiscard]] Code find_simple(PyObject* label) const noexcept;

    // For looking up many labels of a large table with overlapping cache misses: each step,
    // run for all labels, prefetches what the next one reads. The last one returns the code of
    // the first label with this hash, or no_code.
    void fetch_place(Py_hash_t hash) const noexcept {
        index_.prefetch(static_cast<std::uint64_t>(hash));
    }
    void fetch_slot(Py_hash_t hash) const noexcept {
        const Code code = index_.first(static_cast<std::uint64_t>(hash));
        if (code != no_code) __builtin_prefetch(&slots_[code]);
    }
    Code fetch_label(Py_hash_t hash) const noexcept {
        const Code code = find_hash(hash);
        if (code == no_code) return code;
        __builtin_prefetch(slots_[code].label);
        __builtin_prefetch(reinterpret_cast<const char*>(slots_[code].label) + 48);  // its text
        return code;
    }
    // For a small table, in one step.
    void fetch_small(Py_hash_t hash) const noexcept {
        fetch_place(hash);
        __builtin_prefetch(slots_.data());
    }

    // The code of a label, or no_code if it is unknown. Throws what the label throws.
    [[nodiscard]] Code find(nb::handle label) const;
    // `row` is the label's position in a column, for errors.
    [[nodiscard]] Code find_or_add(nb::handle label, std::size_t row = no_row);

    // Reserves memory for this many labels in total.
    void reserve(std::size_t labels);

    // Forgets all codes from `size` on. Allocates nothing: it runs after allocations failed.
    void shrink(Code size) noexcept;
    void clear() noexcept;

    // A copy without the labels for which `alive(code)` is false; the others move up. `to` is
    // set to their new codes.
    template <class Alive>
    [[nodiscard]] LabelTable swept(Alive&& alive, Renumbering& to) const;

    int traverse(visitproc visit, void* arg) const noexcept;

  private:
    struct Slot {
        Py_hash_t hash;
        PyObject* label;  // owned
    };
    using Slots = std::vector<Slot>;

    // Releasing a label may run Python code, so it happens once the table is consistent again.
    static void release(const Slots& gone) noexcept;
    void hold_all() const noexcept;
    void give_back_memory() noexcept;
    [[nodiscard]] std::uint64_t hash_at(Code code) const noexcept {
        return static_cast<std::uint64_t>(slots_[code].hash);
    }
    // The first label with this hash.
    [[nodiscard]] Code find_hash(Py_hash_t hash) const noexcept {
        return index_.find(static_cast<std::uint64_t>(hash),
                           [&](Code met) { return slots_[met].hash == hash; });
    }
    [[nodiscard]] Code find_hashed(nb::handle label, Py_hash_t hash) const;

    Slots slots_;  // indexed by code
    HashIndex index_;
};

// Forgets the labels that a call added, unless the call succeeds.
class Additions {
  public:
    explicit Additions(LabelTable& labels) : labels_(labels), before_(labels.size()) {}
    ~Additions() {
        if (!kept_) labels_.shrink(before_);
    }
    Additions(const Additions&) = delete;
    Additions& operator=(const Additions&) = delete;

    void keep() noexcept { kept_ = true; }

  private:
    LabelTable& labels_;
    Code before_;
    bool kept_ = false;
};

template <class Alive>
LabelTable LabelTable::swept(Alive&& alive, Renumbering& to) const {
    to.assign(slots_.size(), no_code);
    Slots used;
    for (Code code = 0; code < slots_.size(); ++code) {
        if (!alive(code)) continue;
        to[code] = static_cast<Code>(used.size());
        used.push_back(slots_[code]);
    }
    LabelTable table;
    table.index_.rebuild(static_cast<Code>(used.size()),
                         [&](Code code) { return static_cast<std::uint64_t>(used[code].hash); });
    table.slots_ = std::move(used);
    table.hold_all();
    return table;
}

namespace detail {

// Labels are short: calling memcmp would cost more than the comparison.
[[nodiscard]] inline bool same_bytes(const char* a, const char* b, std::size_t size) noexcept {
    const auto same_words = [&](std::size_t at) {
        std::uint64_t x = 0;
        std::uint64_t y = 0;
        std::memcpy(&x, a + at, sizeof(x));
        std::memcpy(&y, b + at, sizeof(y));
        return x == y;
    };
    if (size < 8) {
        std::size_t at = 0;
        while (at < size && a[at] == b[at]) {
            ++at;
        }
        return at == size;
    }
    for (std::size_t at = 0; at + 8 < size; at += 8) {
        if (!same_words(at)) return false;
    }
    return same_words(size - 8);
}

// Precondition: two exact str with the same hash.
[[nodiscard]] inline bool same_text(PyObject* a, PyObject* b) noexcept {
    const Py_ssize_t length = PyUnicode_GET_LENGTH(a);
    const auto kind = PyUnicode_KIND(a);
    return length == PyUnicode_GET_LENGTH(b) && kind == PyUnicode_KIND(b) &&
           same_bytes(static_cast<const char*>(PyUnicode_DATA(a)),
                      static_cast<const char*>(PyUnicode_DATA(b)),
                      static_cast<std::size_t>(length) * static_cast<std::size_t>(kind));
}

// The value of an exact int of one digit; false if it has more.
[[nodiscard]] inline bool small_value(PyObject* number, Py_ssize_t& value) noexcept {
    auto* digits = reinterpret_cast<PyLongObject*>(number);
#if PY_VERSION_HEX >= 0x030C0000
    if (!PyUnstable_Long_IsCompact(digits)) return false;
    value = PyUnstable_Long_CompactValue(digits);
#else
    const Py_ssize_t size = Py_SIZE(digits);
    if (size < -1 || size > 1) return false;
    value = size * static_cast<Py_ssize_t>(digits->ob_digit[0]);
#endif
    return true;
}

}  // namespace detail

[[gnu::always_inline]] inline Code LabelTable::find_simple(PyObject* label) const noexcept {
    if (PyUnicode_CheckExact(label)) {
        // The str caches its hash; -1 means not computed yet.
        Py_hash_t hash = reinterpret_cast<PyASCIIObject*>(label)->hash;
        if (hash == -1) hash = PyObject_Hash(label);
        const Code code = find_hash(hash);
        if (code == no_code) return no_code;
        PyObject* held = slots_[code].label;
        const bool same =
            held == label || (PyUnicode_CheckExact(held) && detail::same_text(held, label));
        return same ? code : no_code;
    }
    Py_ssize_t value = 0;
    if (PyLong_CheckExact(label) && detail::small_value(label, value)) {
        const Py_hash_t hash = value == -1 ? -2 : value;  // as int.__hash__ does
        const Code code = find_hash(hash);
        if (code == no_code) return no_code;
        PyObject* held = slots_[code].label;
        Py_ssize_t held_value = 0;
        const bool same =
            PyLong_CheckExact(held) && detail::small_value(held, held_value) && held_value == value;
        return same ? code : no_code;
    }
    return no_code;
}

}  // namespace entrostream
