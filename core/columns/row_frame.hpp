// Which rows belong to the window of a row, as in pandas and Polars.
//
// A frame is a range of rows [start, end) of one stream; both ends only move forward from row to
// row. Counted frames have a length in rows, timed ones in time.
#pragma once
#include <cstdint>
#include <limits>

#include "core/math/int128.hpp"
#include "core/time/calendar.hpp"
#include "core/time/time.hpp"

namespace entrostream {

enum class Closed : std::uint8_t { right, both, left, neither };

struct RowFrame {
    // An expanding window: all rows so far.
    static constexpr std::int64_t unlimited = std::numeric_limits<std::int64_t>::max();

    std::int64_t length = unlimited;  // rows, or nanoseconds
    bool by_time = false;
    Closed closed = Closed::right;
    bool centred = false;
    // Whether later rows with the same time as this one belong to its window: true in Polars,
    // false in pandas.
    bool ties_together = false;
    // Timed frames that are not centred: this many calendar months longer.
    std::int64_t months = 0;

    [[nodiscard]] bool expands() const noexcept { return !by_time && length == unlimited; }
    [[nodiscard]] bool closed_left() const noexcept {
        return closed == Closed::left || closed == Closed::both;
    }
    [[nodiscard]] bool closed_right() const noexcept {
        return closed == Closed::right || closed == Closed::both;
    }
    // Whether a window ends with its row, as those of the summaries do. Any other option, also
    // one that does not exist yet, is not trailing.
    [[nodiscard]] bool is_trailing() const noexcept {
        return *this == RowFrame{.length = length, .by_time = by_time};
    }
    // Whether later rows may belong to the window of a row.
    [[nodiscard]] bool waits() const noexcept {
        return centred || (by_time && ties_together && closed_right());
    }

    // Where the window of row `row` begins and ends, which may be outside the stream: first_row for
    // counted frames that do not expand, end_row for all counted frames.
    [[nodiscard]] std::int64_t first_row(std::int64_t row) const noexcept {
        return row + 1 + ahead() - length - (closed_left() ? 1 : 0);
    }
    [[nodiscard]] std::int64_t end_row(std::int64_t row) const noexcept {
        return row + 1 + ahead() - (closed_right() ? 0 : 1);
    }
    // Where the previous window, which has as many rows, begins.
    [[nodiscard]] std::int64_t first_previous(std::int64_t row) const noexcept {
        return first_row(row) - (end_row(row) - first_row(row));
    }

    // Timed frames: whether an earlier time is before the window of a row at `now`; whether it is
    // before the previous window, too; whether a time is not after the window's end.
    [[nodiscard]] bool is_over(Time time, Time now) const noexcept {
        if (months != 0) return is_before(time, start(now));
        const int128 age = (int128{now} - time) * sides();
        return closed_left() ? age > length : age >= length;
    }
    [[nodiscard]] bool is_long_over(Time time, Time now) const noexcept {
        if (months != 0) return is_before(time, start(start(now)));
        const int128 age = (int128{now} - time) * sides();
        const int128 most = int128{length} * (sides() + 1);
        return closed_left() ? age > most : age >= most;
    }
    [[nodiscard]] bool reaches(Time time, Time now) const noexcept {
        const int128 wait = (int128{time} - now) * sides();
        const std::int64_t most = centred ? length : 0;
        return closed_right() ? wait <= most : wait < most;
    }

    friend bool operator==(const RowFrame&, const RowFrame&) = default;

  private:
    // For months: where the window of a row at `now` begins, and whether a time is before that.
    [[nodiscard]] int128 start(int128 now) const noexcept {
        return months_before(now, months) - length;
    }
    [[nodiscard]] bool is_before(Time time, int128 begin) const noexcept {
        return closed_left() ? int128{time} < begin : int128{time} <= begin;
    }
    [[nodiscard]] std::int64_t ahead() const noexcept { return centred ? (length - 1) / 2 : 0; }
    // A centred window extends by half of the length to each side: doubled times keep the half
    // nanosecond.
    [[nodiscard]] int sides() const noexcept { return centred ? 2 : 1; }
};

}  // namespace entrostream
