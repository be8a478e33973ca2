#include "core/sketch/ccm07.hpp"

#include <algorithm>
#include <cmath>

#include "core/counts/require.hpp"
#include "core/math/double_logs.hpp"
#include "core/sketch/mean_term.hpp"
#include "core/sketch/require_memory.hpp"
#include "core/sketch/sample_term.hpp"
#include "core/sketch/whole_weight.hpp"

namespace entrostream {

namespace {

// What a number is drawn for.
enum Draw : std::uint8_t { primary_tag, backup_tag, primary_wait, backup_wait };

constexpr std::size_t least_samplers = 2;  // for a sample variance
constexpr std::size_t most_samplers = std::size_t{1} << 30;

// A sixteenth of the memory: the heavy label's count is exact unless it became heavy late, and
// then wrong by less than 1 part in as many of the other events as there are counters.
constexpr std::size_t least_counters = 4;
std::size_t heavy_counters(std::size_t memory) noexcept {
    return std::max(least_counters, memory / 16 / MisraGries::counter_bytes);
}

constexpr std::size_t sampler_bytes(std::size_t pair) noexcept {
    const std::size_t labels = 2 * (SampledLabels::label_bytes + sizeof(std::uint32_t));
    return pair + labels + 2 * Schedule::sampler_bytes;
}

// One label more than the samplers hold: the new one is counted before the old one is released.
std::size_t label_capacity(std::size_t samplers) noexcept {
    return samplers == 0 ? 0 : 2 * samplers + 1;
}

}  // namespace

Ccm07::Ccm07(std::size_t memory, std::uint64_t seed) : Ccm07(memory, seed, 0, 0) {
    require_memory(name, memory, min_memory());
}

Ccm07::Ccm07(std::size_t memory, std::uint64_t seed, std::size_t samplers, std::size_t counters)
    : memory_(memory),
      random_(seed),
      heavy_(counters),
      samplers_(samplers),
      labels_(label_capacity(samplers)),
      primaries_(label_capacity(samplers)),
      due_(samplers),
      majority_backups_(samplers) {}

void Ccm07::allocate() {
    *this = Ccm07(memory_, seed(), samplers(), heavy_counters(memory_));
}

std::size_t Ccm07::fixed_bytes(std::size_t memory) noexcept {
    return sizeof(Ccm07) + heavy_counters(memory) * MisraGries::counter_bytes +
           SampledLabels::label_bytes + sizeof(std::uint32_t);
}

std::size_t Ccm07::min_memory() noexcept {
    return fixed_bytes(0) + least_samplers * sampler_bytes(sizeof(Pair));
}

std::size_t Ccm07::samplers() const noexcept {
    return std::min(most_samplers, (memory_ - fixed_bytes(memory_)) / sampler_bytes(sizeof(Pair)));
}

std::size_t Ccm07::nbytes() const noexcept {
    return sizeof(Ccm07) + heavy_.heap_bytes() + samplers_.capacity() * sizeof(Pair) +
           labels_.heap_bytes() + primaries_.capacity() * sizeof(std::uint32_t) +
           due_.heap_bytes() + majority_backups_.heap_bytes();
}

// ------------------------------------------------------------------ events

void Ccm07::add(Key key, double weight) {
    const std::uint64_t events = whole_weight(weight, n_);
    if (n_ == 0) allocate();
    add_run(key, events);
}

void Ccm07::add_many(std::span<const Key> keys) {
    require_room(static_cast<double>(keys.size()), n_);
    if (n_ == 0 && !keys.empty()) allocate();
    for (const Key key : keys) {
        add_run(key, 1);
    }
}

void Ccm07::clear() noexcept {
    *this = Ccm07(memory_, seed(), 0, 0);
}

// The first event is the primary sample of all.
void Ccm07::start(Key key) noexcept {
    n_ = 1;
    majority_ = labels_.insert(key, 1);
    primaries_[majority_] = static_cast<std::uint32_t>(samplers_.size());
    for (std::uint32_t i = 0; i < samplers_.size(); ++i) {
        samplers_[i].primary = majority_;
        samplers_[i].primary_tag = random_.uniform(i, n_, primary_tag);
        labels_.retain(majority_);
        schedule(i);
    }
}

void Ccm07::add_run(Key key, std::uint64_t events) noexcept {
    heavy_.add(key, events);
    Run run{.key = key, .end = n_ + events};
    if (n_ == 0) start(key);
    run.label = labels_.find(key);
    while (n_ < run.end) {
        const std::uint64_t stop = next_stop(run);
        if (run.label != no_slot) labels_.count_more(run.label, stop - n_);
        n_ = stop;
        change_samples(run);
    }
}

// The first position after n, up to the end of the run, at which something may be due.
std::uint64_t Ccm07::next_stop(const Run& run) const noexcept {
    std::uint64_t stop = std::min(run.end, due_.first_time());
    if (run.label != majority_ && !majority_backups_.empty())
        stop = std::min(stop, n_ + (majority_backups_.first_time() - others(majority_)));
    return stop;
}

// Primaries first: the time of a backup holds on condition that the primary stays.
void Ccm07::change_samples(Run& run) noexcept {
    while (due_.first_time() == n_) {
        const std::uint32_t i = due_.first();
        if (samplers_[i].next_primary > n_) {
            change_backup(i, run);
        } else {
            count_label(run);
            replace_primary(i, run.label);
        }
    }
    while (!majority_backups_.empty() && majority_backups_.first_time() <= others(majority_)) {
        count_label(run);
        replace_backup(majority_backups_.first(), run.label);
    }
}

// The backup is due at the earliest, if the primary's label did not occur meanwhile.
void Ccm07::change_backup(std::uint32_t i, Run& run) noexcept {
    const Slot primary = samplers_[i].primary;
    if (majority_backups_.time(i) > others(primary)) {
        file(i, primary == run.label ? run.end : n_);
        return;
    }
    count_label(run);
    replace_backup(i, run.label);
}

void Ccm07::count_label(Run& run) noexcept {
    if (run.label == no_slot) run.label = labels_.insert(run.key, 1);
}

// ------------------------------------------------------------------ samples

void Ccm07::replace_primary(std::uint32_t i, Slot label) noexcept {
    Pair& pair = samplers_[i];
    if (pair.primary != label) {
        // The old primary has the least tag of all events, so also of those with other labels.
        const Slot dropped = pair.backup;
        pair.backup = pair.primary;
        pair.backup_before = pair.primary_before;
        pair.backup_tag = pair.primary_tag;
        set_primary(i, label);
        if (dropped != no_slot) release(dropped);
    }
    pair.primary_before = labels_.count(label) - 1;
    pair.primary_tag *= random_.uniform(i, n_, primary_tag);
    schedule(i);
}

void Ccm07::replace_backup(std::uint32_t i, Slot label) noexcept {
    Pair& pair = samplers_[i];
    labels_.retain(label);
    if (pair.backup != no_slot) release(pair.backup);
    pair.backup = label;
    pair.backup_before = labels_.count(label) - 1;
    const double width = pair.backup_tag - pair.primary_tag;
    pair.backup_tag = pair.primary_tag + width * random_.uniform(i, n_, backup_tag);
    schedule_backup(i);
}

// The reference to the old primary passes to the backup.
void Ccm07::set_primary(std::uint32_t i, Slot label) noexcept {
    --primaries_[samplers_[i].primary];
    samplers_[i].primary = label;
    labels_.retain(label);
    if (++primaries_[label] > samplers_.size() / 2 && label != majority_) set_majority(label);
}

// O(c log c), but rare: more than half of the samplers have changed since the last time.
void Ccm07::set_majority(Slot label) noexcept {
    majority_ = label;
    for (std::uint32_t i = 0; i < samplers_.size(); ++i) {
        file(i, n_);
    }
}

void Ccm07::release(Slot label) noexcept {
    if (labels_.release(label) && label == majority_) majority_ = no_slot;
}

// ------------------------------------------------------------------ waiting times

void Ccm07::schedule(std::uint32_t i) noexcept {
    Pair& pair = samplers_[i];
    pair.next_primary = n_ + first_success(pair.primary_tag, random_.uniform(i, n_, primary_wait));
    schedule_backup(i);
}

// A tag between that of the primary and that of the backup, given that it is above the first.
void Ccm07::schedule_backup(std::uint32_t i) noexcept {
    const Pair& pair = samplers_[i];
    const double probability = (pair.backup_tag - pair.primary_tag) / (1 - pair.primary_tag);
    const std::uint64_t wait = first_success(probability, random_.uniform(i, n_, backup_wait));
    majority_backups_.remove(i);
    majority_backups_.set_time(i, others(pair.primary) + wait);
    file(i, n_);
}

// `from` is a position before which no event counts for the sampler's backup.
void Ccm07::file(std::uint32_t i, std::uint64_t from) noexcept {
    const Pair& pair = samplers_[i];
    const std::uint64_t time = majority_backups_.time(i);
    if (pair.primary == majority_) {
        majority_backups_.put(i, time);
        due_.put(i, pair.next_primary);
    } else {
        majority_backups_.remove(i);
        due_.put(i, std::min(pair.next_primary, from + (time - others(pair.primary))));
    }
}

// ------------------------------------------------------------------ estimate

SketchEstimate Ccm07::entropy() const noexcept {
    if (n_ == 0) return {};
    const HeavyLabel heavy = heavy_.heaviest();
    const bool leave_out = heavy.count > n_ / 2;
    MeanTerm terms;
    for (const Pair& pair : samplers_) {
        const bool is_heavy = leave_out && labels_.key(pair.primary) == heavy.key;
        // Without a backup there are no other labels at all.
        if (is_heavy && pair.backup == no_slot) continue;
        const Slot label = is_heavy ? pair.backup : pair.primary;
        const std::uint64_t before = is_heavy ? pair.backup_before : pair.primary_before;
        terms.add(sample_term(labels_.count(label) - before));
    }
    return leave_out ? with_heavy_label(heavy, terms) : without_heavy_label(terms);
}

SketchEstimate Ccm07::without_heavy_label(const MeanTerm& terms) const noexcept {
    const double value = detail::double_log2(n()) - terms.mean();
    return {.value = std::max(0.0, value), .standard_error = terms.standard_error()};
}

SketchEstimate Ccm07::with_heavy_label(const HeavyLabel& heavy,
                                       const MeanTerm& terms) const noexcept {
    const double rest = terms.size() == 0 ? 0 : detail::double_log2(n()) - terms.mean();
    const auto value = [&](std::uint64_t count) {
        const double share = static_cast<double>(count) / n();
        const double others = static_cast<double>(n_ - count) / n();
        return others * rest - share * detail::double_log2(share);
    };
    const double others = static_cast<double>(n_ - heavy.count) / n();
    const double least = value(heavy.count);
    const double most = value(std::min(n_, heavy.count + heavy.missed));
    return {.value = std::max(0.0, least),
            .standard_error = others * terms.standard_error(),
            .bias_bound = std::abs(most - least)};
}

// ------------------------------------------------------------------ state

bool operator==(const Ccm07& a, const Ccm07& b) {
    if (a.memory_ != b.memory_ || a.seed() != b.seed() || a.n_ != b.n_) return false;
    for (std::size_t i = 0; i < a.samplers_.size(); ++i) {
        if (a.sampler(i) != b.sampler(i)) return false;
    }
    return a.heavy_ == b.heavy_;
}

Ccm07::Sample Ccm07::sample(Slot label, std::uint64_t before, double tag) const noexcept {
    if (label == no_slot) return {};
    return {.key = labels_.key(label), .count = labels_.count(label), .before = before, .tag = tag};
}

Ccm07::Sampler Ccm07::sampler(std::size_t i) const noexcept {
    const Pair& pair = samplers_[i];
    return {.primary = sample(pair.primary, pair.primary_before, pair.primary_tag),
            .backup = sample(pair.backup, pair.backup_before, pair.backup_tag),
            .next_primary = pair.next_primary,
            .next_backup = majority_backups_.time(static_cast<std::uint32_t>(i))};
}

Slot Ccm07::restore_sample(const Sample& sample) {
    require(sample.before < sample.count && sample.count <= n_, "a sample has a wrong count");
    require(sample.tag > 0 && sample.tag <= 1, "a tag is out of range");
    Slot label = labels_.find(sample.key);
    if (label == no_slot) label = labels_.insert(sample.key, sample.count);
    require(labels_.count(label) == sample.count, "a label has two counts");
    labels_.retain(label);
    return label;
}

void Ccm07::restore_sampler(std::uint32_t i, const Sampler& from) {
    require(from.primary.key != from.backup.key || from.backup.count == 0,
            "a sampler holds a label twice");
    require(from.primary.tag < 1 && from.primary.tag <= from.backup.tag, "tags are out of order");
    Pair& pair = samplers_[i];
    pair = {.primary = restore_sample(from.primary),
            .primary_before = from.primary.before,
            .primary_tag = from.primary.tag,
            .next_primary = from.next_primary};
    if (from.backup.count > 0) {
        pair.backup = restore_sample(from.backup);
        pair.backup_before = from.backup.before;
        pair.backup_tag = from.backup.tag;
    }
    const std::uint64_t clock = others(pair.primary);
    require(from.next_primary > n_ && from.next_primary - n_ <= never, "a time is out of range");
    require(from.next_backup > clock && from.next_backup - clock <= never,
            "a time is out of range");
    majority_backups_.set_time(i, from.next_backup);
    ++primaries_[pair.primary];
}

void Ccm07::restore(std::uint64_t events, std::span<const Sampler> from,
                    std::span<const HeavyLabel> heavy, std::uint64_t decrements) {
    require(events < max_sampled_events, "it has too many events");
    require(from.size() == (events == 0 ? 0 : samplers()), "it has a wrong number of samplers");
    if (events == 0) return;
    allocate();
    n_ = events;
    heavy_.restore(heavy, decrements, events);
    for (std::uint32_t i = 0; i < from.size(); ++i) {
        restore_sampler(i, from[i]);
    }
    const auto most = std::max_element(primaries_.begin(), primaries_.end());
    if (*most > samplers_.size() / 2) majority_ = static_cast<Slot>(most - primaries_.begin());
    for (std::uint32_t i = 0; i < from.size(); ++i) {
        file(i, n_);
    }
}

}  // namespace entrostream
