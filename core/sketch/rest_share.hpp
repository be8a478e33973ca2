// How many events of held labels are in the registers.
//
// A label of the table with count c and error err has c + e events, 0 <= e <= err. Its rest e, from
// before the label was inserted, is in the registers. The rest of a single label is hidden in their
// noise, but the share of all rests in their bounds,
//
//     share = sum of e / sum of err,
//
// can be estimated, in two ways that are independent of each other:
//
// - From the signed counters: sign(x) A has the mean e.
// - From the registers y_j of the label's bucket, of mass Y. Given the variates R_j of the label,
//   e^(y_j / Y) has a mean proportional to e^((e / Y) R_j), because E e^(t R) = t^t. Without a
//   rest the registers are exchangeable, so that a regression of the one on the other has the mean
//   0 and a variance known from the registers: that of a random permutation.
//
// Both are combined by their variances.
#pragma once
#include <span>

#include "core/sketch/entropy_registers.hpp"
#include "core/sketch/key.hpp"

namespace entrostream::detail {

struct LabelWithRest {
    Key key = 0;
    double count = 0.0;
    double error = 0.0;  // positive
};

struct RestShare {
    double value = 0.0;  // 0 to 1
    double standard_error = 0.0;
};

// `counter_variance`: of a signed counter. Precondition: at least one label.
[[nodiscard]] RestShare rest_share(const EntropyRegisters& all,
                                   std::span<const LabelWithRest> labels, double counter_variance);

}  // namespace entrostream::detail
