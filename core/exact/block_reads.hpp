// Reads for a whole block of events at once, for columns.
//
// Bit-identical to the reads of single events. 1 to 3 ns per value on CPUs with AVX2 and
// FMA (detected at run time); scalar reads elsewhere. A block may have any size; a few
// hundred values amortise the call.
#pragma once
#include <cstddef>
#include <cstdint>

#include "core/math/int128.hpp"

namespace entrostream {

// A full window: all events share the same n > 0. out[i] = bits_per_event(excess[i], n),
// where excess[i] = F(n) - L after event i.
void entropy_block(const uint128* excess, std::size_t size, std::uint64_t n, double* out) noexcept;

// The same for excess[i] = base + offsets[i], in a third of the time. Returns false if the
// fast path does not apply; `out` is then unspecified. Offsets may be given modulo 2^64: a
// block whose offsets are so far apart that one may have wrapped is rejected. Preconditions:
// `base` is a multiple of 2^32, each excess is 0 or at least 2^58, the first offset is less
// than `max_bits` * 2^58 away from [0, 2^32), and each later one less than that from its
// predecessor. max_bits < 63; 19 suffices for one label's entropy in a window of up to 2^17.
[[nodiscard]] bool entropy_near_block(uint128 base, const std::int64_t* offsets, std::size_t size,
                                      std::uint64_t n, double* out, int max_bits = 19) noexcept;

// out[i] = deficit[i] / n^2, where deficit[i] = n^2 - Q after event i.
void gini_block(const uint128* deficit, std::size_t size, std::uint64_t n, double* out) noexcept;

// The same for n <= 2^26.
void gini_small_block(const std::uint64_t* deficit, std::size_t size, std::uint64_t n,
                      double* out) noexcept;

// A tally that grows by one per event: n = first_n + i after event i.
// out[i] = entropy_of(log_sums[i], n). Precondition: log_sums[i] is the log sum of
// counts with sum n (the kernel relies on entropies near 0 coming from pure counts only).
void entropy_growing_block(const uint128* log_sums, std::uint64_t first_n, std::size_t size,
                           double* out) noexcept;

// out[i] = gini_of(square_sums[i], first_n + i).
void gini_growing_block(const uint128* square_sums, std::uint64_t first_n, std::size_t size,
                        double* out) noexcept;

// A window of varying length: 0 < n[i] <= 2^26 events after event i; excess and deficit as
// above.
void entropy_varying_block(const uint128* excess, const std::uint64_t* n, std::size_t size,
                           double* out) noexcept;
void gini_varying_block(const std::uint64_t* deficit, const std::uint64_t* n, std::size_t size,
                        double* out) noexcept;

namespace detail {

// Scalar versions of the functions above, used without AVX2 and FMA.
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
