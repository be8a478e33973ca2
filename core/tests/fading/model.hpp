// Reference model of fading summaries: the weights of all events, summed in long double.
#pragma once
#include <cmath>
#include <cstdint>
#include <vector>

#include "core/counts/code.hpp"
#include "core/fading/fading_sums.hpp"
#include "core/tests/check.hpp"

namespace entrostream::testing {

struct FadedEvent {
    Code code;
    long double weight;
};

struct FadedReads {
    long double entropy = 0, gini = 0, n = 0, effective_size = 0;
    std::vector<long double> weights;
};

[[nodiscard]] inline FadedReads faded_reads(const std::vector<FadedEvent>& events,
                                            std::size_t codes) {
    FadedReads reads;
    reads.weights.resize(codes);
    long double squares = 0;
    for (const FadedEvent& event : events) {
        reads.weights[event.code] += event.weight;
        squares += event.weight * event.weight;
        reads.n += event.weight;
    }
    long double logs = 0;
    long double pairs = 0;
    for (const long double weight : reads.weights) {
        if (weight > 0) logs += weight / reads.n * std::log2(weight / reads.n);
        pairs += weight / reads.n * (weight / reads.n);
    }
    reads.entropy = -logs;
    reads.gini = 1 - pairs;
    reads.effective_size = reads.n * reads.n / squares;
    return reads;
}

inline bool near(double value, long double truth, double tolerance) {
    return std::fabs(static_cast<double>(static_cast<long double>(value) - truth)) <= tolerance;
}

// Entropy and Gini index to 1e-13, weights to 1e-13 of all.
template <class Core>
void check_reads(const Core& core, const FadedReads& truth) {
    const auto n = static_cast<double>(truth.n);
    check(near(core.sums().entropy(), truth.entropy, 1e-13), "the entropy is right");
    check(near(core.sums().gini(), truth.gini, 1e-13), "the Gini index is right");
    check(near(core.sums().n(), truth.n, 1e-13 * n), "the weight is right");
    check(near(core.sums().effective_size(), truth.effective_size,
               1e-12 * static_cast<double>(truth.effective_size)),
          "the effective size is right");
    for (Code code = 0; code < truth.weights.size(); ++code) {
        check(near(core.count(code), truth.weights[code], 1e-13 * n), "each weight is right");
    }
}

}  // namespace entrostream::testing
