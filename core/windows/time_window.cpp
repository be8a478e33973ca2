#include "core/windows/time_window.hpp"

#include <algorithm>
#include <limits>
#include <stdexcept>
#include <tuple>
#include <utility>

#include "core/counts/interruption.hpp"
#include "core/exact/count_log.hpp"
#include "core/exact/vectorised.hpp"

namespace entrostream {

namespace {

constexpr Time earliest = std::numeric_limits<Time>::min();

bool in_place(const TimedCount& a, const TimedCount& b) noexcept {
    return std::tie(a.at, a.code) < std::tie(b.at, b.code);
}

// In the order of time and code, each pair of them once.
std::vector<TimedCount> sorted(std::vector<TimedCount> events) {
    sort_interruptibly(events.begin(), events.end(), in_place);
    std::size_t kept = 0;
    for (const TimedCount& each : events) {
        if (kept != 0 && events[kept - 1].at == each.at && events[kept - 1].code == each.code) {
            events[kept - 1].count += each.count;
        } else {
            events[kept++] = each;
        }
    }
    events.resize(kept);
    return events;
}

// Whether no time is before the one in front of it. No branch an event: nearly always
// they are in order.
bool ascending(Times times) noexcept {
    bool none_descends = true;
    detail::vectorised([&, times]() __attribute__((always_inline)) {
        Time descents = 0;
        for (std::size_t i = 1; i < times.size(); ++i) {
            descents |= times[i] < times[i - 1] ? 1 : 0;
        }
        none_descends = descents == 0;
    });
    return none_descends;
}

// The same for a long column, which may be out of order from the beginning.
bool long_ascending(Times times) noexcept {
    constexpr std::size_t part = 4096;
    for (std::size_t first = 0; first < times.size(); first += part) {
        if (!ascending(times.subspan(first, std::min(part + 1, times.size() - first))))
            return false;
    }
    return true;
}

// Throws std::overflow_error for 2^62 events or more.
void require_few(TimedCounts events) {
    std::uint64_t total = 0;
    for (const TimedCount& each : events) {
        if (each.count > max_events - total) detail::throw_too_many_events();
        total += each.count;
    }
}

}  // namespace

TimeWindow::TimeWindow(Time span, Time lateness, Late late) : span_(span), clock_(lateness, late) {
    if (span <= 0 || lateness < 0) {
        throw std::invalid_argument("a span must be above 0, a lateness not below");
    }
}

void TimeWindow::update(Code code, Time at) {
    require_room(at, 1);
    make_room(at);
    if (!clock_.admit(at)) return;
    expire();
    put(at, code);
    shrink_if_wasteful();
}

void TimeWindow::advance(Time at) {
    clock_.advance(at);
    expire();
    shrink_if_wasteful();
}

// ---------------------------------------------------------------- one event

void TimeWindow::put(Time at, Code code) noexcept {
    if (at < first()) return;
    if (queue_.takes(at)) {
        queue_.push(at, code);
    } else {
        wheel_.push({at, code});
    }
    counts_.update(code);
}

void TimeWindow::put_many(const TimedEvents& events) noexcept {
    if (events.at() < first()) return;
    wheel_.push(events);
    counts_.add(events.code(), events.count());
}

void TimeWindow::expire() noexcept {
    const Time kept_from = first();
    while (!queue_.empty() && *queue_.times() < kept_from) {
        counts_.remove(*queue_.codes());
        queue_.pop();
    }
    wheel_.leave_before(kept_from, [&](const TimedEvents& events) {
        if (events.single()) {
            counts_.remove(events.code());
        } else {
            counts_.take(events.code(), events.count());
        }
    });
}

// ---------------------------------------------------------------- room

template <class Use>
void TimeWindow::for_each(Use&& use) const {
    for (std::size_t i = 0; i < queue_.size(); ++i) {
        use(queue_.times()[i], queue_.codes()[i], std::uint64_t{1});
    }
    wheel_.for_each(
        [&](const TimedEvents& events) { use(events.at(), events.code(), events.count()); });
}

std::uint64_t TimeWindow::held_from(Time kept_from) const {
    std::uint64_t held = 0;
    for_each([&](Time at, Code, std::uint64_t count) { held += at < kept_from ? 0 : count; });
    return held;
}

// What leaves when the clock moves makes room; it is counted only where it matters.
void TimeWindow::require_room(Time at, std::uint64_t more) const {
    if (more <= max_events - sums().n()) [[likely]]
        return;
    const Time now = std::max(at, clock_.now().value_or(at));
    if (more <= max_events - held_from(first_at(now))) return;
    counts_.require_room(more);
}

void TimeWindow::make_room(Time at) {
    if (queue_.takes(at)) {
        queue_.make_room(1);
    } else {
        wheel_.reserve(1);
    }
}

void TimeWindow::shrink_if_wasteful() noexcept {
    queue_.shrink_if_wasteful();
    wheel_.shrink_if_wasteful();
}

// A bound of how long the queue becomes, whichever of the events turn out to be late: none
// is held any more when the clock that it met, which is not before its own time, lies
// behind the window. Looked at block by block, which is 512 events too many.
std::size_t TimeWindow::longest_queue(Times times, bool in_order) const {
    constexpr std::size_t block = FlowBlock::capacity;
    std::vector<Time> clocks{clock_.now().value_or(earliest)};  // before each block, and behind
    for (std::size_t done = 0; done < times.size(); done += block) {
        const Times part = times.subspan(done, std::min(block, times.size() - done));
        const Time latest = in_order ? part.back() : *std::max_element(part.begin(), part.end());
        clocks.push_back(std::max(clocks.back(), latest));
    }
    std::size_t longest = 0;
    std::size_t oldest = 0;  // block of which something may be held
    for (std::size_t i = 0; i + 1 < clocks.size(); ++i) {
        const Time kept_from = first_at(clocks[i]);
        while (clocks[oldest + 1] < kept_from) {
            ++oldest;
        }
        const Time* end = queue_.times() + queue_.size();
        const auto before =
            static_cast<std::size_t>(end - std::lower_bound(queue_.times(), end, kept_from));
        const std::size_t come = std::min((i + 1) * block, times.size()) - oldest * block;
        longest = std::max(longest, before + come + std::min(block, times.size()));
    }
    return longest;
}

void TimeWindow::prepare(Times times) {
    static_cast<void>(prepared_in_order(times));
}

bool TimeWindow::prepared_in_order(Times times) {
    if (times.empty()) return false;
    counts_.require_room(times.size());
    const bool in_order = times.front() >= clock_.now().value_or(earliest) && long_ascending(times);
    if (!in_order) clock_.require_all(times);
    shrink_if_wasteful();
    const std::size_t longest = longest_queue(times, in_order);
    queue_.reserve(longest);
    if (!in_order) wheel_.reserve(std::min(times.size(), longest));
    return in_order;
}

// ---------------------------------------------------------------- columns

// Some events in order, which stand at the end of the queue already: those who leave are
// found by walking along it, without a look at its end.
struct TimeWindow::Passage {
    const Time* times;  // of the queue
    const Code* codes;
    std::size_t first_in;   // place in the queue
    std::size_t first_out;  // the same
    Time reach;             // how far back the window goes

    [[nodiscard]] Code entering(std::size_t i) const noexcept { return codes[first_in + i]; }
    [[nodiscard]] bool leaves(std::size_t i) const noexcept {
        return times[first_out] < times[first_in + i] - reach;
    }
    [[nodiscard]] Code oldest() const noexcept { return codes[first_out]; }
    void go(std::uint64_t many) noexcept { first_out += many; }

    // Whether each of the first `size` lets exactly one leave: then they are slides.
    [[nodiscard]] bool slides(std::size_t size) const noexcept {
        if (first_out == first_in) return false;  // nobody is there who could leave
        bool all_do = true;
        detail::vectorised([&all_do, size, in = times + first_in, out = times + first_out,
                            back = reach]() __attribute__((always_inline)) {
            Time others = 0;
            for (std::size_t i = 0; i < size; ++i) {
                const Time kept_from = in[i] - back;
                others |= (out[i] < kept_from ? 0 : 1) | (out[i + 1] < kept_from ? 1 : 0);
            }
            all_do = others == 0;
        });
        return all_do;
    }
    [[nodiscard]] const Code* entering() const noexcept { return codes + first_in; }
    [[nodiscard]] const Code* leaving() const noexcept { return codes + first_out; }
};

std::size_t TimeWindow::trace_in_order(Codes codes, Times times, TraceColumns columns,
                                       std::size_t row) {
    struct Next {
        Passage passage;
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
    const auto done = [&](const Passage& passage) {
        queue_.pop(passage.first_out);
        static_cast<void>(clock_.admit(queue_.last_time()));
    };
    return counts_.trace_flow(codes.size(), next, done, columns, row);
}

// Events in order, none of them in the wheel, and a window that does not reach beyond all
// times.
bool TimeWindow::can_flow(Times times) const noexcept {
    return wheel_.empty() && sums().n() <= flow_limit - FlowBlock::capacity &&
           times.front() >= earliest + span_;
}

std::size_t TimeWindow::in_order(Times times) const noexcept {
    Time before = clock_.now().value_or(earliest);
    std::size_t many = 0;
    while (many < times.size() && times[many] >= before) {
        before = times[many++];
    }
    return many;
}

void TimeWindow::begin_column(Times times, TraceColumns columns) {
    column_is_in_order_ = prepared_in_order(times);
    counts_.begin_slides(times.size(), columns);
}

void TimeWindow::end_column() noexcept {
    column_is_in_order_ = false;
    counts_.end_slides();
}

void TimeWindow::trace(Codes codes, Times times, TraceColumns columns, std::size_t row) {
    for (std::size_t done = 0; done < codes.size();) {
        if (fits_blocks(columns)) {
            done += trace_in_order(codes.subspan(done), times.subspan(done), columns, row + done);
        }
        constexpr std::size_t some = 256;  // before blocks are tried again
        const std::size_t many = std::min(some, codes.size() - done);
        if (many == 0) break;
        trace_one_by_one(codes.subspan(done, many), times.subspan(done, many), columns, row + done);
        done += many;
    }
}

void TimeWindow::trace_one_by_one(Codes codes, Times times, TraceColumns columns, std::size_t row) {
    counts_.end_slides();
    for (std::size_t i = 0; i < codes.size(); ++i) {
        make_room(times[i]);
        if (clock_.admit(times[i])) {
            expire();
            put(times[i], codes[i]);
        }
        read_row(sums(), columns, row + i);
    }
}

// Only what is in the window at the end has to be counted.
void TimeWindow::update_many(Codes codes, Times times) {
    if (codes.empty()) return;
    if (in_order(times) == times.size()) {
        static_cast<void>(clock_.admit(times.back()));
        expire();
        const auto kept = static_cast<std::size_t>(
            times.end() - std::lower_bound(times.begin(), times.end(), first()));
        queue_.make_room(kept);
        queue_.push(codes.last(kept), times.last(kept));
        counts_.update_many(codes.last(kept));
        return;
    }
    const Time latest = *std::max_element(times.begin(), times.end());
    const Time kept_from = first_at(std::max(latest, clock_.now().value_or(earliest)));
    for (std::size_t i = 0; i < codes.size(); ++i) {
        if (!clock_.admit(times[i]) || times[i] < kept_from) continue;
        make_room(times[i]);
        put(times[i], codes[i]);
    }
    expire();
}

// ---------------------------------------------------------------- many at once

void TimeWindow::add_many(CodeCounts more, Time at) {
    std::uint64_t total = 0;
    for (const CodeCount& each : more) {
        require_room(at, total + each.amount);  // each is below 2^62, so this cannot wrap
        total += each.amount;
    }
    if (total == 0) return;
    wheel_.reserve(2 * more.size());
    if (!clock_.admit(at, total)) return;
    expire();
    for (const CodeCount& each : more) {
        TimedEvents::split({at, each.code, each.amount},
                           [&](const TimedEvents& events) { put_many(events); });
    }
}

void TimeWindow::take_many(CodeCounts less) {
    std::vector<std::uint64_t> going(codes(), 0);
    for (const CodeCount& each : less) {
        going[each.code] += each.amount;
    }
    if (wheel_.empty()) {
        queue_.erase_if([&](Code code) {
            const bool goes = going[code] > 0;
            going[code] -= goes ? 1 : 0;
            return goes;
        });
        counts_.take_many(less);
        return;
    }
    std::vector<TimedCount> kept = events();
    for (TimedCount& each : kept) {
        const std::uint64_t gone = std::min(each.count, going[each.code]);
        going[each.code] -= gone;
        each.count -= gone;
    }
    hold(kept);
}

void TimeWindow::merge(const TimeWindow& other, const Renumbering& to) {
    std::optional<Time> now = clock_.now();
    if (other.clock_.now()) now = std::max(now.value_or(earliest), *other.clock_.now());
    const Time kept_from = first_at(now.value_or(earliest));
    std::vector<TimedCount> both = events();
    for (const TimedCount& each : other.events()) {
        if (to[each.code] != no_code) both.push_back({each.at, to[each.code], each.count});
    }
    std::erase_if(both, [&](const TimedCount& each) { return each.at < kept_from; });
    hold(sorted(std::move(both)));
    clock_.restore(now, clock_.dropped() + other.clock_.dropped());
}

std::vector<TimedCount> TimeWindow::events() const {
    std::vector<TimedCount> events;
    events.reserve(queue_.size() + wheel_.size());
    for_each([&](Time at, Code code, std::uint64_t count) { events.push_back({at, code, count}); });
    return sorted(std::move(events));
}

void TimeWindow::restore(std::optional<Time> now, std::uint64_t dropped, TimedCounts events) {
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

// Holds these events, which are in order, instead of what there is.
void TimeWindow::hold(const std::vector<TimedCount>& events) {
    require_few(events);
    EventQueue queue;
    TimingWheel wheel;
    Counts counts;
    const auto many = std::count_if(events.begin(), events.end(),
                                    [](const TimedCount& each) { return each.count > 1; });
    queue.reserve(events.size());
    if (many != 0) wheel.reserve(2 * static_cast<std::size_t>(many));
    counts.grow(codes());
    SeldomAsking<1 << 14> ask;
    for (const TimedCount& each : events) {
        ask();
        if (each.count == 1) {
            queue.push(each.at, each.code);
            counts.update(each.code);
        } else {
            TimedEvents::split(each, [&](const TimedEvents& part) {
                wheel.push(part);
                counts.add(part.code(), part.count());
            });
        }
    }
    queue_ = std::move(queue);
    wheel_ = std::move(wheel);
    counts_ = std::move(counts);
}

void TimeWindow::clear() noexcept {
    counts_.clear();
    queue_.clear();
    wheel_.clear();
    clock_.clear();
}

void TimeWindow::renumber(const Renumbering& to, std::size_t kept) {
    counts_.renumber(to, kept);
    std::for_each(queue_.codes(), queue_.codes() + queue_.size(),
                  [&](Code& code) { code = to[code]; });
    wheel_.for_each([&](TimedEvents& events) { events.rename(to[events.code()]); });
}

}  // namespace entrostream
