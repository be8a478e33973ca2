// The log-mean estimator of Clifford and Cosma (2013): the entropy of the labels of a bucket, in
// nats.
#pragma once
#include "core/sketch/entropy_registers.hpp"

namespace entrostream::detail {

// -ln of the mean of e^(y_j / mass), less its bias. Precondition: mass > 0.
[[nodiscard]] double log_mean(const EntropyRegisters::Values& values, double mass) noexcept;

}  // namespace entrostream::detail
