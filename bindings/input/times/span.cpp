// Lengths of time.
#include <optional>
#include <string>

#include "bindings/input/times/nanoseconds.hpp"
#include "bindings/input/times/number.hpp"
#include "bindings/input/times/python_times.hpp"
#include "bindings/input/times/span_text.hpp"
#include "bindings/input/times/ticks.hpp"
#include "bindings/input/times/times.hpp"
#include "bindings/labels/plain_label.hpp"
#include "bindings/runtime/arguments.hpp"

namespace entrostream {

namespace {

Loaded numpy_timedelta("numpy", "timedelta64");
Loaded pandas_timedelta("pandas", "Timedelta");

// A length as given: its rounded value, and its sign before rounding.
struct Length {
    Time time;  // no_time if it does not fit
    int sign;
};

int sign_of(std::int64_t value) {
    return (value > 0) - (value < 0);
}

class SpanReader {
  public:
    SpanReader(nb::handle span, const char* what, bool zero_allowed)
        : span_(span), what_(what), zero_allowed_(zero_allowed) {}

    [[nodiscard]] Time read() const {
        const Length length = measure();
        if (length.sign < 0 || (length.sign == 0 && !zero_allowed_)) throw_not_positive();
        if (length.time == no_time)
            throw_value(" must be below 2^63 nanoseconds (292 years), got ");
        if (length.time == 0 && !zero_allowed_) throw_value(" must be at least 1ns, got ");
        return length.time;
    }

  private:
    [[nodiscard]] Length measure() const {
        if (const auto seconds = seconds_of(span_)) {
            if (!seconds->is_finite) throw_not_positive();
            return {seconds->time, seconds->sign};
        }
        if (PyUnicode_Check(span_.ptr())) return of_text();
        if (is_missing(span_) && !span_.is_none()) throw_not_positive();
        if (numpy_timedelta.is_type_of(span_)) return of_numpy(span_);
        if (pandas_timedelta.is_type_of(span_)) return of_numpy(span_.attr("to_timedelta64")());
        if (is_timedelta(span_)) {
            const bool negative = nb::cast<int>(span_.attr("days")) < 0;
            const Time time = from_timedelta(span_);
            return {time, negative ? -1 : time != 0};
        }
        throw nb::type_error(
            (what_ +
             R"( must be a length of time ("10min", a timedelta or a number of seconds), got )" +
             repr_with_type(span_))
                .c_str());
    }

    [[nodiscard]] Length of_numpy(nb::handle scalar) const {
        const std::int64_t ticks = numpy_tick_count(scalar);
        if (ticks == no_time) throw_not_positive();
        const Ticks meaning = numpy_ticks(scalar.attr("dtype"));
        if (std::holds_alternative<MonthTicks>(meaning)) {
            throw_value(" must have one length, but months and years differ: got ");
        }
        return {from_ticks(ticks, meaning), sign_of(ticks)};
    }

    [[nodiscard]] Length of_text() const {
        Py_ssize_t size = 0;
        const char* characters = PyUnicode_AsUTF8AndSize(span_.ptr(), &size);
        if (characters == nullptr) throw nb::python_error();
        const std::string text(characters, static_cast<std::size_t>(size));
        const std::optional<TextSpan> read = span_from_text(text);
        if (read) return {read->time, read->sign};
        // Keeps the message on one line, whatever the text.
        const bool is_short = text.size() <= 60 && text.find('\n') == std::string::npos;
        const std::string quoted = is_short ? "\"" + text + "\"" : repr_short(span_);
        throw nb::value_error((what_ + " " + quoted +
                               " is not a length of time; write \"10min\", \"1h30min\", a "
                               "timedelta or a number of seconds")
                                  .c_str());
    }

    [[noreturn]] void throw_not_positive() const {
        throw_value(zero_allowed_ ? " must be 0 or a positive length of time, got "
                                  : " must be a positive length of time, got ");
    }
    [[noreturn]] void throw_value(const char* complaint) const {
        throw nb::value_error((what_ + complaint + repr_short(span_)).c_str());
    }

    nb::handle span_;
    std::string what_;
    bool zero_allowed_;
};

}  // namespace

Time read_span(nb::handle span, const char* what, bool zero_allowed) {
    return SpanReader(span, what, zero_allowed).read();
}

}  // namespace entrostream
