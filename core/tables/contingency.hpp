// Contingency tables of pairs (x, y): of the whole stream, its last `size` pairs, or its last span
// of time.
//
// `Core` counts codes of pairs: PairCounts, or a window of it. This class dictionary-encodes the
// pairs, and removes pairs with count 0 when they outnumber the others, so that memory is
// proportional to the pairs held. A bulk call first makes sure that it cannot fail, then counts.
// Precondition: codes of x and y are below those passed to `grow`.
#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "core/counts/code.hpp"
#include "core/counts/code_pair.hpp"
#include "core/tables/pair_counts.hpp"
#include "core/windows/last_span.hpp"
#include "core/windows/ring_window.hpp"

namespace entrostream {

template <class Core>
class Contingency {
  public:
    // Whether events have times: then `core()` has a clock.
    static constexpr bool is_timed = requires(const Core& core) { core.clock(); };

    explicit Contingency(Core core = Core()) : core_(std::move(core)) {}

    [[nodiscard]] const Core& core() const noexcept { return core_; }
    [[nodiscard]] const PairCounts& counts() const noexcept {
        if constexpr (is_window) {
            return core_.held();
        } else {
            return core_;
        }
    }
    [[nodiscard]] TableSums sums() const noexcept { return core_.sums(); }
    [[nodiscard]] std::uint64_t count(CodePair pair) const noexcept {
        const Code code = counts().find(pair);
        return code == no_code ? 0 : counts().count(code);
    }
    // The pairs held, in the order of their codes.
    [[nodiscard]] std::vector<PairCount> held() const;

    // Both approximate: see Counts.
    [[nodiscard]] static double nanoseconds() noexcept { return Core::nanoseconds(); }
    [[nodiscard]] std::size_t memory() const noexcept { return core_.memory(); }

    // Makes room for codes of x and of y below these.
    void grow(std::size_t x_codes, std::size_t y_codes) { content().grow(x_codes, y_codes); }

    // Adds one event. Throws std::overflow_error, with nothing changed, if n would reach 2^62; so
    // do all functions that add events.
    void update(CodePair pair)
        requires(!is_timed)
    {
        core_.update(code(pair));
    }
    void update_many(Codes xs, Codes ys)
        requires(!is_timed);
    // Like update_many, but writes the values after each event to the columns.
    void trace(Codes xs, Codes ys, TableColumns columns)
        requires(!is_timed);
    // Add or remove `amount` events of each pair. A pair may be listed twice. Precondition of
    // take_many: the events are held.
    void add_many(std::span<const PairCount> more)
        requires(!is_timed);
    void take_many(std::span<const PairCount> less);

    // The same with times; they throw as LastSpan does, with nothing changed.
    void update(CodePair pair, Time at)
        requires is_timed
    {
        core_.update(code(pair), at);
    }
    void update_many(Codes xs, Codes ys, Times times)
        requires is_timed;
    void trace(Codes xs, Codes ys, TableColumns columns, Times times)
        requires is_timed;
    void add_many(std::span<const PairCount> more, Time at)
        requires is_timed;
    void advance(Time at)
        requires is_timed;
    // Adds the events of another window of the same span: its codes of x and y become x[c] and
    // y[c]; pairs with no_code are left out.
    void merge(const Contingency& other, const Renumbering& x, const Renumbering& y)
        requires is_timed;
    // Precondition: the window is empty. As LastSpan::restore, with indices into `pairs` as the
    // codes of the events. Also throws std::invalid_argument, with nothing held, if a pair occurs
    // twice.
    void restore(std::span<const CodePair> pairs, std::optional<Time> now, std::uint64_t dropped,
                 TimedCounts events)
        requires is_timed;

    void clear() noexcept { core_.clear(); }
    // Precondition: the codes of x or y removed have the count 0.
    void renumber_x(const Renumbering& to, std::size_t new_size);
    void renumber_y(const Renumbering& to, std::size_t new_size);

  private:
    static constexpr bool is_window = requires(const Core& core) { core.held(); };

    [[nodiscard]] PairCounts& content() noexcept {
        if constexpr (is_window) {
            return core_.held();
        } else {
            return core_;
        }
    }

    // The pair's code, a new one if the pair is new.
    [[nodiscard]] Code code(CodePair pair) {
        const Code known = counts().find(pair);
        if (known != no_code) [[likely]]
            return known;
        sweep_if_many_dead();
        return content().add(pair);
    }
    [[nodiscard]] Code find_or_add(CodePair pair);
    // The number of possible pairs if it is small compared with the events; otherwise 0.
    [[nodiscard]] std::size_t grid_size(std::size_t events) const noexcept;
    [[nodiscard]] std::vector<Code> codes_of(Codes xs, Codes ys);
    void code_by_grid(Codes xs, Codes ys, std::span<Code> codes, std::size_t cells);
    void code_by_hash(Codes xs, Codes ys, std::span<Code> codes);
    [[nodiscard]] std::vector<CodeCount> with_codes(std::span<const PairCount> counts);
    // Calls `count(window, codes, first)` for the codes of all pairs, in pieces.
    template <class Count>
    void in_pieces(Codes xs, Codes ys, const Count& count);
    // If there is no memory for a sweep, it is postponed.
    void sweep_if_many_dead() noexcept;
    void sweep();

    Core core_;
};

using ContingencyTable = Contingency<PairCounts>;
using ContingencyWindow = Contingency<RingWindow<PairCounts>>;
using ContingencyTimeWindow = Contingency<LastSpan<PairCounts>>;

extern template class LastSpan<PairCounts>;
extern template class Contingency<PairCounts>;
extern template class Contingency<RingWindow<PairCounts>>;
extern template class Contingency<LastSpan<PairCounts>>;

}  // namespace entrostream
