#include "core/tree/gaussians.hpp"

#include <algorithm>
#include <bit>
#include <limits>

#include "core/exact/double_logs.hpp"
#include "core/exact/vectorised.hpp"
#include "core/tree/four.hpp"

namespace entrostream::tree {

namespace {

constexpr double half_log2_e = 0.72134752044448170;
constexpr double smallest_variance = 1e-12;  // of a constant attribute
constexpr double range_share = 1e-6;

// The sum of log2 of many variances with few logarithms: mantissas are multiplied,
// exponents are added.
struct LogProduct {
    Four mantissas = {1, 1, 1, 1};
    FourWords exponents = {};
    std::uint64_t factors = 0;  // in each lane

    [[gnu::always_inline]] void multiply(const Four& x) noexcept {
        const Four product = mantissas * x;
        const auto bits = reinterpret_cast<FourWords>(product);
        exponents += bits >> 52;
        mantissas = reinterpret_cast<Four>((bits & detail::mantissa_mask) |
                                           std::bit_cast<std::uint64_t>(1.0));
        ++factors;
    }
    [[gnu::always_inline]] [[nodiscard]] double log2() const noexcept {
        const std::uint64_t exponent =
            (exponents[0] + exponents[1]) + (exponents[2] + exponents[3]);
        const double product = (mantissas[0] * mantissas[1]) * (mantissas[2] * mantissas[3]);
        return static_cast<double>(static_cast<std::int64_t>(exponent - 1023 * lanes * factors)) +
               detail::double_log2(product);
    }
};

// A single example has no variance: the range stands for it.
[[gnu::always_inline]] inline double variance_of(double squares, double total, double range) {
    const double spread = total > 1 ? squares / (total - 1) : 0;
    return spread + (total > 1 ? range_share : 1) * range * range + smallest_variance;
}

struct ClassArrays {
    double* mean;
    double* squares;
    double* precision;
    double* low;
    double* high;
};

// Welford's step for all attributes of one class. The arrays come by value: no store can be
// thought to change where they are.
[[gnu::always_inline]] inline void step(ClassArrays a, const double* x, std::uint32_t room,
                                        double total, double weight) {
    const double share = weight / total;
    const double rest = weight * (1 - share);
    for (std::uint32_t i = 0; i < room; i += lanes) {
        const Four u = four(x + i);
        const Four d = u - four(a.mean + i);
        four(a.mean + i) += d * share;
        four(a.squares + i) += d * d * rest;
        four(a.low + i) = u < four(a.low + i) ? u : four(a.low + i);
        four(a.high + i) = u > four(a.high + i) ? u : four(a.high + i);
    }
}

// Its precisions; returns the sum of log2(variance).
[[gnu::always_inline]] inline double renew(ClassArrays a, std::uint32_t room, double total) {
    const double spread = total > 1 ? 1 / (total - 1) : 0;
    const double of_range = total > 1 ? range_share : 1;
    LogProduct product;
    for (std::uint32_t i = 0; i < room; i += lanes) {
        const Four range = four(a.high + i) - four(a.low + i);
        const Four variance =
            four(a.squares + i) * spread + of_range * range * range + smallest_variance;
        four(a.precision + i) = half_log2_e / variance;
        product.multiply(variance);
    }
    return product.log2();
}

// Variances of a class that has many examples hardly move: they are renewed now and then
// (measured: 2 to 7 % of all time on streams of numbers).
constexpr std::uint32_t many = 64;
constexpr std::uint32_t between_renewals = 4;

[[nodiscard]] bool is_to_renew(std::uint32_t total, std::uint32_t weight) noexcept {
    return total <= many || total / between_renewals != (total - weight) / between_renewals;
}

[[gnu::always_inline]] inline double distance(const double* x, const double* mean,
                                              const double* precision, std::uint32_t room) {
    Four sums = {};
    for (std::uint32_t i = 0; i < room; i += lanes) {
        const Four u = four(x + i) - four(mean + i);
        const Four d = u == u ? u : Four{};  // missing
        sums += d * d * four(precision + i);
    }
    return (sums[0] + sums[1]) + (sums[2] + sums[3]);
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
    std::fill(ends() + room_, ends() + 2 * room_, -std::numeric_limits<double>::infinity());
}

void Gaussians::clear() {
    std::fill(data_.begin(), data_.end(), 0.0);
    forget_ends();
}

void Gaussians::grow(const Schema& schema, std::uint32_t numeric_before) {
    Gaussians grown(data_.get_allocator().meter(), schema);
    for (Code label = 0; label < classes_; ++label) {
        for (std::size_t array = 0; array < arrays; ++array)
            std::copy_n(of(label) + array * room_, room_, grown.of(label) + array * grown.room_);
    }
    // Lanes beyond the attributes there were have seen nothing but zeros.
    std::copy_n(ends(), numeric_before, grown.ends());
    std::copy_n(ends() + room_, numeric_before, grown.ends() + grown.room_);
    if (room_ != 0) std::copy_n(log_variances(), classes_, grown.log_variances());
    *this = std::move(grown);
}

double Gaussians::learn(const Schema& schema, const Example& example, std::uint32_t total,
                        const Gaps& gaps) {
    if (room_ == 0) return 0;
    if (gaps.any()) [[unlikely]] {
        learn_present(schema, example, total, gaps);
        return refresh(schema, example.label, total, gaps);
    }
    double* const own = of(example.label);
    const ClassArrays all{own, own + room_, own + 2 * room_, ends(), ends() + room_};
    double& logs = log_variances()[example.label];
    const bool renews = is_to_renew(total, example.weight);
    detail::vectorised([&]() __attribute__((always_inline)) {
        step(all, example.numbers(), room_, total, example.weight);
        if (renews) logs = renew(all, room_, total);
    });
    return logs;
}

void Gaussians::learn_present(const Schema& schema, const Example& example, double total,
                              const Gaps& gaps) {
    double* const own = of(example.label);
    const double weight = example.weight;
    for (std::uint32_t i = 0; i < schema.numeric(); ++i) {
        const double u = example.number(i);
        if (u != u) continue;
        const double present = total - gaps.missing(schema.numeric_number(i))[example.label];
        const double share = weight / present;
        const double d = u - own[i];
        own[i] += d * share;
        own[room_ + i] += d * d * (weight * (1 - share));
        ends()[i] = std::min(ends()[i], u);
        ends()[room_ + i] = std::max(ends()[room_ + i], u);
    }
}

double Gaussians::refresh(const Schema& schema, Code label, double total, const Gaps& gaps) {
    if (room_ == 0) return 0;  // no numbers yet, and no room for their logarithms
    double* const own = of(label);
    LogProduct product;
    Four variances;
    for (std::uint32_t i = 0; i < room_; ++i) {
        const bool real = i < schema.numeric();
        const double absent =
            real && gaps.any() ? gaps.missing(schema.numeric_number(i))[label] : 0;
        const double range = real && low(i) <= high(i) ? high(i) - low(i) : 0;
        const double variance = variance_of(own[room_ + i], total - absent, range);
        // A class without one number of the attribute: equally likely in the whole range.
        own[2 * room_ + i] = total > absent ? half_log2_e / variance : 0;
        variances[i % lanes] = variance;
        if (i % lanes == lanes - 1) product.multiply(variances);
    }
    return log_variances()[label] = product.log2();
}

void Gaussians::subtract_distances(const Example& example, std::uint32_t classes,
                                   const double* from, double* out) const {
    if (room_ == 0) {
        std::copy(from, from + classes, out);
        return;
    }
    detail::vectorised([&]() __attribute__((always_inline)) {
        const std::uint32_t room = room_;
        const std::uint32_t last = classes;
        const double* const x = example.numbers();
        const double* const whole = from;
        const double* own = data_.data();
        double* const found = out;
        for (Code label = 0; label < last; ++label, own += arrays * room)
            found[label] = whole[label] - distance(x, own, own + 2 * room, room);
    });
}

double Gaussians::log_variance(std::uint32_t slot, Code label) const noexcept {
    const double precision = of(label)[2 * room_ + slot];
    if (precision > 0) return detail::double_log2(half_log2_e / precision);
    const double range = low(slot) <= high(slot) ? high(slot) - low(slot) : 0;
    return detail::double_log2(range * range + smallest_variance);
}

}  // namespace entrostream::tree
