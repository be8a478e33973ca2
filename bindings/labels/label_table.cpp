#include "bindings/labels/label_table.hpp"

#include <new>

#include "bindings/runtime/arguments.hpp"
#include "core/counts/mixing.hpp"

namespace entrostream {

namespace {

constexpr std::size_t few = 256;  // labels; below this, freeing memory is not worth it

// The hash; throws TypeError that shows the label if it has none.
Py_hash_t hash_of(nb::handle label, std::size_t row = no_row) {
    const Py_hash_t hash = PyObject_Hash(label.ptr());
    if (hash != -1) return hash;
    nb::python_error error;
    const bool unhashable = error.matches(PyExc_TypeError) &&
                            (Py_TYPE(label.ptr())->tp_hash == PyObject_HashNotImplemented ||
                             PyTuple_CheckExact(label.ptr()));
    if (!unhashable) throw error;
    nb::raise_from(error, PyExc_TypeError, "label must be hashable, got %s%s",
                   repr_with_type(label).c_str(), at_row(row).c_str());
}

}  // namespace

LabelTable::LabelTable(const LabelTable& other) : slots_(other.slots_), index_(other.index_) {
    hold_all();
}

void LabelTable::hold_all() const noexcept {
    for (const Slot& slot : slots_) {
        Py_INCREF(slot.label);
    }
}

LabelTable& LabelTable::operator=(LabelTable other) noexcept {
    std::swap(slots_, other.slots_);
    std::swap(index_, other.index_);
    return *this;
}

void LabelTable::release(const Slots& gone) noexcept {
    for (const Slot& slot : gone) {
        Py_DECREF(slot.label);
    }
}

Code LabelTable::find_hashed(nb::handle label, Py_hash_t hash) const {
    return index_.find(static_cast<std::uint64_t>(hash), [&](Code met) {
        const Slot& slot = slots_[met];
        if (slot.hash != hash) return false;
        if (slot.label == label.ptr()) return true;
        const int same = PyObject_RichCompareBool(slot.label, label.ptr(), Py_EQ);
        if (same < 0) throw nb::python_error();
        return same == 1;
    });
}

Code LabelTable::find(nb::handle label) const {
    return find_hashed(label, hash_of(label));
}

Code LabelTable::find_or_add(nb::handle label, std::size_t row) {
    const Py_hash_t hash = hash_of(label, row);
    const Code found = find_hashed(label, hash);
    if (found != no_code) return found;
    const Code code = next_code(slots_.size());
    slots_.push_back({hash, label.ptr()});
    try {
        index_.add(code, [&](Code of) { return hash_at(of); });
    } catch (...) {
        slots_.pop_back();
        throw;
    }
    label.inc_ref();
    return code;
}

void LabelTable::reserve(std::size_t labels) {
    slots_.reserve(labels);
    index_.reserve(labels, size(), [&](Code of) { return hash_at(of); });
}

void LabelTable::shrink(Code size) noexcept {
    while (slots_.size() > size) {
        const Code newest = this->size() - 1;
        index_.erase_newest(newest, hash_at(newest));
        PyObject* gone = slots_.back().label;
        slots_.pop_back();
        Py_DECREF(gone);
    }
    if (slots_.size() * 4 + few < slots_.capacity()) give_back_memory();
}

// A batch may have added many labels that are gone.
void LabelTable::give_back_memory() noexcept {
    try {
        slots_.shrink_to_fit();
        index_.rebuild(size(), [&](Code of) { return hash_at(of); });
    } catch (const std::bad_alloc&) {  // then the memory is retained
    }
}

void LabelTable::clear() noexcept {
    index_.clear();
    release(std::exchange(slots_, {}));
}

int LabelTable::traverse(visitproc visit, void* arg) const noexcept {
    for (const Slot& slot : slots_) {
        if (const int stop = visit(slot.label, arg); stop != 0) return stop;
    }
    return 0;
}

}  // namespace entrostream
