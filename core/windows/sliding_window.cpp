#include "core/windows/sliding_window.hpp"

#include <algorithm>
#include <stdexcept>

#include "core/exact/count_log.hpp"

namespace entrostream {

SlidingWindow::SlidingWindow(std::uint64_t size) : size_(size) {
    if (size == 0 || size > max_events) {
        throw std::invalid_argument("window size must be above 0 and below 2^62");
    }
}

void SlidingWindow::fill(Code code) {
    ring_.push_back(code);  // may run out of memory: before anything is counted
    counts_.update(code);
}

void SlidingWindow::update_many(Codes codes) {
    if (codes.size() >= size_) {
        replace_all(codes.last(static_cast<std::size_t>(size_)));
        return;
    }
    trace(codes, {});
}

void SlidingWindow::prepare(std::uint64_t events) {
    const std::uint64_t more = std::min(events, size_ - ring_.size());
    const std::size_t needed = ring_.size() + static_cast<std::size_t>(more);
    // At least twice as much, so that many small columns cost no more than one.
    if (needed > ring_.capacity()) ring_.reserve(std::max(needed, 2 * ring_.capacity()));
}

void SlidingWindow::begin_column(std::uint64_t events, TraceColumns columns) {
    prepare(events);
    counts_.begin_slides(events - std::min(events, size_ - ring_.size()), columns);
}

void SlidingWindow::trace(Codes codes, TraceColumns columns, std::size_t row) {
    prepare(codes.size());  // all that may fail comes before all that changes
    const std::size_t room =
        static_cast<std::size_t>(std::min<std::uint64_t>(codes.size(), size_ - ring_.size()));
    const Codes filling = codes.first(room);
    if (columns.empty()) {
        counts_.update_many(filling);
    } else {
        counts_.trace(filling, columns, row);
    }
    ring_.insert(ring_.end(), filling.begin(), filling.end());
    if (room < codes.size()) slide_many(codes.subspan(room), columns, row + room);
}

// The window is full. What leaves at event i is, oldest first, the ring from
// start_ to its end, the ring's beginning, and then the column itself.
void SlidingWindow::slide_many(Codes codes, TraceColumns columns, std::size_t row) {
    const std::size_t held = ring_.size();
    std::size_t done = 0;
    const auto slide_for = [&](const Code* leaving, std::size_t most) {
        const std::size_t part = std::min(most, codes.size() - done);
        counts_.trace_slides(codes.subspan(done, part), leaving, columns, row + done);
        done += part;
    };
    slide_for(ring_.data() + start_, held - start_);
    slide_for(ring_.data(), start_);
    slide_for(codes.data(), codes.size());
    write_ring(codes);
}

// The last of the codes take the places of the oldest events.
void SlidingWindow::write_ring(Codes codes) {
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

void SlidingWindow::replace_all(Codes codes) {
    std::vector<Code> ring(codes.begin(), codes.end());
    counts_.replace_all(codes);
    ring_ = std::move(ring);
    start_ = 0;
}

void SlidingWindow::add_many(CodeCounts more) {
    // Only the last `size` events can stay: they are laid out from the back.
    std::vector<Code> events;
    for (std::size_t i = more.size(); i-- > 0;) {
        const std::uint64_t room = size_ - events.size();
        events.insert(events.end(), static_cast<std::size_t>(std::min(more[i].amount, room)),
                      more[i].code);
    }
    std::reverse(events.begin(), events.end());
    update_many(events);
}

void SlidingWindow::take_many(CodeCounts less) {
    std::vector<std::uint64_t> going(codes(), 0);
    for (const CodeCount& each : less) {
        going[each.code] += each.amount;
    }
    std::vector<Code> kept;
    kept.reserve(ring_.size());
    for (const Code event : events()) {
        if (going[event] > 0) {
            --going[event];
        } else {
            kept.push_back(event);
        }
    }
    counts_.take_many(less);
    ring_ = std::move(kept);
    start_ = 0;
}

std::vector<Code> SlidingWindow::events() const {
    std::vector<Code> ordered(ring_.size());
    std::rotate_copy(ring_.begin(), ring_.begin() + static_cast<std::ptrdiff_t>(start_),
                     ring_.end(), ordered.begin());
    return ordered;
}

void SlidingWindow::clear() noexcept {
    counts_.clear();
    ring_.clear();
    start_ = 0;
}

void SlidingWindow::renumber(const Renumbering& to, std::size_t kept) {
    counts_.renumber(to, kept);
    for (Code& code : ring_) {
        code = to[code];
    }
}

}  // namespace entrostream
