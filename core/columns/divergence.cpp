#include "core/columns/divergence.hpp"

#include <numeric>
#include <stdexcept>
#include <string>

#include "core/count_log/count_log.hpp"
#include "core/exact/reads.hpp"

namespace entrostream {

namespace {

// Below this many bits, all shares may be equal, which is then checked. True values this small
// are rare.
constexpr double nearly_nothing = 0x1p-40;

// Rounding may have left the sum some units below 0.
double bits_or_zero(int128 sum, std::uint64_t n) noexcept {
    return sum <= 0 ? 0.0 : bits_per_event(static_cast<uint128>(sum), n);
}

double zero_if_same(double value, const SquareSums& squares, std::uint64_t n,
                    std::uint64_t m) noexcept {
    return value < nearly_nothing && squares.same_shares(n, m) ? 0.0 : value;
}

}  // namespace

void require_scale(std::uint64_t n, std::uint64_t m) {
    if (uint128{2} * n * m <= max_scale) return;
    throw std::overflow_error("a window of " + std::to_string(n) + " rows and a reference of " +
                              std::to_string(m) +
                              " are too many: twice their product must be below 2^62");
}

Scale::Scale(std::uint64_t rows_n, std::uint64_t rows_m) noexcept : n(rows_n), m(rows_m) {
    const std::uint64_t common = std::gcd(n, m);
    n_part = n / common;
    m_part = m / common;
    n_log = count_log(n_part);
    m_log = count_log(m_part);
}

// Whether the sum of (c m' - d n')^2 is 0.
bool SquareSums::same_shares(std::uint64_t rows_n, std::uint64_t rows_m) const noexcept {
    const std::uint64_t common = std::gcd(rows_n, rows_m);
    const uint128 a = rows_n / common;
    const uint128 b = rows_m / common;
    return b * b * n + a * a * m == 2 * a * b * both;
}

double jensen_shannon(const SharedSums& shared, const SquareSums& squares,
                      const Scale& scale) noexcept {
    const uint128 alike = shared.both_log - scale.m_part * shared.n_log -
                          scale.n_part * shared.m_log - scale.m_log * shared.n -
                          scale.n_log * shared.m;
    const uint128 all = uint128{scale.all()} << fraction_bits;
    const double value = bits_or_zero(static_cast<int128>(all - alike), scale.all());
    return zero_if_same(value, squares, scale.n, scale.m);
}

double pooled_divergence(uint128 max, uint128 shared, const SquareSums& squares, std::uint64_t n,
                         std::uint64_t m) noexcept {
    const double value = bits_or_zero(static_cast<int128>(max - shared), n + m);
    return zero_if_same(value, squares, n, m);
}

// For n = m, F(2n) - 2 F(n) is 2n, which rounding may miss by a unit: the exact value gives the
// same bits as the divergence with equal weights.
uint128 max_divergence(std::uint64_t n, std::uint64_t m) noexcept {
    if (n == m) return uint128{2 * n} << fraction_bits;
    return count_log(n + m) - count_log(n) - count_log(m);
}

double kullback_leibler(uint128 excess, int128 cross, std::uint64_t n) noexcept {
    return bits_or_zero(-static_cast<int128>(excess) - cross, n);
}

double kullback_leibler(uint128 excess, int128 cross, const SquareSums& squares, std::uint64_t n,
                        std::uint64_t m) noexcept {
    return zero_if_same(kullback_leibler(excess, cross, n), squares, n, m);
}

}  // namespace entrostream
