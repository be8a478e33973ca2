#include "bindings/labels/label_key.hpp"

#include <cmath>
#include <cstddef>
#include <string_view>

#include "bindings/labels/label_state.hpp"
#include "bindings/runtime/arguments.hpp"
#include "core/state/reader.hpp"
#include "core/state/writer.hpp"

namespace entrostream {

namespace {

bool is_integer(double value) {
    return std::isfinite(value) && std::trunc(value) == value;
}

std::string magnitude_bytes(std::uint64_t magnitude) {
    std::string bytes;
    for (; magnitude != 0; magnitude >>= 8) {
        bytes.push_back(static_cast<char>(magnitude & 0xff));
    }
    return bytes;
}

std::uint64_t magnitude_of(const Label& integer) {
    std::uint64_t magnitude = 0;
    for (std::size_t i = integer.text.size(); i > 0; --i) {
        magnitude = magnitude << 8 | static_cast<unsigned char>(integer.text[i - 1]);
    }
    return magnitude;
}

// An integer of 2^64 or more: its 53 bits, and zeros below them.
Label large_integer_label(double value) {
    int exponent = 0;
    const double fraction = std::frexp(std::fabs(value), &exponent);
    auto mantissa = static_cast<std::uint64_t>(std::ldexp(fraction, 53));
    exponent -= 53;
    mantissa <<= exponent % 8;  // 53 + 7 bits
    Label label{.kind = LabelKind::integer, .negative = value < 0};
    label.text =
        std::string(static_cast<std::size_t>(exponent / 8), '\0') + magnitude_bytes(mantissa);
    return label;
}

// Without Python's errors for states, which name to_bytes and pickle.
[[noreturn]] void throw_no_key(nb::handle label) {
    throw nb::type_error(
        ("a sketch cannot hash the label " + repr_with_type(label) +
         "; labels are str, int, float, bool, bytes, None, dates, times, Decimal, UUID and tuples")
            .c_str());
}

Label state_of_label(nb::handle label) {
    try {
        return to_state(label);
    } catch (const nb::builtin_exception& error) {
        if (error.type() != nb::exception_type::type_error) throw;
    }
    throw_no_key(label);
}

}  // namespace

Label integer_label_of(bool negative, std::uint64_t magnitude) {
    Label label{.kind = LabelKind::integer, .negative = negative};
    label.text = magnitude_bytes(magnitude);
    return label;
}

Label real_label_of(double value) {
    if (!is_integer(value)) return {.kind = LabelKind::real, .real = value};
    if (std::fabs(value) >= 0x1p64) return large_integer_label(value);
    return integer_label_of(value < 0, static_cast<std::uint64_t>(std::fabs(value)));
}

Key real_key(const LabelHash& hash, double value) {
    if (!is_integer(value)) return hash.real(value);
    if (std::fabs(value) >= 0x1p64) return label_key(hash, large_integer_label(value));
    return hash.integer(value < 0, static_cast<std::uint64_t>(std::fabs(value)));
}

Key label_key(const LabelHash& hash, const Label& label) {
    if (label.kind == LabelKind::text) return hash.text(label.text);
    if (label.kind == LabelKind::real) return hash.real(label.real);
    if (label.kind == LabelKind::integer && label.text.size() <= 8) {
        return hash.integer(label.negative, magnitude_of(label));
    }
    return hash.serialised(serialised(label));
}

Key label_key(const LabelHash& hash, nb::handle plain) {
    PyObject* label = plain.ptr();
    if (const Key key = simple_key(hash, label)) return key;
    if (PyFloat_CheckExact(label)) return real_key(hash, PyFloat_AS_DOUBLE(label));
    return label_key(hash, state_of_label(plain));
}

std::string serialised(const Label& label) {
    Writer writer;
    encode(writer, label);
    return std::string(writer.written());
}

std::string serialised_label(nb::handle plain) {
    return serialised(state_of_label(plain));
}

nb::object label_of_serialised(const std::string& form) {
    Reader reader({reinterpret_cast<const std::uint8_t*>(form.data()), form.size()});
    return from_state(decode_label(reader));
}

}  // namespace entrostream
