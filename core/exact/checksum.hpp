// A checksum over a fixed list of exact results, to verify a build.
#pragma once
#include <cstdint>

namespace entrostream {

// The required result of exact_checksum(), computed independently of this library by
// core/tests/exact/make_truth.py. Any other value means a broken build: a compiler that
// fuses or reorders floating point (-ffp-contract=off is required where there is FMA,
// -ffast-math is not allowed), or a fault.
inline constexpr std::uint64_t expected_checksum = 0xd17acd09ffed4f70;

// A hash of F for some 16 000 counts of every bit length, and of the sums and the
// correctly rounded reads of 2000 count vectors. Takes 2 ms.
[[nodiscard]] std::uint64_t exact_checksum() noexcept;

}  // namespace entrostream
