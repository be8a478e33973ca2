#include "bindings/input/times/span_text.hpp"

#include <array>
#include <cstdint>
#include <string>

#include "bindings/input/times/nanoseconds.hpp"
#include "bindings/input/times/times.hpp"

namespace entrostream {

namespace {

struct NamedUnit {
    std::string_view name;
    std::int64_t nanoseconds;
};
constexpr std::array units{
    NamedUnit{"ns", 1},
    NamedUnit{"us", microsecond},
    NamedUnit{"\u00b5s", microsecond},  // the micro sign
    NamedUnit{"\u03bcs", microsecond},  // the Greek letter
    NamedUnit{"ms", 1'000'000},
    NamedUnit{"s", second},
    NamedUnit{"sec", second},
    NamedUnit{"second", second},
    NamedUnit{"seconds", second},
    NamedUnit{"m", minute},
    NamedUnit{"min", minute},
    NamedUnit{"minute", minute},
    NamedUnit{"minutes", minute},
    NamedUnit{"h", hour},
    NamedUnit{"hour", hour},
    NamedUnit{"hours", hour},
    NamedUnit{"d", day},
    NamedUnit{"D", day},  // as pandas and NumPy write it
    NamedUnit{"day", day},
    NamedUnit{"days", day},
    NamedUnit{"w", week},
    NamedUnit{"week", week},
    NamedUnit{"weeks", week},
};

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

bool is_space(char c) {
    return c == ' ' || (c >= '\t' && c <= '\r');
}

// A decimal number: whole + (fraction + less than 1 if `inexact`) / scale.
struct Number {
    uint128 whole = 0;
    std::uint64_t fraction = 0;
    std::uint64_t scale = 1;
    bool inexact = false;

    [[nodiscard]] bool is_zero() const { return whole == 0 && fraction == 0 && !inexact; }

    // Rounds to the nearest nanosecond; a `whole` of 2^64 stands for anything larger.
    [[nodiscard]] uint128 times(std::uint64_t nanoseconds) const {
        const uint128 product = uint128{fraction} * nanoseconds;
        const uint128 floor = whole * nanoseconds + product / scale;
        const uint128 twice_rest = 2 * (product % scale);
        const bool beyond_half = twice_rest > scale || (twice_rest == scale && inexact);
        const bool tie = twice_rest == scale && !inexact;
        return floor + (beyond_half || (tie && (floor & 1) != 0) ? 1 : 0);
    }
};

class Parser {
  public:
    explicit Parser(std::string_view text) : rest_(text) {}

    std::optional<TextSpan> parse() {
        skip_spaces();
        const bool negative = skip('-');
        uint128 total = 0;
        bool zero = true;
        do {
            const std::optional<Number> number = read_number();
            const std::optional<std::int64_t> unit = read_unit();
            if (!number || !unit) return {};
            zero = zero && number->is_zero();
            total += number->times(static_cast<std::uint64_t>(*unit));
            if (total > uint128{1} << 64) total = uint128{1} << 64;
        } while (!rest_.empty());
        const Time time = high_half(total) != 0 ? no_time : signed_time(low_half(total), negative);
        return TextSpan{time, zero ? 0 : negative ? -1 : 1};
    }

  private:
    void skip_spaces() {
        while (!rest_.empty() && is_space(rest_.front())) {
            rest_.remove_prefix(1);
        }
    }

    bool skip(char c) {
        if (rest_.empty() || rest_.front() != c) return false;
        rest_.remove_prefix(1);
        return true;
    }

    std::string_view read_digits() {
        std::size_t length = 0;
        while (length < rest_.size() && is_digit(rest_[length])) {
            ++length;
        }
        const std::string_view digits = rest_.substr(0, length);
        rest_.remove_prefix(length);
        return digits;
    }

    std::optional<Number> read_number() {
        skip_spaces();
        const std::string_view whole = read_digits();
        const std::string_view fraction = skip('.') ? read_digits() : std::string_view();
        if (whole.empty() && fraction.empty()) return {};
        Number number;
        constexpr uint128 too_large = uint128{1} << 64;
        for (const char digit : whole) {
            number.whole = number.whole * 10 + static_cast<unsigned>(digit - '0');
            if (number.whole > too_large) number.whole = too_large;
        }
        constexpr std::uint64_t finest = 1'000'000'000'000'000'000;
        for (const char digit : fraction) {
            if (number.scale < finest) {
                number.fraction = number.fraction * 10 + static_cast<unsigned>(digit - '0');
                number.scale *= 10;
            } else {
                number.inexact = number.inexact || digit != '0';
            }
        }
        skip_spaces();
        return number;
    }

    // Reads up to the next number, without the spaces before it.
    std::optional<std::int64_t> read_unit() {
        std::size_t length = 0;
        while (length < rest_.size() && !is_digit(rest_[length]) && rest_[length] != '.' &&
               !is_space(rest_[length])) {
            ++length;
        }
        const std::string_view name = rest_.substr(0, length);
        rest_.remove_prefix(length);
        skip_spaces();
        for (const NamedUnit& unit : units) {
            if (unit.name == name) return unit.nanoseconds;
        }
        return {};
    }

    std::string_view rest_;
};

}  // namespace

std::optional<TextSpan> span_from_text(std::string_view text) {
    return Parser(text).parse();
}

std::string span_text(Time span) {
    constexpr std::array written{NamedUnit{"d", day},        NamedUnit{"h", hour},
                                 NamedUnit{"min", minute},   NamedUnit{"s", second},
                                 NamedUnit{"ms", 1'000'000}, NamedUnit{"us", microsecond},
                                 NamedUnit{"ns", 1}};
    if (span == 0) return "0s";
    std::string text;
    for (const NamedUnit& unit : written) {
        const Time count = span / unit.nanoseconds;
        if (count != 0) text.append(std::to_string(count)).append(unit.name);
        span %= unit.nanoseconds;
    }
    return text;
}

}  // namespace entrostream
