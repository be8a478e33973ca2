// The last `size` codes in order, and their counts.
//
// Algorithms 1 and 3 of Sovdat (2014) as intended: the window holds `size` events, not one
// more (erratum E1), like a bounded queue: the oldest leaves when a new one enters a full
// window. Memory grows with the number of events held, not with `size`.
// `Held` counts the codes: Counts, or a class with the same methods.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <new>
#include <stdexcept>
#include <utility>
#include <vector>

#include "core/count_log/count_log.hpp"
#include "core/counts/code.hpp"

namespace entrostream {

template <class Held>
class RingWindow {
  public:
    using Amount = Held::Amount;
    using Columns = Held::Columns;

    // Throws std::invalid_argument unless 0 < size < 2^62.
    explicit RingWindow(std::uint64_t size) : size_(size) {
        if (size == 0 || size > max_events) {
            throw std::invalid_argument("window size must be above 0 and below 2^62");
        }
    }

    [[nodiscard]] std::uint64_t size() const noexcept { return size_; }
    [[nodiscard]] const Held& held() const noexcept { return held_; }
    [[nodiscard]] Held& held() noexcept { return held_; }
    [[nodiscard]] decltype(auto) sums() const noexcept { return held_.sums(); }
    [[nodiscard]] std::size_t codes() const noexcept { return held_.codes(); }
    [[nodiscard]] std::uint64_t count(Code code) const noexcept { return held_.count(code); }

    // Estimates: see Counts.
    [[nodiscard]] static double nanoseconds() noexcept { return Held::nanoseconds(); }
    [[nodiscard]] std::size_t memory() const noexcept {
        return held_.memory() + ring_.size() * sizeof(Code);
    }
    void grow(std::size_t codes) { held_.grow(codes); }

    void update(Code code) {
        if (ring_.size() < size_) {
            fill(code);
            return;
        }
        const Code leaving = ring_[start_];
        ring_[start_] = code;
        start_ = start_ + 1 == ring_.size() ? 0 : start_ + 1;
        held_.slide(code, leaving);
    }
    // Makes room for `events` more events; if that succeeds, the calls below cannot fail for
    // this many in total.
    void prepare(std::uint64_t events);
    void update_many(Codes codes);
    // Like update_many, and writes the values after each event to the columns from row
    // `row` on.
    void trace(Codes codes, Columns columns, std::size_t row = 0);
    // Around a long column in pieces of `events` events in total: faster, with the same
    // results. Only `trace` may be called in between.
    void begin_column(std::uint64_t events, Columns columns);
    void end_column() noexcept { held_.end_slides(); }
    // The number of these events, the last ones, that are held after update_many.
    [[nodiscard]] std::size_t staying(std::size_t events) const noexcept {
        return static_cast<std::size_t>(std::min<std::uint64_t>(events, size_));
    }

    // Adds a number of events of each code, one code after the other.
    void add_many(CodeCounts more);
    // Removes the oldest events of each code, which must be held; the others keep their order.
    // Linear in the window's length.
    void take_many(CodeCounts less);

    // The codes now held, oldest first.
    [[nodiscard]] std::vector<Code> events() const;

    void clear() noexcept;
    void renumber(const Renumbering& to, std::size_t new_size);

  private:
    void fill(Code code) {
        ring_.push_back(code);  // may throw std::bad_alloc, so it precedes the counting
        held_.update(code);
    }
    void slide_many(Codes codes, Columns columns, std::size_t row);
    void replace_all(Codes codes);
    void write_ring(Codes codes);

    std::uint64_t size_;
    std::vector<Code> ring_;  // never longer than size_
    std::size_t start_ = 0;   // position of the oldest event; 0 until the window is full
    Held held_;
};

template <class Held>
void RingWindow<Held>::update_many(Codes codes) {
    if (codes.size() >= size_) {
        try {
            replace_all(codes.last(staying(codes.size())));
            return;
        } catch (const std::bad_alloc&) {  // single events need only what `prepare` allocates
        }
    }
    trace(codes, {});
}

template <class Held>
void RingWindow<Held>::prepare(std::uint64_t events) {
    const std::uint64_t more = std::min(events, size_ - ring_.size());
    const std::size_t needed = ring_.size() + static_cast<std::size_t>(more);
    // At least doubles, so that many small columns cost no more than one.
    if (needed > ring_.capacity()) ring_.reserve(std::max(needed, 2 * ring_.capacity()));
}

template <class Held>
void RingWindow<Held>::begin_column(std::uint64_t events, Columns columns) {
    prepare(events);
    held_.begin_slides(events - std::min(events, size_ - ring_.size()), columns);
}

template <class Held>
void RingWindow<Held>::trace(Codes codes, Columns columns, std::size_t row) {
    prepare(codes.size());  // everything that may throw precedes every change
    const std::size_t room =
        static_cast<std::size_t>(std::min<std::uint64_t>(codes.size(), size_ - ring_.size()));
    const Codes filling = codes.first(room);
    if (columns.empty()) {
        held_.update_many(filling);
    } else {
        held_.trace(filling, columns, row);
    }
    ring_.insert(ring_.end(), filling.begin(), filling.end());
    if (room < codes.size()) slide_many(codes.subspan(room), columns, row + room);
}

// Precondition: the window is full. The leaving events are, oldest first, the ring from start_
// to its end, the ring's beginning, and then the column itself.
template <class Held>
void RingWindow<Held>::slide_many(Codes codes, Columns columns, std::size_t row) {
    const std::size_t held = ring_.size();
    std::size_t done = 0;
    const auto slide_for = [&](const Code* leaving, std::size_t most) {
        const std::size_t part = std::min(most, codes.size() - done);
        held_.trace_slides(codes.subspan(done, part), leaving, columns, row + done);
        done += part;
    };
    slide_for(ring_.data() + start_, held - start_);
    slide_for(ring_.data(), start_);
    slide_for(codes.data(), codes.size());
    write_ring(codes);
}

// The last codes overwrite the oldest events.
template <class Held>
void RingWindow<Held>::write_ring(Codes codes) {
    const std::size_t held = ring_.size();
    if (codes.size() >= held) {
        std::copy(codes.end() - static_cast<std::ptrdiff_t>(held), codes.end(), ring_.begin());
        start_ = 0;
        return;
    }
    const std::size_t to_end = std::min(codes.size(), held - start_);
    std::copy_n(codes.begin(), to_end, ring_.begin() + static_cast<std::ptrdiff_t>(start_));
    std::copy(codes.begin() + static_cast<std::ptrdiff_t>(to_end), codes.end(), ring_.begin());
    start_ = (start_ + codes.size()) % held;
}

template <class Held>
void RingWindow<Held>::replace_all(Codes codes) {
    std::vector<Code> ring(codes.begin(), codes.end());
    held_.replace_all(codes);
    ring_ = std::move(ring);
    start_ = 0;
}

template <class Held>
void RingWindow<Held>::add_many(CodeCounts more) {
    // Only the last `size` events can stay, so they are collected from the back.
    std::vector<Code> events;
    for (std::size_t i = more.size(); i-- > 0;) {
        const std::uint64_t room = size_ - events.size();
        events.insert(events.end(), static_cast<std::size_t>(std::min(more[i].amount, room)),
                      more[i].code);
    }
    std::reverse(events.begin(), events.end());
    update_many(events);
}

template <class Held>
void RingWindow<Held>::take_many(CodeCounts less) {
    std::vector<std::uint64_t> going(codes(), 0);
    for (const CodeCount& each : less) {
        going[each.code] += each.amount;
    }
    std::vector<Code> remaining;
    remaining.reserve(ring_.size());
    for (const Code event : events()) {
        if (going[event] > 0) {
            --going[event];
        } else {
            remaining.push_back(event);
        }
    }
    held_.take_many(less);
    ring_ = std::move(remaining);
    start_ = 0;
}

template <class Held>
std::vector<Code> RingWindow<Held>::events() const {
    std::vector<Code> ordered(ring_.size());
    std::rotate_copy(ring_.begin(), ring_.begin() + static_cast<std::ptrdiff_t>(start_),
                     ring_.end(), ordered.begin());
    return ordered;
}

template <class Held>
void RingWindow<Held>::clear() noexcept {
    held_.clear();
    ring_.clear();
    start_ = 0;
}

template <class Held>
void RingWindow<Held>::renumber(const Renumbering& to, std::size_t new_size) {
    held_.renumber(to, new_size);
    for (Code& code : ring_) {
        code = to[code];
    }
}

}  // namespace entrostream
