#include "core/sketch/rest_share.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <vector>

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

// What the registers of a label's bucket say about its rest.
struct Evidence {
    Lanes variates;    // R_j of the label, less the largest
    Lanes excess;      // e^(y_j / Y) over their mean, less 1
    float variance;    // of `excess`
    float most_share;  // of the mass of the bucket: at most err / Y
};

// In pairs, so that the compiler vectorises it.
[[nodiscard]] float sum_of(Lanes values) noexcept {
    for (std::size_t half = registers / 2; half > 0; half /= 2) {
        for (std::size_t j = 0; j < half; ++j) {
            values[j] += values[j + half];
        }
    }
    return values[0];
}
[[nodiscard]] float product(const Lanes& a, const Lanes& b) noexcept {
    Lanes products;
    for (std::size_t j = 0; j < registers; ++j) {
        products[j] = a[j] * b[j];
    }
    return sum_of(products);
}

// e^x - 1 for x <= 0 as (1 + x / 256)^256 - 1: e^x is 2 % too small at x = -3, which is
// accurate enough here, and there is no branch. Squaring 1 + u is u (2 + u).
[[nodiscard]] Lanes powers_less_1(const Lanes& values, float scale) noexcept {
    Lanes powers;
    for (std::size_t j = 0; j < registers; ++j) {
        float power = std::max(-1.0f, values[j] * (scale / 256));
        for (int squaring = 0; squaring < 8; ++squaring) {
            power *= 2 + power;
        }
        powers[j] = power;
    }
    return powers;
}

[[nodiscard]] Evidence evidence_of(const EntropyRegisters& all, const LabelWithRest& label) {
    const std::uint32_t bucket = bucket_of(label.key, all.buckets());
    const double mass = all.mass(bucket);
    const EntropyRegisters::Values values = all.values(bucket);
    const Variates variates = fast_variates_of(label.key);
    const double largest = *std::ranges::max_element(values);
    const float most = *std::ranges::max_element(variates);
    Evidence evidence;
    for (std::size_t j = 0; j < registers; ++j) {
        evidence.excess[j] = static_cast<float>((values[j] - largest) / mass);
        evidence.variates[j] = variates[j] - most;
    }
    evidence.excess = powers_less_1(evidence.excess, 1.0f);
    const float mean = sum_of(evidence.excess) / registers;
    for (float& each : evidence.excess) {
        each = (each - mean) / (1 + mean);
    }
    evidence.variance = product(evidence.excess, evidence.excess) / (registers - 1);
    evidence.most_share = static_cast<float>(label.error / mass);
    return evidence;
}

// The regression of what the registers show on what they would show with this share, on average:
// e^(share err / Y R_j) over their mean, less 1.
[[nodiscard]] Share regression(const std::vector<Evidence>& all, float share) noexcept {
    double common = 0.0;
    double squares = 0.0;
    double variance = 0.0;
    for (const Evidence& each : all) {
        const Lanes powers = powers_less_1(each.variates, std::min(1.0f, share * each.most_share));
        const float mean = sum_of(powers) / registers;
        const float total = 1 + mean;
        const float square = (product(powers, powers) - registers * mean * mean) / (total * total);
        common += product(powers, each.excess) / total;
        squares += square;
        variance += square * each.variance;
    }
    if (squares <= 0.0) return {};
    const double unit = share / squares;
    return {unit * common, unit * unit * variance};
}

// The response is not linear in the share, so the second regression is about the share that the
// first one found.
[[nodiscard]] Share share_by_registers(const EntropyRegisters& all,
                                       std::span<const LabelWithRest> labels) {
    std::vector<Evidence> evidence;
    evidence.reserve(labels.size());
    for (const LabelWithRest& label : labels) {
        // A state that was read may have any mass.
        if (all.mass(bucket_of(label.key, all.buckets())) > 0.0) {
            evidence.push_back(evidence_of(all, label));
        }
    }
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
