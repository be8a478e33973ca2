// However severe the changes of a stream are, and however often they come, few are reported; rare
// ones always are, and so are those that are more severe than usual.
#include "core/drift/report_filter.hpp"

#include <cmath>
#include <cstdint>
#include <limits>

#include "core/tests/check.hpp"
#include "core/tests/random.hpp"

namespace entrostream::testing {
namespace {

constexpr std::uint64_t learning = 100'000;
constexpr Time week = 7 * 86'400'000'000'000;

double uniform(Random& random) {
    return static_cast<double>(random.below(1u << 30)) / (1u << 30);
}

// The most that is promised for the events after the first 100,000.
double bound(std::uint64_t events) {
    return 18 + 5e-6 * static_cast<double>(events - learning);
}

void reports_are_bounded_for_any_stream() {
    Random random(1);
    for (int stream = 0; stream < 300; ++stream) {
        ReportFilter filter;
        const std::uint64_t gap = 1 + random.below(1u << random.below(18));
        const double power = std::ldexp(1.0, static_cast<int>(random.below(12)) - 4);
        std::uint64_t reports = 0;
        std::uint64_t events = 0;
        for (int change = 0; change < 2000; ++change) {
            events += random.below(2 * gap);
            const bool rising = stream % 3 == 0;
            const double severity = rising ? change / 2000.0 : std::pow(uniform(random), power);
            const bool reported = filter.admits(severity, events, nullptr);
            check(ReportFilter::is_sound(filter.content()), "budget and level are in range");
            if (events <= learning) {
                check(reported, "while it learns, all are");
                continue;
            }
            reports += reported ? 1 : 0;
            check(static_cast<double>(reports) <= bound(events), "the promise");
        }
    }
}

// A stream with a change of severity 1/2 at every event until all reports are spent.
ReportFilter spent(const Time* now) {
    ReportFilter filter;
    for (std::uint64_t event = 1; event <= learning + 1; event += 100)
        static_cast<void>(filter.admits(0.5, event, now));
    check(!filter.admits(0.5, learning + 1, now), "no longer reported");
    return filter;
}

void severe_changes_are_reported_though_the_budget_is_spent() {
    ReportFilter filter = spent(nullptr);
    check(filter.admits(0.9, learning + 2, nullptr), "more severe than usual");
    check(!filter.admits(0.5, learning + 3, nullptr), "as usual");
    check(!filter.admits(0.01, learning + 3, nullptr), "less severe");
}

void rare_changes_are_reported_whatever_their_size() {
    ReportFilter filter = spent(nullptr);
    std::uint64_t events = learning;
    for (int change = 0; change < 100; ++change) {
        events += 260'000;
        check(filter.admits(change % 2 == 0 ? 0.5 : 1e-9, events, nullptr), "four per million");
    }
}

void with_times_one_change_per_week_is_reported() {
    for (const Time begin : {-week * 1000, Time{0}, week * 3000}) {
        const Time next_day = begin + week / 7;
        const Time next_week = begin + week + 1'000'000'000;
        check(!spent(&begin).admits(0.5, learning + 2, &next_day), "a day is too soon");
        check(spent(&begin).admits(0.5, learning + 2, &next_week), "a week is not");
    }
}

void a_change_of_unknown_size_is_reported() {
    constexpr double unknown = std::numeric_limits<double>::quiet_NaN();
    ReportFilter filter = spent(nullptr);
    const double level = filter.content().level;
    check(filter.admits(unknown, learning + 1, nullptr), "better than none");
    check(filter.content().level == level, "and teaches nothing");
}

}  // namespace
}  // namespace entrostream::testing

int main() {
    using namespace entrostream::testing;
    reports_are_bounded_for_any_stream();
    severe_changes_are_reported_though_the_budget_is_spent();
    rare_changes_are_reported_whatever_their_size();
    with_times_one_change_per_week_is_reported();
    a_change_of_unknown_size_is_reported();
    return report();
}
