// Conversions between dates and days are inverse, and subtracting months follows the calendar.
#include "core/time/calendar.hpp"

#include <cstdint>
#include <limits>

#include "core/tests/check.hpp"

using namespace entrostream;
using namespace entrostream::testing;

namespace {

constexpr std::int64_t day = 86'400'000'000'000;

// Day by day, by the lengths of the months.
void days_follow_each_other() {
    Date date{1599, 12, 31};
    for (std::int64_t days = days_of(1600, 1, 1); days < days_of(2401, 1, 1); ++days) {
        if (++date.day > days_in_month(date.year, date.month)) {
            date.day = 1;
            if (++date.month > 12) {
                date.month = 1;
                ++date.year;
            }
        }
        const Date found = date_of(days);
        check(found.year == date.year && found.month == date.month && found.day == date.day,
              "the date of a day");
        check(days_of(date.year, date.month, date.day) == days, "the day of a date");
    }
}

void months_keep_the_day_or_take_the_last() {
    const auto at = [](std::int64_t year, int month, int day_of_month) {
        return int128{days_of(year, month, day_of_month)} * day + 5;
    };
    check(months_before(at(2024, 3, 31), 1) == at(2024, 2, 29), "a leap year");
    check(months_before(at(2023, 3, 31), 1) == at(2023, 2, 28), "another");
    check(months_before(at(2024, 3, 15), 1) == at(2024, 2, 15), "the same day");
    check(months_before(at(2024, 1, 31), 1) == at(2023, 12, 31), "the year before");
    check(months_before(at(2024, 2, 29), 12) == at(2023, 2, 28), "a year");
    check(months_before(at(1970, 1, 1), 13) == at(1968, 12, 1), "before 1970");
}

void months_never_go_back() {
    for (const std::int64_t months : {1, 2, 3, 11, 12, 25}) {
        int128 before = months_before(int128{days_of(1899, 12, 31)} * day, months);
        for (std::int64_t days = days_of(1900, 1, 1); days < days_of(2001, 1, 1); ++days) {
            const int128 start = months_before(int128{days} * day, months);
            check(start >= before, "later times have later starts");
            before = start;
        }
    }
}

void nothing_overflows_at_the_ends_of_time() {
    constexpr Time first = std::numeric_limits<Time>::min() + 1;
    constexpr Time last = std::numeric_limits<Time>::max();
    check(months_before(first, 12 * 585) < first, "before all times");
    check(months_before(months_before(first, 12 * 585), 12 * 585) < first, "and before that");
    check(months_before(last, 12 * 585) < int128{first} + 366 * int128{day}, "all times");
}

}  // namespace

int main() {
    days_follow_each_other();
    months_keep_the_day_or_take_the_last();
    months_never_go_back();
    nothing_overflows_at_the_ends_of_time();
    return report();
}
