// How much more the statistics of a stream vary than those of independent events, learned from
// the stream.
//
// Sessions, bursts, slow cycles: in a dependent stream the label counts of a block vary more than
// chance allows, and every excursion looks like a change. Dividing the statistics by the
// overdispersion corrects this. It depends on the scale, so there is a factor for each row of
// buckets. What recurs all the time is not a change, and this is what is learned: an episode is a
// sequence of scans in which a statistic, divided by the factor, exceeds a level well below its
// threshold, with short interruptions. Each episode raises the factor, and time lowers it, so that
// it settles where about `recurrence` episodes happen in 100,000 events. In long rows, which are
// scanned rarely, that many would be an episode in nearly every scan, and slow dependence would
// never be learned: there it settles at one in a hundred scans. A change that is found is one
// episode, so single changes leave the factor at 1, and an episode counts only once it is over, so
// that a change is not learned while its evidence grows. The factor is at least 1: a statistic is
// never increased, and what is proven for independent events remains valid.
//
// The constants were chosen by measurement: benchmarks/adaptive/dependence.py.
#pragma once
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/math/double_logs.hpp"
#include "core/math/natural_exp.hpp"

namespace entrostream {

class Overdispersion {
  public:
    static constexpr std::size_t rows = 32;  // BucketRows has no more

    // What is learned about one row.
    struct Row {
        double log_factor = -slack;  // learned; there is no overdispersion up to 0
        double peak = 0;             // of the current episode: statistic over level; 0: none
        std::uint32_t scans = 0;     // of the current episode, above the level
        std::uint32_t calm = 0;      // and since the last of them

        friend bool operator==(const Row&, const Row&) = default;
    };

    explicit Overdispersion(double block) noexcept {
        for (std::size_t row = 0; row < rows; ++row) {
            const double events = block * static_cast<double>(std::uint64_t{1} << row);
            const double share = std::min(largest_share, recurrence * events / 100'000);
            const double tolerated = std::max(tolerated_share, least_recurrence * events / 100'000);
            fall_[row] = step * std::min(share, tolerated);
            // If the tail of a statistic is exponential, a level that one scan in `1 / share`
            // exceeds must be multiplied by this for one in 1 / rare.
            const double rare = std::min(share, events * false_alarms);
            reach_[row] = detail::natural_log(rare) / detail::natural_log(share);
        }
    }

    // What overdispersion requires of a change.
    struct Correction {
        double factor;    // divides the statistics
        double evidence;  // multiplies the evidence needed: the tail may be heavier, too
    };
    // The correction of each row, for the first `count` rows. A longer row varies at least as much
    // as a shorter one, and where the factor grows from row to row it goes on growing: long rows
    // are seen too rarely to wait for them. A shorter row varies little less than a longer one,
    // though it may not show: its statistics are smaller.
    void corrections(std::size_t count, std::array<Correction, rows>& all) const noexcept {
        if (raised_ == 0) {
            std::fill_n(all.begin(), count, Correction{1, 1});
            return;
        }
        std::array<double, rows> log_factors;
        double expected = 0;
        double growth = 0;
        for (std::size_t row = 0; row < count; ++row) {
            const double before = expected;
            if (row >= 2) expected += continuation * growth;
            expected = std::max(expected, rows_[row].log_factor);
            growth = expected - before;
            log_factors[row] = expected;
        }
        for (std::size_t row = count; row < rows; ++row)
            log_factors[row] = rows_[row].log_factor;
        double log_factor = 0;
        for (std::size_t row = rows; row-- > 0;) {
            log_factor = std::max(log_factors[row], log_factor - least_growth);
            if (row >= count) continue;
            all[row] = {factor(log_factor + std::min(log_factor, log_margin)),
                        1 + std::min(1.0, log_factor / full_evidence)};
        }
    }
    // The factor of the episodes of a row: its own only, without a margin.
    [[nodiscard]] double learned(std::size_t row) const noexcept {
        return raised_ == 0 ? 1 : factor(rows_[row].log_factor);
    }
    // The evidence, in nats, that makes an episode, where `budget` is needed for a change.
    [[nodiscard]] double level(std::size_t row, double budget) const noexcept {
        return budget / reach_[row];
    }
    // How many times the level of an episode makes a change if the tail is exponential, whatever
    // the tail of independent events; 0 without overdispersion.
    [[nodiscard]] double reach(std::size_t row, const Correction& of) const noexcept {
        return 2 * (of.evidence - 1) * reach_[row];
    }

    // A row was scanned; `ratio`: the largest statistic over its level, 0 if none exceeds it
    // times `learned`.
    void scanned(std::size_t row, double ratio) noexcept {
        Row& of = rows_[row];
        if (ratio > 0) {
            of.peak = std::max(of.peak, ratio);
            of.calm = 0;
            if (++of.scans == longest_episode) end(of);
        } else if (of.peak > 0 && ++of.calm == calm_scans) {
            end(of);
        }
        const bool raised = of.log_factor > 0;
        of.log_factor = std::max(-slack, of.log_factor - fall_[row]);
        if (raised && of.log_factor <= 0) --raised_;
    }
    // A change was found, which ends all episodes.
    void end_episodes() noexcept {
        for (Row& of : rows_) {
            if (of.peak > 0) end(of);
        }
    }

    // The same for a change that is too small to matter: nothing is learned from it.
    void drop_episodes() noexcept {
        for (Row& of : rows_) {
            of.peak = 0;
            of.scans = 0;
            of.calm = 0;
        }
    }

    void clear() noexcept {
        rows_.fill({});
        raised_ = 0;
    }
    // All rows up to the last about which anything was learned.
    [[nodiscard]] std::vector<Row> content() const {
        std::size_t count = rows;
        while (count > 0 && rows_[count - 1] == Row{})
            --count;
        return {rows_.begin(), rows_.begin() + static_cast<std::ptrdiff_t>(count)};
    }
    // Precondition: at most `rows`.
    void restore(const std::vector<Row>& content) noexcept {
        clear();
        std::copy(content.begin(), content.end(), rows_.begin());
        raised_ = static_cast<std::size_t>(std::count_if(
            rows_.begin(), rows_.end(), [](const Row& row) { return row.log_factor > 0; }));
    }
    // Whether `scanned` can have left this behind.
    [[nodiscard]] static bool is_sound(const Row& row) noexcept {
        return row.log_factor >= -slack && row.log_factor < 300 && row.peak >= 0 &&
               row.peak < 1e300 && row.scans < longest_episode && row.calm < calm_scans &&
               (row.peak > 0) == (row.scans > 0) && (row.scans > 0 || row.calm == 0);
    }

  private:
    static constexpr double recurrence = 4;          // episodes per 100,000 events
    static constexpr double largest_share = 0.25;    // of the scans of a row
    static constexpr double tolerated_share = 0.01;  // of them, if that is fewer episodes
    static constexpr double least_recurrence = 0.5;  // but not fewer per 100,000 events
    static constexpr double false_alarms = 0.01e-6;  // per event, by one row
    static constexpr double step = 0.5;              // at most, by one episode
    static constexpr double slack = 4 * step;        // the first four episodes change nothing
    static constexpr double log_margin = 0.4;        // a factor of 1.5
    static constexpr double full_evidence = 0.1;  // of ln factor: twice the evidence from there on
    static constexpr double continuation = 0.7;
    static constexpr double least_growth = 0.2;           // of ln factor, from row to row
    static constexpr std::uint32_t longest_episode = 64;  // scans
    static constexpr std::uint32_t calm_scans = 6;        // end an episode: scans overlap

    [[nodiscard]] static double factor(double log_factor) noexcept {
        return detail::natural_exp(std::max(0.0, log_factor));
    }

    // Raises the factor, but not above what would have made the episode unremarkable.
    void end(Row& of) noexcept {
        raised_ -= of.log_factor > 0;
        const double from = std::max(0.0, of.log_factor);
        const double unremarkable = std::max(from, detail::natural_log(of.peak));
        of.log_factor = std::min(of.log_factor + step, unremarkable);
        raised_ += of.log_factor > 0;
        of.peak = 0;
        of.scans = 0;
        of.calm = 0;
    }

    std::array<Row, rows> rows_{};
    // Rows with overdispersion. Where there is none, as in independent streams, corrections are 1
    // and cost no logarithm.
    std::size_t raised_ = 0;
    std::array<double, rows> fall_;
    std::array<double, rows> reach_;
};

}  // namespace entrostream
