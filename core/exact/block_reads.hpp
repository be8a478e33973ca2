// Reads of a whole block of events at once, for columns.
//
// Bit for bit what the reads of one event give; 1 to 3 ns a value where the
// processor has AVX2 and FMA (asked at run time), the plain reads elsewhere.
// A block may have any size; some hundred values amortise the call.
#pragma once
#include <cstddef>
#include <cstdint>

#include "core/math/int128.hpp"

namespace entrostream {

// A full window: n > 0 is the same for all. out[i] = bits_per_event(excess[i], n),
// excess[i] = F(n) - L after event i.
void entropy_block(const uint128* excess, std::size_t size, std::uint64_t n, double* out) noexcept;

// The same for excess[i] = base + offsets[i], in a third of the time; false if this
// cannot be done so quickly, then `out` says nothing. Each offset may be known modulo
// 2^64 only: offsets so far apart that one may have run over are never read. `base` is
// a multiple of 2^32, each excess 0 or at least 2^58, the first offset in or below
// `most_bits` * 2^58 from [0, 2^32), and each below that from the one before.
// most_bits < 63; 19 serves one label's entropy in a window of up to 2^17.
[[nodiscard]] bool entropy_near_block(uint128 base, const std::int64_t* offsets, std::size_t size,
                                      std::uint64_t n, double* out, int most_bits = 19) noexcept;

// out[i] = deficit[i] / n^2, deficit[i] = n^2 - Q after event i.
void gini_block(const uint128* deficit, std::size_t size, std::uint64_t n, double* out) noexcept;

// The same for n <= 2^26.
void gini_small_block(const std::uint64_t* deficit, std::size_t size, std::uint64_t n,
                      double* out) noexcept;

// A tally that grows by one an event: n = first_n + i after event i.
// out[i] = entropy_of(log_sums[i], n). Precondition: log_sums[i] is the log
// sum of counts with sum n (the reader knows that only pure counts come near 0).
void entropy_growing_block(const uint128* log_sums, std::uint64_t first_n, std::size_t size,
                           double* out) noexcept;

// out[i] = gini_of(square_sums[i], first_n + i).
void gini_growing_block(const uint128* square_sums, std::uint64_t first_n, std::size_t size,
                        double* out) noexcept;

// A window whose length changes: n[i] > 0 events after event i, at most 2^26; excess and
// deficit as above.
void entropy_varying_block(const uint128* excess, const std::uint64_t* n, std::size_t size,
                           double* out) noexcept;
void gini_varying_block(const std::uint64_t* deficit, const std::uint64_t* n, std::size_t size,
                        double* out) noexcept;

namespace detail {

// What the functions above do without AVX2 and FMA.
void entropy_block_plain(const uint128* excess, std::size_t size, std::uint64_t n,
                         double* out) noexcept;
void entropy_growing_block_plain(const uint128* log_sums, std::uint64_t first_n, std::size_t size,
                                 double* out) noexcept;
void gini_block_plain(const uint128* deficit, std::size_t size, std::uint64_t n,
                      double* out) noexcept;
void gini_small_block_plain(const std::uint64_t* deficit, std::size_t size, std::uint64_t n,
                            double* out) noexcept;
void gini_growing_block_plain(const uint128* square_sums, std::uint64_t first_n, std::size_t size,
                              double* out) noexcept;
void entropy_varying_block_plain(const uint128* excess, const std::uint64_t* n, std::size_t size,
                                 double* out) noexcept;
void gini_varying_block_plain(const std::uint64_t* deficit, const std::uint64_t* n,
                              std::size_t size, double* out) noexcept;

}  // namespace detail

}  // namespace entrostream
