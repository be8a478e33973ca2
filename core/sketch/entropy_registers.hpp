// The linear part of the entropy sketch: Clifford and Cosma's registers in hash buckets.
//
// Each key belongs to one bucket. A bucket has 16 registers y_j = sum of weight * R_j(key), the
// mass Y = sum of weight and a signed counter A = sum of weight * sign(key). All are sums over the
// keys pushed, so parts merge by addition and a negative weight takes back what was pushed.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/sketch/heavy_hitters.hpp"
#include "core/sketch/key.hpp"
#include "core/sketch/packed_real.hpp"
#include "core/sketch/stable_variates.hpp"

namespace entrostream {

class EntropyRegisters {
  public:
    static constexpr std::uint32_t registers = detail::variates;  // of a bucket
    static constexpr std::size_t bytes_per_bucket =
        registers * packed_real_bytes + 2 * sizeof(double);
    struct alignas(64) HighRow {
        std::array<std::uint32_t, registers> at{};
        friend bool operator==(const HighRow&, const HighRow&) = default;
    };
    struct alignas(32) LowRow {
        std::array<std::uint16_t, registers> at{};
        friend bool operator==(const LowRow&, const LowRow&) = default;
    };
    struct alignas(16) Totals {
        double mass = 0.0;
        double signed_sum = 0.0;
        friend bool operator==(const Totals&, const Totals&) = default;
    };

    explicit EntropyRegisters(std::uint32_t buckets = 0)
        : high_(buckets), low_(buckets), totals_(buckets) {}

    [[nodiscard]] std::uint32_t buckets() const noexcept {
        return static_cast<std::uint32_t>(high_.size());
    }
    [[nodiscard]] std::size_t nbytes() const noexcept { return buckets() * bytes_per_bucket; }

    void push(Key key, double weight) noexcept;
    // Adds keys to the table in front, each with weight 1, and pushes what leaves it. Stops behind
    // the first run of equal keys that leaves its key unnamed with a count of at least `threshold`;
    // returns the number of events added.
    [[nodiscard]] std::size_t add_keys(HeavyHitters& table, std::span<const Key> keys,
                                       double threshold) noexcept;

    // Precondition: the same number of buckets.
    void merge(const EntropyRegisters& other) noexcept;
    void scale(double factor) noexcept;
    // Adds up neighbours, so that `buckets` are left. Precondition: it divides buckets().
    [[nodiscard]] EntropyRegisters folded(std::uint32_t buckets) const;

    [[nodiscard]] double mass(std::uint32_t bucket) const noexcept { return totals_[bucket].mass; }
    [[nodiscard]] double signed_sum(std::uint32_t bucket) const noexcept {
        return totals_[bucket].signed_sum;
    }
    // Upper bounds on the weight of a key that was pushed: the mass of the keys of its bucket with
    // its sign, to rounding if weights are not whole, and that of all keys of its bucket.
    [[nodiscard]] double most(Key key) const noexcept {
        const std::uint32_t bucket = bucket_of(key, buckets());
        return (mass(bucket) + sign_of(key) * signed_sum(bucket)) / 2;
    }
    [[nodiscard]] double mass_around(Key key) const noexcept {
        return mass(bucket_of(key, buckets()));
    }
    using Values = std::array<double, registers>;
    [[nodiscard]] Values values(std::uint32_t bucket) const noexcept;

    // For states.
    [[nodiscard]] PackedReal packed(std::uint32_t bucket, std::uint32_t j) const noexcept {
        return {high_[bucket].at[j], low_[bucket].at[j]};
    }
    void set_packed(std::uint32_t bucket, std::uint32_t j, PackedReal value) noexcept {
        high_[bucket].at[j] = value.high;
        low_[bucket].at[j] = value.low;
    }
    void set_totals(std::uint32_t bucket, double mass, double signed_sum) noexcept {
        totals_[bucket] = {mass, signed_sum};
    }

    friend bool operator==(const EntropyRegisters&, const EntropyRegisters&) = default;

    // For the vector kernels.
    struct View {
        HighRow* high;
        LowRow* low;
        Totals* totals;
        std::uint32_t buckets;
    };
    [[nodiscard]] View view() noexcept {
        return {high_.data(), low_.data(), totals_.data(), buckets()};
    }

  private:
    // Adds a bucket of another object to one of this.
    void add_bucket(std::uint32_t bucket, const EntropyRegisters& other,
                    std::uint32_t from) noexcept;

    std::vector<HighRow> high_;
    std::vector<LowRow> low_;
    std::vector<Totals> totals_;
};

}  // namespace entrostream
