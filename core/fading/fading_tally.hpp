// Code weights with exponential decay: an event of age k weighs fading_factor^k, or
// 2^(-age/half_life).
//
// Algorithms 2 and 4 of Sovdat (2014) as intended (erratum E2). Old weights are never
// touched: the next event weighs more instead, 2^E with a growing E ("forward decay"), since
// the entropy and the Gini index are scale-invariant. When E has grown by 32, all weights are
// multiplied by an exact power of two, negligible labels are forgotten, and the sums are
// recomputed: O(1) amortised per event.
//
// By count, a label is forgotten when it weighs less than 2^-58 of the next event: all of its
// events are then older than 58/log2(1/fading_factor), and all such events together have at most
// 2^-58 of the weight, now and in the future. So there are at most 96/log2(1/fading_factor) + 3
// labels. By time, where any number of events may occur at once, a label is forgotten when it
// weighs less than 2^-58 of the next event and of the mean label: again 2^-58 in total.
//
// That is negligible as long as no label is dropped. Once the others are dropped, however, the
// forgotten labels might have been all that is left, so while there are few labels (64, and
// fewer than the bound above), none is forgotten before it weighs less than 2^-192 of the next
// event. Every remaining label has full precision whatever it weighs: after a drop the sums are
// recomputed from these alone.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "core/counts/code.hpp"
#include "core/counts/trace.hpp"
#include "core/fading/event_weights.hpp"
#include "core/fading/exponent.hpp"
#include "core/fading/fading_kernel.hpp"
#include "core/fading/fading_sums.hpp"
#include "core/fading/half_life.hpp"
#include "core/fading/reproducible_sums.hpp"
#include "core/fading/weight_cell.hpp"
#include "core/time/event_clock.hpp"
#include "core/time/time.hpp"

namespace entrostream {

// One label of a tally.
struct FadingCell : WeightCell {
    double squares = 0.0;  // of the weights of its events

    friend bool operator==(const FadingCell&, const FadingCell&) = default;
};

class FadingTally {
  public:
    using Amount = double;
    using Weights = std::span<const CodeAmount<double>>;

    static constexpr std::uint64_t no_limit = std::numeric_limits<std::uint64_t>::max();

    // Throws std::invalid_argument unless 0 < fading_factor <= 1; fading_factor = 1 does not fade.
    [[nodiscard]] static FadingTally by_count(double fading_factor,
                                              std::uint64_t max_labels = no_limit);
    // By count as well, with a half-life in events, which no fading_factor represents exactly. Has
    // no state. Throws std::invalid_argument unless 2^-10 <= events <= 2^40.
    [[nodiscard]] static FadingTally by_half_life_in_events(double events);
    // Throws std::invalid_argument unless half_life > 0.
    [[nodiscard]] static FadingTally by_time(Time half_life, const EventClock& clock,
                                             std::uint64_t max_labels = no_limit);

    [[nodiscard]] bool has_times() const noexcept { return half_life_.has_value(); }
    // 0 by half-life
    [[nodiscard]] double fading_factor() const noexcept { return fading_factor_; }
    [[nodiscard]] Time half_life() const noexcept { return half_life_->nanoseconds(); }
    [[nodiscard]] std::uint64_t max_labels() const noexcept { return max_labels_; }
    [[nodiscard]] const EventClock& clock() const noexcept { return clock_; }
    [[nodiscard]] const FadingSums& sums() const noexcept { return sums_; }
    [[nodiscard]] std::size_t codes() const noexcept { return cells_.size(); }
    // The weight of a code in units of an event at the current time; never 0 if it is held.
    [[nodiscard]] double count(Code code) const noexcept {
        return sums_.in_events(cells_[code].weight());
    }

    // Both approximate: see Counts.
    [[nodiscard]] static double nanoseconds() noexcept { return 20.0; }
    [[nodiscard]] std::size_t memory() const noexcept {
        return cells_.size() * (sizeof(FadingCell) + sizeof(Code));
    }
    void grow(std::size_t codes);

    // Adds one event, by count or by time. All functions that add events throw
    // std::invalid_argument, with nothing changed, if there would be more labels than
    // `max_labels`; those with times throw TooLate as their clock does.
    void update(Code code);
    void update(Code code, Time at);
    // By count: ages all events by one without adding any. Entropy and Gini index do not change.
    void skip() noexcept;

    // True if a bulk update may be rejected halfway: the caller should use a copy then.
    [[nodiscard]] bool may_refuse() const noexcept { return cells_.size() > max_labels_; }
    void prepare(std::uint64_t) const noexcept {}
    // Throws TooLate if one of these times, in this order, would be rejected.
    void prepare(Times times) const { clock_.require_all(times); }
    // Precondition: `prepare` was called, and `may_refuse` is false or this is a copy.
    void update_many(Codes codes) { trace(codes, {}); }
    void update_many(Codes codes, Times times) { trace(codes, times, {}); }
    // Like update_many, but writes the values after each event to the columns, starting at `row`.
    void trace(Codes codes, TraceColumns columns, std::size_t row = 0);
    void trace(Codes codes, Times times, TraceColumns columns, std::size_t row = 0);

    // Advances the clock. Entropy and Gini index do not change; the weight in units of a new event
    // decays.
    void advance(Time at);

    // Forgets codes, whatever their amounts. Linear in the number of labels.
    void take_many(Weights gone);

    // Adds another tally with the same half-life; its code i is `to[i]` here, or is left out.
    // Throws as update does. Linear in the number of labels of both.
    void merge(const FadingTally& other, const Renumbering& to);

    void clear() noexcept;
    void renumber(const Renumbering& to, std::size_t new_size);

    // What a state holds besides the parameters and the sums.
    [[nodiscard]] const std::vector<FadingCell>& cells() const noexcept { return cells_; }
    [[nodiscard]] const EventWeights& weights() const noexcept { return weights_; }  // by count
    [[nodiscard]] std::int64_t base() const noexcept { return base_; }               // by time
    struct Content {
        std::vector<FadingCell> cells;  // none of them 0
        detail::CompensatedSums sums;
        Exponent anchor;
        std::uint32_t place = 0;
        std::int64_t base = 0;
        std::optional<Time> now;
        std::uint64_t dropped = 0;
    };
    // Throws std::invalid_argument if no tally with these parameters can have this content.
    void restore(Content content);

  private:
    explicit FadingTally(const EventClock& clock, std::uint64_t max_labels)
        : max_labels_(max_labels), clock_(clock) {}

    static constexpr std::size_t block_size = 256;
    template <std::size_t capacity>
    struct Block;
    struct TimedBlock;

    // Distances are clamped to this, so that exponents can represent them.
    static constexpr std::int64_t far = std::int64_t{1} << 30;
    [[nodiscard]] std::int64_t above_base(const Phase& phase) const noexcept {
        std::int64_t above = 0;
        if (__builtin_sub_overflow(phase.whole, base_, &above)) [[unlikely]]
            return phase.whole < base_ ? -far : far;
        return std::clamp(above, -far, far);
    }
    void set_now(double weight) noexcept;             // by count
    void set_now(const EventWeights& last) noexcept;  // by count
    void set_now() noexcept;                          // by time
    [[nodiscard]] double negligible(double event, double scale) const noexcept;
    [[nodiscard]] double forgetting_threshold(double event, double scale) const noexcept;
    void require_room(Code code, double incoming);
    void rebase();
    void rebase(const Phase& phase);
    void sweep(double scale, double least);
    void sweep_part(std::uint64_t first, std::uint64_t end, double scale, double least,
                    detail::ReproducibleSums& totals);
    void sum_afresh();
    void raise_base();
    void add_at(Code code, const Phase& phase);
    void take_in(const FadingTally& other, const Renumbering& to);
    void restore_clock(const Content& content);
    template <std::size_t capacity>
    void add_block(Block<capacity>& block, Codes codes);
    void run_block(Block<block_size>& block, Codes codes, TraceColumns columns, std::size_t row);
    void run_timed_block(TimedBlock& block, Codes codes, TraceColumns columns, std::size_t row);

    FadingSums sums_;
    EventWeights weights_;   // by count
    std::int64_t base_ = 0;  // by time: an event at t weighs 2^(t/half_life - base)
    double fading_factor_ = 0.0;
    std::uint64_t max_labels_;
    std::vector<FadingCell> cells_;  // by code
    std::vector<Code> live_;         // the first sums_.labels entries are the live codes
    EventClock clock_;
    std::optional<HalfLife> half_life_;
};

}  // namespace entrostream
