// The last `size` codes, the older the lighter: an event of age k weighs alpha^k.
//
// The paper's sliding windows and fading factors together. As in FadingTally old weights
// stay and new ones grow; an event that leaves takes away the very weight it came with,
// and a code of which no event is left weighs 0 exactly. At the latest when weights have
// grown by 2^64, and after 16 windows' worth of events, weights and sums are made afresh
// from the events: nothing drifts, O(1) an event in the mean.
//
// Where alpha^size is below 2^-64, the events beyond that age weigh nothing beside the
// newest: they are not kept.
#pragma once
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "core/counts/code.hpp"
#include "core/counts/trace.hpp"
#include "core/fading/event_weights.hpp"
#include "core/fading/fading_block.hpp"
#include "core/fading/fading_sums.hpp"
#include "core/fading/weight_cell.hpp"

namespace entrostream {

class FadingWindow {
  public:
    using Amount = double;

    static constexpr std::uint64_t no_limit = std::numeric_limits<std::uint64_t>::max();

    // Throws std::invalid_argument unless 0 < size < 2^62 and 0 < alpha <= 1.
    FadingWindow(std::uint64_t size, double alpha, std::uint64_t max_labels = no_limit);

    [[nodiscard]] std::uint64_t size() const noexcept { return size_; }
    [[nodiscard]] double alpha() const noexcept { return alpha_; }
    [[nodiscard]] std::uint64_t max_labels() const noexcept { return max_labels_; }
    // How many events are kept at most: `size`, or what weighs 2^-64 or more.
    [[nodiscard]] std::uint64_t room() const noexcept { return room_; }
    [[nodiscard]] const FadingSums& sums() const noexcept { return sums_; }
    [[nodiscard]] std::size_t codes() const noexcept { return cells_.size(); }
    // The weight of a code in units of the newest event; never 0 if it is held.
    [[nodiscard]] double count(Code code) const noexcept {
        return sums_.in_events(cells_[code].weight());
    }

    // Both roughly: see Counts.
    [[nodiscard]] static double nanoseconds() noexcept { return 30.0; }
    [[nodiscard]] std::size_t memory() const noexcept {
        return cells_.size() * sizeof(Cell) + ring_.size() * sizeof(Code);
    }
    void grow(std::size_t codes) { cells_.resize(codes); }

    // Throws std::invalid_argument, nothing changed, if there would be more labels than
    // `max_labels`.
    void update(Code code);

    // True if an update in bulk may be refused halfway: then it should be tried on a copy.
    [[nodiscard]] bool may_refuse() const noexcept { return cells_.size() > max_labels_; }
    // Makes room for so many events more; if that succeeds, the calls below cannot fail
    // for so many in all, unless `may_refuse`.
    void prepare(std::uint64_t events);
    void update_many(Codes codes) { trace(codes, {}); }
    // As update_many, and the values after each event go to the columns from
    // row `row` on.
    void trace(Codes codes, TraceColumns columns, std::size_t row = 0);

    // The codes now held, oldest first.
    [[nodiscard]] std::vector<Code> events() const;

    void clear() noexcept;
    void renumber(const Renumbering& to, std::size_t kept);

    // What a state holds beside the parameters.
    struct Content {
        std::vector<WeightCell> cells;  // by code, each of them occurs
        std::vector<Code> events;       // oldest first
        detail::FourSums sums;
        Exponent anchor;
        std::uint32_t place = 0;
        std::uint64_t since = 0;
    };
    [[nodiscard]] Content content() const;
    // Throws std::invalid_argument if that cannot be the content of such a window.
    void restore(const Content& content);

  private:
    // One code: its weight, and how many of its events are held.
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
    EventWeights weights_;  // of the event that comes next
    EventWeights oldest_;   // of the oldest event held
    std::uint64_t size_;
    double alpha_;
    std::uint64_t max_labels_;
    std::uint64_t room_;
    std::uint64_t since_ = 0;  // events since the sums were made afresh
    std::vector<Cell> cells_;  // by code
    std::vector<Code> ring_;   // never longer than room_
    std::size_t start_ = 0;    // where the oldest event is; 0 until the ring is full
};

}  // namespace entrostream
