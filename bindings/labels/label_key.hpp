// Keys of labels: hashes that depend on the value alone.
#pragma once
#include <nanobind/nanobind.h>

#include <cstdint>
#include <string>

#include "bindings/labels/label_table.hpp"
#include "core/sketch/label_hash.hpp"
#include "core/state/label.hpp"

namespace entrostream {

namespace nb = nanobind;

// The key of a string of ASCII characters or of a small integer; 0 for any other label.
[[nodiscard]] inline Key simple_key(const LabelHash& hash, PyObject* label) {
    if (PyUnicode_CheckExact(label) && PyUnicode_IS_COMPACT_ASCII(label)) {
        return hash.text({static_cast<const char*>(PyUnicode_DATA(label)),
                          static_cast<std::size_t>(PyUnicode_GET_LENGTH(label))});
    }
    Py_ssize_t small = 0;
    if (PyLong_CheckExact(label) && detail::small_value(label, small)) {
        return hash.integer(static_cast<std::int64_t>(small));
    }
    return 0;
}
// The key of a plain label. Throws TypeError, naming the type, for a label that a state cannot
// represent: its hash is known to this process only.
[[nodiscard]] Key label_key(const LabelHash& hash, nb::handle plain);
[[nodiscard]] Key label_key(const LabelHash& hash, const Label& label);
// The key of a float that is not NaN.
[[nodiscard]] Key real_key(const LabelHash& hash, double value);

// The form of a label in states.
[[nodiscard]] std::string serialised(const Label& label);
[[nodiscard]] std::string serialised_label(nb::handle plain);
// The label of a serialised form.
[[nodiscard]] nb::object label_of_serialised(const std::string& form);

// Labels of numbers, made without Python.
[[nodiscard]] Label integer_label_of(bool negative, std::uint64_t magnitude);
[[nodiscard]] Label real_label_of(double value);

}  // namespace entrostream
