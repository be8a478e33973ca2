// Bias corrections of the entropy estimators.
//
// The entropy of a sample is biased downwards: rare labels are missing from it. The methods
// correct this with one term t(c) per label, and all of them have the form
//
//   H = (F(n) - L + sum t(c) - t(n)) / (n * 2^58)
//
// with t in the unit of the log sum, 2^-58 bit. So an estimate is one division of integers, like
// the entropy itself, and as exact: t does not increase with c, so neither difference is negative
// and nothing cancels. All terms lie between 1/(2 ln 2) = 0.7213 bit, their limit, and 1/ln 2, and
// have an error below 2 units.
#pragma once
#include <cstdint>

namespace entrostream {

// 1/(2 ln 2) for every count: (m - 1)/(2 n ln 2) for m labels, of Miller (1955) and Madow.
[[nodiscard]] std::uint64_t miller_madow_term() noexcept;

// c/ln 2 - c (c-1) log2(c/(c-1)), and 1/ln 2 for c = 1: the jackknife of Zahl (1977),
// n H - (n-1) times the mean entropy of the leave-one-out samples.
[[nodiscard]] std::uint64_t jackknife_term(std::uint64_t c) noexcept;

// c (log2 c - digamma(c)/ln 2): gives H = digamma(n) - sum c digamma(c)/n in nats, the
// estimate of Zhang (2012), to which Chao, Wang and Jost (2013) add the unseen labels.
[[nodiscard]] std::uint64_t digamma_term(std::uint64_t c) noexcept;

}  // namespace entrostream
