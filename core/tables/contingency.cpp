#include "core/tables/contingency.hpp"

#include <algorithm>
#include <new>
#include <stdexcept>

#include "core/counts/interruption.hpp"
#include "core/windows/last_span_members.hpp"

namespace entrostream {

template <class Core>
std::vector<PairCount> Contingency<Core>::held() const {
    std::vector<PairCount> held;
    held.reserve(sums().distinct());
    for (Code code = 0; code < counts().codes(); ++code) {
        const std::uint64_t count = counts().count(code);
        if (count != 0) held.push_back({counts().pair(code), count});
    }
    return held;
}

// Like `code`, but existing codes do not change.
template <class Core>
Code Contingency<Core>::find_or_add(CodePair pair) {
    const Code known = counts().find(pair);
    return known != no_code ? known : content().add(pair);
}

template <class Core>
std::size_t Contingency<Core>::grid_size(std::size_t events) const noexcept {
    constexpr std::size_t most = 1 << 18;  // 1 MB of codes: they stay in the cache
    const std::size_t cells = counts().x().codes() * counts().y().codes();
    return cells <= std::min(most, events) ? cells : 0;
}

template <class Core>
std::vector<Code> Contingency<Core>::codes_of(Codes xs, Codes ys) {
    std::vector<Code> codes(xs.size());
    if (const std::size_t grid = grid_size(xs.size()); grid != 0) {
        code_by_grid(xs, ys, codes, grid);
    } else {
        code_by_hash(xs, ys, codes);
    }
    return codes;
}

// Each pair is looked up once.
template <class Core>
void Contingency<Core>::code_by_grid(Codes xs, Codes ys, std::span<Code> codes, std::size_t cells) {
    std::vector<Code> known(cells, no_code);
    const std::size_t columns = counts().y().codes();
    in_slices(codes.size(), 1 << 18, [&](std::size_t first, std::size_t size) {
        for (std::size_t i = first; i < first + size; ++i) {
            Code& code = known[xs[i] * columns + ys[i]];
            if (code == no_code) code = find_or_add({xs[i], ys[i]});
            codes[i] = code;
        }
    });
}

template <class Core>
void Contingency<Core>::code_by_hash(Codes xs, Codes ys, std::span<Code> codes) {
    constexpr std::size_t ahead = 32;
    InterruptPoll<1024> poll;
    for (std::size_t first = 0; first < codes.size(); first += ahead) {
        poll();
        const std::size_t end = std::min(first + ahead, codes.size());
        for (std::size_t i = first; i < end; ++i) {
            counts().prefetch({xs[i], ys[i]});
        }
        for (std::size_t i = first; i < end; ++i) {
            codes[i] = find_or_add({xs[i], ys[i]});
        }
    }
}

template <class Core>
std::vector<CodeCount> Contingency<Core>::with_codes(std::span<const PairCount> pairs) {
    std::vector<CodeCount> coded;
    coded.reserve(pairs.size());
    InterruptPoll<4096> poll;
    for (const PairCount& each : pairs) {
        poll();
        coded.push_back({find_or_add(each.pair), each.amount});
    }
    return coded;
}

template <class Core>
void Contingency<Core>::update_many(Codes xs, Codes ys)
    requires(!is_timed)
{
    const std::size_t staying = core_.staying(xs.size());
    core_.update_many(codes_of(xs.last(staying), ys.last(staying)));
    sweep_if_many_dead();
}

template <class Core>
void Contingency<Core>::trace(Codes xs, Codes ys, TableColumns columns)
    requires(!is_timed)
{
    const std::size_t piece = std::max<std::size_t>(1 << 14, 4 * core_.staying(xs.size()));
    if (xs.size() <= piece || grid_size(xs.size()) != 0) {
        core_.trace(codes_of(xs, ys), columns);
        sweep_if_many_dead();
        return;
    }
    // A window soon forgets most pairs of a long column, so they are encoded in pieces; on a copy,
    // since a piece may run out of memory.
    Contingency next(*this);
    for (std::size_t first = 0; first < xs.size(); first += piece) {
        const std::size_t size = std::min(piece, xs.size() - first);
        const std::vector<Code> codes =
            next.codes_of(xs.subspan(first, size), ys.subspan(first, size));
        next.core_.trace(codes, columns, first);
        next.sweep_if_many_dead();
    }
    *this = std::move(next);
}

template <class Core>
void Contingency<Core>::add_many(std::span<const PairCount> more)
    requires(!is_timed)
{
    core_.add_many(with_codes(more));
    sweep_if_many_dead();
}

template <class Core>
void Contingency<Core>::add_many(std::span<const PairCount> more, Time at)
    requires is_timed
{
    core_.add_many(with_codes(more), at);
    sweep_if_many_dead();
}

// As in `trace` without times: a long column is added to a copy.
template <class Core>
template <class Count>
void Contingency<Core>::in_pieces(Codes xs, Codes ys, const Count& count) {
    const std::size_t held = static_cast<std::size_t>(sums().n());
    const std::size_t piece = std::max<std::size_t>(1 << 14, 4 * std::min(held, xs.size()));
    if (xs.size() <= piece) {
        count(*this, codes_of(xs, ys), 0);
        sweep_if_many_dead();
        return;
    }
    Contingency next(*this);
    in_slices(xs.size(), piece, [&](std::size_t first, std::size_t size) {
        count(next, next.codes_of(xs.subspan(first, size), ys.subspan(first, size)), first);
        next.sweep_if_many_dead();
    });
    *this = std::move(next);
}

template <class Core>
void Contingency<Core>::update_many(Codes xs, Codes ys, Times times)
    requires is_timed
{
    core_.prepare(times);
    in_pieces(xs, ys, [&](Contingency& window, const Codes& codes, std::size_t first) {
        window.core_.update_many(codes, times.subspan(first, codes.size()));
    });
}

template <class Core>
void Contingency<Core>::trace(Codes xs, Codes ys, TableColumns columns, Times times)
    requires is_timed
{
    core_.prepare(times);
    in_pieces(xs, ys, [&](Contingency& window, const Codes& codes, std::size_t first) {
        window.core_.trace(codes, times.subspan(first, codes.size()), columns, first);
    });
}

template <class Core>
void Contingency<Core>::advance(Time at)
    requires is_timed
{
    core_.advance(at);
    sweep_if_many_dead();
}

template <class Core>
void Contingency<Core>::merge(const Contingency& other, const Renumbering& x, const Renumbering& y)
    requires is_timed
{
    Renumbering to(other.counts().codes(), no_code);
    for (Code code = 0; code < to.size(); ++code) {
        if (other.counts().count(code) == 0) continue;
        const CodePair theirs = other.counts().pair(code);
        const CodePair ours{x[theirs.x], y[theirs.y]};
        if (ours.x != no_code && ours.y != no_code) to[code] = find_or_add(ours);
    }
    core_.merge(other.core_, to);
    sweep_if_many_dead();
}

template <class Core>
void Contingency<Core>::restore(std::span<const CodePair> pairs, std::optional<Time> now,
                                std::uint64_t dropped, TimedCounts events)
    requires is_timed
{
    for (const CodePair pair : pairs) {
        if (counts().find(pair) != no_code)
            throw std::invalid_argument("a pair stands there twice");
        content().add(pair);
    }
    core_.restore(now, dropped, events);
}

template <class Core>
void Contingency<Core>::take_many(std::span<const PairCount> less) {
    core_.take_many(with_codes(less));
    sweep_if_many_dead();
}

template <class Core>
void Contingency<Core>::renumber_x(const Renumbering& to, std::size_t new_size) {
    sweep();
    content().renumber_x(to, new_size);
}

template <class Core>
void Contingency<Core>::renumber_y(const Renumbering& to, std::size_t new_size) {
    sweep();
    content().renumber_y(to, new_size);
}

template <class Core>
void Contingency<Core>::sweep_if_many_dead() noexcept {
    if (counts().codes() <= 2 * counts().sums().distinct() + 64) return;
    try {
        sweep();
    } catch (const std::bad_alloc&) {
        return;
    }
}

template <class Core>
void Contingency<Core>::sweep() {
    Renumbering to(counts().codes(), no_code);
    Code new_size = 0;
    for (Code code = 0; code < to.size(); ++code) {
        if (counts().count(code) != 0) to[code] = new_size++;
    }
    core_.renumber(to, new_size);
}

template class LastSpan<PairCounts>;
template class Contingency<PairCounts>;
template class Contingency<RingWindow<PairCounts>>;
template class Contingency<LastSpan<PairCounts>>;

}  // namespace entrostream
