// However severe the changes of a stream are, and however often they come, few are reported; and
// what is more severe than usual always is.
#include "core/drift/report_threshold.hpp"

#include <cmath>
#include <cstdint>
#include <limits>

#include "core/tests/check.hpp"
#include "core/tests/random.hpp"

namespace entrostream::testing {
namespace {

constexpr std::uint64_t learning = 100'000;
constexpr double unknown = std::numeric_limits<double>::quiet_NaN();

double uniform(Random& random) {
    return static_cast<double>(random.below(1u << 30)) / (1u << 30);
}

// The most that is promised for the events after the first 100,000.
double bound(std::uint64_t events) {
    return 18 + 2e-6 * static_cast<double>(events - learning);
}

void reports_are_bounded_for_any_stream() {
    Random random(1);
    for (int stream = 0; stream < 300; ++stream) {
        ReportThreshold threshold;
        const std::uint64_t gap = 1 + random.below(1u << random.below(18));
        const double power = std::ldexp(1.0, static_cast<int>(random.below(12)) - 4);
        std::uint64_t reports = 0;
        std::uint64_t events = 0;
        for (int change = 0; change < 2000; ++change) {
            events += random.below(2 * gap);
            const bool rising = stream % 3 == 0;
            const double severity = rising ? change / 2000.0 : std::pow(uniform(random), power);
            if (threshold.admits(severity, events, nullptr) && events > learning) ++reports;
            check(ReportThreshold::is_sound(threshold.content()), "the level is in range");
            if (events > learning) {
                check(static_cast<double>(reports) <= bound(events), "the promise");
            }
        }
    }
}

void the_first_changes_are_reported_whatever_their_size() {
    for (const double severity : {0.0, 1e-9, 0.3, 1.0}) {
        ReportThreshold threshold;
        for (int change = 1; change <= 3; ++change)
            check(threshold.admits(severity, learning + 1, nullptr), "reported");
    }
    ReportThreshold threshold;
    for (std::uint64_t event = 1; event <= learning; event += 1000)
        check(threshold.admits(0.5, event, nullptr), "all are, while it learns");
    check(!threshold.admits(0.5, learning + 1, nullptr), "and then no more");
    check(threshold.admits(0.9, learning + 2, nullptr), "but for more severe ones");
}

void time_lowers_the_threshold() {
    const auto full = [] {
        ReportThreshold threshold;
        for (int change = 0; change < 100; ++change)
            static_cast<void>(threshold.admits(0.5, learning + 1, nullptr));
        return threshold;
    };
    ReportThreshold soon = full();
    check(!soon.admits(0.5, learning + 1000, nullptr), "too soon");
    ReportThreshold later = full();
    check(later.admits(0.5, learning + 1'000'000, nullptr), "a million events later");

    constexpr Time week = 7 * 86'400'000'000'000;
    const auto timed = [](Time begin) {
        ReportThreshold threshold;
        for (int change = 0; change < 100; ++change)
            static_cast<void>(threshold.admits(0.5, learning + 1, &begin));
        return threshold;
    };
    for (const Time begin : {-week * 1000, Time{0}, week * 3000}) {
        const Time next_day = begin + week / 7;
        const Time two_weeks = begin + 2 * week;
        check(!timed(begin).admits(0.5, learning + 2, &next_day), "a day is too soon");
        check(timed(begin).admits(0.5, learning + 2, &two_weeks), "two weeks are not");
    }
}

void a_change_of_unknown_size_is_reported() {
    ReportThreshold threshold;
    for (int change = 0; change < 100; ++change)
        static_cast<void>(threshold.admits(1.0, learning + 1, nullptr));
    const double level = threshold.content().level;
    check(threshold.admits(unknown, learning + 1, nullptr), "better than none");
    check(threshold.content().level == level, "and teaches nothing");
}

}  // namespace
}  // namespace entrostream::testing

int main() {
    using namespace entrostream::testing;
    reports_are_bounded_for_any_stream();
    the_first_changes_are_reported_whatever_their_size();
    time_lowers_the_threshold();
    a_change_of_unknown_size_is_reported();
    return report();
}
