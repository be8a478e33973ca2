// The last `size` codes with exponential decay: an event of age k weighs fading_factor^k.
//
// Combines the paper's sliding window and fading factor. As in FadingTally old weights stay and
// new ones grow; an event that leaves removes exactly the weight it added, and a code without
// events weighs exactly 0. When weights have grown by 2^64, or after 16 windows of events,
// weights and sums are recomputed from the events: nothing drifts, O(1) amortised per event.
//
// Where fading_factor^size is below 2^-64, events beyond that age are negligible compared with the
// newest and are not stored.
#pragma once
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "core/counts/code.hpp"
#include "core/counts/trace.hpp"
#include "core/fading/event_weights.hpp"
#include "core/fading/fading_kernel.hpp"
#include "core/fading/fading_sums.hpp"
#include "core/fading/weight_cell.hpp"

namespace entrostream {

class FadingWindow {
  public:
    using Amount = double;

    static constexpr std::uint64_t no_limit = std::numeric_limits<std::uint64_t>::max();

    // Throws std::invalid_argument unless 0 < size < 2^62 and 0 < fading_factor <= 1.
    FadingWindow(std::uint64_t size, double fading_factor, std::uint64_t max_labels = no_limit);

    [[nodiscard]] std::uint64_t size() const noexcept { return size_; }
    [[nodiscard]] double fading_factor() const noexcept { return fading_factor_; }
    [[nodiscard]] std::uint64_t max_labels() const noexcept { return max_labels_; }
    // The maximum number of events stored: `size`, or those that weigh 2^-64 or more.
    [[nodiscard]] std::uint64_t room() const noexcept { return room_; }
    [[nodiscard]] const FadingSums& sums() const noexcept { return sums_; }
    [[nodiscard]] std::size_t codes() const noexcept { return cells_.size(); }
    // The weight of a code in units of the newest event; never 0 if it is in the window.
    [[nodiscard]] double count(Code code) const noexcept {
        return sums_.in_events(cells_[code].weight());
    }

    // Both approximate: see Counts.
    [[nodiscard]] static double nanoseconds() noexcept { return 30.0; }
    [[nodiscard]] std::size_t memory() const noexcept {
        return cells_.size() * sizeof(Cell) + ring_.size() * sizeof(Code);
    }
    void grow(std::size_t codes) { cells_.resize(codes); }

    // Throws std::invalid_argument, with nothing changed, if there would be more labels than
    // `max_labels`.
    void update(Code code);

    // True if a bulk update may be rejected halfway: the caller should use a copy then.
    [[nodiscard]] bool may_refuse() const noexcept { return cells_.size() > max_labels_; }
    // Reserves space for this many more events; on success, the calls below cannot fail for this
    // many in total, unless `may_refuse`.
    void prepare(std::uint64_t events);
    void update_many(Codes codes) { trace(codes, {}); }
    // Like update_many, but writes the values after each event to the columns, starting at `row`.
    void trace(Codes codes, TraceColumns columns, std::size_t row = 0);

    // The codes in the window, oldest first.
    [[nodiscard]] std::vector<Code> events() const;

    void clear() noexcept;
    void renumber(const Renumbering& to, std::size_t new_size);

    // What a state holds besides the parameters.
    struct Content {
        std::vector<WeightCell> cells;  // by code; each occurs
        std::vector<Code> events;       // oldest first
        detail::CompensatedSums sums;
        Exponent anchor;
        std::uint32_t place = 0;
        std::uint64_t since = 0;
    };
    [[nodiscard]] Content content() const;
    // Throws std::invalid_argument if no window with these parameters can have this content.
    void restore(const Content& content);

  private:
    // One code: its weight, and its number of events in the window.
    struct Cell : WeightCell {
        std::uint64_t count = 0;
    };
    enum class Way : std::uint8_t { replay, fill, slide };
    static constexpr std::size_t block_size = 256;
    template <std::size_t capacity>
    struct Block;

    [[nodiscard]] bool is_full() const noexcept { return ring_.size() == room_; }
    [[nodiscard]] std::uint64_t longest_run() const noexcept;
    [[nodiscard]] bool is_due() const noexcept;
    void require_room(Code code) const;
    void rebuild() noexcept;
    void replay() noexcept;
    void take_turn(Code entering, Code& leaving) noexcept;
    template <Way way, std::size_t capacity>
    void add_block(Block<capacity>& block, Codes codes);
    template <Way way>
    void run_block(Block<block_size>& block, Codes codes, TraceColumns columns, std::size_t row);

    FadingSums sums_;
    EventWeights weights_;  // of the next event
    EventWeights oldest_;   // of the oldest event in the window
    std::uint64_t size_;
    double fading_factor_;
    std::uint64_t max_labels_;
    std::uint64_t room_;
    std::uint64_t since_ = 0;  // events since the sums were recomputed
    std::vector<Cell> cells_;  // by code
    std::vector<Code> ring_;   // ring buffer of at most room_ codes
    std::size_t start_ = 0;    // index of the oldest event; 0 until the ring buffer is full
};

}  // namespace entrostream
