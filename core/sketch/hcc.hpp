// HCC: heavy hitters in front of Clifford and Cosma's registers, an entropy sketch.
//
// The estimate is exact while all labels fit into the memory. Then the heaviest labels keep exact
// counts and the others are summed in the registers of their buckets. With N the total weight,
// Y_b the mass of bucket b and H_b the entropy within it,
//
//     H = sum over held labels of (c/N) log(N/c) + sum over b of (Y_b/N) (log(N/Y_b) + H_b),
//
// and the log-mean of the 16 registers of a bucket estimates H_b with a bias and a variance that
// depend on nothing but their number (docs/sketches.md has the proof). So the estimate is unbiased
// and its variance is log_mean_variance * sum (Y_b/N)^2 nats^2, known from the state. Held labels
// with earlier events in the registers are corrected for (core/sketch/rest_share.hpp).
#pragma once
#include <cstddef>
#include <cstdint>

#include "core/sketch/entropy_registers.hpp"
#include "core/sketch/sketch_method.hpp"
#include "core/sketch/table_sketch.hpp"

namespace entrostream {

class Hcc : public TableSketch<EntropyRegisters> {
  public:
    static constexpr const char* name = "hcc";
    static constexpr std::size_t least_memory = 2048;
    static constexpr double least_standard_error = 1e-4;  // bits, that of 7 GiB

    // Throws std::invalid_argument if the memory is below least_memory or above 2^34.
    Hcc(std::size_t memory, std::uint64_t seed);

    // The memory for a standard error of at most `bits` when the whole stream is in the registers,
    // spread over many labels. Throws std::invalid_argument if it is below least_standard_error.
    [[nodiscard]] static std::size_t memory_for(double bits);

    // Bits. 30 to 70 microseconds for 64 KiB.
    [[nodiscard]] SketchEstimate entropy() const;
    // From the signed counters; the standard error is that of as many counters as buckets.
    [[nodiscard]] SketchEstimate gini() const;

    friend bool operator==(const Hcc& a, const Hcc& b);
};

}  // namespace entrostream
