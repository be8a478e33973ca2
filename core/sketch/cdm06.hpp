// The entropy norm of a stream, and from it the entropy, by the estimator of Chakrabarti, Do Ba and
// Muthukrishnan, "Estimating entropy and entropy norm on data streams" (STACS 2006; Internet
// Mathematics 3, 2006).
//
// A basic estimator samples an event uniformly from the n so far and counts R, the occurrences of
// its label from there on: X = n (R lg R - (R-1) lg(R-1)) has the mean F_H = sum f lg f, the
// entropy norm. The estimate is the median of `groups` means of s1 basic estimators each, and the
// entropy is lg n - F_H / n.
//
// If F_H >= n/Delta, a mean of s1 = 8 Delta epsilon^-2 lg(e n) is within a factor 1 +- epsilon of
// F_H with probability 7/8: 0 <= X <= n lg(e n), so that Var X <= n lg(e n) F_H, and Chebyshev's
// bound holds for the mean. The median of nine is, with probability 0.9975. Relative to the entropy
// this is no guarantee where H is near 0: lg n and F_H / n then nearly cancel.
//
// The paper has two more algorithms, for the entropy itself, which are not here. One passes over
// the stream twice: the first pass finds the label that may make up more than half of it, and the
// second leaves this label out, but a sketch sees each event once. The other takes one pass and a
// space that grows with a power of n. CCM07, which shares an author, gives the first guarantee in
// one pass.
//
// The position of the next sample is drawn in advance: the probability that event m + 1 is the
// first one sampled after event n is that of no smaller tag, n/m. So an event costs one look-up,
// and samples change s ln n times in all.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/sketch/key.hpp"
#include "core/sketch/random_field.hpp"
#include "core/sketch/sampled_labels.hpp"
#include "core/sketch/sketch_method.hpp"

namespace entrostream {

class Cdm06 {
  public:
    static constexpr const char* name = "cdm06";
    static constexpr const char* cannot_merge =
        "the samples of two streams do not tell how often a label of one occurs in the other";
    static constexpr const char* cannot_remove = "a sampled event cannot be replaced by another";
    static constexpr const char* cannot_scale = "samples count events, not weights";
    static constexpr const char* cannot_weigh = "a sample is one event";
    static constexpr std::size_t groups = 9;

    // Throws std::invalid_argument if the memory is not enough for two basic estimators per group.
    Cdm06(std::size_t memory, std::uint64_t seed);

    [[nodiscard]] static std::size_t min_memory() noexcept;

    // As many equal events as the weight, which must be whole; the cost does not grow with it.
    // Throws as whole_weight does, nothing changed.
    void add(Key key, double weight);
    // Throws std::overflow_error, nothing changed.
    void add_many(std::span<const Key> keys);
    void clear() noexcept;

    [[nodiscard]] double n() const noexcept { return static_cast<double>(n_); }
    [[nodiscard]] std::size_t memory() const noexcept { return memory_; }
    [[nodiscard]] std::uint64_t seed() const noexcept { return random_.seed(); }
    [[nodiscard]] std::size_t nbytes() const noexcept;
    // Basic estimators, all groups together; allocated by the first event.
    [[nodiscard]] std::size_t estimators() const noexcept;

    // F_H in bits. The standard error is that of the median of normal means, with the sample
    // variance of all X.
    [[nodiscard]] SketchEstimate entropy_norm() const;
    // lg n - F_H / n, not below 0.
    [[nodiscard]] SketchEstimate entropy() const;

    // A sample in terms of its label: what a state carries.
    struct Sample {
        Key key = 0;
        std::uint64_t count = 0;   // of the label's shared counter
        std::uint64_t before = 0;  // the counter before the sampled event
        std::uint64_t next = 0;    // the position of the next sample

        friend bool operator==(const Sample&, const Sample&) = default;
    };
    // By the number of the basic estimator; empty before the first event.
    [[nodiscard]] std::vector<Sample> samples() const;
    [[nodiscard]] std::uint64_t events() const noexcept { return n_; }

    // For reading a state into a new object. Throws std::invalid_argument if the parts contradict
    // each other; the object is then of no use.
    void restore(std::uint64_t events, std::span<const Sample> from);

    friend bool operator==(const Cdm06& a, const Cdm06& b);

  private:
    struct Estimator {
        std::uint64_t next = 0;
        std::uint64_t before = 0;
        Slot label = no_slot;
        std::uint32_t number = 0;
    };

    [[nodiscard]] static std::size_t fixed_bytes() noexcept;
    Cdm06(std::size_t memory, std::uint64_t seed, std::size_t estimators);
    void allocate();

    void start(Key key) noexcept;
    void add_run(Key key, std::uint64_t events) noexcept;
    void sample(Slot label) noexcept;
    [[nodiscard]] std::uint64_t next_sample(std::uint32_t number) const noexcept;
    void order() noexcept;
    void sink(std::size_t at) noexcept;
    [[nodiscard]] std::vector<double> terms() const;
    void restore_estimator(Estimator& estimator, const Sample& sample);

    std::size_t memory_;
    RandomField random_;
    std::uint64_t n_ = 0;
    // A binary heap by `next`, the first to be replaced in front.
    std::vector<Estimator> estimators_;
    SampledLabels labels_;
};

}  // namespace entrostream
