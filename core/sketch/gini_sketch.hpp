// A sketch of the Gini index: heavy hitters in front of one row of signed counters.
//
// The counters estimate the sum of squares of what was pushed (Fast-AGMS, Cormode and Garofalakis
// 2005; one row): unbiased, with a variance of at most 2/width times its square. Labels that the
// table holds count exactly.
#pragma once
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "core/sketch/heavy_hitters.hpp"
#include "core/sketch/packed_real.hpp"
#include "core/sketch/sketch_method.hpp"
#include "core/sketch/table_sketch.hpp"

namespace entrostream {

class SignedCounters {
  public:
    explicit SignedCounters(std::uint32_t width = 0) : high_(width), low_(width) {}

    [[nodiscard]] std::uint32_t width() const noexcept {
        return static_cast<std::uint32_t>(high_.size());
    }
    [[nodiscard]] std::size_t nbytes() const noexcept { return width() * packed_real_bytes; }

    void push(Key key, double weight) noexcept;
    [[nodiscard]] std::size_t add_keys(HeavyHitters& table, std::span<const Key> keys,
                                       double threshold) noexcept;
    void merge(const SignedCounters& other) noexcept;
    void scale(double factor) noexcept;
    [[nodiscard]] SignedCounters folded(std::uint32_t width) const;

    [[nodiscard]] double at(std::uint32_t i) const noexcept { return unpack(high_[i], low_[i]); }
    void set(std::uint32_t i, double value) noexcept;
    // Signed sums do not bound the weight of one key.
    [[nodiscard]] static double most(Key) noexcept {
        return std::numeric_limits<double>::infinity();
    }
    [[nodiscard]] static double mass_around(Key key) noexcept { return most(key); }

    friend bool operator==(const SignedCounters&, const SignedCounters&) = default;

  private:
    std::vector<std::uint32_t> high_;
    std::vector<std::uint16_t> low_;
};

class GiniSketch : public TableSketch<SignedCounters> {
  public:
    static constexpr std::size_t least_memory = 2048;

    // Throws std::invalid_argument if the memory is below least_memory or above 2^34.
    GiniSketch(std::size_t memory, std::uint64_t seed);

    [[nodiscard]] SketchEstimate gini() const;

    friend bool operator==(const GiniSketch& a, const GiniSketch& b);
};

}  // namespace entrostream
