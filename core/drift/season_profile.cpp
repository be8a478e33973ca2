#include "core/drift/season_profile.hpp"

#include <algorithm>
#include <cmath>

#include "core/counts/require.hpp"

namespace entrostream {

namespace {

constexpr double prior = 12;  // events as expected in a season, in addition to those observed
constexpr double season_memory = 0.875;  // what a season keeps of what was learned before
constexpr double change_memory = 0.5;    // and a change
constexpr double quantum = 0x1p-10;      // of exposures
// Where a rhythm bends sharply, its interpolation errs by about 0.4 times the bend. Bends up to
// ten times their variance by chance, which is six times that of a ratio, are none.
constexpr double bend_error = 0.16;
constexpr double chance_bends = 60;
// Interpolated between two bins, a ratio varies less than if it came from the events of one.
constexpr double smoothing = 1.5;

// The largest ratio keeps the exposure of a bucket, of fewer than 2^32 events, below 2^53 quanta.
constexpr double largest_ratio = 0x1p10;

double exposure_of(double events, double ratio) noexcept {
    const double quanta = events * std::min(ratio, largest_ratio) / quantum;
    return std::max(1.0, std::floor(quanta + 0.5)) * quantum;
}

bool is_amount(double value) noexcept {
    return value >= 0 && value < 0x1p62;
}

}  // namespace

void SeasonProfile::Bin::add(const Bin& other) noexcept {
    events += other.events;
    for (std::size_t of = 0; of < max_classes; ++of) {
        observed[of] += other.observed[of];
        expected[of] += other.expected[of];
    }
}

void SeasonProfile::Bin::scale(double factor) noexcept {
    events *= factor;
    for (std::size_t of = 0; of < max_classes; ++of) {
        observed[of] *= factor;
        expected[of] *= factor;
    }
}

double SeasonProfile::ratio(const Bin& bin, std::size_t of) const noexcept {
    return (bin.observed[of] + prior_) / (bin.expected[of] + prior_);
}

SeasonProfile::SeasonProfile(Time period, std::uint32_t bins)
    : period_(period), bins_(bins), prior_(prior / bins) {}

double SeasonProfile::bins_between(Time from, Time to) const noexcept {
    const auto bins = static_cast<double>(bins_.size());
    const auto span =
        static_cast<double>(static_cast<std::uint64_t>(to) - static_cast<std::uint64_t>(from));
    return std::clamp(span / static_cast<double>(period_) * bins, 1.0, bins);
}

SeasonProfile::Place SeasonProfile::place_of(Time at) const noexcept {
    const Time rest = at % period_;
    const auto phase = static_cast<double>(rest < 0 ? rest + period_ : rest);
    const auto bins = static_cast<double>(bins_.size());
    const double from_middle = phase / static_cast<double>(period_) * bins + bins - 0.5;
    const double whole = std::floor(from_middle);
    const auto bin = static_cast<std::size_t>(whole) % bins_.size();
    return {bin, (bin + 1) % bins_.size(), from_middle - whole};
}

void SeasonProfile::add(Bucket& block, Time last, const LabelTotals& totals,
                        BucketRows& older) noexcept {
    // Half of the difference, which may not fit into a Time.
    const auto half =
        (static_cast<std::uint64_t>(last) - static_cast<std::uint64_t>(block.first)) / 2;
    const Time middle = block.first + static_cast<Time>(half);
    if (!started_) {
        started_ = true;
        start_ = block.first;
    }
    pass_time(middle);
    give_places(block, totals, older);
    const ByClass counts = count(block);
    const Place place = place_of(middle);
    expose(block, counts, place);
    for (std::size_t of = 0; of < classes(); ++of) {
        events_[of] += counts[of];
        exposure_[of] += block.exposures[of];
    }
    learn(counts, static_cast<double>(block.size), place);
}

void SeasonProfile::pass_time(Time at) noexcept {
    const std::uint64_t season = elapsed(at) / static_cast<std::uint64_t>(period_);
    if (season == season_) return;
    season_ = season;
    if (!ready_) return end_first_season();
    scale_all(season_memory);
    normalise();
}

// Only now the average shares of a season are known.
void SeasonProfile::end_first_season() noexcept {
    learn_waiting();
    ready_ = true;
    double all = 0;
    for (const Bin& bin : bins_)
        all += bin.events;
    if (all == 0) return;
    for (Bin& bin : bins_) {
        for (std::size_t of = 0; of < classes(); ++of) {
            bin.expected[of] = bin.events * learned_[of] / all;
        }
    }
}

// Makes the mean ratio of each class 1: a common factor of its ratios means nothing, and would
// drift. Between two seasons only, since what is learned in a season must not change what is
// expected of the rest of it.
void SeasonProfile::normalise() noexcept {
    double all = 0;
    ByClass sums{};
    for (const Bin& bin : bins_) {
        all += bin.events;
        for (std::size_t of = 0; of < classes(); ++of)
            sums[of] += bin.events * ratio(bin, of);
    }
    if (all == 0) return;
    for (Bin& bin : bins_) {
        for (std::size_t of = 0; of < classes(); ++of)
            bin.expected[of] *= sums[of] / all;
    }
}

// Gives the labels of a block a class of their own, as far as there are classes. A label that has
// become much more frequent than another one takes its place.
void SeasonProfile::give_places(const Bucket& block, const LabelTotals& totals,
                                BucketRows& older) noexcept {
    for (const BucketCount& each : block.counts) {
        if (class_[each.code] != 0) continue;
        const double total = totals.labels()[each.code].total;
        const std::size_t of = place_for(total, totals);
        if (of != 0) replace(of, each.code, total - each.count, older);
    }
}

// The class that a label with this many events takes; 0 if none.
std::size_t SeasonProfile::place_for(double total, const LabelTotals& totals) const noexcept {
    if (labels_used_ < max_labels) return classes();
    std::size_t rarest = 0;
    double fewest = total / 2;
    for (std::size_t of = 1; of < classes(); ++of) {
        const double known = learned_[of] + totals.labels()[labels_[of - 1]].total;
        if (known >= fewest) continue;
        fewest = known;
        rarest = of;
    }
    return rarest;
}

// `held`: events of the label in the older buckets.
void SeasonProfile::replace(std::size_t of, Code code, double held, BucketRows& older) noexcept {
    if (of == classes()) {
        labels_[labels_used_++] = code;
    } else {
        Code& label = labels_[of - 1];
        class_[label] = 0;
        events_[0] += events_[of];
        label = code;
    }
    class_[code] = static_cast<std::uint8_t>(of);
    events_[of] = held;
    events_[0] -= held;
    exposure_[of] = exposure_[0];
    older.for_each([&](Bucket& bucket) { bucket.exposures[of] = bucket.exposures[0]; });
    learned_[of] = 0;
    const auto forget = [&](Bin& bin) { bin.observed[of] = bin.expected[of] = 0; };
    std::for_each(bins_.begin(), bins_.end(), forget);
    std::for_each(waiting_bins_.begin(), waiting_bins_.end(), forget);
}

SeasonProfile::ByClass SeasonProfile::count(const Bucket& bucket) const noexcept {
    ByClass counts{};
    for (const BucketCount& each : bucket.counts)
        counts[class_[each.code]] += each.count;
    return counts;
}

// The shares, which sum to 1, that the window would have without its rhythm.
SeasonProfile::ByClass SeasonProfile::average_shares() const noexcept {
    ByClass shares{};
    double sum = 0;
    for (std::size_t of = 0; of < classes(); ++of) {
        if (events_[of] == 0) continue;
        shares[of] = events_[of] / exposure_[of];
        sum += shares[of];
    }
    for (std::size_t of = 0; of < classes(); ++of)
        shares[of] /= sum;
    return shares;
}

// The ratios are divided by their mean over the average shares, so that the expected shares sum
// to 1.
void SeasonProfile::expose(Bucket& block, const ByClass& counts,
                           const Place& place) const noexcept {
    const auto size = static_cast<double>(block.size);
    block.exposures.assign(max_classes, size);  // has capacity
    block.profile_noise = 0;
    if (!ready_) return;
    const Bin& bin = bins_[place.bin];
    const Bin& next = bins_[place.next];
    const bool empty = std::all_of(events_.begin(), events_.end(), [](double n) { return n == 0; });
    ByClass shares = empty ? ByClass{} : average_shares();
    ByClass ratios{};
    double mean = 0;
    double sum = 0;
    for (std::size_t of = 0; of < classes(); ++of) {
        ratios[of] = (1 - place.part) * ratio(bin, of) + place.part * ratio(next, of);
        if (empty) shares[of] = counts[of] / ratios[of];
        mean += shares[of] * ratios[of];
        sum += shares[of];
    }
    for (std::size_t of = 0; of < classes(); ++of)
        block.exposures[of] = exposure_of(size, ratios[of] * sum / mean);
    const double known =
        smoothing * ((1 - place.part) * bin.events + place.part * next.events) + quantum;
    double noise = 1 / known;
    for (std::size_t of = 0; of < classes(); ++of) {
        if (shares[of] == 0) continue;
        const double share = shares[of] / sum;
        const double chance = chance_bends * ratios[of] / (known * share);
        const double bend = bend_at(place, of);
        const double beyond = bend * bend - chance;
        if (beyond > 0) noise += share * bend_error * beyond / ratios[of];
    }
    block.profile_noise = size * noise;
}

// How far the ratios of neighbouring bins are from a straight line.
double SeasonProfile::bend_at(const Place& place, std::size_t of) const noexcept {
    const std::size_t bins = bins_.size();
    const double before = ratio(bins_[(place.bin + bins - 1) % bins], of);
    const double here = ratio(bins_[place.bin], of);
    const double next = ratio(bins_[place.next], of);
    const double after = ratio(bins_[(place.next + 1) % bins], of);
    return (1 - place.part) * std::abs(before - 2 * here + next) +
           place.part * std::abs(here - 2 * next + after);
}

void SeasonProfile::learn(const ByClass& counts, double size, const Place& place) noexcept {
    if (waits_ && waiting_ != place.bin) learn_waiting();
    waits_ = true;
    waiting_ = place.bin;
    // In the first season nothing is expected yet.
    const ByClass shares = ready_ ? average_shares() : ByClass{};
    const std::array<double, 2> parts{1 - place.part, place.part};
    for (std::size_t side = 0; side < 2; ++side) {
        Bin& bin = waiting_bins_[side];
        bin.events += parts[side] * size;
        for (std::size_t of = 0; of < classes(); ++of) {
            bin.observed[of] += parts[side] * counts[of];
            bin.expected[of] += parts[side] * size * shares[of];
        }
    }
}

void SeasonProfile::learn_waiting() noexcept {
    if (!waits_) return;
    bins_[waiting_].add(waiting_bins_[0]);
    bins_[(waiting_ + 1) % bins_.size()].add(waiting_bins_[1]);
    waits_ = false;
    waiting_bins_ = {};
    sum_up();
}

void SeasonProfile::scale_all(double factor) noexcept {
    for (Bin& bin : bins_)
        bin.scale(factor);
    sum_up();
}

void SeasonProfile::sum_up() noexcept {
    learned_ = {};
    for (const Bin& bin : bins_) {
        for (std::size_t of = 0; of < classes(); ++of)
            learned_[of] += bin.observed[of];
    }
}

void SeasonProfile::forget(const Bucket& bucket) noexcept {
    for (const BucketCount& each : bucket.counts)
        events_[class_[each.code]] -= each.count;
    for (std::size_t of = 0; of < classes(); ++of)
        exposure_[of] -= bucket.exposures[of];
}

void SeasonProfile::change_found() noexcept {
    waits_ = false;
    waiting_bins_ = {};
    scale_all(change_memory);
}

void SeasonProfile::clear() noexcept {
    std::fill(bins_.begin(), bins_.end(), Bin{});
    std::fill(class_.begin(), class_.end(), std::uint8_t{0});
    labels_used_ = 0;
    started_ = ready_ = waits_ = false;
    season_ = 0;
    waiting_bins_ = {};
    learned_ = events_ = exposure_ = {};
}

void SeasonProfile::renumber(const Renumbering& to, std::size_t new_size) {
    std::vector<std::uint8_t> renumbered(new_size, 0);
    for (std::size_t i = 0; i < labels_used_; ++i) {
        labels_[i] = to[labels_[i]];
        renumbered[labels_[i]] = static_cast<std::uint8_t>(i + 1);
    }
    class_ = std::move(renumbered);
}

bool SeasonProfile::can_be_exposed(const Bucket& bucket) noexcept {
    const double most = static_cast<double>(bucket.size) * largest_ratio;
    const auto is_exposure = [&](double value) {
        return value > 0 && value <= most && std::floor(value / quantum) * quantum == value;
    };
    return std::all_of(bucket.exposures.begin(), bucket.exposures.end(), is_exposure) &&
           is_amount(bucket.profile_noise);
}

SeasonProfile::Content SeasonProfile::content() const {
    const auto used = static_cast<std::ptrdiff_t>(classes());
    const auto shown = [&](const Bin& bin) {
        return Content::Bin{.events = bin.events,
                            .observed = {bin.observed.begin(), bin.observed.begin() + used},
                            .expected = {bin.expected.begin(), bin.expected.begin() + used}};
    };
    Content content;
    if (!started_) return content;
    content.started = true;
    content.start = start_;
    content.ready = ready_;
    content.season = season_;
    content.labels = {labels().begin(), labels().end()};
    for (const Bin& bin : bins_)
        content.bins.push_back(shown(bin));
    if (waits_) {
        content.waiting = static_cast<std::uint32_t>(waiting_);
        for (const Bin& bin : waiting_bins_)
            content.waiting_bins.push_back(shown(bin));
    }
    return content;
}

void SeasonProfile::require_sound(const Content& content) const {
    const std::size_t used = content.labels.size() + 1;
    const auto is_sound = [&](const Content::Bin& bin) {
        return is_amount(bin.events) && bin.observed.size() == used &&
               bin.expected.size() == used &&
               std::all_of(bin.observed.begin(), bin.observed.end(), is_amount) &&
               std::all_of(bin.expected.begin(), bin.expected.end(), is_amount);
    };
    require(content.labels.size() <= max_labels, "too many labels have a rhythm");
    require(content.bins.size() == (content.started ? bins_.size() : 0), "bins are missing");
    require(std::all_of(content.bins.begin(), content.bins.end(), is_sound),
            "a bin is out of range");
    require(content.waiting_bins.empty() || content.waiting_bins.size() == 2,
            "events wait for no bin");
    require(std::all_of(content.waiting_bins.begin(), content.waiting_bins.end(), is_sound),
            "a bin is out of range");
    require(content.waiting < bins_.size(), "events wait for no bin");
    require(content.ready == (content.season != 0), "the first season is not over");
    std::vector<bool> known(class_.size(), false);
    for (const Code code : content.labels) {
        require(code < class_.size() && !known[code], "a label has two rhythms");
        known[code] = true;
    }
}

void SeasonProfile::restore(const Content& content, const BucketRows& buckets) {
    require_sound(content);
    const auto taken = [](const Content::Bin& bin) {
        Bin copy;
        copy.events = bin.events;
        std::copy(bin.observed.begin(), bin.observed.end(), copy.observed.begin());
        std::copy(bin.expected.begin(), bin.expected.end(), copy.expected.begin());
        return copy;
    };
    started_ = content.started;
    if (!started_) return;
    start_ = content.start;
    ready_ = content.ready;
    season_ = content.season;
    for (const Code code : content.labels) {
        labels_[labels_used_++] = code;
        class_[code] = static_cast<std::uint8_t>(labels_used_);
    }
    std::transform(content.bins.begin(), content.bins.end(), bins_.begin(), taken);
    waits_ = !content.waiting_bins.empty();
    waiting_ = content.waiting;
    std::transform(content.waiting_bins.begin(), content.waiting_bins.end(), waiting_bins_.begin(),
                   taken);
    sum_up();
    for (const BucketRows::Row& row : buckets.rows()) {
        for (const Bucket& bucket : row) {
            const ByClass counts = count(bucket);
            for (std::size_t of = 0; of < classes(); ++of) {
                events_[of] += counts[of];
                exposure_[of] += bucket.exposures[of];
            }
        }
    }
}

}  // namespace entrostream
