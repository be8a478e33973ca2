// Dispatches between the AVX2 kernels and the scalar reads.
#include "core/exact/block_reads.hpp"

#include <algorithm>

#include "core/exact/block_reads_avx2.hpp"
#include "core/exact/reads.hpp"
#include "core/math/double_double.hpp"

namespace entrostream {

namespace detail {

void entropy_block_plain(const uint128* excess, std::size_t size, std::uint64_t n,
                         double* out) noexcept {
    for (std::size_t i = 0; i < size; ++i)
        out[i] = bits_per_event(excess[i], n);
}

void entropy_growing_block_plain(const uint128* log_sums, std::uint64_t first_n, std::size_t size,
                                 double* out) noexcept {
    for (std::size_t i = 0; i < size; ++i)
        out[i] = entropy_of(log_sums[i], first_n + i);
}

void gini_block_plain(const uint128* deficit, std::size_t size, std::uint64_t n,
                      double* out) noexcept {
    const uint128 all = uint128{n} * n;
    for (std::size_t i = 0; i < size; ++i)
        out[i] = quotient(deficit[i], all);
}

// Both operands are exact doubles, so the quotient is rounded only once.
void gini_small_block_plain(const std::uint64_t* deficit, std::size_t size, std::uint64_t n,
                            double* out) noexcept {
    const double all = exact_double(n * n);
    for (std::size_t i = 0; i < size; ++i)
        out[i] = exact_double(deficit[i]) / all;
}

void gini_growing_block_plain(const uint128* square_sums, std::uint64_t first_n, std::size_t size,
                              double* out) noexcept {
    for (std::size_t i = 0; i < size; ++i)
        out[i] = gini_of(square_sums[i], first_n + i);
}

void entropy_varying_block_plain(const uint128* excess, const std::uint64_t* n, std::size_t size,
                                 double* out) noexcept {
    for (std::size_t i = 0; i < size; ++i)
        out[i] = bits_per_event(excess[i], n[i]);
}

void gini_varying_block_plain(const std::uint64_t* deficit, const std::uint64_t* n,
                              std::size_t size, double* out) noexcept {
    for (std::size_t i = 0; i < size; ++i)
        out[i] = exact_double(deficit[i]) / exact_double(n[i] * n[i]);
}

}  // namespace detail

void entropy_block(const uint128* excess, std::size_t size, std::uint64_t n, double* out) noexcept {
    std::size_t done = 0;
    if (n < detail::vector_limit && detail::has_vector_reads())
        done = detail::entropy_block_avx2(excess, size, n, out);
    detail::entropy_block_plain(excess + done, size - done, n, out + done);
}

bool entropy_near_block(uint128 base, const std::int64_t* offsets, std::size_t size,
                        std::uint64_t n, double* out, int max_bits) noexcept {
    return n <= detail::near_limit && size % 4 == 0 && detail::has_vector_reads() &&
           detail::entropy_near_block_avx2(base, offsets, size, n, out, max_bits);
}

void entropy_growing_block(const uint128* log_sums, std::uint64_t first_n, std::size_t size,
                           double* out) noexcept {
    std::size_t done = 0;
    if (first_n < 2) {
        done = std::min<std::size_t>(size, 2 - first_n);
        std::fill_n(out, done, 0.0);
    }
    const std::uint64_t n = first_n + done;
    if (n + (size - done) <= detail::growing_limit && detail::has_vector_reads())
        done += detail::entropy_growing_block_avx2(log_sums + done, n, size - done, out + done);
    detail::entropy_growing_block_plain(log_sums + done, first_n + done, size - done, out + done);
}

void gini_block(const uint128* deficit, std::size_t size, std::uint64_t n, double* out) noexcept {
    std::size_t done = 0;
    if (n <= detail::exact_square_limit && detail::has_vector_reads())
        done = detail::gini_block_avx2(deficit, size, n, out);
    detail::gini_block_plain(deficit + done, size - done, n, out + done);
}

void gini_small_block(const std::uint64_t* deficit, std::size_t size, std::uint64_t n,
                      double* out) noexcept {
    const std::size_t done =
        detail::has_vector_reads() ? detail::gini_small_block_avx2(deficit, size, n, out) : 0;
    detail::gini_small_block_plain(deficit + done, size - done, n, out + done);
}

void gini_growing_block(const uint128* square_sums, std::uint64_t first_n, std::size_t size,
                        double* out) noexcept {
    std::size_t done = 0;
    const bool exact = first_n != 0 && first_n + size <= detail::exact_square_limit;
    if (exact && detail::has_vector_reads())
        done = detail::gini_growing_block_avx2(square_sums, first_n, size, out);
    detail::gini_growing_block_plain(square_sums + done, first_n + done, size - done, out + done);
}

void entropy_varying_block(const uint128* excess, const std::uint64_t* n, std::size_t size,
                           double* out) noexcept {
    const std::size_t done =
        detail::has_vector_reads() ? detail::entropy_varying_block_avx2(excess, n, size, out) : 0;
    detail::entropy_varying_block_plain(excess + done, n + done, size - done, out + done);
}

void gini_varying_block(const std::uint64_t* deficit, const std::uint64_t* n, std::size_t size,
                        double* out) noexcept {
    const std::size_t done =
        detail::has_vector_reads() ? detail::gini_varying_block_avx2(deficit, n, size, out) : 0;
    detail::gini_varying_block_plain(deficit + done, n + done, size - done, out + done);
}

}  // namespace entrostream
