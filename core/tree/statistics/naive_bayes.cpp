#include "core/tree/statistics/naive_bayes.hpp"

#include <algorithm>
#include <limits>
#include <vector>

#include "core/math/double_logs.hpp"

namespace entrostream::tree {

namespace {

constexpr double never = -std::numeric_limits<double>::infinity();

const Schema no_attributes;

// Branch-free: which class wins is unpredictable.
Code best_of(const double* scores, std::uint32_t classes) noexcept {
    Code best = no_code;
    double top = never;
    for (Code label = 0; label < classes; ++label) {
        const double score = scores[label];
        best = score > top ? label : best;
        top = score > top ? score : top;
    }
    return best;
}

}  // namespace

NaiveBayes::NaiveBayes(Meter& meter, const Schema& schema, const BayesParts& parts)
    : parts_(parts),
      counts_(MeteredAllocator<std::uint32_t>(meter)),
      prior_(MeteredAllocator<std::uint64_t>(meter)),
      base_(MeteredAllocator<double>(meter)),
      table_(meter, schema, parts.logs, parts.max_values),
      gaussians_(meter, parts.gaussians ? schema : no_attributes),
      missing_(meter) {
    resize_exactly(counts_, schema.class_room(), 0u);
    if (parts.logs) resize_exactly(base_, schema.class_room(), never);
}

std::size_t NaiveBayes::bytes(const Schema& schema, const BayesParts& parts) {
    const std::size_t classes = schema.class_room();
    return taken(classes * sizeof(std::uint32_t)) +
           (parts.logs ? taken(classes * sizeof(double)) : 0) +
           NominalTable::bytes(schema, parts.logs) +
           (parts.gaussians ? Gaussians::bytes(schema) : 0);
}

void NaiveBayes::set_prior(std::span<const std::uint64_t> prior) {
    resize_exactly(prior_, counts_.size(), 0);
    std::copy(prior.begin(), prior.end(), prior_.begin());
}

[[gnu::always_inline]] inline void NaiveBayes::learn_numbers(const Schema& schema,
                                                             const Example& example,
                                                             const CountLogTable& logs) {
    if (missing_.any()) [[unlikely]] {
        if (parts_.gaussians) gaussians_.learn_present(schema, example, missing_, counts_);
        return;
    }
    const double log_variances =
        parts_.gaussians ? gaussians_.learn(example, counts_[example.label], parts_.shift) : 0;
    renew_base(schema, example.label, log_variances, logs);
}

void NaiveBayes::learn(const Schema& schema, const Example& example, const CountLogTable& logs) {
    count(schema, example);
    table_.learn(example, counts_[example.label], logs);
    learn_numbers(schema, example, logs);
}

bool NaiveBayes::remove(const Schema& schema, const Example& example) noexcept {
    missing_.remove(schema, example);
    const bool vanished = table_.remove(example);
    std::uint32_t& of_class = counts_[example.label];
    of_class -= example.weight;
    n_ -= example.weight;
    seen_ -= of_class == 0;
    return vanished || of_class == 0;
}

void NaiveBayes::learn_both(NaiveBayes& a, NaiveBayes& b, const Schema& schema,
                            const Example& example, const CountLogTable& logs) {
    a.count(schema, example);
    b.count(schema, example);
    if (schema.nominal() != 0)
        NominalTable::learn_both(a.table_, a.counts_[example.label], b.table_,
                                 b.counts_[example.label], example, logs);
    if (a.missing_.any() || b.missing_.any()) [[unlikely]] {
        a.learn_numbers(schema, example, logs);
        b.learn_numbers(schema, example, logs);
        return;
    }
    const Code label = example.label;
    const auto found = Gaussians::learn_both(a.gaussians_, a.counts_[label], b.gaussians_,
                                             b.counts_[label], example, a.parts_.shift);
    a.renew_base(schema, label, found.a, logs);
    b.renew_base(schema, label, found.b, logs);
}

void NaiveBayes::count(const Schema& schema, const Example& example) {
    if (!scores_whole(example)) [[unlikely]]
        missing_.learn(schema, example, counts_);
    std::uint32_t& of_class = counts_[example.label];
    seen_ += of_class == 0;
    of_class += example.weight;
    n_ += example.weight;
}

double NaiveBayes::prior(Code label, const CountLogTable& logs) const {
    const std::uint32_t count = counts_[label];
    return prior_.empty() ? static_cast<double>(logs.log2(count))
                          : detail::double_log2(static_cast<double>(count + prior_[label]));
}

double NaiveBayes::log_of_parts(std::uint64_t all) {
    return detail::double_log2(static_cast<double>(all));
}

double NaiveBayes::base(const Schema& schema, Code label, double log_variances,
                        const CountLogTable& logs) const {
    double log_values = 0;  // denominators of the Laplace estimates
    for (const SameValues& group : schema.same_values())
        log_values += group.attributes * log_of_all(counts_[label], group.values, logs);
    return prior(label, logs) - 0.5 * log_variances - log_values;
}

Code NaiveBayes::score(const Schema& schema, const Example& example, double* scores) const {
    if (!scores_whole(example)) [[unlikely]]
        return score_present(schema, example, scores);
    const std::uint32_t classes = schema.classes();
    gaussians_.subtract_distances(example, classes, base_.data(), scores);
    if (schema.nominal() != 0) table_.add_logs(example, classes, scores);
    return best_of(scores, classes);
}

// Over the attributes present only, whatever else the model has.
Code NaiveBayes::score_present(const Schema& schema, const Example& example, double* scores) const {
    const std::uint32_t classes = schema.classes();
    const CountLogTable& logs = CountLogTable::table();
    for (Code label = 0; label < classes; ++label)
        scores[label] = counts_[label] == 0 ? never : prior(label, logs);
    gaussians_.add_densities(schema, example, missing_, counts_, parts_.shift, scores);
    if (schema.nominal() == 0) return best_of(scores, classes);
    table_.add_logs(example, classes, scores);
    example.each_value(schema, [&](std::uint32_t slot) {
        const std::uint32_t* const present = missing_.present(schema.nominal_number(slot), counts_);
        const std::uint32_t values = schema.values(slot);
        for (Code label = 0; label < classes; ++label)
            scores[label] -= log_of_all(present[label], values, logs);
    });
    return best_of(scores, classes);
}

NaiveBayes::Two NaiveBayes::score_both(const NaiveBayes& a, const NaiveBayes& b,
                                       const Schema& schema, const Example& example,
                                       double* scores) {
    const std::uint32_t classes = schema.classes();
    double* const others = scores + schema.class_room();
    if (!a.scores_whole(example) || !b.scores_whole(example)) [[unlikely]]
        return {a.score(schema, example, scores), b.score(schema, example, others)};
    Gaussians::subtract_distances_of_both(a.gaussians_, a.base_.data(), scores, b.gaussians_,
                                          b.base_.data(), others, example, classes);
    if (schema.nominal() != 0)
        NominalTable::add_logs_of_both(a.table_, b.table_, example, classes, scores, others);
    return {best_of(scores, classes), best_of(others, classes)};
}

void NaiveBayes::fetch(const Schema& schema, const Example& example) const {
    example.each_number(schema, [&](std::uint32_t slot) {
        missing_.fetch(schema.numeric_number(slot));
        gaussians_.fetch(slot, schema.classes());
    });
    example.each_value(schema,
                       [&](std::uint32_t slot) { missing_.fetch(schema.nominal_number(slot)); });
    for (const std::uint32_t cell : example.cells())
        table_.fetch(cell);
}

void NaiveBayes::stop_scoring(bool keep_gaussians) {
    parts_.logs = false;
    parts_.gaussians = parts_.gaussians && keep_gaussians;
    release(base_);
    release(prior_);
    table_.drop_logs();
    if (!parts_.gaussians) gaussians_ = Gaussians(counts_.get_allocator().meter(), no_attributes);
}

void NaiveBayes::add_attributes(const Schema& schema, std::uint32_t before,
                                std::uint32_t numeric_before) {
    missing_.add_attributes(schema, before, counts_);
    if (parts_.gaussians && schema.numeric() > numeric_before)
        gaussians_.grow(schema, numeric_before);
}

void NaiveBayes::grow_classes(const Schema& schema) {
    resize_exactly(counts_, schema.class_room(), 0u);
    if (!prior_.empty()) resize_exactly(prior_, schema.class_room(), 0);
    if (parts_.logs) resize_exactly(base_, schema.class_room(), never);
    table_.grow_classes(schema);
    if (parts_.gaussians) gaussians_.grow(schema, schema.numeric());
    missing_.grow_classes(schema);
}

void NaiveBayes::halve(const Schema& schema) {
    for (std::uint32_t slot = 0; slot < schema.nominal(); ++slot)
        table_.halve(schema, slot);
    missing_.halve();
    n_ = 0;
    seen_ = 0;
    for (std::uint32_t& count : counts_) {
        count /= 2;
        n_ += count;
        seen_ += count != 0;
    }
    for (std::uint64_t& count : prior_)
        count /= 2;
    if (parts_.gaussians) gaussians_.halve();
    renew_scores(schema);
}

void NaiveBayes::refine(const Schema& schema, std::uint32_t shift) {
    const std::uint32_t by = shift - parts_.shift;
    parts_.shift = static_cast<std::uint8_t>(shift);
    table_.refine(shift);
    missing_.refine(by);
    n_ <<= by;
    for (std::uint32_t& count : counts_)
        count <<= by;
    for (std::uint64_t& count : prior_)
        count <<= by;
    if (parts_.gaussians) gaussians_.refine(by);
    renew_scores(schema);
}

void NaiveBayes::set_shift(std::uint32_t shift) {
    if (shift == parts_.shift) return;
    parts_.shift = static_cast<std::uint8_t>(shift);
    table_.set_shift(shift);
}

// Recomputes the cached part of the scores after the counts have changed.
void NaiveBayes::renew_scores(const Schema& schema) {
    std::fill(base_.begin(), base_.end(), never);
    if (missing_.any()) return;  // then scores are computed without base_
    for (Code label = 0; label < schema.classes(); ++label) {
        if (counts_[label] == 0) continue;
        const double log_variances =
            parts_.gaussians ? gaussians_.renew(label, counts_[label], parts_.shift) : 0;
        renew_base(schema, label, log_variances, CountLogTable::table());
    }
}

void NaiveBayes::clear() {
    n_ = 0;
    seen_ = 0;
    std::fill(counts_.begin(), counts_.end(), 0u);
    std::fill(base_.begin(), base_.end(), never);
    release(prior_);
    table_.clear();
    gaussians_.clear();
    missing_.clear();
}

bool NaiveBayes::restore(const Schema& schema) {
    std::uint64_t n = 0;
    seen_ = 0;
    for (Code label = 0; label < counts_.size(); ++label) {
        if (counts_[label] != 0 && label >= schema.classes()) return false;
        n += counts_[label];
        seen_ += counts_[label] != 0;
    }
    n_ = static_cast<std::uint32_t>(n);
    return n <= most_examples;
}

// The values of every nominal attribute add up to the examples that have it, and cells that belong
// to no value are 0.
bool NaiveBayes::adds_up(const Schema& schema) const {
    std::vector<std::uint64_t> in_cells(counts_.size(), 0);
    for (std::uint32_t slot = 0; slot < schema.nominal(); ++slot) {
        const std::vector<std::uint64_t> sums = table_.class_sums(schema, slot);
        for (Code label = 0; label < counts_.size(); ++label) {
            if (sums[label] != present(schema.nominal_number(slot), label)) return false;
            if (!schema.block(slot).is_wide()) in_cells[label] += sums[label];
        }
    }
    return table_.class_sums_of_cells() == in_cells;
}

}  // namespace entrostream::tree
