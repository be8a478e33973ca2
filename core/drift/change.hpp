// A change of the label distribution found by the adaptive window, and the labels that moved.
#pragma once
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "core/counts/code.hpp"
#include "core/drift/statistic.hpp"
#include "core/time/time.hpp"

namespace entrostream {

// How often a label, or a group of labels, occurred in the past that was cut off and since.
struct Shift {
    std::uint64_t before = 0;
    std::uint64_t after = 0;

    friend bool operator==(const Shift&, const Shift&) = default;
};

struct LabelShift : Shift {
    Code code = no_code;

    friend bool operator==(const LabelShift&, const LabelShift&) = default;
};

// A value of the distribution on either side of the change; NaN if it is not known.
struct ValueShift {
    static constexpr double unknown = std::numeric_limits<double>::quiet_NaN();

    double before = unknown;
    double after = unknown;

    friend bool operator==(const ValueShift&, const ValueShift&) = default;
};

struct Change {
    std::uint64_t position = 0;  // of the first event kept, 0-based in the stream
    std::uint64_t found = 0;     // events seen by then
    std::optional<Time> at;      // times of these two events, if events have times
    std::optional<Time> found_at;
    std::optional<Time> began_at;  // time of the first event that was cut off
    Statistic statistic = Statistic::sum;
    double strength = 0;  // the statistic and what it had to exceed, nats
    double threshold = 0;
    double severity = ValueShift::unknown;  // see severity.hpp, and its standard error
    double severity_error = ValueShift::unknown;
    ValueShift entropy;  // bits
    ValueShift gini;
    std::uint64_t at_most = 0;  // frequency: labels seen at most this often in the window moved
    Shift events;               // how many were cut off and kept
    Shift moved;                // of the first label, or of all labels seen at most `at_most` times
    std::vector<LabelShift>
        labels;  // that moved most, at most five, the one with the largest d first

    friend bool operator==(const Change&, const Change&) = default;
};

}  // namespace entrostream
