#include "core/drift/adaptive_window.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <new>
#include <stdexcept>

#include "core/counts/require.hpp"
#include "core/drift/repeats.hpp"
#include "core/drift/seasonal_scan.hpp"
#include "core/drift/severity.hpp"
#include "core/exact/sums.hpp"
#include "core/math/double_logs.hpp"

namespace entrostream {

namespace {

AdaptiveOptions checked(const AdaptiveOptions& options) {
    require(options.rate > 0 && options.rate < 1, "rate must be above 0 and below 1");
    require(options.block > 0 && options.block <= AdaptiveOptions::largest_block,
            "block must be from 1 to 65536");
    require(options.max_size >= options.block, "max_size must be at least the block");
    require(options.statistics.bits() != 0, "there must be a statistic");
    require(options.min_shift >= 0 && options.min_shift < 1, "min_shift must be from 0 to below 1");
    require(options.season >= 0, "season must be positive");
    require(SeasonProfile::min_bins <= options.season_bins &&
                options.season_bins <= SeasonProfile::max_bins,
            "season_bins must be from 2 to 1000");
    AdaptiveOptions sound = options;
    sound.skip_recurring = options.skip_recurring && options.calibrate;
    return sound;
}

// A label's contribution to the sum statistic, in bits: see statistic.hpp.
double label_term(const Shift& label, const Shift& events) noexcept {
    using detail::double_log2;
    const auto before = static_cast<double>(label.before);
    const auto after = static_cast<double>(label.after);
    const double total = before + after;
    const auto n0 = static_cast<double>(events.before);
    const auto n1 = static_cast<double>(events.after);
    return after * (double_log2(after / total) - double_log2(n1 / (n0 + n1))) +
           before * (double_log2(before / total) - double_log2(n0 / (n0 + n1)));
}

ExactSums sums_of(const std::vector<LabelShift>& labels, std::uint64_t Shift::* side) {
    ExactSums sums;
    for (const LabelShift& label : labels) {
        Cell cell;
        if (label.*side != 0) sums.add(cell, label.*side);
    }
    return sums;
}

// How large the change is. `labels`: all labels of the window.
void describe_size(const std::vector<LabelShift>& labels, double overdispersion, Change& change) {
    const ExactSums before = sums_of(labels, &Shift::before);
    const ExactSums after = sums_of(labels, &Shift::after);
    change.entropy = {before.entropy(), after.entropy()};
    change.gini = {before.gini(), after.gini()};
    const Severity severity = severity_of(labels, change.events);
    change.severity = severity.value;
    change.severity_error = severity.error * std::sqrt(overdispersion);
}

}  // namespace

AdaptiveWindow::AdaptiveWindow(const AdaptiveOptions& options)
    : options_(checked(options)),
      budget_(options.rate, options.block),
      overdispersion_(options.block),
      sum_overdispersion_(options.block) {
    pending_.reserve(options.block);
    if (options.season != 0) season_.emplace(options.season, options.season_bins);
}

void AdaptiveWindow::grow(std::size_t codes) {
    if (season_) season_->grow(codes);
    buckets_.grow(codes);
    totals_.grow(codes);
    block_counts_.resize(codes, 0);
    counts_.grow(codes);
}

std::size_t AdaptiveWindow::memory() const noexcept {
    std::size_t bytes = codes() * (sizeof(LabelTotal) + 32);
    if (season_) bytes += options_.season_bins * 2 * sizeof(SeasonProfile::ByClass);
    for (const BucketRows::Row& row : buckets_.rows()) {
        for (const Bucket& bucket : row) {
            bytes += sizeof(Bucket) + bucket.counts.size() * sizeof(BucketCount) +
                     bucket.exposures.size() * sizeof(double);
        }
    }
    return bytes;
}

void AdaptiveWindow::require_room(std::uint64_t events) const {
    if (events > max_events - seen_) {
        throw std::overflow_error("an adaptive window sees fewer than 2^62 events");
    }
}

void AdaptiveWindow::prepare(std::uint64_t events) {
    require_room(events);
    if (may_refuse(events)) return;
    // Plus one for the incomplete block.
    const auto blocks = static_cast<std::size_t>((pending_.size() + events) / options_.block + 1);
    pending_.reserve(options_.block);
    found_.reserve(found_.size() + blocks);
    buckets_.make_room(blocks);
    ready_.clear();
    ready_.resize(blocks);
    for (Bucket& bucket : ready_) {
        bucket.counts.reserve(options_.block);
        if (season_) bucket.exposures.reserve(SeasonProfile::max_classes);
    }
}

void AdaptiveWindow::prepare(Times times) {
    clock_.require_all(times);
    prepare(times.size());
}

void AdaptiveWindow::update(Code code) {
    require_room(1);
    prepare_block();
    static_cast<void>(take_in_some({&code, 1}, nullptr, {}, 0));
}

void AdaptiveWindow::update(Code code, Time at) {
    require_room(1);
    prepare_block();
    static_cast<void>(clock_.admit(at));
    static_cast<void>(take_in_some({&code, 1}, &at, {}, 0));
}

void AdaptiveWindow::trace(Codes codes, TraceColumns columns, std::size_t row) {
    take_in_all(codes, nullptr, columns, row);
}

void AdaptiveWindow::trace(Codes codes, Times times, TraceColumns columns, std::size_t row) {
    take_in_all(codes, times.data(), columns, row);
    if (!codes.empty()) static_cast<void>(clock_.admit(times[codes.size() - 1]));
}

void AdaptiveWindow::take_in_all(Codes codes, const Time* times, TraceColumns columns,
                                 std::size_t row) {
    for (std::size_t done = 0; done < codes.size();) {
        prepare_block();
        const Time* at = times == nullptr ? nullptr : times + done;
        done += take_in_some(codes.subspan(done), at, columns, row + done);
    }
}

// Allocates everything that completing a block needs.
void AdaptiveWindow::prepare_block() {
    if (next_.counts.capacity() >= options_.block) [[likely]]
        return;
    pending_.reserve(options_.block);  // a copied vector has no spare capacity
    if (found_.size() == found_.capacity()) found_.reserve(2 * found_.size() + 1);
    if (!ready_.empty() && ready_.back().counts.capacity() >= options_.block) {
        next_ = std::move(ready_.back());
        ready_.pop_back();
        return;
    }
    next_ = buckets_.prepare(options_.block);
    if (season_) next_.exposures.reserve(SeasonProfile::max_classes);
}

// Takes as many events as fit into the block and max_size, at least one, and returns how many.
std::size_t AdaptiveWindow::take_in_some(Codes codes, const Time* times, TraceColumns columns,
                                         std::size_t row) {
    if (sums().n() == options_.max_size) {
        drop_oldest();
    }
    const std::uint64_t room =
        std::min<std::uint64_t>(options_.block - pending_.size(), options_.max_size - sums().n());
    const Codes part = codes.first(std::min<std::size_t>(codes.size(), room));
    if (pending_.empty() && times != nullptr) pending_first_ = times[0];
    timed_ = times != nullptr;
    counts_.trace(part, columns, row);
    pending_repeats_ += repeats_within(part) + (part.front() == last_ ? 1 : 0);
    last_ = part.back();
    pending_.insert(pending_.end(), part.begin(), part.end());
    seen_ += part.size();
    if (pending_.size() == options_.block) {
        const std::uint64_t before = sums().n();
        finish_block(times == nullptr ? nullptr : times + (part.size() - 1));
        if (sums().n() != before) read_row(sums(), columns, row + part.size() - 1);
    }
    return part.size();
}

void AdaptiveWindow::finish_block(const Time* now) noexcept {
    count_pending();
    next_.size = pending_.size();
    next_.repeats = pending_repeats_;
    next_.first = pending_first_;
    repeats_ += pending_repeats_;
    if (mixed_start_) drop_oldest();
    if (season_) season_->add(next_, *now, totals_, buckets_);
    buckets_.push(std::exchange(next_, {}));
    pending_.clear();
    pending_repeats_ = 0;
    pending_first_ = 0;
    ++blocks_;
    look_for_change(now);
}

void AdaptiveWindow::count_pending() noexcept {
    for (const Code code : pending_) {
        if (block_counts_[code]++ == 0) next_.counts.push_back({code, 0});
    }
    for (BucketCount& each : next_.counts) {
        each.count = std::exchange(block_counts_[each.code], 0);
        totals_.add(each.code, each.count);
    }
}

void AdaptiveWindow::drop_oldest() noexcept {
    buckets_.drop_oldest([&](const Bucket& bucket) { forget(bucket); });
    mixed_start_ = false;
}

void AdaptiveWindow::forget(const Bucket& bucket) noexcept {
    repeats_ -= bucket.repeats;
    if (season_) season_->forget(bucket);
    for (const BucketCount& each : bucket.counts) {
        totals_.take(each.code, each.count);
        counts_.take(each.code, each.count);
    }
}

void AdaptiveWindow::look_for_change(const Time* now) noexcept {
    const auto squares = static_cast<double>(sums().square_sum());
    const std::uint64_t n = sums().n();
    if (!season_) {
        SplitScan scan(totals_, next_scan(), n, sums().distinct(), repeats_, squares,
                       options_.statistics, prices_);
        look_for_change(scan, now);
    } else if (season_->is_ready()) {
        SeasonalScan scan(totals_, *season_, next_scan(), n, sums().distinct(), repeats_, squares,
                          options_.statistics, *now, prices_);
        look_for_change(scan, now);
    }
}

template <class Scan>
void AdaptiveWindow::look_for_change(Scan& scan, const Time* now) noexcept {
    const auto deepest = static_cast<std::size_t>(std::countr_zero(blocks_));
    const std::vector<BucketRows::Row>& rows = buckets_.rows();
    Finding best;
    Place where;
    const std::size_t scanned = std::min(deepest + 1, rows.size());
    std::array<Overdispersion::Correction, Overdispersion::rows> corrections;
    std::array<Overdispersion::Correction, Overdispersion::rows> of_sum;
    overdispersion_.corrections(scanned, corrections);
    sum_overdispersion_.corrections(scanned, of_sum);
    for (std::size_t row = 0; row < scanned; ++row) {
        const bool oldest = row + 1 == rows.size();  // its first bucket has no past
        if (rows[row].size() <= (oldest ? 1 : 0)) continue;
        const TestLevels levels = levels_of(row, corrections[row], of_sum[row]);
        for (std::size_t bucket = rows[row].size(); bucket-- > (oldest ? 1 : 0);) {
            scan.move(rows[row][bucket]);
            if (is_skipped(rows[row][bucket])) continue;
            const Finding finding = scan.test(levels, bucket == (oldest ? 1 : 0));
            if (finding.excess() > best.excess()) {
                best = finding;
                where = {row, bucket};
            }
        }
        if (!options_.calibrate) continue;
        overdispersion_.scanned(row, scan.take_episode());
        sum_overdispersion_.scanned(row, scan.take_sum_episode());
    }
    if (best.excess() <= 0) return;
    const TestLevels levels = levels_of(where.row, corrections[where.row], of_sum[where.row]);
    if (options_.min_shift > 0 && !matters(where, levels)) {
        overdispersion_.drop_episodes();
        sum_overdispersion_.drop_episodes();
        return;
    }
    overdispersion_.end_episodes();
    sum_overdispersion_.end_episodes();
    cut(where, best, levels.factor, now);
}

TestLevels AdaptiveWindow::levels_of(std::size_t row, const Overdispersion::Correction& of,
                                     const Overdispersion::Correction& of_sum) const noexcept {
    const double budget = budget_.of_split(row);
    if (!options_.calibrate) return {.budget = budget, .episode = budget};
    return {.budget = budget,
            .episode = overdispersion_.level(row, budget),
            .evidence = of.evidence,
            .factor = of.factor,
            .learned = overdispersion_.learned(row),
            .sum_reach = overdispersion_.reach(row, of_sum),
            .sum_factor = of_sum.factor,
            .sum_learned = sum_overdispersion_.learned(row)};
}

std::size_t AdaptiveWindow::used() const noexcept {
    std::size_t used = sums().distinct();
    if (!season_) return used;
    for (const Code code : season_->labels())
        used += count(code) == 0;
    return used;
}

double AdaptiveWindow::overdispersion() const noexcept {
    const std::size_t rows = buckets_.rows().size();
    if (!options_.calibrate || rows == 0) return 1;
    std::array<Overdispersion::Correction, Overdispersion::rows> corrections;
    overdispersion_.corrections(rows, corrections);
    return corrections[rows - 1].factor;
}

// Counts the recent part of each label as a scan does, so that nothing is allocated. With an
// overdispersion of f, n events carry as much information as n/f independent ones.
bool AdaptiveWindow::matters(Place place, const TestLevels& levels) noexcept {
    const std::uint32_t number = next_scan();
    Shift events;
    for_each_recent(place, [&](const Bucket& bucket) {
        events.after += bucket.size;
        for (const BucketCount& each : bucket.counts) {
            LabelTotal& label = totals_.labels()[each.code];
            if (std::exchange(label.scan, number) != number) label.recent = 0;
            label.recent += each.count;
        }
    });
    events.before = sums().n() - events.after;
    const auto n0 = static_cast<double>(events.before);
    const auto n1 = static_cast<double>(events.after);
    std::optional<SeasonalSplit> seasonal;
    if (season_) seasonal.emplace(seasonal_split(place));
    double distance = 0;
    double variances = 0;
    for (Code code = 0; code < codes(); ++code) {
        const LabelTotal& label = totals_.labels()[code];
        const double recent = label.scan == number ? label.recent : 0;
        const double share = label.total / (n0 + n1);
        // With a season, what past events let expect at the times of the recent ones.
        const double usual = seasonal ? seasonal->odds(season_->class_of(code)) / n1 : 1 / n0;
        distance += std::abs(recent / n1 - (label.total - recent) * usual) / 2;
        variances += std::sqrt(share * (1 - share));
    }
    const double root = std::sqrt(levels.factor);
    return shift_bound(distance, variances * root, events, levels.budget * levels.factor) >
           options_.min_shift;
}

void AdaptiveWindow::cut(Place place, const Finding& finding, double factor,
                         const Time* now) noexcept {
    Change change;
    change.found = seen_;
    change.statistic = finding.statistic;
    change.strength = finding.strength;
    change.threshold = finding.threshold;
    if (now != nullptr) {
        change.found_at = *now;
        change.at = buckets_.rows()[place.row][place.bucket].first;
        change.began_at = buckets_.rows().back().front().first;
    }
    try {
        describe(place, finding, factor, change);
    } catch (const std::bad_alloc&) {
        change.labels.clear();  // a change without labels is better than none
    }
    buckets_.drop_before(place.row, place.bucket, [&](const Bucket& bucket) { forget(bucket); });
    change.position = seen_ - sums().n();
    mixed_start_ = place.row == 0;
    if (season_) season_->change_found();
    if (options_.skip_recurring && !reports_.admits(change.severity, seen_, now)) {
        ++recurring_;
        return;
    }
    ++changes_;
    found_.push_back(std::move(change));  // has capacity: prepare_block
}

// Labels are ordered by their first occurrence in the buckets, newest first, so that the result
// does not depend on their codes.
void AdaptiveWindow::describe(Place place, const Finding& finding, double factor,
                              Change& change) const {
    std::vector<LabelShift> labels;
    std::vector<std::size_t> where(codes(), codes());
    const auto count = [&](const Bucket& bucket, bool recent) {
        (recent ? change.events.after : change.events.before) += bucket.size;
        for (const BucketCount& each : bucket.counts) {
            if (where[each.code] == codes()) {
                where[each.code] = labels.size();
                labels.push_back({{}, each.code});
            }
            LabelShift& label = labels[where[each.code]];
            (recent ? label.after : label.before) += each.count;
        }
    };
    const std::vector<BucketRows::Row>& rows = buckets_.rows();
    for (std::size_t row = 0; row < rows.size(); ++row) {
        for (std::size_t bucket = rows[row].size(); bucket-- > 0;) {
            count(rows[row][bucket], is_recent(row, bucket, place));
        }
    }
    if (season_) expect_by_season(place, change.events.before, labels);
    describe_size(labels, factor, change);
    if (finding.statistic == Statistic::frequency) {
        change.at_most = std::uint64_t{1} << finding.band;
        for (const LabelShift& label : labels) {
            if (totals_.labels()[label.code].total > static_cast<double>(change.at_most)) continue;
            change.moved.before += label.before;
            change.moved.after += label.after;
        }
    }
    // The label of the finding comes first, or the first with the same counts.
    const Shift found = finding.code == no_code ? Shift{} : Shift(labels[where[finding.code]]);
    std::erase_if(labels, [](const Shift& label) { return label.before + label.after == 0; });
    const auto strength = [&](const LabelShift& label) {
        return static_cast<const Shift&>(label) == found ? std::numeric_limits<double>::infinity()
                                                         : label_term(label, change.events);
    };
    std::stable_sort(labels.begin(), labels.end(), [&](const LabelShift& a, const LabelShift& b) {
        return strength(a) > strength(b);
    });
    labels.resize(std::min(labels.size(), max_labels));
    change.labels = std::move(labels);
    if (finding.statistic == Statistic::label) change.moved = change.labels.front();
}

// Replaces the counts of the past by those that the rhythm lets expect at the times of the recent
// part, in `events` events. Rounds their running sum, so that the counts have this sum.
void AdaptiveWindow::expect_by_season(Place place, std::uint64_t events,
                                      std::vector<LabelShift>& labels) const noexcept {
    const SeasonalSplit split = seasonal_split(place);
    const auto expected = [&](const LabelShift& label) {
        return static_cast<double>(label.before) * split.odds(season_->class_of(label.code));
    };
    double sum = 0;
    for (const LabelShift& label : labels)
        sum += expected(label);
    const double scale = static_cast<double>(events) / sum;
    double running = 0;
    double rounded = 0;
    for (LabelShift& label : labels) {
        running += expected(label) * scale;
        const double next = std::max(rounded, std::floor(running + 0.5));
        label.before = static_cast<std::uint64_t>(next - std::exchange(rounded, next));
    }
}

SeasonalSplit AdaptiveWindow::seasonal_split(Place place) const noexcept {
    SeasonalSplit split(*season_);
    for_each_recent(place, [&](const Bucket& bucket) { split.move(bucket); });
    split.solve();
    return split;
}

std::uint32_t AdaptiveWindow::next_scan() noexcept {
    if (++scan_ == 0) {  // every 2^32 blocks: no label may carry this scan's number
        for (LabelTotal& label : totals_.labels())
            label.scan = 0;
        scan_ = 1;
    }
    return scan_;
}

void AdaptiveWindow::clear() noexcept {
    counts_.clear();
    buckets_.clear();
    totals_.clear();
    next_ = {};
    ready_.clear();
    pending_.clear();
    found_.clear();
    repeats_ = blocks_ = seen_ = changes_ = recurring_ = pending_repeats_ = 0;
    last_ = no_code;
    pending_first_ = 0;
    timed_ = mixed_start_ = false;
    clock_.clear();
    overdispersion_.clear();
    sum_overdispersion_.clear();
    reports_.clear();
    if (season_) season_->clear();
}

void AdaptiveWindow::renumber(const Renumbering& to, std::size_t new_size) {
    LabelTotals totals = totals_.renumbered(to, new_size);
    std::optional<SeasonProfile> season = season_;
    if (season) season->renumber(to, new_size);
    counts_.renumber(to, new_size);  // the last call that may throw, with a strong guarantee
    totals_ = std::move(totals);
    season_ = std::move(season);
    buckets_.renumber(to, new_size);
    block_counts_.assign(new_size, 0);
    for (Code& code : pending_)
        code = to[code];
    if (last_ != no_code) last_ = to[last_];
}

}  // namespace entrostream
