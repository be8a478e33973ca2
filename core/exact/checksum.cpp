// The fixed list of results behind the checksum; make_truth.py hashes the same list.
#include "core/exact/checksum.hpp"

#include <bit>

#include "core/count_log/count_log.hpp"
#include "core/exact/sums.hpp"

namespace entrostream {
namespace {

// FNV-1a over 64-bit words, with a rotation that moves high bits down.
class Hash {
  public:
    void mix(std::uint64_t word) noexcept {
        state_ = std::rotl((state_ ^ word) * 0x100000001b3, 29);
    }
    void mix(uint128 value) noexcept {
        mix(low_half(value));
        mix(high_half(value));
    }
    void mix(double value) noexcept { mix(std::bit_cast<std::uint64_t>(value)); }
    [[nodiscard]] std::uint64_t value() const noexcept { return state_; }

  private:
    std::uint64_t state_ = 0xcbf29ce484222325;
};

// xorshift64
class Random {
  public:
    std::uint64_t operator()() noexcept {
        state_ ^= state_ << 13;
        state_ ^= state_ >> 7;
        state_ ^= state_ << 17;
        return state_;
    }

  private:
    std::uint64_t state_ = 88172645463325252;
};

void mix_reads(Hash& hash, const ExactSums& sums) noexcept {
    hash.mix(sums.log_sum());
    hash.mix(sums.square_sum());
    hash.mix(sums.entropy());
    hash.mix(sums.nats());
    hash.mix(sums.gini());
    hash.mix(sums.inverse_simpson());
}

// Counts of all magnitudes up to 2^length; with at most 50 labels and 55 bits n stays below 2^62.
ExactSums random_sums(Random& random, int labels, int length) {
    ExactSums sums;
    for (int i = 0; i < labels; ++i) {
        const std::uint64_t bits = 1 + random() % static_cast<std::uint64_t>(length);
        Cell cell;
        sums.add(cell, (random() >> (64 - bits)) + 1);
    }
    return sums;
}

}  // namespace

std::uint64_t exact_checksum() noexcept {
    Hash hash;
    Random random;
    for (std::uint64_t c = 0; c < 10000; ++c)
        hash.mix(count_log(c));
    for (int length = 1; length < 64; ++length)
        for (int i = 0; i < 100; ++i)
            hash.mix(count_log((random() | std::uint64_t{1} << 63) >> (64 - length)));
    for (int i = 0; i < 2000; ++i)
        mix_reads(hash, random_sums(random, 2 + i % 49, 1 + i % 55));
    return hash.value();
}

}  // namespace entrostream
