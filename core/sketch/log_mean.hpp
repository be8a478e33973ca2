// The log-mean estimator of Clifford and Cosma (2013): the entropy of the labels of a bucket, in
// nats.
#pragma once
#include <vector>

#include "core/sketch/entropy_registers.hpp"

namespace entrostream::detail {

// -ln of the mean of e^(y_j / mass), less its bias, for each bucket; anything where the mass is 0.
[[nodiscard]] std::vector<double> log_means(const EntropyRegisters& registers);

}  // namespace entrostream::detail
