// The AVX2 and FMA kernels of the block reads, four values at a time.
//
// Call them only on CPUs that have both. Each kernel computes a double-double with a proven
// error bound; a group of four in which any rounding is in doubt is recomputed by the scalar
// read.
#pragma once
#include <cstddef>
#include <cstdint>

#include "core/math/int128.hpp"

namespace entrostream::detail {

// n must be below this, so that an excess is below 2^103 and fits a double-double.
inline constexpr std::uint64_t vector_limit = std::uint64_t{1} << 39;

// Up to this n, n^2 is an exact double and a Gini index takes one division.
inline constexpr std::uint64_t exact_square_limit = std::uint64_t{1} << 26;

// Up to this n, an excess is below 2^83.
inline constexpr std::uint64_t near_limit = std::uint64_t{1} << 20;

// Whether this machine can run the kernels below.
[[nodiscard]] bool has_vector_reads() noexcept;

// Kernels that return std::size_t handle the largest multiple of four values in `size` and return
// that number.
std::size_t entropy_block_avx2(const uint128* excess, std::size_t size, std::uint64_t n,
                               double* out) noexcept;

// Precondition: 2 <= first_n and first_n + size <= growing_limit.
inline constexpr std::uint64_t growing_limit = std::uint64_t{1} << 50;
std::size_t entropy_growing_block_avx2(const uint128* log_sums, std::uint64_t first_n,
                                       std::size_t size, double* out) noexcept;

// Preconditions: n <= 2^26, or first_n > 0 and first_n + size <= 2^26.
std::size_t gini_block_avx2(const uint128* deficit, std::size_t size, std::uint64_t n,
                            double* out) noexcept;
std::size_t gini_small_block_avx2(const std::uint64_t* deficit, std::size_t size, std::uint64_t n,
                                  double* out) noexcept;
std::size_t gini_growing_block_avx2(const uint128* square_sums, std::uint64_t first_n,
                                    std::size_t size, double* out) noexcept;

// entropy_near_block for n <= near_limit and a multiple of four values.
bool entropy_near_block_avx2(uint128 base, const std::int64_t* offsets, std::size_t size,
                             std::uint64_t n, double* out, int max_bits) noexcept;

// Precondition: 0 < n[i] <= 2^26.
std::size_t entropy_varying_block_avx2(const uint128* excess, const std::uint64_t* n,
                                       std::size_t size, double* out) noexcept;
std::size_t gini_varying_block_avx2(const std::uint64_t* deficit, const std::uint64_t* n,
                                    std::size_t size, double* out) noexcept;

}  // namespace entrostream::detail
