#include "core/sketch/log_mean.hpp"

#include <algorithm>
#include <cstddef>
#include <numeric>

#include "core/math/double_logs.hpp"
#include "core/math/natural_exp.hpp"
#include "core/sketch/stable_table.hpp"

namespace entrostream::detail {

double log_mean(const EntropyRegisters::Values& values, double mass) noexcept {
    const double largest = *std::ranges::max_element(values);
    EntropyRegisters::Values exponentials;
    for (std::size_t j = 0; j < exponentials.size(); ++j) {
        exponentials[j] = exp_of_negative((values[j] - largest) / mass);
    }
    const double mean = std::accumulate(exponentials.begin(), exponentials.end(), 0.0) /
                        EntropyRegisters::registers;
    return -largest / mass - natural_log(mean) - log_mean_bias;
}

}  // namespace entrostream::detail
