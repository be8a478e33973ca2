#include "core/sketch/rest_share.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <vector>

#include "core/simd/sixteen.hpp"
#include "core/sketch/register_kernels.hpp"
#include "core/sketch/stable_variates.hpp"

namespace entrostream::detail {

namespace {

constexpr std::size_t registers = EntropyRegisters::registers;
using Lanes = std::array<float, registers>;  // accurate enough, and twice as fast as doubles

struct Share {
    double value = 0.0;
    double variance = 0.0;
};

// What the registers of a label's bucket say about its rest; zeros if they say nothing.
struct Evidence {
    Lanes variates{};         // R_j of the label, less the largest
    Lanes excess{};           // e^(y_j / Y) over their mean, less 1
    float variance = 0.0f;    // of `excess`
    float most_share = 0.0f;  // of the mass of the bucket: at most err / Y
};

template <class Simd>
using Floats = simd::Sixteen<Simd, float>;

constexpr float most_power = 256.0f;

// Makes of 0 >= x >= -most_power e^x - 1 as (1 + x / 256)^256 - 1, with x times `scale`: e^x is 2 %
// too small at x = -3, which is accurate enough here, and there is no branch. Squaring 1 + u is
// u (2 + u).
template <class Simd>
[[gnu::always_inline]] inline void make_powers_less_1(Floats<Simd>& values, float scale) noexcept {
    values.apply([scale](typename Simd::Floats& x) __attribute__((always_inline)) {
        x *= scale / most_power;
        for (int squaring = 0; squaring < 8; ++squaring) {
            x *= 2.0f + x;
        }
    });
}

template <class Simd>
[[gnu::always_inline]] inline void bound(Floats<Simd>& values) noexcept {
    values.apply([](typename Simd::Floats& x) __attribute__((always_inline)) {
        x = x > -most_power ? x : typename Simd::Floats{} - most_power;
    });
}

constexpr double least_mass = 1e-300;  // has an inverse; a state that was read may have any mass

// As read from the state: R_j, and y_j / mass less the largest.
void read_evidence(const EntropyRegisters& all, const LabelWithRest& label,
                   Evidence& evidence) noexcept {
    const std::uint32_t bucket = bucket_of(label.key, all.buckets());
    const double mass = all.mass(bucket);
    if (!(mass > least_mass)) return;
    evidence.variates = fast_variates_of(label.key);
    const EntropyRegisters::Values values = all.values(bucket);
    const double largest = *std::ranges::max_element(values);
    const double unit = 1 / mass;
    for (std::size_t j = 0; j < registers; ++j) {
        evidence.excess[j] = static_cast<float>((values[j] - largest) * unit);
    }
    evidence.most_share = static_cast<float>(label.error * unit);
}

// The rest of it, with vectors.
template <class Simd>
[[gnu::always_inline]] inline void complete(Evidence& evidence) noexcept {
    auto variates = Floats<Simd>::load(evidence.variates);
    const float largest = variates.largest();
    variates.apply([=](typename Simd::Floats& r) __attribute__((always_inline)) { r -= largest; });
    bound(variates);
    variates.store(evidence.variates);
    auto excess = Floats<Simd>::load(evidence.excess);
    bound(excess);
    make_powers_less_1(excess, 1.0f);
    const float mean = excess.sum() / registers;
    excess.apply([mean](typename Simd::Floats& power)
                     __attribute__((always_inline)) { power = (power - mean) / (1 + mean); });
    excess.store(evidence.excess);
    evidence.variance = (excess * excess).sum() / (registers - 1);
}

[[nodiscard]] std::vector<Evidence> evidence_of(const EntropyRegisters& all,
                                                std::span<const LabelWithRest> labels) {
    std::vector<Evidence> evidence(labels.size());
    for (std::size_t i = 0; i < labels.size(); ++i) {
        read_evidence(all, labels[i], evidence[i]);
    }
    // All that is read first: a vector cannot be loaded right after its numbers were stored.
    simd::in_lanes_of_four([&](auto lanes) __attribute__((always_inline)) {
        for (Evidence& each : evidence) {
            complete<decltype(lanes)>(each);
        }
    });
    return evidence;
}

struct Regression {
    double common = 0.0;
    double squares = 0.0;
    double variance = 0.0;
};

template <class Simd>
[[gnu::always_inline]] inline void add_up(Regression& sums, const Evidence& label,
                                          float share) noexcept {
    auto powers = Floats<Simd>::load(label.variates);
    make_powers_less_1(powers, std::min(1.0f, share * label.most_share));
    const float mean = powers.sum() / registers;
    const float total = 1 + mean;
    const float square = ((powers * powers).sum() - registers * mean * mean) / (total * total);
    sums.common += (powers * Floats<Simd>::load(label.excess)).sum() / total;
    sums.squares += square;
    sums.variance += square * label.variance;
}

// The regression of what the registers show on what they would show with this share, on average:
// e^(share err / Y R_j) over their mean, less 1.
[[nodiscard]] Share regression(std::span<const Evidence> all, float share) noexcept {
    Regression sums;
    simd::in_lanes_of_four([&, share](auto lanes) __attribute__((always_inline)) {
        Regression local;  // in registers
        for (const Evidence& each : all) {
            add_up<decltype(lanes)>(local, each, share);
        }
        sums = local;
    });
    if (sums.squares <= 0.0) return {};
    const double unit = share / sums.squares;
    return {unit * sums.common, unit * unit * sums.variance};
}

// The response is not linear in the share, so the second regression is about the share that the
// first one found.
[[nodiscard]] Share share_by_registers(const EntropyRegisters& all,
                                       std::span<const LabelWithRest> labels) {
    const std::vector<Evidence> evidence = evidence_of(all, labels);
    constexpr float least = 0.02f;
    const auto first = static_cast<float>(regression(evidence, 1.0f).value);
    return regression(evidence, std::clamp(first, least, 1.0f));
}

[[nodiscard]] Share share_by_counters(const EntropyRegisters& all,
                                      std::span<const LabelWithRest> labels,
                                      double counter_variance) {
    std::vector<double> signs(all.buckets());
    double rests = 0.0;
    double bounds = 0.0;
    for (const LabelWithRest& label : labels) {
        const std::uint32_t bucket = bucket_of(label.key, all.buckets());
        rests += sign_of(label.key) * all.signed_sum(bucket);
        bounds += label.error;
        signs[bucket] += sign_of(label.key);
    }
    // Labels of one bucket have the same counter.
    const double counters = std::inner_product(signs.begin(), signs.end(), signs.begin(), 0.0);
    return {rests / bounds, counter_variance * counters / (bounds * bounds)};
}

}  // namespace

RestShare rest_share(const EntropyRegisters& all, std::span<const LabelWithRest> labels,
                     double counter_variance) {
    double weights = 0.0;
    double weighted = 0.0;
    for (const Share& each :
         {share_by_registers(all, labels), share_by_counters(all, labels, counter_variance)}) {
        if (each.variance <= 0.0) continue;
        weights += 1 / each.variance;
        weighted += each.value / each.variance;
    }
    if (weights == 0.0) return {};
    return {std::clamp(weighted / weights, 0.0, 1.0), std::sqrt(1 / weights)};
}

}  // namespace entrostream::detail
