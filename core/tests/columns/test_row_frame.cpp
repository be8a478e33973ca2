// The ends of a row's window, in rows or in time.
#include "core/columns/row_frame.hpp"

#include <cstdint>
#include <limits>

#include "core/tests/check.hpp"
#include "core/tests/columns/model.hpp"
#include "core/time/calendar.hpp"

using namespace entrostream;
using namespace entrostream::testing;

namespace {

void counted_frames_are_those_of_pandas() {
    for (const Closed closed : all_closed) {
        for (const bool centred : {false, true}) {
            for (std::int64_t length = 1; length < 8; ++length) {
                const RowFrame frame{length, false, closed, centred, false};
                for (std::int64_t row = 0; row < 20; ++row) {
                    const std::int64_t end = row + 1 + (centred ? (length - 1) / 2 : 0);
                    check(frame.first_row(row) == end - length - (opens_left(closed) ? 0 : 1),
                          "where it begins");
                    check(frame.end_row(row) == end - (opens_right(closed) ? 1 : 0),
                          "where it ends");
                }
            }
        }
    }
}

void times_at_the_ends_belong_to_closed_ends() {
    for (const Closed closed : all_closed) {
        const RowFrame frame{10, true, closed, false, false};
        check(frame.is_over(90, 100) == opens_left(closed), "ten ago");
        check(!frame.is_over(91, 100) && frame.is_over(89, 100), "nine and eleven ago");
        check(frame.reaches(100, 100) == !opens_right(closed), "now");
        check(frame.reaches(99, 100) && !frame.reaches(101, 100), "before and after");

        const RowFrame odd{3, true, closed, true, false};  // one and a half on each side
        check(!odd.is_over(99, 100) && odd.is_over(98, 100), "one and two ago");
        check(odd.reaches(101, 100) && !odd.reaches(102, 100), "one and two ahead");
    }
}

void nothing_overflows_at_the_ends_of_time() {
    constexpr Time first = std::numeric_limits<Time>::min() + 1;
    constexpr Time last = std::numeric_limits<Time>::max();
    const RowFrame longest{std::numeric_limits<std::int64_t>::max(), true, Closed::both, true,
                           false};

    check(!longest.expands(), "a span of time ends");
    check(longest.is_over(first, last), "the beginning is over at the end");
    check(!longest.reaches(last, first), "the end is not reached from the beginning");
    check(!longest.is_over(0, last / 2), "half of all time is not over");
}

void months_end_where_the_calendar_says() {
    constexpr std::int64_t day = 86'400'000'000'000;
    const Time now = days_of(2024, 3, 31) * day;
    const Time start = days_of(2024, 2, 29) * day;
    const Time before = days_of(2024, 1, 29) * day;
    for (const Closed closed : all_closed) {
        const RowFrame frame{0, true, closed, false, false, 1};
        check(frame.is_over(start, now) == opens_left(closed), "a month ago");
        check(!frame.is_over(start + 1, now) && frame.is_over(start - 1, now), "around it");
        check(frame.is_long_over(before, now) == opens_left(closed), "two months ago");
        check(!frame.is_long_over(before + 1, now) && frame.is_long_over(before - 1, now),
              "around them");
        const RowFrame longer{5, true, closed, false, false, 1};
        check(longer.is_over(start - 5, now) == opens_left(closed), "and five nanoseconds");
    }
}

void only_what_may_need_later_rows_waits() {
    check(!RowFrame{}.waits() && RowFrame{}.expands(), "all rows so far");
    check((RowFrame{3, false, Closed::right, true, false}.waits()), "a centred one waits");
    check((RowFrame{3, true, Closed::right, false, true}.waits()), "for rows of the same time");
    check(!(RowFrame{3, true, Closed::left, false, true}.waits()), "which are not in it");
    check(!(RowFrame{3, false, Closed::right, false, true}.waits()), "rows have no time");
}

}  // namespace

int main() {
    counted_frames_are_those_of_pandas();
    times_at_the_ends_belong_to_closed_ends();
    nothing_overflows_at_the_ends_of_time();
    months_end_where_the_calendar_says();
    only_what_may_need_later_rows_waits();
    return report();
}
