// How far apart the label distributions before and after a change are.
#pragma once
#include <limits>
#include <vector>

#include "core/drift/change.hpp"

namespace entrostream {

// The Jensen-Shannon divergence of the two distributions in bits, adjusted for chance: 0 is what a
// random split of the same events gives on average, 1 that no label occurs on both sides.
//
// Two small samples of the same large alphabet have hardly a label in common and would seem to
// differ completely. Therefore labels that are too rare to be judged count as one: those with
// fewer than five expected events on the shorter side, and not clearly more observed ones
// (3 + 3 sqrt(expected)). What remains of the bias is removed: J - E is divided by 1 - E, where J
// is the divergence of the observed shares and E its expectation over all splits of the same events
// into sides of the same lengths.
struct Severity {
    double value = std::numeric_limits<double>::quiet_NaN();
    // Standard error (delta method), for independent events; times the root of an overdispersion
    // for others.
    double error = std::numeric_limits<double>::quiet_NaN();
};

// `labels`: all labels of the window. Both sides have events. Throws std::bad_alloc.
[[nodiscard]] Severity severity_of(const std::vector<LabelShift>& labels, const Shift& events);

// A lower confidence bound of the total variation distance of the two distributions that errs with
// probability exp(-a), for independent events: McDiarmid's inequality for the distance of the
// observed shares, minus a bound of the expectation of that distance without a change.
// `variances`: the sum over all labels of sqrt(share (1 - share)) in the window.
[[nodiscard]] double shift_bound(double distance, double variances, const Shift& events,
                                 double a) noexcept;

}  // namespace entrostream
