// Tables of pairs (x, y): the whole stream, its last `size` pairs, or its last span of time.
//
// `Core` counts codes of pairs: PairCounts, or a window of it. Here pairs get their
// codes, and those no longer held are thrown out when they outnumber the others, so
// that memory is in the pairs now held. A bulk call first makes sure that it cannot
// fail, then counts. Codes of x and y must be below those that `grow` made room for.
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
    // Whether each event has a time: then `core()` has a clock.
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
    // The pairs now held, in the order of their codes.
    [[nodiscard]] std::vector<PairCount> held() const;

    // Both roughly: see Counts.
    [[nodiscard]] static double nanoseconds() noexcept { return Core::nanoseconds(); }
    [[nodiscard]] std::size_t memory() const noexcept { return core_.memory(); }

    // Room for codes of x and of y below these.
    void grow(std::size_t x_codes, std::size_t y_codes) { content().grow(x_codes, y_codes); }

    // One event more. Throws std::overflow_error, nothing changed, if n would
    // reach 2^62; so do all that add.
    void update(CodePair pair)
        requires(!is_timed)
    {
        core_.update(code(pair));
    }
    void update_many(Codes xs, Codes ys)
        requires(!is_timed);
    // As update_many, and the values after each event go to the columns.
    void trace(Codes xs, Codes ys, TableColumns columns)
        requires(!is_timed);
    // So many events of each pair. A pair may be named twice. To go, they must be there.
    void add_many(std::span<const PairCount> more)
        requires(!is_timed);
    void take_many(std::span<const PairCount> less);

    // The same with times; they throw as LastSpan does, nothing changed.
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
    // Takes in what another window of the same span holds: its codes of x and y become x[c]
    // and y[c], no_code leaves pairs out.
    void merge(const Contingency& other, const Renumbering& x, const Renumbering& y)
        requires is_timed;
    // For an empty window: as LastSpan, the codes of the events being places in `pairs`. Throws
    // std::invalid_argument, nothing held, if a pair stands there twice too.
    void restore(std::span<const CodePair> pairs, std::optional<Time> now, std::uint64_t dropped,
                 TimedCounts events)
        requires is_timed;

    void clear() noexcept { core_.clear(); }
    // The codes of x or y thrown out must have the count 0.
    void renumber_x(const Renumbering& to, std::size_t kept);
    void renumber_y(const Renumbering& to, std::size_t kept);

  private:
    static constexpr bool is_window = requires(const Core& core) { core.held(); };

    [[nodiscard]] PairCounts& content() noexcept {
        if constexpr (is_window) {
            return core_.held();
        } else {
            return core_;
        }
    }

    // The pair's code, given now if it is new.
    [[nodiscard]] Code code(CodePair pair) {
        const Code known = counts().find(pair);
        if (known != no_code) [[likely]]
            return known;
        sweep_if_many_dead();
        return content().add(pair);
    }
    [[nodiscard]] Code code_kept(CodePair pair);
    // How many pairs there could be, where these are few beside the events; else 0.
    [[nodiscard]] std::size_t grid_size(std::size_t events) const noexcept;
    [[nodiscard]] std::vector<Code> codes_of(Codes xs, Codes ys);
    void code_by_grid(Codes xs, Codes ys, std::span<Code> codes, std::size_t cells);
    void code_by_hash(Codes xs, Codes ys, std::span<Code> codes);
    [[nodiscard]] std::vector<CodeCount> with_codes(std::span<const PairCount> counts);
    // Calls `count(window, codes, first)` for the codes of all pairs, some at a time.
    template <class Count>
    void in_pieces(Codes xs, Codes ys, const Count& count);
    // Without memory for it, they stay a while.
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
