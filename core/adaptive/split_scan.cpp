#include "core/adaptive/split_scan.hpp"

#include <algorithm>

#include "core/adaptive/hypergeometric.hpp"
#include "core/adaptive/natural_log.hpp"
#include "core/adaptive/sum_threshold.hpp"
#include "core/exact/double_logs.hpp"
#include "core/exact/vectorised.hpp"

namespace entrostream {

using detail::double_log2;
using detail::ln2_double;
using detail::natural_log;

namespace {

// Sums and the largest over all labels of a bucket: lane i has the labels i, i + 4, ..., so that
// the order of the additions is the same whatever the width of the vectors.
struct Lanes {
    static constexpr std::size_t width = 4;
    using Values = std::array<double, width>;

    Values terms{};
    Values recent_squares{};
    Values past_squares{};
    Values largest{};

    [[nodiscard]] static double sum(const Values& values) noexcept {
        return (values[0] + values[1]) + (values[2] + values[3]);
    }
};

}  // namespace

// Some labels of a bucket side by side, so that vectors can work on them.
struct SplitScan::Chunk {
    static constexpr std::size_t capacity = 64;
    using Values = std::array<double, capacity>;

    std::size_t size = 0;
    Values count;   // events in the bucket
    Values recent;  // in W1, with the bucket
    Values past;    // in W0, without it
    Values total;
    Values old_term;
    Values term;

    // Labels that count nothing, so that the size is a multiple of the lanes.
    void fill_up() noexcept {
        for (; size % Lanes::width != 0; ++size) {
            count[size] = recent[size] = past[size] = old_term[size] = 0;
            total[size] = 1;
        }
    }

    // log_recent, log_past: log2(n1/n), log2(n0/n).
    [[gnu::always_inline]] void compute(double log_recent, double log_past, Lanes& lanes) noexcept {
        for (std::size_t first = 0; first < size; first += Lanes::width) {
            for (std::size_t lane = 0; lane < Lanes::width; ++lane) {
                const std::size_t i = first + lane;
                const double x = recent[i];
                const double y = past[i];
                const double h = x * double_log2(x / total[i]) + y * double_log2(y / total[i]);
                const double d = h - x * log_recent - y * log_past;
                term[i] = h;
                lanes.terms[lane] += h - old_term[i];
                lanes.largest[lane] = d > lanes.largest[lane] ? d : lanes.largest[lane];
                lanes.recent_squares[lane] += count[i] * (2 * x - count[i]);
                lanes.past_squares[lane] += count[i] * (2 * y + count[i]);
            }
        }
    }
};

SplitScan::SplitScan(LabelTotals& totals, std::uint32_t number, std::uint64_t n,
                     std::uint64_t distinct, std::uint64_t repeats, double squares,
                     Statistics asked) noexcept
    : totals_(totals),
      number_(number),
      asked_(asked),
      n_(n),
      log_labels_(natural_log(2.0 * static_cast<double>(distinct))),
      seen_repeats_(static_cast<double>(repeats)),
      past_squares_(squares) {
    const std::size_t last = FrequencyBands::of(n);
    for (std::size_t band = 0; band <= last; ++band) {
        if (totals.bands().events(band) != 0) band_[bands_++] = static_cast<std::uint8_t>(band);
    }
}

void SplitScan::move(const Bucket& bucket) noexcept {
    recent_ += bucket.size;
    last_ = &bucket;
    if (past() == 0) return;
    const auto n = static_cast<double>(n_);
    log_recent_ = double_log2(static_cast<double>(recent_) / n);
    log_past_ = double_log2(static_cast<double>(past()) / n);
    Lanes lanes;
    Chunk chunk;
    for (Counts left = bucket.counts; !left.empty();) {
        const Counts part = left.first(std::min(left.size(), Chunk::capacity));
        left = left.subspan(part.size());
        gather(part, chunk);
        detail::vectorised(
            [&]() __attribute__((always_inline)) { chunk.compute(log_recent_, log_past_, lanes); });
        scatter(part, chunk);
    }
    terms_ += Lanes::sum(lanes.terms);
    recent_squares_ += Lanes::sum(lanes.recent_squares);
    past_squares_ -= Lanes::sum(lanes.past_squares);
    largest_ = *std::max_element(lanes.largest.begin(), lanes.largest.end());
}

void SplitScan::gather(Counts counts, Chunk& chunk) noexcept {
    std::vector<LabelTotal>& labels = totals_.labels();
    chunk.size = 0;
    for (const BucketCount& each : counts) {
        LabelTotal& label = labels[each.code];
        const bool known = label.scan == number_;
        const auto count = static_cast<double>(each.count);
        const double recent = (known ? label.recent : 0) + count;
        const std::size_t i = chunk.size++;
        chunk.count[i] = count;
        chunk.recent[i] = recent;
        chunk.past[i] = label.total - recent;
        chunk.total[i] = label.total;
        chunk.old_term[i] = known ? label.term : 0;
        label.recent = recent;
        label.scan = number_;
        band_recent_[label.band] += count;
    }
    chunk.fill_up();
}

void SplitScan::scatter(Counts counts, const Chunk& chunk) noexcept {
    std::vector<LabelTotal>& labels = totals_.labels();
    for (std::size_t i = 0; i < counts.size(); ++i) {
        labels[counts[i].code].term = chunk.term[i];
    }
}

Finding SplitScan::test(const ErrorBudget& budget, std::size_t row) noexcept {
    Finding best;
    const auto consider = [&](const Finding& finding) {
        if (finding.excess() > best.excess()) best = finding;
    };
    const double log_budget = budget.of_sum_or_label(row);
    if (asked_.has(Statistic::sum)) consider(by_sum(log_budget));
    if (asked_.has(Statistic::label)) consider(by_label(log_budget));
    if (asked_.has(Statistic::frequency)) consider(by_frequency(budget.of_frequency(row)));
    return best;
}

// Repeats to expect by chance: within either part, the next event has the same label with
// the label's share there.
Repeats SplitScan::repeats() const noexcept {
    const double by_chance = past_squares_ / static_cast<double>(past()) +
                             recent_squares_ / static_cast<double>(recent_);
    return {seen_repeats_, by_chance, static_cast<double>(n_)};
}

Finding SplitScan::by_sum(double log_budget) const noexcept {
    const auto n0 = static_cast<double>(past());
    const auto n1 = static_cast<double>(recent_);
    double sum = (terms_ - n1 * log_recent_ - n0 * log_past_) * ln2_double;
    const TotalsHistogram& histogram = totals_.histogram();
    // Most splits are far from a change, and need no more than this.
    if (sum <= log_budget || sum <= sum_threshold_floor(n0, n1, log_budget, histogram)) return {};
    const double threshold = sum_threshold(n0, n1, log_budget, histogram);
    if (sum <= threshold) return {};
    const Repeats runs = repeats();
    if (runs.any()) sum /= runs.run();
    return {.statistic = Statistic::sum, .strength = sum, .threshold = threshold};
}

// Hoeffding and Chvatal: P(d_c >= x) <= 2 exp(-x); any of the labels may be the one.
Finding SplitScan::by_label(double log_budget) const noexcept {
    const double threshold = log_budget + log_labels_;
    if (largest_ * ln2_double <= threshold) return {};
    Finding finding = largest_label(repeats());
    finding.threshold = threshold;
    return finding;
}

// Among the labels of the bucket moved last: the others were asked before.
Finding SplitScan::largest_label(const Repeats& runs) const noexcept {
    const double share = static_cast<double>(recent_) / static_cast<double>(n_);
    Finding largest{.statistic = Statistic::label};
    for (const BucketCount& each : last_->counts) {
        const LabelTotal& label = totals_.labels()[each.code];
        const double past = label.total - label.recent;
        double d = (label.term - label.recent * log_recent_ - past * log_past_) * ln2_double;
        if (runs.any()) {
            d = std::min(d / runs.run(), runs.runs_tail(label.recent, label.total * share));
        }
        if (d > largest.strength) {
            largest.strength = d;
            largest.code = each.code;
        }
    }
    return largest;
}

// Either side of any cut between two bands may be the one.
Finding SplitScan::by_frequency(double log_budget) const noexcept {
    if (bands_ < 2) return {};
    const double threshold = log_budget + natural_log(2.0 * static_cast<double>(bands_ - 1));
    const Finding cut = best_cut(threshold);
    if (cut.excess() <= 0) return {};
    const Repeats runs = repeats();
    return runs.any() ? best_cut_beside_runs(threshold, runs) : cut;
}

Finding SplitScan::best_cut(double threshold) const noexcept {
    const auto n = static_cast<double>(n_);
    const auto n1 = static_cast<double>(recent_);
    const double share = n1 / n;
    // Pearson's X^2 of the cut is above the exponent of its tail, but for a few units:
    // below this the logarithms can be spared.
    const double spare = (threshold - 3) * share * (1 - share) / n;
    Finding best{.statistic = Statistic::frequency, .strength = 0, .threshold = threshold};
    double group = 0;
    double recent = 0;
    for (std::size_t i = 0; i + 1 < bands_; ++i) {
        group += static_cast<double>(totals_.bands().events(band_[i]));
        recent += band_recent_[band_[i]];
        const double more = recent - group * share;
        if (more * more <= spare * group * (n - group)) continue;
        const double tail = hypergeometric_tail(recent, group, n1, n);
        if (tail > best.strength) {
            best.strength = tail;
            best.band = band_[i];
        }
    }
    return best;
}

// The tail's exponent is divided by the mean clump of the events on either side of the cut: on
// the rare side runs are cut short, on the other they made labels frequent.
Finding SplitScan::best_cut_beside_runs(double threshold, const Repeats& runs) const noexcept {
    const auto n = static_cast<double>(n_);
    const auto n1 = static_cast<double>(recent_);
    Finding best{.statistic = Statistic::frequency, .strength = 0, .threshold = threshold};
    double above = 0;  // sum of clumps over the events above the cut
    for (std::size_t i = 0; i < bands_; ++i) {
        const auto events = static_cast<double>(totals_.bands().events(band_[i]));
        above += events * runs.clump(FrequencyBands::edge(band_[i]));
    }
    double below = 0;
    double group = 0;
    double recent = 0;
    for (std::size_t i = 0; i + 1 < bands_; ++i) {
        const auto events = static_cast<double>(totals_.bands().events(band_[i]));
        const double edge = FrequencyBands::edge(band_[i]);
        group += events;
        recent += band_recent_[band_[i]];
        above -= events * runs.clump(edge);
        below += events * std::min(runs.run(), edge);
        const double share = group / n;
        const double clump = (1 - share) * below / group + share * above / (n - group);
        const double tail = hypergeometric_tail(recent, group, n1, n) / std::max(clump, runs.run());
        if (tail > best.strength) {
            best.strength = tail;
            best.band = band_[i];
        }
    }
    return best;
}

}  // namespace entrostream
