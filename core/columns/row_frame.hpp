// Which rows belong to the window of a row, as pandas and Polars have it.
//
// A frame is a range of rows [start, end) of one stream; both ends only move forward from
// row to row. Counted frames reach over so many rows, timed ones over so much time.
#pragma once
#include <cstdint>
#include <limits>

#include "core/math/int128.hpp"
#include "core/time/calendar.hpp"
#include "core/time/time.hpp"

namespace entrostream {

enum class Closed : std::uint8_t { right, both, left, neither };

struct RowFrame {
    // No window of rows is longer: it holds all so far.
    static constexpr std::int64_t unlimited = std::numeric_limits<std::int64_t>::max();

    std::int64_t length = unlimited;  // rows, or nanoseconds
    bool by_time = false;
    Closed closed = Closed::right;
    bool centred = false;
    // Rows of the same time as this one belong to its window though they come after it, as
    // in Polars; in pandas they do not.
    bool ties_together = false;
    // Timed frames that are not centred: so many months of the calendar longer.
    std::int64_t months = 0;

    [[nodiscard]] bool expands() const noexcept { return !by_time && length == unlimited; }
    [[nodiscard]] bool closed_left() const noexcept {
        return closed == Closed::left || closed == Closed::both;
    }
    [[nodiscard]] bool closed_right() const noexcept {
        return closed == Closed::right || closed == Closed::both;
    }
    // Whether rows that come after a row may belong to its window.
    [[nodiscard]] bool waits() const noexcept {
        return centred || (by_time && ties_together && closed_right());
    }

    // Counted frames that do not expand: where the window of row `row` would begin, were
    // there rows enough before it; and where that of any would end, were there after it.
    [[nodiscard]] std::int64_t first_row(std::int64_t row) const noexcept {
        return row + 1 + ahead() - length - (closed_left() ? 1 : 0);
    }
    [[nodiscard]] std::int64_t end_row(std::int64_t row) const noexcept {
        return row + 1 + ahead() - (closed_right() ? 0 : 1);
    }
    // Where the window before that one would begin, which has as many rows.
    [[nodiscard]] std::int64_t first_previous(std::int64_t row) const noexcept {
        return first_row(row) - (end_row(row) - first_row(row));
    }

    // Timed frames: whether an earlier time is no longer in the window of a row at `now`,
    // nor in the window before that one; whether a time is not beyond its end.
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

  private:
    // Of months: where the window of a row at `now` begins, and what lies before that.
    [[nodiscard]] int128 start(int128 now) const noexcept {
        return months_before(now, months) - length;
    }
    [[nodiscard]] bool is_before(Time time, int128 begin) const noexcept {
        return closed_left() ? int128{time} < begin : int128{time} <= begin;
    }
    [[nodiscard]] std::int64_t ahead() const noexcept { return centred ? (length - 1) / 2 : 0; }
    // Half of the length lies on each side of a centred window, half a nanosecond included.
    [[nodiscard]] int sides() const noexcept { return centred ? 2 : 1; }
};

}  // namespace entrostream
