// The vector passes of the block reads, four values at a time with AVX2 and FMA.
//
// To be called only where the processor has both. Each pass computes its value as
// a pair of doubles with a proven error bound; a group of four in which any
// rounding is in doubt goes through the plain read.
#pragma once
#include <cstddef>
#include <cstdint>

#include "core/math/int128.hpp"

namespace entrostream::detail {

// n must be below this: then an excess is below 2^103, which two doubles hold.
inline constexpr std::uint64_t vector_limit = std::uint64_t{1} << 39;

// Up to this n, n^2 is an exact double and a Gini index one division.
inline constexpr std::uint64_t exact_square_limit = std::uint64_t{1} << 26;

// Up to this n, an excess is below 2^83.
inline constexpr std::uint64_t near_limit = std::uint64_t{1} << 20;

// Whether this machine can run what follows.
[[nodiscard]] bool has_vector_reads() noexcept;

// All but the last handle a multiple of four values, as many as there are in `size`, and return how
// many.
std::size_t entropy_block_avx2(const uint128* excess, std::size_t size, std::uint64_t n,
                               double* out) noexcept;

// Needs 2 <= first_n and first_n + size <= growing_limit.
inline constexpr std::uint64_t growing_limit = std::uint64_t{1} << 50;
std::size_t entropy_growing_block_avx2(const uint128* log_sums, std::uint64_t first_n,
                                       std::size_t size, double* out) noexcept;

// Need n <= 2^26, and first_n > 0 with first_n + size <= 2^26.
std::size_t gini_block_avx2(const uint128* deficit, std::size_t size, std::uint64_t n,
                            double* out) noexcept;
std::size_t gini_small_block_avx2(const std::uint64_t* deficit, std::size_t size, std::uint64_t n,
                                  double* out) noexcept;
std::size_t gini_growing_block_avx2(const uint128* square_sums, std::uint64_t first_n,
                                    std::size_t size, double* out) noexcept;

// entropy_near_block for n <= near_limit and a multiple of four values.
bool entropy_near_block_avx2(uint128 base, const std::int64_t* offsets, std::size_t size,
                             std::uint64_t n, double* out, int most_bits) noexcept;

// Need every n above 0 and at most 2^26.
std::size_t entropy_varying_block_avx2(const uint128* excess, const std::uint64_t* n,
                                       std::size_t size, double* out) noexcept;
std::size_t gini_varying_block_avx2(const std::uint64_t* deficit, const std::uint64_t* n,
                                    std::size_t size, double* out) noexcept;

}  // namespace entrostream::detail
