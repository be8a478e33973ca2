// The window of each row of a column, over many interleaved streams.
//
// The rows come in order; each belongs to a stream (a group), and a window consists of rows of
// one stream. `Content` defines what is counted:
//
//     Item                        what is stored per row
//     Sums                        the aggregate of a window's rows
//     void enter(Sums&, Item)     a row enters the window of its stream
//     void leave(Sums&, Item)     a row leaves the window
//     void forget(Sums&, Item)    optional: a row leaves the previous window as well
//
// The previous window of a row has the same length and ends where the row's window begins.
//
// Each row of a stream gets its value once all rows of its window are known: immediately, or
// when a later row of the stream shows where the window ends, or at the end of the column.
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

// Whether rows that left the window still count, as rows of the previous window.
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

    // Makes room for streams below `streams`.
    void grow(std::size_t streams) {
        if (streams > streams_.size()) streams_.resize(streams);
    }

    // Adds one row; `number` is its index in the column. `emit(number, sums)` is called for each
    // row whose window is now complete. Times within a stream must not decrease.
    template <class Emit>
    void push(std::size_t stream, std::int64_t number, Time time, const Item& item, Emit&& emit) {
        Stream& at = streams_[stream];
        at.rows.push({item, time, number});
        settle(at, false, emit);
    }

    // Ends the column: emits the rows that are still waiting.
    template <class Emit>
    void finish(Emit&& emit) {
        for (Stream& at : streams_) {
            settle(at, true, emit);
        }
    }

    // Calls `use(stream, sums)` for the current window of each stream.
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
    // Rows [start, end) are in the window, rows [previous, start) in the previous one, if that
    // counts; `next` is the first row without a value.
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
        // Rows of an expanding window never leave and need not be stored.
        at.rows.forget_before(std::min(at.next, frame_.expands() ? at.end : oldest(at)));
    }

    // Adds the rows known so far that belong to the window of row `next`.
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
    // Whether no future row can belong to the window of row `next`.
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
