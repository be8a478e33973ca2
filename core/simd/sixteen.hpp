// Sixteen numbers as vectors of any width, with the same bits whatever the width.
//
// Sums and maxima are taken in pairs: the first half with the second, and so on. For the loops that
// simd::in_lanes_of_four calls, with its argument as `Simd`.
#pragma once
#include <array>
#include <cstddef>
#include <cstring>

#include "core/simd/lanes.hpp"

namespace entrostream::simd {

// Not std::conditional: a vector loses its attributes as an argument of a template.
template <class Simd, class Number>
struct VectorOf;
template <class Simd>
struct VectorOf<Simd, float> {
    using Type = typename Simd::Floats;
};
template <class Simd>
struct VectorOf<Simd, double> {
    using Type = typename Simd::Doubles;
};

template <class Simd, class Number>
struct Sixteen {
    using Vector = typename VectorOf<Simd, Number>::Type;
    static constexpr std::size_t width = sizeof(Vector) / sizeof(Number);
    static constexpr std::size_t parts = 16 / width;

    Vector part[parts];

    [[nodiscard, gnu::always_inline]] static Sixteen load(
        const std::array<Number, 16>& from) noexcept {
        Sixteen loaded;
        // Part by part: a copy of all goes in narrower pieces, for which a wide load has to wait
        // (measured: twice the time of a loop over many).
        for (std::size_t i = 0; i < parts; ++i) {
            std::memcpy(&loaded.part[i], from.data() + i * width, sizeof(Vector));
        }
        return loaded;
    }
    [[gnu::always_inline]] void store(std::array<Number, 16>& to) const noexcept {
        std::memcpy(to.data(), part, sizeof(part));
    }

    // change(part) for each part.
    template <class Change>
    [[gnu::always_inline]] void apply(const Change& change) noexcept {
        for (Vector& each : part) {
            change(each);
        }
    }
    [[nodiscard, gnu::always_inline]] Number sum() const noexcept {
        return folded([](auto& a, const auto& b) __attribute__((always_inline)) { a += b; });
    }
    [[nodiscard, gnu::always_inline]] Number largest() const noexcept {
        return folded([](auto& a, const auto& b)
                          __attribute__((always_inline)) { a = a < b ? b : a; });
    }
    [[nodiscard, gnu::always_inline]] friend Sixteen operator*(const Sixteen& a,
                                                               const Sixteen& b) noexcept {
        Sixteen products;
        for (std::size_t i = 0; i < parts; ++i) {
            products.part[i] = a.part[i] * b.part[i];
        }
        return products;
    }

  private:
    // combine(a, b) changes a: of vectors, then of numbers.
    template <class Combine>
    [[nodiscard, gnu::always_inline]] Number folded(const Combine& combine) const noexcept {
        Sixteen all = *this;
        for (std::size_t half = parts / 2; half > 0; half /= 2) {
            for (std::size_t i = 0; i < half; ++i) {
                combine(all.part[i], all.part[i + half]);
            }
        }
        Number last[width];
        std::memcpy(last, all.part, sizeof(last));
        for (std::size_t half = width / 2; half > 0; half /= 2) {
            for (std::size_t i = 0; i < half; ++i) {
                combine(last[i], last[i + half]);
            }
        }
        return last[0];
    }
};

}  // namespace entrostream::simd
