// Means and variances with missing numbers: a step costs only what the example has.
//
// Here the number of examples in a class differs by attribute, and an attribute may get its range
// from one class long before another class has its second number. So variances are computed when a
// score needs them; cached ones would come from a range long outgrown.
#include <algorithm>
#include <bit>

#include "core/math/double_logs.hpp"
#include "core/tree/statistics/class_array.hpp"
#include "core/tree/statistics/gaussians.hpp"
#include "core/tree/statistics/variance.hpp"

namespace entrostream::tree {

namespace {

// For one class: the sum of distances, and that of log2(1 / variance) with one logarithm:
// mantissas are multiplied, exponents added.
struct Density {
    double distance;
    double mantissa;
    std::int64_t exponent;

    void multiply(double precision) noexcept {
        const auto bits = std::bit_cast<std::uint64_t>(mantissa * precision);
        exponent += static_cast<std::int64_t>(bits >> 52) - 1023;
        mantissa = std::bit_cast<double>((bits & detail::mantissa_mask) |
                                         std::bit_cast<std::uint64_t>(1.0));
    }
    [[nodiscard]] double log2() const noexcept {
        const double precisions = static_cast<double>(exponent) + detail::double_log2(mantissa);
        return 0.5 * precisions - distance;
    }
};

// 1 / variance with one division, for any number of examples (variance.hpp). The squares of fewer
// than two are 0.
struct Precision {
    Precision(double range, std::uint32_t shift) noexcept
        : one(1u << shift),
          of_many(range_share * range * range + smallest_variance),
          of_one(range * range + smallest_variance) {}

    [[nodiscard]] double operator()(double squares, double total) const noexcept {
        const bool more_than_one = total > one;
        const double by = more_than_one ? freedom(total, one) : one;
        return by / (squares + by * (more_than_one ? of_many : of_one));
    }

    double one;  // one example, in units
    double of_many;
    double of_one;
};

}  // namespace

void Gaussians::learn_present(const Schema& schema, const Example& example,
                              const MissingCounts& gaps, MissingCounts::ClassCounts all) {
    if (room_ == 0) return;
    double* const own = of(example.label);
    double* const low = ends();
    double* const high = low + room_;
    const double weight = example.weight;
    example.each_number(schema, [&](std::uint32_t slot) {
        const double u = example.number(slot);
        const double share = weight / gaps.present(schema.numeric_number(slot), all)[example.label];
        const double d = u - own[slot];
        own[slot] += d * share;
        own[room_ + slot] += d * d * (weight * (1 - share));
        low[slot] = std::min(low[slot], u);
        high[slot] = std::max(high[slot], u);
    });
}

void Gaussians::add_densities(const Schema& schema, const Example& example,
                              const MissingCounts& gaps, MissingCounts::ClassCounts all,
                              std::uint32_t shift, double* scores) const {
    if (room_ == 0) return;
    const std::uint32_t classes = schema.classes();
    ClassArray<Density> sums(classes);
    Density* const densities = sums.data();
    for (Code label = 0; label < classes; ++label)
        densities[label].mantissa = 1;
    example.each_number(schema, [&](std::uint32_t slot) {
        const double x = example.number(slot);
        const Precision precision_of(low(slot) <= high(slot) ? high(slot) - low(slot) : 0, shift);
        const std::uint32_t* const present = gaps.present(schema.numeric_number(slot), all);
        const double* own = data_.data() + slot;
        for (Code label = 0; label < classes; ++label, own += arrays * room_) {
            const double precision = precision_of(own[room_], present[label]);
            const double d = x - own[0];
            densities[label].multiply(precision);
            // A class without any number of the attribute: uniform over the whole range.
            densities[label].distance +=
                d * d * (present[label] == 0 ? 0 : half_log2_e * precision);
        }
    });
    for (Code label = 0; label < classes; ++label)
        scores[label] += densities[label].log2();
}

}  // namespace entrostream::tree
