#include "core/sketch/cdm06.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/counts/require.hpp"
#include "core/math/double_logs.hpp"
#include "core/sketch/mean_term.hpp"
#include "core/sketch/require_memory.hpp"
#include "core/sketch/sample_term.hpp"
#include "core/sketch/whole_weight.hpp"

namespace entrostream {

namespace {

constexpr std::size_t most_estimators = std::size_t{1} << 30;

// The standard deviation of the median of nine standard normal numbers.
constexpr double median_deviation = 0.40756;

}  // namespace

Cdm06::Cdm06(std::size_t memory, std::uint64_t seed) : Cdm06(memory, seed, 0) {
    require_memory(name, memory, min_memory());
}

Cdm06::Cdm06(std::size_t memory, std::uint64_t seed, std::size_t estimators)
    : memory_(memory),
      random_(seed),
      estimators_(estimators),
      // A new label is counted before the old one is released.
      labels_(estimators == 0 ? 0 : estimators + 1) {
    for (std::uint32_t i = 0; i < estimators; ++i) {
        estimators_[i].number = i;
    }
}

void Cdm06::allocate() {
    *this = Cdm06(memory_, seed(), estimators());
}

std::size_t Cdm06::fixed_bytes() noexcept {
    return sizeof(Cdm06) + SampledLabels::label_bytes;
}

std::size_t Cdm06::min_memory() noexcept {
    return fixed_bytes() + 2 * groups * (sizeof(Estimator) + SampledLabels::label_bytes);
}

std::size_t Cdm06::estimators() const noexcept {
    constexpr std::size_t group_bytes = groups * (sizeof(Estimator) + SampledLabels::label_bytes);
    return std::min(most_estimators / groups, (memory_ - fixed_bytes()) / group_bytes) * groups;
}

std::size_t Cdm06::nbytes() const noexcept {
    return sizeof(Cdm06) + estimators_.capacity() * sizeof(Estimator) + labels_.heap_bytes();
}

// ------------------------------------------------------------------ events

void Cdm06::add(Key key, double weight) {
    const std::uint64_t events = whole_weight(weight, n_);
    if (n_ == 0) allocate();
    add_run(key, events);
}

void Cdm06::add_many(std::span<const Key> keys) {
    require_room(static_cast<double>(keys.size()), n_);
    if (n_ == 0 && !keys.empty()) allocate();
    for (const Key key : keys) {
        add_run(key, 1);
    }
}

void Cdm06::clear() noexcept {
    *this = Cdm06(memory_, seed(), 0);
}

// The first event is the sample of all.
void Cdm06::start(Key key) noexcept {
    n_ = 1;
    const Slot label = labels_.insert(key, 1);
    for (Estimator& estimator : estimators_) {
        labels_.retain(label);
        estimator.label = label;
        estimator.next = next_sample(estimator.number);
    }
    order();
}

void Cdm06::add_run(Key key, std::uint64_t events) noexcept {
    const std::uint64_t end = n_ + events;
    if (n_ == 0) start(key);
    Slot label = labels_.find(key);
    while (n_ < end) {
        const std::uint64_t stop = std::min(end, estimators_.front().next);
        if (label != no_slot) labels_.count_more(label, stop - n_);
        n_ = stop;
        while (estimators_.front().next == n_) {
            if (label == no_slot) label = labels_.insert(key, 1);
            sample(label);
        }
    }
}

// The first estimator samples the current event, whose counter is `label`.
void Cdm06::sample(Slot label) noexcept {
    Estimator& first = estimators_.front();
    labels_.retain(label);
    labels_.release(std::exchange(first.label, label));
    first.before = labels_.count(label) - 1;
    first.next = next_sample(first.number);
    sink(0);
}

// After event n, all of the next m - n events have larger tags with probability n/m.
std::uint64_t Cdm06::next_sample(std::uint32_t number) const noexcept {
    const double last = n() / random_.uniform(number, n_, 0);
    return last < static_cast<double>(never) ? static_cast<std::uint64_t>(last) + 1 : never;
}

void Cdm06::order() noexcept {
    for (std::size_t i = estimators_.size() / 2; i-- > 0;) {
        sink(i);
    }
}

void Cdm06::sink(std::size_t at) noexcept {
    const Estimator moved = estimators_[at];
    for (std::size_t child = 2 * at + 1; child < estimators_.size(); child = 2 * at + 1) {
        if (child + 1 < estimators_.size() && estimators_[child + 1].next < estimators_[child].next)
            ++child;
        if (estimators_[child].next >= moved.next) break;
        estimators_[at] = estimators_[child];
        at = child;
    }
    estimators_[at] = moved;
}

// ------------------------------------------------------------------ estimates

// In the order of the estimators' numbers: a sum in the order of the heap would depend on it in
// its last bits, and a restored heap may be in another.
std::vector<double> Cdm06::terms() const {
    std::vector<double> terms(estimators_.size());
    for (const Estimator& estimator : estimators_) {
        terms[estimator.number] = sample_term(labels_.count(estimator.label) - estimator.before);
    }
    return terms;
}

SketchEstimate Cdm06::entropy_norm() const {
    if (n_ <= 1) return {};
    std::array<MeanTerm, groups> means;
    MeanTerm all;
    std::size_t number = 0;
    for (const double term : terms()) {
        means[number++ % groups].add(term);
        all.add(term);
    }
    std::nth_element(means.begin(), means.begin() + groups / 2, means.end(),
                     [](const MeanTerm& a, const MeanTerm& b) { return a.mean() < b.mean(); });
    const double group_size = static_cast<double>(estimators_.size()) / groups;
    return {.value = n() * means[groups / 2].mean(),
            .standard_error = n() * median_deviation * std::sqrt(all.variance() / group_size)};
}

SketchEstimate Cdm06::entropy() const {
    if (n_ <= 1) return {};
    const SketchEstimate norm = entropy_norm();
    return {.value = std::max(0.0, detail::double_log2(n()) - norm.value / n()),
            .standard_error = norm.standard_error / n()};
}

// ------------------------------------------------------------------ state

bool operator==(const Cdm06& a, const Cdm06& b) {
    return a.memory_ == b.memory_ && a.seed() == b.seed() && a.n_ == b.n_ &&
           a.samples() == b.samples();
}

std::vector<Cdm06::Sample> Cdm06::samples() const {
    if (n_ == 0) return {};
    std::vector<Sample> samples(estimators_.size());
    for (const Estimator& from : estimators_) {
        samples[from.number] = {.key = labels_.key(from.label),
                                .count = labels_.count(from.label),
                                .before = from.before,
                                .next = from.next};
    }
    return samples;
}

void Cdm06::restore_estimator(Estimator& estimator, const Sample& sample) {
    require(sample.before < sample.count && sample.count <= n_, "a sample has a wrong count");
    require(sample.next > n_ && sample.next <= never, "a position is out of range");
    Slot label = labels_.find(sample.key);
    if (label == no_slot) label = labels_.insert(sample.key, sample.count);
    require(labels_.count(label) == sample.count, "a label has two counts");
    labels_.retain(label);
    estimator.label = label;
    estimator.before = sample.before;
    estimator.next = sample.next;
}

void Cdm06::restore(std::uint64_t events, std::span<const Sample> from) {
    require(events < max_sampled_events, "it has too many events");
    require(from.size() == (events == 0 ? 0 : estimators()), "it has a wrong number of samples");
    if (events == 0) return;
    allocate();
    n_ = events;
    for (std::size_t i = 0; i < from.size(); ++i) {
        restore_estimator(estimators_[i], from[i]);
    }
    order();
}

}  // namespace entrostream
