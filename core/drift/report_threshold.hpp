// Which changes are reported: those more severe than what recurs in the stream.
//
// The window is cut at every change. A person who is told of each one stops reading, so changes
// that recur are not reported once 100,000 events have shown what is usual. The threshold is a
// level on the scale of log2(s / (1 - s)) of the severity s. A change above it raises it, by four
// tenths of the distance and at least by 1, and time lowers it: by 1 for 500,000 events or, if
// events have times, for a week, whichever comes first. So it settles where that many changes are
// more severe. It begins low enough for three changes of any size, and for about six as severe as a
// flood.
//
// Promised, for any stream without times: at most 18 + 2 T / 10^6 reports in the T events after the
// first 100,000. Each raises the level by at least 1; it is at least -10, never above 8, and falls
// by 2 T / 10^6 in all.
//
// The constants were chosen by measurement: benchmarks/adaptive/dependence.py and logs.py.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>

#include "core/math/double_logs.hpp"
#include "core/time/time.hpp"

namespace entrostream {

class ReportThreshold {
  public:
    struct Content {
        double level = lowest_level;
        std::uint64_t events = 0;  // seen at the last change
        Time time = 0;             // and its time; 0 if events have none

        friend bool operator==(const Content&, const Content&) = default;
    };

    // Whether a change is reported, which raises the threshold. `now`: null if events have no
    // times. A change whose severity is not known is reported.
    [[nodiscard]] bool admits(double severity, std::uint64_t events, const Time* now) noexcept {
        lower(events, now);
        if (std::isnan(severity)) return true;
        const double distance = scaled(severity) - content_.level;
        if (distance <= 0) return events <= learning;
        content_.level += std::max(1.0, raise * distance);
        return true;
    }

    void clear() noexcept { content_ = {}; }
    [[nodiscard]] const Content& content() const noexcept { return content_; }
    void restore(const Content& content) noexcept { content_ = content; }
    // Whether `admits` can have left this behind.
    [[nodiscard]] static bool is_sound(const Content& content) noexcept {
        return lowest_level <= content.level && content.level <= severest + 1;
    }

  private:
    static constexpr std::uint64_t learning = 100'000;  // events
    static constexpr double severest = 7;               // of the scale: a severity of 0.992
    static constexpr double lowest_level = -10;         // three below the mildest, 0.008
    static constexpr double raise = 0.4;
    static constexpr double per_event = 2e-6;
    static constexpr double per_nanosecond = 1 / (7 * 86'400e9);

    [[nodiscard]] static double scaled(double severity) noexcept {
        // 2^7 / (1 + 2^7): the ends of the scale are whole numbers.
        constexpr double most = 128.0 / 129.0;
        const double within = std::clamp(severity, 1 - most, most);
        const double scale = detail::double_log2(within) - detail::double_log2(1 - within);
        return std::clamp(scale, -severest, severest);
    }

    void lower(std::uint64_t events, const Time* now) noexcept {
        double by = per_event * static_cast<double>(events - content_.events);
        content_.events = events;
        if (now != nullptr) {
            const double passed = static_cast<double>(*now) - static_cast<double>(content_.time);
            by = std::max(by, per_nanosecond * passed);
            content_.time = *now;
        }
        content_.level = std::max(lowest_level, content_.level - by);
    }

    Content content_;
};

}  // namespace entrostream
