#include "bindings/input/times/text.hpp"

#include <cstddef>
#include <cstdint>

#include "bindings/input/times/nanoseconds.hpp"
#include "core/math/int128.hpp"
#include "core/time/calendar.hpp"

namespace entrostream {

namespace {

bool is_digit(char c) noexcept {
    return c >= '0' && c <= '9';
}

// Reads from the front; after the first mismatch, `failed` stays true.
class Reader {
  public:
    explicit Reader(std::string_view text) noexcept : rest_(text) {}

    [[nodiscard]] bool failed() const noexcept { return failed_; }
    [[nodiscard]] bool done() const noexcept { return rest_.empty(); }

    bool skip_one_of(std::string_view characters) noexcept {
        if (rest_.empty() || characters.find(rest_.front()) == std::string_view::npos) return false;
        rest_.remove_prefix(1);
        return true;
    }
    void expect(char c) noexcept {
        if (!skip_one_of({&c, 1})) failed_ = true;
    }
    // A number of exactly `digits` digits, from `least` to `most`.
    int number(std::size_t digits, int least, int most) noexcept {
        int value = 0;
        for (std::size_t i = 0; i < digits; ++i) {
            if (rest_.empty() || !is_digit(rest_.front())) {
                failed_ = true;
                return least;
            }
            value = value * 10 + (rest_.front() - '0');
            rest_.remove_prefix(1);
        }
        if (value < least || value > most) failed_ = true;
        return value;
    }
    // The digits of a fraction of a second, in nanoseconds: rounds to nearest, ties to even.
    std::int64_t fraction() noexcept {
        if (rest_.empty() || !is_digit(rest_.front())) failed_ = true;
        std::int64_t value = 0;
        int digits = 0;
        int next = 0;       // the first digit below nanoseconds
        bool more = false;  // whether any digit after it is not 0
        for (; !rest_.empty() && is_digit(rest_.front()); rest_.remove_prefix(1), ++digits) {
            const int digit = rest_.front() - '0';
            if (digits < 9) value = value * 10 + digit;
            if (digits == 9) next = digit;
            if (digits > 9) more = more || digit != 0;
        }
        for (; digits < 9; ++digits) {
            value *= 10;
        }
        const bool tie = next == 5 && !more;
        return value + (tie ? value % 2 : static_cast<std::int64_t>(next >= 5));
    }

  private:
    std::string_view rest_;
    bool failed_ = false;
};

std::int64_t read_days(Reader& text) noexcept {
    const std::int64_t year = text.number(4, 1, 9999);
    text.expect('-');
    const int month = text.number(2, 1, 12);
    text.expect('-');
    if (text.failed()) return 0;
    return days_of(year, month, text.number(2, 1, days_in_month(year, month)));
}

std::int64_t read_time_of_day(Reader& text) noexcept {
    std::int64_t time = text.number(2, 0, 23) * hour;
    text.expect(':');
    time += text.number(2, 0, 59) * minute;
    if (!text.skip_one_of(":")) return time;
    time += text.number(2, 0, 59) * second;
    return text.skip_one_of(".,") ? time + text.fraction() : time;
}

// The offset from UTC.
std::int64_t read_offset(Reader& text) noexcept {
    if (text.done() || text.skip_one_of("Zz")) return 0;
    const bool behind = text.skip_one_of("-");
    if (!behind) text.expect('+');
    std::int64_t offset = text.number(2, 0, 23) * hour;
    text.skip_one_of(":");
    if (!text.done()) offset += text.number(2, 0, 59) * minute;
    return behind ? -offset : offset;
}

}  // namespace

std::optional<Time> time_from_text(std::string_view text) noexcept {
    Reader reader(text);
    int128 time = int128{read_days(reader)} * day;
    if (!reader.done()) {
        if (!reader.skip_one_of("Tt ")) return {};
        time += read_time_of_day(reader);
        time -= read_offset(reader);
    }
    if (reader.failed() || !reader.done()) return {};
    return time < -int128{last_time} || time > int128{last_time} ? no_time
                                                                 : static_cast<Time>(time);
}

}  // namespace entrostream
