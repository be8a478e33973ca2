// Columns of plain numbers of any width.
#pragma once
#include <cstdint>
#include <type_traits>

namespace entrostream {

// Calls `use(values)` with integers in their own type, as below.
template <class ValuesAs, class Use>
auto with_integers(char kind, int width, const ValuesAs& values_as, Use&& use) {
    const bool is_signed = kind == 'i';
    switch (width) {
        case 1:
            return is_signed ? use(values_as(std::type_identity<std::int8_t>{}))
                             : use(values_as(std::type_identity<std::uint8_t>{}));
        case 2:
            return is_signed ? use(values_as(std::type_identity<std::int16_t>{}))
                             : use(values_as(std::type_identity<std::uint16_t>{}));
        case 4:
            return is_signed ? use(values_as(std::type_identity<std::int32_t>{}))
                             : use(values_as(std::type_identity<std::uint32_t>{}));
        default:
            return is_signed ? use(values_as(std::type_identity<std::int64_t>{}))
                             : use(values_as(std::type_identity<std::uint64_t>{}));
    }
}

// Calls `use(values)` with the values in their own type. `kind` is 'i', 'u' or 'f', `width`
// the bytes per value; `values_as(std::type_identity<T>{})` returns them as a span of T. Half
// floats are not supported.
template <class ValuesAs, class Use>
auto with_numbers(char kind, int width, const ValuesAs& values_as, Use&& use) {
    if (kind == 'f') {
        return width == 4 ? use(values_as(std::type_identity<float>{}))
                          : use(values_as(std::type_identity<double>{}));
    }
    return with_integers(kind, width, values_as, use);
}

}  // namespace entrostream
