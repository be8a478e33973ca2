// The entropy of a stream by the algorithm of Chakrabarti, Cormode and McGregor, "A near-optimal
// algorithm for computing the entropy of a stream" (SODA 2007; ACM Trans. Algorithms 6, 2010).
//
// c independent samplers. Every event has a random tag, uniform on (0, 1), in each of them; a
// sampler holds
//   - the primary sample: the event with the least tag so far, which is a uniform sample of the
//     stream, and R, the number of occurrences of its label from there on;
//   - the backup sample: the same among the events whose label is not that of the primary.
//
// With lambda(R) = R lg(n/R) - (R-1) lg(n/(R-1)), the mean of lambda over samples is the entropy,
// but its spread is large compared with an entropy near 0. So if a label a makes up a share p of
// more than half of the stream, which Misra-Gries counters tell, it is left out: the primary
// sample, or the backup where the primary is a, is a uniform sample of all other events, and
//
//     H = p lg(1/p) + (1 - p) E lambda(R).
//
// The result is within a factor 1 +- epsilon of H with probability 1 - delta, for every stream, if
// c >= 7.4 epsilon^-2 ln(2/delta) lg(e n): lambda(R) + lg e is between 0 and lg(e n), its mean at
// least 1 after the step above, and Chernoff's bound holds for the mean of c of them.
//
// Tags are not drawn for each event. The number of events until the next tag below t0, the
// primary's, is geometric; so is, among those with other labels, the number until the next one
// between t0 and the backup's t1. Both are drawn in advance, and an event at which nothing is due
// costs two look-ups: O(1) amortised, since the primaries change c ln n times in all.
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/sketch/key.hpp"
#include "core/sketch/mean_term.hpp"
#include "core/sketch/misra_gries.hpp"
#include "core/sketch/random_field.hpp"
#include "core/sketch/sampled_labels.hpp"
#include "core/sketch/schedule.hpp"
#include "core/sketch/sketch_method.hpp"

namespace entrostream {

class Ccm07 {
  public:
    static constexpr const char* name = "ccm07";
    static constexpr const char* cannot_merge =
        "the samples of two streams do not tell how often a label of one occurs in the other";
    static constexpr const char* cannot_remove = "a sampled event cannot be replaced by another";
    static constexpr const char* cannot_scale = "samples count events, not weights";
    static constexpr const char* cannot_weigh = "a sample is one event";

    // Throws std::invalid_argument if the memory is not enough for two samplers.
    Ccm07(std::size_t memory, std::uint64_t seed);

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
    // Independent samplers, allocated by the first event.
    [[nodiscard]] std::size_t samplers() const noexcept;

    // The bias bound covers occurrences of the heavy label that its counter may have missed. The
    // standard error is that of the mean of the terms, from their sample variance.
    [[nodiscard]] SketchEstimate entropy() const noexcept;

    // A sample in terms of its label: what a state carries.
    struct Sample {
        Key key = 0;
        std::uint64_t count = 0;   // of the label's shared counter
        std::uint64_t before = 0;  // the counter before the sampled event
        double tag = 1.0;

        friend bool operator==(const Sample&, const Sample&) = default;
    };
    struct Sampler {
        Sample primary;
        Sample backup;                   // its count is 0 if there is none
        std::uint64_t next_primary = 0;  // the position of the next event with a smaller tag
        // The same for the backup, on a clock that stands still while the primary's label occurs:
        // the position less the count of the primary.
        std::uint64_t next_backup = 0;

        friend bool operator==(const Sampler&, const Sampler&) = default;
    };
    // Precondition: there was an event.
    [[nodiscard]] Sampler sampler(std::size_t i) const noexcept;
    [[nodiscard]] std::uint64_t events() const noexcept { return n_; }
    [[nodiscard]] const MisraGries& heavy() const noexcept { return heavy_; }

    // For reading a state into a new object. Throws std::invalid_argument if the parts contradict
    // each other; the object is then of no use.
    void restore(std::uint64_t events, std::span<const Sampler> from,
                 std::span<const HeavyLabel> heavy, std::uint64_t decrements);

    friend bool operator==(const Ccm07& a, const Ccm07& b);

  private:
    // The two samples of a sampler; 48 bytes, as there are many.
    struct Pair {
        Slot primary = no_slot;
        Slot backup = no_slot;
        std::uint64_t primary_before = 0;
        std::uint64_t backup_before = 0;
        double primary_tag = 1.0;
        double backup_tag = 1.0;
        std::uint64_t next_primary = 0;
    };

    // Equal events, at the end of which nothing is due.
    struct Run {
        Key key;
        std::uint64_t end;     // n after it
        Slot label = no_slot;  // if some sampler holds it
    };

    [[nodiscard]] static std::size_t fixed_bytes(std::size_t memory) noexcept;
    Ccm07(std::size_t memory, std::uint64_t seed, std::size_t samplers, std::size_t counters);
    void allocate();

    void start(Key key) noexcept;
    void add_run(Key key, std::uint64_t events) noexcept;
    [[nodiscard]] std::uint64_t next_stop(const Run& run) const noexcept;
    void change_samples(Run& run) noexcept;
    void change_backup(std::uint32_t i, Run& run) noexcept;
    void count_label(Run& run) noexcept;

    void replace_primary(std::uint32_t i, Slot label) noexcept;
    void replace_backup(std::uint32_t i, Slot label) noexcept;
    void set_primary(std::uint32_t i, Slot label) noexcept;
    void set_majority(Slot label) noexcept;
    void release(Slot label) noexcept;

    void schedule(std::uint32_t i) noexcept;
    void schedule_backup(std::uint32_t i) noexcept;
    void file(std::uint32_t i, std::uint64_t from) noexcept;
    // The clock of the backups of all samplers with this primary.
    [[nodiscard]] std::uint64_t others(Slot primary) const noexcept {
        return n_ - labels_.count(primary);
    }

    [[nodiscard]] SketchEstimate with_heavy_label(const HeavyLabel& heavy,
                                                  const MeanTerm& terms) const noexcept;
    [[nodiscard]] SketchEstimate without_heavy_label(const MeanTerm& terms) const noexcept;

    [[nodiscard]] Sample sample(Slot label, std::uint64_t before, double tag) const noexcept;
    [[nodiscard]] Slot restore_sample(const Sample& sample);
    void restore_sampler(std::uint32_t i, const Sampler& sampler);

    std::size_t memory_;
    RandomField random_;
    std::uint64_t n_ = 0;
    MisraGries heavy_;
    std::vector<Pair> samplers_;
    SampledLabels labels_;
    std::vector<std::uint32_t> primaries_;  // by slot of the label: samplers with this primary
    // The label held as the primary by more than half of the samplers when it was last looked at.
    Slot majority_ = no_slot;
    // Position of the next primary, or of the next event that can be the next backup.
    Schedule due_;
    // For samplers whose primary is the majority label: the next backup, on the clock `others`.
    Schedule majority_backups_;
};

}  // namespace entrostream
