// The proleptic Gregorian calendar in UTC: dates as day numbers, and month arithmetic.
#pragma once
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "core/math/int128.hpp"
#include "core/time/time.hpp"

namespace entrostream {

// Days since 1970-01-01 of a date. Years start in March, so that the leap day is the last;
// 400 years are an era of 146097 days.
[[nodiscard]] constexpr std::int64_t days_of(std::int64_t year, int month, int day_of_month) {
    const std::int64_t from_march = year - (month <= 2 ? 1 : 0);
    const std::int64_t era = (from_march >= 0 ? from_march : from_march - 399) / 400;
    const std::int64_t year_of_era = from_march - era * 400;
    const int day_of_year = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day_of_month - 1;
    const std::int64_t day_of_era =
        year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
    return era * 146'097 + day_of_era - 719'468;
}

[[nodiscard]] constexpr int days_in_month(std::int64_t year, int month) noexcept {
    constexpr std::array days{31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    const bool leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    return days[static_cast<std::size_t>(month - 1)] + (month == 2 && leap ? 1 : 0);
}

struct Date {
    std::int64_t year;
    int month;
    int day;
};

// The inverse of days_of.
[[nodiscard]] constexpr Date date_of(std::int64_t days) noexcept {
    const std::int64_t shifted = days + 719'468;
    const std::int64_t era = (shifted >= 0 ? shifted : shifted - 146'096) / 146'097;
    const std::int64_t day_of_era = shifted - era * 146'097;
    const std::int64_t year_of_era =
        (day_of_era - day_of_era / 1'460 + day_of_era / 36'524 - day_of_era / 146'096) / 365;
    const auto day_of_year =
        static_cast<int>(day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100));
    const int from_march = (5 * day_of_year + 2) / 153;
    const int month = from_march < 10 ? from_march + 3 : from_march - 9;
    return {year_of_era + era * 400 + (month <= 2 ? 1 : 0), month,
            day_of_year - (153 * from_march + 2) / 5 + 1};
}

// The same day and time of day `months` months earlier, or the last day of that month if it is
// shorter, as in Polars. Non-decreasing in `time`.
[[nodiscard]] constexpr int128 months_before(int128 time, std::int64_t months) noexcept {
    constexpr std::int64_t day = 86'400'000'000'000;
    const auto days = static_cast<std::int64_t>((time < 0 ? time - (day - 1) : time) / day);
    const Date date = date_of(days);
    const std::int64_t month = date.year * 12 + date.month - 1 - months;
    const std::int64_t year = (month >= 0 ? month : month - 11) / 12;
    const int month_of_year = static_cast<int>(month - year * 12) + 1;
    const int day_of_month = std::min(date.day, days_in_month(year, month_of_year));
    return int128{days_of(year, month_of_year, day_of_month)} * day + (time - int128{days} * day);
}

}  // namespace entrostream
