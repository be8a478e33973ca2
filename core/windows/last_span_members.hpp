// The members of LastSpan; include only in files that instantiate it.
#pragma once
#include <algorithm>
#include <cstddef>
#include <stdexcept>
#include <utility>

#include "core/count_log/count_log.hpp"
#include "core/counts/flow_kernel.hpp"
#include "core/counts/interruption.hpp"
#include "core/windows/last_span.hpp"
#include "core/windows/queue_passage.hpp"

namespace entrostream {

namespace detail {

// The number of nonzero amounts.
inline std::uint64_t amounts_in(CodeCounts counts) noexcept {
    return static_cast<std::uint64_t>(std::count_if(
        counts.begin(), counts.end(), [](const CodeCount& each) { return each.amount != 0; }));
}

}  // namespace detail

template <class Held>
LastSpan<Held>::LastSpan(Time span, Time lateness, Late late, Held held)
    : span_(span), clock_(lateness, late), counts_(std::move(held)) {
    if (span <= 0 || lateness < 0) {
        throw std::invalid_argument("a span must be above 0, a lateness not below");
    }
}

template <class Held>
void LastSpan<Held>::update(Code code, Time at)
    requires(!weighted)
{
    require_room(at, 1);
    make_room(at);
    if (!clock_.admit(at)) return;
    expire();
    put(at, code);
    shrink_if_wasteful();
}

template <class Held>
void LastSpan<Held>::update(Code code, Time at, Amount amount)
    requires weighted
{
    if (amount == 0) return;
    require_room(at, amount);
    wheel_.reserve(1);
    if (!clock_.admit(at)) return;
    expire();
    put_many({at, code, amount});
    shrink_if_wasteful();
}

template <class Held>
void LastSpan<Held>::advance(Time at) {
    clock_.advance(at);
    expire();
    shrink_if_wasteful();
}

// ---------------------------------------------------------------- one event

template <class Held>
void LastSpan<Held>::put(Time at, Code code) noexcept
    requires(!weighted)
{
    if (at < first()) return;
    if (queue_.takes(at)) {
        queue_.push(at, code);
    } else {
        wheel_.push({at, code});
    }
    counts_.update(code);
}

template <class Held>
void LastSpan<Held>::put_many(const TimedCount& events) noexcept {
    if (events.at < first()) return;
    Many::split(events, [&](const Many& part) { wheel_.push(part); });
    counts_.add(events.code, events.count);
}

template <class Held>
void LastSpan<Held>::expire_before(Time window_start) noexcept {
    if constexpr (!weighted) {
        while (!queue_.empty() && *queue_.times() < window_start) {
            counts_.remove(*queue_.codes());
            queue_.pop();
        }
    }
    wheel_.leave_before(window_start, [&](const Many& events) { take(events); });
}

template <class Held>
void LastSpan<Held>::take(const Many& events) noexcept {
    if constexpr (!weighted) {
        if (events.single()) return counts_.remove(events.code());
    }
    counts_.take(events.code(), events.count());
}

// ---------------------------------------------------------------- room

template <class Held>
template <class Use>
void LastSpan<Held>::for_each(Use&& use) const {
    for (std::size_t i = 0; i < queue_.size(); ++i) {
        use(queue_.times()[i], queue_.codes()[i], std::uint64_t{1});
    }
    wheel_.for_each([&](const Many& events) { use(events.at(), events.code(), events.count()); });
}

template <class Held>
std::uint64_t LastSpan<Held>::held_from(Time window_start) const {
    std::uint64_t held = 0;
    for_each([&](Time at, Code, std::uint64_t count) { held += at < window_start ? 0 : count; });
    return held;
}

// Events that expire when the clock moves make room; they are counted only if that matters.
template <class Held>
void LastSpan<Held>::require_room(Time at, std::uint64_t more) const {
    if (more <= max_events - sums().n()) [[likely]]
        return;
    const Time now = std::max(at, clock_.now().value_or(at));
    if (more <= max_events - held_from(first_at(now))) return;
    counts_.require_room(more);
}

template <class Held>
void LastSpan<Held>::make_room(Time at) {
    if (queue_.takes(at)) {
        queue_.make_room(1);
    } else {
        wheel_.reserve(1);
    }
}

template <class Held>
void LastSpan<Held>::shrink_if_wasteful() noexcept {
    queue_.shrink_if_wasteful();
    wheel_.shrink_if_wasteful();
}

// An upper bound on the number of these events, and of those in the queue, that are held at
// the same time, whichever turn out to be late: an event has expired once the clock at its
// arrival, which is not before its own time, is outside the window. Evaluated block by block,
// so the bound is 512 events too high.
template <class Held>
std::size_t LastSpan<Held>::longest_queue(Times times, bool in_order) const {
    constexpr std::size_t block = FlowBlock::capacity;
    // Before each block, and after the last.
    std::vector<Time> clocks{clock_.now().value_or(earliest_time)};
    for (std::size_t done = 0; done < times.size(); done += block) {
        const Times part = times.subspan(done, std::min(block, times.size() - done));
        const Time latest = in_order ? part.back() : *std::max_element(part.begin(), part.end());
        clocks.push_back(std::max(clocks.back(), latest));
    }
    std::size_t longest = 0;
    std::size_t oldest = 0;  // first block that may still have events in the window
    for (std::size_t i = 0; i + 1 < clocks.size(); ++i) {
        const Time window_start = first_at(clocks[i]);
        while (clocks[oldest + 1] < window_start) {
            ++oldest;
        }
        const Time* end = queue_.times() + queue_.size();
        const auto before =
            static_cast<std::size_t>(end - std::lower_bound(queue_.times(), end, window_start));
        const std::size_t come = std::min((i + 1) * block, times.size()) - oldest * block;
        longest = std::max(longest, before + come + std::min(block, times.size()));
    }
    return longest;
}

template <class Held>
bool LastSpan<Held>::are_in_order(Times times) const noexcept {
    return times.front() >= clock_.now().value_or(earliest_time) && ascending(times);
}

template <class Held>
void LastSpan<Held>::prepare(Times times)
    requires(!weighted)
{
    static_cast<void>(prepared_in_order(times));
}

template <class Held>
bool LastSpan<Held>::prepared_in_order(Times times) {
    if (times.empty()) return false;
    if constexpr (!weighted) counts_.require_room(times.size());
    const bool in_order = are_in_order(times);
    if (!in_order) clock_.require_all(times);
    shrink_if_wasteful();
    const std::size_t longest = longest_queue(times, in_order);
    if constexpr (!weighted) queue_.reserve(longest);
    if (weighted || !in_order) wheel_.reserve(std::min(times.size(), longest));
    return in_order;
}

template <class Held>
bool LastSpan<Held>::all_fit(Amounts amounts) const noexcept {
    std::uint64_t total = sums().n();
    for (const std::uint64_t amount : amounts) {
        if (amount > max_events - total) return false;
        total += amount;
    }
    return true;
}

// The times of the rows that are events.
template <class Held>
std::vector<Time> LastSpan<Held>::times_of_events(Times times, Amounts amounts) {
    std::vector<Time> events;
    events.reserve(times.size());
    for (std::size_t i = 0; i < times.size(); ++i) {
        if (amounts[i] != 0) events.push_back(times[i]);
    }
    return events;
}

// More may pass through a window than it can hold at once: if the total does not fit, a trial
// run checks that the limit is never exceeded.
template <class Held>
void LastSpan<Held>::prepare(Times times, Amounts amounts)
    requires weighted
{
    const bool all_are_events =
        std::find(amounts.begin(), amounts.end(), std::uint64_t{0}) == amounts.end();
    static_cast<void>(all_are_events ? prepared_in_order(times)
                                     : prepared_in_order(times_of_events(times, amounts)));
    if (all_fit(amounts)) return;
    LastSpan trial(*this);
    InterruptPoll<4096> poll;
    for (std::size_t i = 0; i < times.size(); ++i) {
        poll();
        trial.update(0, times[i], amounts[i]);
    }
}

// ---------------------------------------------------------------- columns

template <class Held>
std::size_t LastSpan<Held>::trace_in_order(Codes codes, Times times, Columns columns,
                                           std::size_t row)
    requires flows
{
    struct Next {
        QueuePassage passage;
        std::size_t size;
    };
    const auto next = [&](std::size_t first, std::size_t most) {
        const Times part = times.subspan(first, most);
        const std::size_t size = !can_flow(part)       ? 0
                                 : column_is_in_order_ ? part.size()
                                                       : in_order(part);
        const std::size_t held = queue_.size();
        queue_.make_room(size);
        queue_.push(codes.subspan(first, size), part.first(size));
        return Next{{queue_.times(), queue_.codes(), held, 0, span_ - 1}, size};
    };
    const auto done = [&](const QueuePassage& passage) {
        queue_.pop(passage.first_out);
        static_cast<void>(clock_.admit(queue_.last_time()));
    };
    return counts_.trace_flow(codes.size(), next, done, columns, row);
}

// No events in the wheel, n within the limit, and a window that does not start before the
// earliest time.
template <class Held>
bool LastSpan<Held>::can_flow(Times times) const noexcept
    requires flows
{
    return wheel_.empty() && sums().n() <= flow_limit - FlowBlock::capacity &&
           times.front() >= earliest_time + span_;
}

template <class Held>
std::size_t LastSpan<Held>::in_order(Times times) const noexcept {
    Time before = clock_.now().value_or(earliest_time);
    std::size_t many = 0;
    while (many < times.size() && times[many] >= before) {
        before = times[many++];
    }
    return many;
}

template <class Held>
void LastSpan<Held>::begin_column(Times times, Columns columns)
    requires flows
{
    column_is_in_order_ = prepared_in_order(times);
    counts_.begin_slides(times.size(), columns);
}

template <class Held>
void LastSpan<Held>::end_column() noexcept
    requires flows
{
    column_is_in_order_ = false;
    counts_.end_slides();
}

template <class Held>
void LastSpan<Held>::trace(Codes codes, Times times, Columns columns, std::size_t row)
    requires(!weighted)
{
    for (std::size_t done = 0; done < codes.size();) {
        if constexpr (flows) {
            if (fits_blocks(columns)) {
                done +=
                    trace_in_order(codes.subspan(done), times.subspan(done), columns, row + done);
            }
        }
        constexpr std::size_t some = 256;  // before blocks are tried again
        const std::size_t many = std::min(some, codes.size() - done);
        if (many == 0) break;
        trace_one_by_one(codes.subspan(done, many), times.subspan(done, many), columns, row + done);
        done += many;
    }
}

template <class Held>
void LastSpan<Held>::trace_one_by_one(Codes codes, Times times, Columns columns, std::size_t row)
    requires(!weighted)
{
    if constexpr (flows) counts_.end_slides();
    for (std::size_t i = 0; i < codes.size(); ++i) {
        make_room(times[i]);
        if (clock_.admit(times[i])) {
            expire();
            put(times[i], codes[i]);
        }
        read_row(sums(), columns, row + i);
    }
}

template <class Held>
void LastSpan<Held>::trace(Codes codes, Times times, Amounts amounts, Columns columns,
                           std::size_t row)
    requires weighted
{
    for (std::size_t i = 0; i < codes.size(); ++i) {
        if (amounts[i] != 0 && clock_.admit(times[i])) {
            expire();
            put_many({times[i], codes[i], amounts[i]});
        }
        read_row(sums(), columns, row + i);
    }
    counts_.show_weights(columns, row, codes.size());
}

// Only events that are in the window at the end are counted.
template <class Held>
void LastSpan<Held>::update_many(Codes codes, Times times)
    requires(!weighted)
{
    if (codes.empty()) return;
    if (are_in_order(times)) {
        static_cast<void>(clock_.admit(times.back()));
        expire();
        const auto entering = static_cast<std::size_t>(
            times.end() - std::lower_bound(times.begin(), times.end(), first()));
        queue_.make_room(entering);
        queue_.push(codes.last(entering), times.last(entering));
        counts_.update_many(codes.last(entering));
        return;
    }
    const Time latest = *std::max_element(times.begin(), times.end());
    const Time window_start = first_at(std::max(latest, clock_.now().value_or(earliest_time)));
    for (std::size_t i = 0; i < codes.size(); ++i) {
        if (!clock_.admit(times[i]) || times[i] < window_start) continue;
        make_room(times[i]);
        put(times[i], codes[i]);
    }
    expire();
}

// The same. Events expire first, to make room for the new ones.
template <class Held>
void LastSpan<Held>::update_many(Codes codes, Times times, Amounts amounts)
    requires weighted
{
    std::optional<Time> latest = clock_.now();
    for (std::size_t i = 0; i < codes.size(); ++i) {
        if (amounts[i] != 0) latest = std::max(latest.value_or(times[i]), times[i]);
    }
    if (!latest) return;
    const Time window_start = first_at(*latest);
    expire_before(window_start);
    for (std::size_t i = 0; i < codes.size(); ++i) {
        if (amounts[i] == 0 || !clock_.admit(times[i]) || times[i] < window_start) continue;
        put_many({times[i], codes[i], amounts[i]});
    }
}

// ---------------------------------------------------------------- many at once

template <class Held>
void LastSpan<Held>::add_many(CodeCounts more, Time at) {
    std::uint64_t total = 0;
    for (const CodeCount& each : more) {
        require_room(at, total + each.amount);  // both are below 2^62, so this cannot wrap
        total += each.amount;
    }
    if (total == 0) return;
    wheel_.reserve(2 * more.size());
    if (!clock_.admit(at, weighted ? detail::amounts_in(more) : total)) return;
    expire();
    for (const CodeCount& each : more) {
        if (each.amount != 0) put_many({at, each.code, each.amount});
    }
}

template <class Held>
void LastSpan<Held>::take_many(CodeCounts less) {
    std::vector<std::uint64_t> going(codes(), 0);
    for (const CodeCount& each : less) {
        going[each.code] += each.amount;
    }
    if (wheel_.empty()) {  // all events are single ones
        queue_.erase_if([&](Code code) {
            const bool goes = going[code] > 0;
            going[code] -= goes ? 1 : 0;
            return goes;
        });
        counts_.take_many(less);
        return;
    }
    std::vector<TimedCount> remaining = events();
    for (TimedCount& each : remaining) {
        const std::uint64_t gone = std::min(each.count, going[each.code]);
        going[each.code] -= gone;
        each.count -= gone;
    }
    hold(remaining);
}

template <class Held>
void LastSpan<Held>::merge(const LastSpan& other, const Renumbering& to) {
    std::optional<Time> now = clock_.now();
    if (other.clock_.now()) now = std::max(now.value_or(earliest_time), *other.clock_.now());
    const Time window_start = first_at(now.value_or(earliest_time));
    std::vector<TimedCount> both = events();
    for (const TimedCount& each : other.events()) {
        if (to[each.code] != no_code) both.push_back({each.at, to[each.code], each.count});
    }
    std::erase_if(both, [&](const TimedCount& each) { return each.at < window_start; });
    hold(sorted(std::move(both)));
    clock_.restore(now, clock_.dropped() + other.clock_.dropped());
}

template <class Held>
std::vector<TimedCount> LastSpan<Held>::events() const {
    std::vector<TimedCount> events;
    events.reserve(queue_.size() + wheel_.size());
    for_each([&](Time at, Code code, std::uint64_t count) { events.push_back({at, code, count}); });
    return sorted(std::move(events));
}

template <class Held>
void LastSpan<Held>::restore(std::optional<Time> now, std::uint64_t dropped, TimedCounts events) {
    const bool ordered = std::is_sorted(events.begin(), events.end(),
                                        [](const auto& a, const auto& b) { return a.at < b.at; });
    const bool inside =
        events.empty() || (now && events.front().at >= first_at(*now) && events.back().at <= *now);
    if (!ordered || !inside) {
        throw std::invalid_argument("events are not in the order of time, or not in the window");
    }
    hold({events.begin(), events.end()});
    clock_.restore(now, dropped);
}

template <class Held>
void LastSpan<Held>::require_few(TimedCounts events) const {
    std::uint64_t total = 0;
    for (const TimedCount& each : events) {
        if (each.count > max_events - total) {
            if constexpr (weighted) counts_.throw_too_much();
            detail::throw_too_many_events();
        }
        total += each.count;
    }
}

// Replaces the content by these events, which are in order.
template <class Held>
void LastSpan<Held>::hold(const std::vector<TimedCount>& events) {
    require_few(events);
    EventQueue queue;
    Wheel wheel;
    Held counts = counts_;
    counts.clear();
    const auto many = std::count_if(events.begin(), events.end(), [](const TimedCount& each) {
        return weighted || each.count > 1;
    });
    if constexpr (!weighted) queue.reserve(events.size());
    if (many != 0) wheel.reserve(2 * static_cast<std::size_t>(many));
    InterruptPoll<1 << 14> poll;
    for (const TimedCount& each : events) {
        poll();
        if (each.count == 0) continue;
        if constexpr (!weighted) {
            if (each.count == 1) {
                queue.push(each.at, each.code);
                counts.update(each.code);
                continue;
            }
        }
        Many::split(each, [&](const Many& part) { wheel.push(part); });
        counts.add(each.code, each.count);
    }
    queue_ = std::move(queue);
    wheel_ = std::move(wheel);
    counts_ = std::move(counts);
}

template <class Held>
void LastSpan<Held>::clear() noexcept {
    counts_.clear();
    queue_.clear();
    wheel_.clear();
    clock_.clear();
}

template <class Held>
void LastSpan<Held>::renumber(const Renumbering& to, std::size_t new_size) {
    counts_.renumber(to, new_size);
    std::for_each(queue_.codes(), queue_.codes() + queue_.size(),
                  [&](Code& code) { code = to[code]; });
    wheel_.for_each([&](Many& events) { events.rename(to[events.code()]); });
}

}  // namespace entrostream
