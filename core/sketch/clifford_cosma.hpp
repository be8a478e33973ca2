// The entropy of a stream by the sketch of Clifford and Cosma, "A simple sketching algorithm for
// entropy estimation over streaming data" (AISTATS 2013).
//
// Each label x has k random numbers R_j(x), hashed from its key, of the maximally skewed stable law
// with index 1, for which E exp(t R) = t^t. A register is the sum of weight * R_j over all events.
// For every stream with total weight N, y_j / N has exactly the law of R - H, with H in nats: the
// entropy moves the law and changes nothing else. The estimate is the paper's log-mean estimator
// with zeta = 1,
//
//     -ln(mean of exp(y_j / N)),
//
// less its bias: exp(R) has the moments 1, 4, 27, 256, from which the bias is 3/(2k) + 13/(12k^2)
// and the variance 3/k + 11/(2k^2) nats^2, both with an error of order k^-3. The error is additive:
// the same for every stream, whatever its entropy.
//
// Every event changes all k registers. They are sums, so sketches merge by addition, a removal
// undoes an insertion, and weights may be any positive numbers. The variates are multiples of
// 2^-10: sums with whole weights are exact, in any order, below 2^43.
#pragma once
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/sketch/key.hpp"
#include "core/sketch/sketch_method.hpp"

namespace entrostream {

class CliffordCosma {
  public:
    static constexpr const char* name = "clifford_cosma";
    static constexpr double most_weight = 0x1p53;  // so that whole weights are exact

    // Throws std::invalid_argument if the memory is not enough for 16 registers.
    CliffordCosma(std::size_t memory, std::uint64_t seed) : CliffordCosma(memory, seed, 0) {
        require_enough();
    }

    [[nodiscard]] static std::size_t min_memory() noexcept;

    // O(k) each. Throws std::overflow_error, nothing changed, if the total weight would reach 2^53.
    void add(Key key, double weight);
    // O(k) per distinct key of each 65,536 keys, which are sorted for that.
    void add_many(std::span<const Key> keys);
    // Precondition: at least this much of the key was added. Throws std::invalid_argument, nothing
    // changed, if the total weight is less.
    void remove(Key key, double weight);
    // Precondition: the same seed. If the other has less memory, this shrinks to it: of the larger
    // sketch the first registers are those of the smaller one.
    void merge(const CliffordCosma& other);
    // Multiplies all weights by a factor > 0.
    void scale(double factor) noexcept;
    void clear() noexcept;

    [[nodiscard]] double n() const noexcept { return n_; }
    [[nodiscard]] bool is_whole() const noexcept { return whole_; }  // all weights are integers
    [[nodiscard]] std::size_t memory() const noexcept { return memory_; }
    [[nodiscard]] std::uint64_t seed() const noexcept { return seed_; }
    [[nodiscard]] std::size_t nbytes() const noexcept;
    // k, allocated by the first event.
    [[nodiscard]] std::size_t registers() const noexcept;

    [[nodiscard]] SketchEstimate entropy() const noexcept;

    // All registers; none if nothing was added. For states.
    [[nodiscard]] std::span<const double> values() const noexcept { return registers_; }
    // For reading a state into a new object. Throws std::invalid_argument unless all values are
    // possible and there are as many as registers, or none and n = 0.
    void restore(double n, bool whole, std::vector<double> values);

    friend bool operator==(const CliffordCosma&, const CliffordCosma&) = default;

  private:
    CliffordCosma(std::size_t memory, std::uint64_t seed, std::size_t registers)
        : memory_(memory), seed_(seed), registers_(registers) {}
    void require_enough() const;
    void require_room(double weight) const;
    void allocate();
    void push(Key key, double weight) noexcept;
    void note(double weight) noexcept { whole_ = whole_ && weight == std::floor(weight); }

    std::size_t memory_;
    std::uint64_t seed_;
    double n_ = 0.0;
    bool whole_ = true;
    std::vector<double> registers_;
};

}  // namespace entrostream
