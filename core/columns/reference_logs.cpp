#include "core/columns/reference_logs.hpp"

#include <new>
#include <stdexcept>

#include "core/count_log/count_log.hpp"
#include "core/exact/divergence_rule.hpp"
#include "core/exact/logarithms.hpp"

namespace entrostream {

namespace {

constexpr int point = 64;  // fraction bits of a logarithm's argument

// To the nearest unit of 2^-58.
int128 rounded(detail::Fixed log) noexcept {
    constexpr int cut = detail::fixed_bits - fraction_bits;
    return (log.units + (int128{1} << (cut - 1))) >> cut;
}

int128 log_of_fixed(uint128 x) noexcept {
    detail::Fixed log = detail::log2_of(x);
    log.units -= int128{point} << detail::fixed_bits;
    return rounded(log);
}

}  // namespace

ReferenceLogs::ReferenceLogs(double pseudo_count) : pseudo_count_(pseudo_count) {
    if (!is_pseudo_count(pseudo_count)) {
        throw std::invalid_argument("a pseudo-count must be from 1e-18 to 1e8");
    }
    units_ = static_cast<uint128>(pseudo_count * 0x1p64);
}

// s is truncated by less than 2^-64 when added to a count of 1 or more, which is 2^-5.4 units of
// the logarithm; s alone is not truncated.
int128 ReferenceLogs::log_of(std::uint64_t d) const noexcept {
    if (d != 0) return log_of_fixed((uint128{d} << point) + units_);
    return smooths() ? rounded(detail::log2_of(pseudo_count_)) : 0;
}

// Without memory for the cache the logarithm is computed again: an event that has been counted in
// part must not fail.
int128 ReferenceLogs::learn(std::uint64_t d) noexcept {
    if (d >= cached_counts) return log_of(d);
    try {
        for (std::uint64_t each = known_.size(); each <= d; ++each) {
            known_.push_back(log_of(each));
        }
    } catch (const std::bad_alloc&) {
        return log_of(d);
    }
    return known_[d];
}

// There are at most as many labels as rows, so the relative error is at most that of one truncation
// added to one row.
int128 ReferenceLogs::of_all(std::uint64_t m, std::uint64_t labels) const noexcept {
    if (!smooths()) return log_of_fixed(uint128{m} << point);
    return log_of_fixed((uint128{m} << point) + units_ * (labels + 1));
}

}  // namespace entrostream
