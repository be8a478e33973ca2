// Which changes are reported: all, as long as they are few; otherwise the unusually severe ones.
//
// The window is cut at every change. A person who is told of each one stops reading, so changes
// that recur are not reported once 100,000 events have shown what is usual. There is a budget of
// three reports, to which time adds four per million events or, if events have times, one per week,
// whichever is more. While it lasts, every change is reported. Once it is spent, only changes whose
// severity s exceeds what is usual are: a level on the scale of log2(s / (1 - s)). A change above
// it raises it, by seven tenths of the distance and at least by 1, and it falls by 1 in a million
// events.
//
// Promised, for any stream without times: at most 18 + 5 T / 10^6 reports in the T events after the
// first 100,000. The budget pays for 3 + 4 T / 10^6 of them. Each of the others raises the level by
// at least 1; it is at least -7, at most 8, and falls by T / 10^6 in all.
//
// The constants were chosen by measurement: benchmarks/adaptive/dependence.py and logs.py.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>

#include "core/math/double_logs.hpp"
#include "core/time/time.hpp"

namespace entrostream {

class ReportFilter {
  public:
    struct Content {
        double budget = full_budget;
        double level = -severest;
        std::uint64_t events = 0;  // seen at the last change
        Time time = 0;             // and its time; 0 if events have none

        friend bool operator==(const Content&, const Content&) = default;
    };

    // Whether a change is reported. `now`: null if events have no times. A change whose severity
    // is not known is reported.
    [[nodiscard]] bool admits(double severity, std::uint64_t events, const Time* now) noexcept {
        pass(events, now);
        const bool paid = content_.budget >= 1;
        if (paid) content_.budget -= 1;
        return raise(severity) || paid || std::isnan(severity) || events <= learning;
    }

    void clear() noexcept { content_ = {}; }
    [[nodiscard]] const Content& content() const noexcept { return content_; }
    void restore(const Content& content) noexcept { content_ = content; }
    // Whether `admits` can have left this behind.
    [[nodiscard]] static bool is_sound(const Content& content) noexcept {
        return 0 <= content.budget && content.budget <= full_budget && -severest <= content.level &&
               content.level <= severest + 1;
    }

  private:
    static constexpr std::uint64_t learning = 100'000;  // events
    static constexpr double full_budget = 3;
    static constexpr double paid_per_event = 4e-6;
    static constexpr double paid_per_nanosecond = 1 / (7 * 86'400e9);
    static constexpr double most_odds = 128;  // severities from 1/129 to 128/129 differ
    static constexpr double severest = 7;     // their logarithm
    static constexpr double fall_per_event = 1e-6;
    static constexpr double raised_part = 0.7;

    void pass(std::uint64_t events, const Time* now) noexcept {
        const auto passed = static_cast<double>(events - content_.events);
        double paid = paid_per_event * passed;
        content_.events = events;
        if (now != nullptr) {
            const double time = static_cast<double>(*now) - static_cast<double>(content_.time);
            paid = std::max(paid, paid_per_nanosecond * time);
            content_.time = *now;
        }
        content_.budget = std::min(full_budget, content_.budget + paid);
        content_.level = std::max(-severest, content_.level - fall_per_event * passed);
    }

    // Returns whether the severity exceeds the level, which it raises; false if it is not known.
    bool raise(double severity) noexcept {
        const double distance = scaled(severity) - content_.level;
        if (!(distance > 0)) return false;
        content_.level += std::max(1.0, raised_part * distance);
        return true;
    }

    [[nodiscard]] static double scaled(double severity) noexcept {
        if (std::isnan(severity)) return severity;
        const double odds = severity / (1 - severity);  // infinite for 1
        return detail::double_log2(std::clamp(odds, 1 / most_odds, most_odds));
    }

    Content content_;
};

}  // namespace entrostream
