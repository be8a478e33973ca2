// The window of each row of a column: whole frames, many streams side by side.
//
// The rows come in order; each belongs to a stream (a group), and windows are made of the
// rows of one stream. `Content` says what is counted:
//
//     Item                        what is kept of a row
//     Sums                        what the rows of a window amount to
//     void enter(Sums&, Item)     a row comes into the window of its stream
//     void leave(Sums&, Item)     and goes
//     void forget(Sums&, Item)    if there is one: and goes from the window before as well
//
// The window before that of a row is as long, and ends where that one begins.
//
// Each row of a stream gets its value once all rows of its window are known: at once, or
// when a later row of the stream shows where the window ends, or when the column ends.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "core/columns/row_frame.hpp"
#include "core/columns/row_queue.hpp"
#include "core/time/time.hpp"

namespace entrostream {

// Whether rows that left the window still count, as those of the window before.
template <class Content>
concept CountsPrevious = requires(Content content, Content::Sums& sums, const Content::Item& item) {
    content.forget(sums, item);
};

template <class Content>
class RowWindows {
  public:
    using Item = Content::Item;
    using Sums = Content::Sums;

    explicit RowWindows(RowFrame frame, Content content = {})
        : frame_(frame), content_(std::move(content)) {}

    [[nodiscard]] const RowFrame& frame() const noexcept { return frame_; }
    [[nodiscard]] Content& content() noexcept { return content_; }

    // Room for streams below `streams`.
    void grow(std::size_t streams) {
        if (streams > streams_.size()) streams_.resize(streams);
    }

    // One row more; `number` is its place in the column. `emit(number, sums)` is called for
    // each row whose window is known now. Times of a stream must not go back.
    template <class Emit>
    void push(std::size_t stream, std::int64_t number, Time time, const Item& item, Emit&& emit) {
        Stream& at = streams_[stream];
        at.rows.push({item, time, number});
        settle(at, false, emit);
    }

    // No more rows: those that waited get their values.
    template <class Emit>
    void finish(Emit&& emit) {
        for (Stream& at : streams_) {
            settle(at, true, emit);
        }
    }

    // Calls `use(stream, sums)` for what the window of each stream holds now.
    template <class Use>
    void for_each_stream(Use&& use) const {
        for (std::size_t stream = 0; stream < streams_.size(); ++stream) {
            use(stream, streams_[stream].sums);
        }
    }

  private:
    struct Row {
        Item item;
        Time time;
        std::int64_t number;
    };
    // Rows from `start` to `end` are in the window, those from `previous` to `start` in the one
    // before, if that counts; `next` is the first without a value.
    struct Stream {
        RowQueue<Row> rows;
        std::int64_t previous = 0;
        std::int64_t start = 0;
        std::int64_t end = 0;
        std::int64_t next = 0;
        Sums sums;
    };

    template <class Emit>
    void settle(Stream& at, bool finished, Emit& emit) {
        while (at.next < at.rows.size()) {
            extend(at);
            if (!finished && !is_complete(at)) break;
            shorten(at);
            shorten_previous(at);
            emit(at.rows[at.next].number, std::as_const(at.sums));
            ++at.next;
        }
        // What never leaves is not asked for again.
        at.rows.forget_before(std::min(at.next, frame_.expands() ? at.end : oldest(at)));
    }

    // Lets in what belongs to the window of row `next`, as far as it has come.
    void extend(Stream& at) {
        const std::int64_t known = at.rows.size();
        while (at.end < known && belongs(at)) {
            content_.enter(at.sums, at.rows[at.end++].item);
        }
    }
    [[nodiscard]] bool belongs(const Stream& at) const noexcept {
        if (!frame_.by_time) return at.end < frame_.end_row(at.next);
        if (!frame_.waits() && at.end > at.next) return false;
        return frame_.reaches(at.rows[at.end].time, at.rows[at.next].time);
    }
    // Whether no row that is still to come can belong to the window of row `next`.
    [[nodiscard]] bool is_complete(const Stream& at) const noexcept {
        if (!frame_.by_time) return at.rows.size() >= frame_.end_row(at.next);
        return !frame_.waits() || at.end < at.rows.size();
    }

    void shorten(Stream& at) {
        if (frame_.expands()) return;
        while (at.start < at.end && is_over(at)) {
            content_.leave(at.sums, at.rows[at.start++].item);
        }
    }
    [[nodiscard]] bool is_over(const Stream& at) const noexcept {
        if (!frame_.by_time) return at.start < frame_.first_row(at.next);
        return frame_.is_over(at.rows[at.start].time, at.rows[at.next].time);
    }

    void shorten_previous(Stream& at) {
        if constexpr (CountsPrevious<Content>) {
            while (at.previous < at.start && is_long_over(at)) {
                content_.forget(at.sums, at.rows[at.previous++].item);
            }
        }
    }
    [[nodiscard]] bool is_long_over(const Stream& at) const noexcept {
        if (!frame_.by_time) return at.previous < frame_.first_previous(at.next);
        return frame_.is_long_over(at.rows[at.previous].time, at.rows[at.next].time);
    }
    [[nodiscard]] static std::int64_t oldest(const Stream& at) noexcept {
        return CountsPrevious<Content> ? at.previous : at.start;
    }

    RowFrame frame_;
    Content content_;
    std::vector<Stream> streams_;
};

}  // namespace entrostream
