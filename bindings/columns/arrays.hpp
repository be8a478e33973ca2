// NumPy arrays of numbers, in and out, for the column engines.
#pragma once
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <span>
#include <stdexcept>

#include "bindings/input/batches/column_buffer.hpp"
#include "core/counts/code.hpp"
#include "core/time/time.hpp"

namespace entrostream {

namespace nb = nanobind;

template <class Number>
using ArrayIn = nb::ndarray<const Number, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
template <class Number>
using ArrayOut = nb::ndarray<Number, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

using CodeArray = ArrayIn<Code>;
using TimeArray = ArrayIn<Time>;
using UnitArray = ArrayIn<std::uint64_t>;  // weights in units

template <class Number>
[[nodiscard]] std::span<const Number> numbers(const ArrayIn<Number>& array) noexcept {
    return {array.data(), array.shape(0)};
}

// Empty, or one per row.
template <class Number>
[[nodiscard]] std::span<const Number> numbers(const std::optional<ArrayIn<Number>>& array,
                                              std::size_t rows) {
    if (!array) return {};
    if (array->shape(0) != rows) throw std::invalid_argument("columns differ in length");
    return numbers(*array);
}

// A new array that takes ownership of the buffer's memory.
template <class Number>
[[nodiscard]] nb::object as_array(ColumnBuffer<Number> buffer) {
    const std::size_t rows = buffer.all().size();
    void* memory = buffer.release();
    const nb::capsule owner(memory, [](void* held) noexcept { std::free(held); });
    return nb::cast(nb::ndarray<nb::numpy, Number>(memory, {rows}, owner));
}

// One more than the greatest code, ignoring no_code, and whether there is no no_code.
struct CodeRange {
    std::size_t end;
    bool complete;
};
[[nodiscard]] inline CodeRange range_of_codes(Codes codes) noexcept {
    Code most = 0;
    Code missing = 0;
    for (const Code code : codes) {
        const Code next = code + 1;  // 0 for no_code
        most = most > next ? most : next;
        missing |= static_cast<Code>(next == 0);
    }
    return {most, missing == 0};
}
[[nodiscard]] inline std::size_t end_of_codes(Codes codes) noexcept {
    return range_of_codes(codes).end;
}

}  // namespace entrostream
