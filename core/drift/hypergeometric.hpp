// Tail bound of the hypergeometric distribution.
#pragma once

namespace entrostream {

// -ln of an upper bound of P(X at least as far from its mean as x, on the same side), where X is
// the number of members of a group of `group` among `drawn` of `all`. All are integers.
//
// The distribution is log-concave: beyond x its terms shrink at least as fast as the first two, so
// that the tail is at most pmf(x)/(1 - r), r the ratio of the next term to pmf(x). At most 0.11
// above the true -ln beyond e^-5.
[[nodiscard]] double hypergeometric_tail(double x, double group, double drawn, double all) noexcept;

}  // namespace entrostream
