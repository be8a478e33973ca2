#include "core/sketch/hcc.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <vector>

#include "core/math/double_logs.hpp"
#include "core/simd/dispatch.hpp"
#include "core/sketch/held_labels.hpp"
#include "core/sketch/log_mean.hpp"
#include "core/sketch/rest_share.hpp"
#include "core/sketch/table_sketches.hpp"

namespace entrostream {

namespace {

using detail::LabelWithRest;
using detail::natural_log;
using detail::RestShare;

constexpr std::size_t buckets_per_4_kib = 25;  // 66 % of the memory
constexpr std::size_t object_bytes = sizeof(TableSketch<EntropyRegisters>) + 64;

SketchLayout hcc_layout(std::size_t memory) {
    require_memory(memory, Hcc::least_memory);
    return divided(memory, object_bytes, memory * buckets_per_4_kib / 4096,
                   EntropyRegisters::bytes_per_bucket);
}

// Of the signed counters as shares of n.
double squares_of_signs(const EntropyRegisters& registers, double n) noexcept {
    double squares = 0.0;
    for (std::uint32_t b = 0; b < registers.buckets(); ++b) {
        const double share = registers.signed_sum(b) / n;
        squares += share * share;
    }
    return squares;
}

double noise_of(const EntropyRegisters& registers, double n) noexcept {
    return 2 * n * std::sqrt(squares_of_signs(registers, n) / registers.buckets());
}

double signed_sum_of(const EntropyRegisters& registers, Key key) noexcept {
    return registers.signed_sum(bucket_of(key, registers.buckets()));
}

// What counting the c and the e events of a label as those of two labels adds, for all labels:
//
//     sum of (c + e) h(e / (c + e)) = sum of (c + e) ln(c + e) - c ln c - e ln e,
//
// h the entropy of two outcomes, if each rest e is the same share of its bound err. With e ln e =
// share (err ln err) + e ln(share) it takes one logarithm per label and share.
class SplitCosts {
  public:
    explicit SplitCosts(std::span<const LabelWithRest> labels) : labels_(labels) {
        for (const LabelWithRest& label : labels) {
            errors_ += label.error;
            count_bits_ += label.count * detail::double_log2(label.count);
            error_bits_ += label.error * detail::double_log2(label.error);
        }
    }
    [[nodiscard]] double at(double share) const noexcept {
        if (share <= 0.0) return 0.0;
        const double s = std::min(1.0, share);
        double bits = -count_bits_ - s * (error_bits_ + errors_ * detail::double_log2(s));
        simd::dispatch([&]() __attribute__((always_inline)) {
            for (const LabelWithRest& label : labels_) {
                const double sum = label.count + s * label.error;
                bits += sum * detail::double_log2(sum);
            }
        });
        return bits * detail::ln2_double;
    }

  private:
    std::span<const LabelWithRest> labels_;
    double errors_ = 0.0;
    double count_bits_ = 0.0;  // sum of c log2 c
    double error_bits_ = 0.0;
};

// Nats times N.
struct Sum {
    double value = 0.0;
    double squares = 0.0;   // of the masses of the buckets
    double variance = 0.0;  // of the costs of rests
    double bias_bound = 0.0;
};

// A label with at least a fifth of its events in the table is held out (measured: with a third, the
// error of parts merged by label is up to 15 % larger).
constexpr double least_ratio = 0.25;  // of count to error

// Masses up to this are left from rounding, where weights are not integers.
double negligible_mass(double n, bool whole) noexcept {
    return whole ? 0.5 : 1e-10 * n;
}

// Adds the labels that are held out; returns those with a rest. The others are pushed.
std::vector<LabelWithRest> hold_out_labels(Sum& sum, const Hcc& sketch,
                                           EntropyRegisters& registers) {
    const EntropyRegisters& before = sketch.sketch().tail;
    const double negligible = negligible_mass(sketch.n(), sketch.is_whole());
    std::vector<LabelWithRest> with_rest;
    sketch.sketch().table.for_each([&](const HeavyEntry& entry) {
        if (entry.count <= 0.0) return;
        const double error = std::min(entry.error, std::max(0.0, before.most(entry.key)));
        if (entry.count < least_ratio * error) return registers.push(entry.key, entry.count);
        sum.value += entry.count * natural_log(sketch.n() / entry.count);
        if (error > negligible) with_rest.push_back({entry.key, entry.count, error});
    });
    return with_rest;
}

// The costs depend on how the rests are distributed, too. They are taken as if each rest were the
// same share of its bound, and are less if that share of the labels has all.
void subtract_rests(Sum& sum, const Hcc& sketch, const std::vector<LabelWithRest>& labels) {
    if (labels.empty()) return;
    const EntropyRegisters& registers = sketch.sketch().tail;
    const double noise = noise_of(registers, sketch.n()) / 2;
    const RestShare share = detail::rest_share(registers, labels, noise * noise);
    const SplitCosts all(labels);
    const double costs = all.at(share.value);
    const double deviation =
        (all.at(share.value + share.standard_error) - all.at(share.value - share.standard_error)) /
        2;
    sum.value -= costs;
    sum.variance += deviation * deviation;
    sum.bias_bound += costs - share.value * all.at(1.0);
}

// A bucket of a single whole event has no entropy. Others are not clamped at 0: that would be a
// bias.
void add_bucket(Sum& sum, double mass, double entropy, double n, bool whole) noexcept {
    if (mass <= negligible_mass(n, whole)) return;
    sum.value += mass * natural_log(n / mass);
    if (whole && mass < 1.5) return;
    sum.value += mass * entropy;
    sum.squares += mass * mass;
}

SketchEstimate in_bits(const Sum& sum, double n, bool whole) noexcept {
    const double bits = detail::inverse_ln2;
    const double value = std::max(0.0, sum.value / n) * bits;
    return {whole ? std::min(value, detail::double_log2(n)) : value,
            std::sqrt(detail::log_mean_variance * sum.squares + sum.variance) / n * bits,
            sum.bias_bound / n * bits};
}

// Counts that are not integers: in doubles.
SketchEstimate real_entropy(const Hcc& sketch) {
    Sum sum;
    const double n = sketch.n();
    for (const KeyCount& each : sketch.exact().sorted()) {
        if (each.count > 0.0) sum.value += each.count * natural_log(n / each.count);
    }
    return in_bits(sum, n, false);
}

}  // namespace

Hcc::Hcc(std::size_t memory, std::uint64_t seed) : TableSketch(memory, seed, hcc_layout(memory)) {}

std::size_t Hcc::memory_for(double bits) {
    require(bits >= least_standard_error, "bits must be at least 0.0001");
    const double ratio = detail::inverse_ln2 / bits;
    const double buckets = std::ceil(detail::log_mean_variance * ratio * ratio);
    const double kib = std::ceil(buckets * 4 / buckets_per_4_kib);
    return std::max(least_memory, static_cast<std::size_t>(kib) * 1024);
}

SketchEstimate Hcc::entropy() const {
    if (n() <= 0.0) return {};
    if (is_exact()) {
        return is_whole() ? SketchEstimate{exact().sums().entropy(), 0.0, 0.0}
                          : real_entropy(*this);
    }
    EntropyRegisters registers = sketch().tail;
    Sum sum;
    subtract_rests(sum, *this, hold_out_labels(sum, *this, registers));
    const std::vector<double> entropies = detail::log_means(registers);
    for (std::uint32_t bucket = 0; bucket < registers.buckets(); ++bucket) {
        add_bucket(sum, registers.mass(bucket), entropies[bucket], n(), is_whole());
    }
    return in_bits(sum, n(), is_whole());
}

SketchEstimate Hcc::gini() const {
    if (n() <= 0.0) return {};
    if (is_exact()) return exact_gini(*this);
    EntropyRegisters registers = sketch().tail;
    const auto held =
        detail::hold_out(sketch().table, registers, noise_of(registers, n()), signed_sum_of);
    const double squares = squares_of_signs(registers, n());
    return gini_from(detail::square_sum(held, squares, registers.buckets(), n()));
}

bool operator==(const Hcc& a, const Hcc& b) {
    return same_content(a, b);
}

}  // namespace entrostream
