#include "core/sketch/gini_sketch.hpp"

#include <cmath>

#include "core/sketch/register_kernels.hpp"
#include "core/sketch/table_sketches.hpp"

namespace entrostream {

namespace {

constexpr std::size_t counters_per_2_kib = 170;
constexpr std::size_t gini_object_bytes = sizeof(TableSketch<SignedCounters>) + 64;

// Half of the memory for counters.
SketchLayout gini_layout(std::size_t memory) {
    require_memory(memory, GiniSketch::least_memory);
    return divided(memory, gini_object_bytes, memory / 2048 * counters_per_2_kib,
                   packed_real_bytes);
}

// Of the counters as shares of n.
double squares_of(const SignedCounters& counters, double n) noexcept {
    double squares = 0.0;
    for (std::uint32_t i = 0; i < counters.width(); ++i) {
        const double share = counters.at(i) / n;
        squares += share * share;
    }
    return squares;
}

}  // namespace

void SignedCounters::set(std::uint32_t i, double value) noexcept {
    const PackedReal packed = pack(value);
    high_[i] = packed.high;
    low_[i] = packed.low;
}

void SignedCounters::push(Key key, double weight) noexcept {
    const std::uint32_t i = bucket_of(key, width());
    set(i, at(i) + weight * sign_of(key));
}

std::size_t SignedCounters::add_keys(HeavyHitters& table, std::span<const Key> keys,
                                     double threshold) noexcept {
    return detail::add_keys_plain(table, *this, keys, threshold);
}

void SignedCounters::merge(const SignedCounters& other) noexcept {
    for (std::uint32_t i = 0; i < width(); ++i) {
        set(i, at(i) + other.at(i));
    }
}

void SignedCounters::scale(double factor) noexcept {
    for (std::uint32_t i = 0; i < width(); ++i) {
        set(i, at(i) * factor);
    }
}

SignedCounters SignedCounters::folded(std::uint32_t width) const {
    SignedCounters folded(width);
    const std::uint32_t together = this->width() / width;
    for (std::uint32_t i = 0; i < this->width(); ++i) {
        folded.set(i / together, folded.at(i / together) + at(i));
    }
    return folded;
}

GiniSketch::GiniSketch(std::size_t memory, std::uint64_t seed)
    : TableSketch(memory, seed, gini_layout(memory)) {}

SketchEstimate GiniSketch::gini() const {
    if (n() <= 0.0) return {};
    if (is_exact()) return exact_gini(*this);
    SignedCounters counters = sketch().tail;
    const double noise = 2 * n() * std::sqrt(squares_of(counters, n()) / counters.width());
    const auto held = detail::hold_out(
        sketch().table, counters, noise,
        [](const SignedCounters& all, Key key) { return all.at(bucket_of(key, all.width())); });
    return gini_from(detail::square_sum(held, squares_of(counters, n()), counters.width(), n()));
}

bool operator==(const GiniSketch& a, const GiniSketch& b) {
    return same_content(a, b);
}

}  // namespace entrostream
