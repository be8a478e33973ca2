#include "core/tree/statistics/gaussians.hpp"

#include <algorithm>
#include <bit>
#include <limits>

#include "core/math/double_logs.hpp"
#include "core/simd/lanes.hpp"
#include "core/tree/statistics/variance.hpp"

namespace entrostream::tree {

using namespace simd;

namespace {

// The sum of log2 of many variances with few logarithms: mantissas are multiplied, exponents
// added.
template <class Lanes>
struct LogProduct {
    using Doubles = Lanes::Doubles;
    using Words = Lanes::Words;

    Doubles mantissas[parts<Lanes>];
    Words exponents[parts<Lanes>] = {};
    std::uint64_t factors = 0;  // in each lane

    [[gnu::always_inline]] LogProduct() noexcept {
        for (Doubles& part : mantissas)
            part = Doubles{} + 1;
    }
    // To be called for all parts in turn.
    [[gnu::always_inline]] void multiply(std::uint32_t part, const Doubles& x) noexcept {
        const Doubles product = mantissas[part] * x;
        const auto bits = reinterpret_cast<Words>(product);
        exponents[part] += bits >> 52;
        mantissas[part] = reinterpret_cast<Doubles>((bits & detail::mantissa_mask) |
                                                    std::bit_cast<std::uint64_t>(1.0));
        factors += part == 0;
    }
    [[gnu::always_inline]] [[nodiscard]] double log2() const noexcept {
        const auto e = [&](std::uint32_t l) { return lane<Lanes>(exponents, l); };
        const auto m = [&](std::uint32_t l) { return lane<Lanes>(mantissas, l); };
        const std::uint64_t exponent = (e(0) + e(1)) + (e(2) + e(3));
        const double product = (m(0) * m(1)) * (m(2) * m(3));
        return static_cast<double>(
                   static_cast<std::int64_t>(exponent - std::uint64_t{1023} * lanes * factors)) +
               detail::double_log2(product);
    }
};

using ClassArrays = Gaussians::ClassArrays;

// Welford's step for all attributes of one class. The arrays are passed by value, so that no store
// can alias the pointers.
template <class Lanes>
[[gnu::always_inline]] inline void step(ClassArrays a, const double* x, std::uint32_t room,
                                        double total, double weight) {
    using Doubles = Lanes::Doubles;
    const double share = weight / total;
    const double rest = weight * (1 - share);
    for (std::uint32_t i = 0; i < room; i += width<Lanes>) {
        const Doubles u = at<Lanes>(x + i);
        const Doubles d = u - at<Lanes>(a.mean + i);
        at<Lanes>(a.mean + i) += d * share;
        at<Lanes>(a.squares + i) += d * d * rest;
        at<Lanes>(a.low + i) = u < at<Lanes>(a.low + i) ? u : at<Lanes>(a.low + i);
        at<Lanes>(a.high + i) = u > at<Lanes>(a.high + i) ? u : at<Lanes>(a.high + i);
    }
}

// Renews the precisions of the class; returns the sum of log2(variance).
template <class Lanes>
[[gnu::always_inline]] inline double renew(ClassArrays a, std::uint32_t room, double total,
                                           std::uint32_t shift) {
    using Doubles = Lanes::Doubles;
    const double one = 1u << shift;
    const double spread = total > one ? 1 / freedom(total, one) : 0;
    const double of_range = total > one ? range_share : 1;
    LogProduct<Lanes> product;
    for (std::uint32_t first = 0; first < room; first += lanes) {
        for (std::uint32_t part = 0; part < parts<Lanes>; ++part) {
            const std::uint32_t i = first + part * width<Lanes>;
            const Doubles range = at<Lanes>(a.high + i) - at<Lanes>(a.low + i);
            const Doubles variance =
                at<Lanes>(a.squares + i) * spread + of_range * range * range + smallest_variance;
            at<Lanes>(a.precision + i) = half_log2_e / variance;
            product.multiply(part, variance);
        }
    }
    return product.log2();
}

// Variances of a class with many examples hardly move: they are renewed now and then
// (measured: 2 to 7 % of the total time on numeric streams).
constexpr std::uint32_t many = 64;
constexpr std::uint32_t between_renewals = 4;

[[nodiscard, gnu::always_inline]] inline bool is_to_renew(std::uint32_t total, std::uint32_t weight,
                                                          std::uint32_t shift) noexcept {
    const auto renewals = [&](std::uint32_t units) { return (units >> shift) / between_renewals; };
    return total >> shift <= many || renewals(total) != renewals(total - weight);
}

template <class Lanes>
[[gnu::always_inline]] inline void learn_in_lanes(ClassArrays a, const double* x,
                                                  std::uint32_t room, std::uint32_t total,
                                                  std::uint32_t weight, std::uint32_t shift) {
    step<Lanes>(a, x, room, total, weight);
    if (is_to_renew(total, weight, shift)) *a.log_variances = renew<Lanes>(a, room, total, shift);
}

// Of a class, over `groups` of four attributes.
template <class Lanes>
[[gnu::always_inline]] inline double distance(const typename Lanes::Doubles* x, const double* mean,
                                              const double* precision, std::uint32_t groups) {
    using Doubles = Lanes::Doubles;
    Doubles sums[parts<Lanes>] = {};
#pragma GCC unroll 4
    for (std::uint32_t group = 0; group < groups; ++group) {
        for (std::uint32_t part = 0; part < parts<Lanes>; ++part) {
            const std::uint32_t i = group * lanes + part * width<Lanes>;
            const Doubles d = x[group * parts<Lanes> + part] - at<Lanes>(mean + i);
            sums[part] += d * d * at<Lanes>(precision + i);
        }
    }
    const auto s = [&](std::uint32_t l) { return lane<Lanes>(sums, l); };
    return (s(0) + s(1)) + (s(2) + s(3));
}

constexpr std::size_t arrays = Gaussians::arrays;

// What is read from a model, the part of the scores already known, and where they go.
struct Scored {
    const double* data;
    const double* from;
    double* out;
};

template <class Lanes, std::size_t models>
[[gnu::always_inline]] inline void subtract(const Scored (&all)[models],
                                            const typename Lanes::Doubles* x, std::uint32_t groups,
                                            std::uint32_t classes) {
    const std::size_t room = std::size_t{groups} * lanes;
    for (Code label = 0; label < classes; ++label) {
        for (const Scored& model : all) {
            const double* const own = model.data + label * arrays * room;
            model.out[label] = model.from[label] - distance<Lanes>(x, own, own + 2 * room, groups);
        }
    }
}

// Loops of known length, with the numbers in registers, for the few attributes that most streams
// have (measured: 1 to 3 % of the total time).
template <class Lanes, std::uint32_t groups, std::size_t models>
[[gnu::always_inline]] inline void subtract_few(const Scored (&all)[models],
                                                const typename Lanes::Doubles* x,
                                                std::uint32_t classes) {
    constexpr std::uint32_t vectors = groups * parts<Lanes>;
    typename Lanes::Doubles own[vectors];
#pragma GCC unroll 8
    for (std::uint32_t v = 0; v < vectors; ++v)
        own[v] = x[v];
    subtract<Lanes>(all, own, groups, classes);
}

template <std::size_t models>
void subtract_from_all(const Scored (&all)[models], const Example& example, std::uint32_t room,
                       std::uint32_t classes) {
    const double* const numbers = example.numbers();
    in_lanes_of_four([&](auto vectors) __attribute__((always_inline)) {
        using Lanes = decltype(vectors);
        const auto* const x = &at<Lanes>(numbers);
        const std::uint32_t groups = room / lanes;
        switch (groups) {
            case 1:
                return subtract_few<Lanes, 1>(all, x, classes);
            case 2:
                return subtract_few<Lanes, 2>(all, x, classes);
            case 3:
                return subtract_few<Lanes, 3>(all, x, classes);
            default:
                return subtract<Lanes>(all, x, groups, classes);
        }
    });
}

}  // namespace

Gaussians::Gaussians(Meter& meter, const Schema& schema)
    : room_(schema.numeric_room()),
      classes_(schema.class_room()),
      data_(MeteredAllocator<double>(meter)) {
    resize_exactly(data_, numbers(schema), 0.0);
    forget_ends();
}

std::size_t Gaussians::numbers(const Schema& schema) {
    if (schema.numeric_room() == 0) return 0;
    return schema.numeric_room() * (arrays * schema.class_room() + 2) + schema.class_room();
}

std::size_t Gaussians::bytes(const Schema& schema) {
    return taken(numbers(schema) * sizeof(double));
}

void Gaussians::forget_ends() {
    if (room_ == 0) return;
    std::fill(ends(), ends() + room_, std::numeric_limits<double>::infinity());
    std::fill(ends() + room_, log_variances(), -std::numeric_limits<double>::infinity());
}

void Gaussians::clear() {
    std::fill(data_.begin(), data_.end(), 0.0);
    forget_ends();
}

void Gaussians::halve() {
    if (room_ == 0) return;
    for (Code label = 0; label < classes_; ++label)
        for (std::uint32_t i = 0; i < room_; ++i)
            of(label)[room_ + i] /= 2;
}

void Gaussians::refine(std::uint32_t by) {
    if (room_ == 0) return;
    for (Code label = 0; label < classes_; ++label)
        for (std::uint32_t i = 0; i < room_; ++i)
            of(label)[room_ + i] *= 1u << by;
}

double Gaussians::renew(Code label, std::uint32_t total, std::uint32_t shift) {
    if (room_ == 0) return 0;
    const ClassArrays own = arrays_of(label);
    const std::uint32_t room = room_;
    in_lanes_of_four([&](auto vectors) __attribute__((always_inline)) {
        *own.log_variances = tree::renew<decltype(vectors)>(own, room, total, shift);
    });
    return *own.log_variances;
}

void Gaussians::grow(const Schema& schema, std::uint32_t numeric_before) {
    if (schema.numeric_room() != room_ || schema.class_room() != classes_)
        move_to(schema, numeric_before);
    for (std::uint32_t slot = numeric_before; slot < schema.numeric(); ++slot)
        begin(slot);
}

void Gaussians::move_to(const Schema& schema, std::uint32_t numeric) {
    Gaussians grown(data_.get_allocator().meter(), schema);
    for (Code label = 0; label < classes_; ++label) {
        for (std::size_t array = 0; array < arrays; ++array)
            std::copy_n(of(label) + array * room_, room_, grown.of(label) + array * grown.room_);
    }
    std::copy_n(ends(), numeric, grown.ends());
    std::copy_n(ends() + room_, numeric, grown.ends() + grown.room_);
    if (room_ != 0) std::copy_n(log_variances(), classes_, grown.log_variances());
    *this = std::move(grown);
}

// A lane beyond the former attributes may have learned zeros.
void Gaussians::begin(std::uint32_t slot) {
    for (Code label = 0; label < classes_; ++label)
        for (std::size_t array = 0; array < arrays; ++array)
            of(label)[array * room_ + slot] = 0;
    ends()[slot] = std::numeric_limits<double>::infinity();
    ends()[room_ + slot] = -std::numeric_limits<double>::infinity();
}

double Gaussians::learn(const Example& example, std::uint32_t total, std::uint32_t shift) {
    if (room_ == 0) return 0;
    const ClassArrays own = arrays_of(example.label);
    const double* const x = example.numbers();
    const std::uint32_t room = room_;
    const std::uint32_t weight = example.weight;
    in_lanes_of_four([&](auto vectors) __attribute__((always_inline)) {
        learn_in_lanes<decltype(vectors)>(own, x, room, total, weight, shift);
    });
    return *own.log_variances;
}

Gaussians::LogVariances Gaussians::learn_both(Gaussians& a, std::uint32_t total_a, Gaussians& b,
                                              std::uint32_t total_b, const Example& example,
                                              std::uint32_t shift) {
    if (a.room_ == 0) return {0, 0};
    const ClassArrays own_a = a.arrays_of(example.label);
    const ClassArrays own_b = b.arrays_of(example.label);
    const double* const x = example.numbers();
    const std::uint32_t room = a.room_;
    const std::uint32_t weight = example.weight;
    in_lanes_of_four([&](auto vectors) __attribute__((always_inline)) {
        learn_in_lanes<decltype(vectors)>(own_a, x, room, total_a, weight, shift);
        learn_in_lanes<decltype(vectors)>(own_b, x, room, total_b, weight, shift);
    });
    return {*own_a.log_variances, *own_b.log_variances};
}

Gaussians::ClassArrays Gaussians::arrays_of(Code label) {
    double* const own = of(label);
    return {own,    own + room_,    own + std::size_t{2} * room_,
            ends(), ends() + room_, log_variances() + label};
}

void Gaussians::subtract_distances(const Example& example, std::uint32_t classes,
                                   const double* from, double* out) const {
    if (room_ == 0) {
        std::copy(from, from + classes, out);
        return;
    }
    const Scored one[] = {{data_.data(), from, out}};
    subtract_from_all(one, example, room_, classes);
}

void Gaussians::subtract_distances_of_both(const Gaussians& a, const double* from_a, double* out_a,
                                           const Gaussians& b, const double* from_b, double* out_b,
                                           const Example& example, std::uint32_t classes) {
    if (a.room_ == 0) {
        std::copy(from_a, from_a + classes, out_a);
        std::copy(from_b, from_b + classes, out_b);
        return;
    }
    const Scored both[] = {{a.data_.data(), from_a, out_a}, {b.data_.data(), from_b, out_b}};
    subtract_from_all(both, example, a.room_, classes);
}

}  // namespace entrostream::tree
