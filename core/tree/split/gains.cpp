#include "core/tree/split/gains.hpp"

#include <algorithm>
#include <cmath>

#include "core/count_log/count_log_table.hpp"
#include "core/math/double_logs.hpp"
#include "core/math/normal.hpp"
#include "core/tree/split/best_edge.hpp"
#include "core/tree/split/regret.hpp"
#include "core/tree/split/scaled_entropy.hpp"
#include "core/tree/statistics/class_array.hpp"
#include "core/tree/statistics/variance.hpp"
#include "core/tree/tuning/tuning.hpp"

namespace entrostream::tree {

namespace {

double bits_of_nats(double nats) {
    return nats * detail::inverse_ln2;
}

int128 exact_entropy(const std::uint32_t* counts, std::uint32_t classes) {
    const CountLogTable& logs = CountLogTable::table();
    return scaled_entropy(counts, classes, [&](std::uint32_t c) { return logs.f(c); }).value;
}

// `least` rounded up to a count.
std::uint32_t at_least(double least) {
    const auto whole = static_cast<std::uint32_t>(least);
    return whole < least ? whole + 1 : whole;
}

}  // namespace

Gains::Gains(const Schema& schema, const NaiveBayes& counts, const QuantileBins* bins,
             const Criterion& criterion, std::uint32_t halvings)
    : schema_(schema),
      counts_(counts),
      bins_(bins),
      criterion_(criterion),
      classes_(schema.classes()),
      seen_(counts.seen_classes()),
      unit_(1.0 / (1u << counts.shift())),
      of_halvings_(0.5 * halvings * (seen_ - 1.0)),
      regret_of_two_(regret_of(2, counts.n())),
      before_split_(exact_entropy(counts.class_counts().data(), schema.classes())) {}

int128 Gains::before_split(std::uint32_t number) const {
    if (counts_.present(number) == counts_.n()) return before_split_;
    ClassArray<std::uint32_t> totals(classes_);
    for (Code c = 0; c < classes_; ++c)
        totals.data()[c] = counts_.present(number, c);
    return exact_entropy(totals.data(), classes_);
}

double Gains::bits(int128 units) const {
    return static_cast<double>(units) * 0x1p-58 * unit_;
}

double Gains::regret_of(std::uint32_t branches, double n) const {
    return bits_of_nats(regret_of_branches(n * unit_, seen_, branches));
}

// The regret, plus what halvings took from it: the regret of u examples is at most (k - 1) / 2 bits
// more than that of u / 2. A halving moves evidence below 0 closer to 0, and this compensates.
double Gains::penalty(std::uint32_t branches, double n) const {
    const bool known = branches == 2 && n == counts_.n();
    return (known ? regret_of_two_ : regret_of(branches, n)) + branches * of_halvings_;
}

AttributeGain Gains::of(std::uint32_t attribute, const SplitQuery& query) const {
    const Attribute a = schema_.attribute(attribute);
    if (a.kind == AttributeKind::nominal) return of_values(attribute, a.slot, query);
    return bins_ != nullptr ? of_bins(attribute, a.slot, query)
                            : of_gaussians(attribute, a.slot, query);
}

template <class Count>
void Gains::consider(AttributeGain& best, std::uint32_t number, const Candidate& candidate,
                     const SplitTable<Count>& table, const SplitQuery& query) const {
    best.gain = std::max(best.gain, candidate.gain);
    best.evidence = std::max(best.evidence, candidate.evidence);
    if (!(candidate.evidence > query.above)) return;
    const bool by_merit = query.rank == Rank::merit;
    const double merit = by_merit ? criterion_.merit(table) : 0;
    const bool better =
        by_merit ? merit > best.split.merit : candidate.evidence > best.split.evidence;
    if (best.split.is_there() && !better) return;
    best.split = {number,         candidate.threshold, candidate.branches,
                  candidate.gain, candidate.evidence,  merit};
}

AttributeGain Gains::of_bins(std::uint32_t number, std::uint32_t slot,
                             const SplitQuery& query) const {
    AttributeGain best;
    const std::uint32_t edges = bins_->edges(slot);
    best.possible = edges != 0;
    if (edges == 0) return best;
    const std::uint32_t classes = classes_;
    const std::uint32_t room = bins_->class_room();
    ClassArray<std::uint32_t> total_sums(room), left_sums(room), right_sums(room);
    std::uint32_t* const totals = total_sums.data();
    std::uint32_t* const left = left_sums.data();
    std::uint32_t* const right = right_sums.data();
    std::uint32_t n = 0;
    for (std::uint32_t c = 0; c < classes; ++c) {
        totals[c] = counts_.present(number, c);
        n += totals[c];
    }
    const double penalty = this->penalty(2, n) + detail::double_log2(edges);
    const std::uint32_t* const two[] = {left, right};
    const SplitTable<std::uint32_t> table{classes, totals, two};
    const auto propose = [&](std::uint32_t edge) {  // `left` has the counts up to it
        for (std::uint32_t c = 0; c < classes; ++c)
            right[c] = totals[c] - left[c];
        const double gain = bits(information_gain(table));
        consider(best, number, {bins_->edge(slot, edge), 2, gain, gain - penalty}, table, query);
    };
    const std::uint32_t least = std::max(at_least(query.share * n), 1u);
    if (query.rank == Rank::evidence) {  // the penalty is the same for all edges
        const std::uint32_t top = best_edge(*bins_, slot, {totals, classes, n}, least);
        if (top == edges) return best;
        bins_->sum_first(slot, top + 1, left);
        propose(top);
        return best;
    }
    std::uint32_t n_left = 0;
    for (std::uint32_t edge = 0; edge < edges; ++edge) {  // a criterion is evaluated at all
        std::uint32_t in_bin = 0;
        for (std::uint32_t c = 0; c < classes; ++c) {
            left[c] += bins_->counts(slot, edge)[c];
            in_bin += bins_->counts(slot, edge)[c];
        }
        n_left += in_bin;
        if (in_bin != 0 && n_left >= least && n - n_left >= least) propose(edge);
    }
    return best;
}

double Gains::below(std::uint32_t slot, Code label, double threshold,
                    double present_of_class) const {
    const Gaussians& gaussians = counts_.gaussians();
    const double mean = gaussians.mean(slot, label);
    const double one = 1u << counts_.shift();
    const double spread =
        present_of_class > one
            ? std::sqrt(gaussians.squares(slot, label) / freedom(present_of_class, one))
            : 0;
    if (!(spread > 0)) return mean <= threshold ? 1 : 0;
    return normal_below((threshold - mean) / spread);
}

AttributeGain Gains::of_gaussians(std::uint32_t number, std::uint32_t slot,
                                  const SplitQuery& query) const {
    AttributeGain best;
    const double low = counts_.gaussians().low(slot);
    const double high = counts_.gaussians().high(slot);
    if (!(low < high)) return best;
    std::vector<double> totals(classes_), left(classes_), right(classes_);
    double n = 0;
    for (Code c = 0; c < classes_; ++c) {
        totals[c] = counts_.present(number, c);
        n += totals[c];
    }
    const double penalty = this->penalty(2, n) + detail::double_log2(tuning::gaussian_thresholds);
    for (std::uint32_t i = 1; i <= tuning::gaussian_thresholds; ++i) {
        const double threshold = low + (high - low) * i / (tuning::gaussian_thresholds + 1);
        double n_left = 0;
        for (Code c = 0; c < classes_; ++c) {
            left[c] = totals[c] > 0 ? totals[c] * below(slot, c, threshold, totals[c]) : 0;
            right[c] = totals[c] - left[c];
            n_left += left[c];
        }
        if (n_left < query.share * n || n - n_left < query.share * n) continue;
        const double* const two[] = {left.data(), right.data()};
        const SplitTable<double> table{classes_, totals.data(), two};
        const double gain = std::max(0.0, information_gain(table)) * unit_;
        consider(best, number, {threshold, 2, gain, gain - penalty}, table, query);
    }
    return best;
}

AttributeGain Gains::of_values(std::uint32_t number, std::uint32_t slot,
                               const SplitQuery& query) const {
    AttributeGain best;
    const CountLogTable& logs = CountLogTable::table();
    const std::uint32_t classes = classes_;
    std::uint32_t branches = 0;  // nonempty
    std::uint32_t large = 0;     // with the required share
    std::uint32_t n = 0;
    int128 gain = 0;
    const double least = query.share * counts_.n();
    const auto scan = [&](const auto& f) {
        counts_.table().each_value(schema_, slot, [&](Code, const std::uint32_t* counts) {
            const auto branch = scaled_entropy(counts, classes, f);
            gain -= branch.value;
            n += branch.n;
            branches += branch.n != 0;
            large += branch.n != 0 && branch.n >= least;
        });
    };
    if (const int128* const small = logs.f_up_to(counts_.n()))
        scan([small](std::uint32_t c) { return small[c]; });
    else
        scan([&](std::uint32_t c) { return logs.f(c); });
    if (large < 2) return best;
    gain += before_split(number);
    const Candidate candidate{0, branches, bits(gain), bits(gain) - penalty(branches, n)};
    std::vector<std::uint32_t> totals;
    std::vector<const std::uint32_t*> rows;
    if (query.rank == Rank::merit) {
        for (Code c = 0; c < classes; ++c)
            totals.push_back(counts_.present(number, c));
        counts_.table().each_value(
            schema_, slot, [&](Code, const std::uint32_t* counts) { rows.push_back(counts); });
    }
    consider(best, number, candidate, SplitTable<std::uint32_t>{classes, totals.data(), rows},
             query);
    return best;
}

Split Gains::at(std::uint32_t attribute, double threshold, const SplitQuery& query) const {
    const Attribute a = schema_.attribute(attribute);
    if (a.kind == AttributeKind::nominal) return of_values(attribute, a.slot, query).split;
    AttributeGain found;
    const Split split{.attribute = attribute, .threshold = threshold, .branches = 2};
    const Branches made = branches(split);
    std::vector<std::uint32_t> totals(classes_);
    std::uint32_t n = 0;
    for (Code c = 0; c < classes_; ++c) {
        totals[c] = made.counts[0][c] + made.counts[1][c];
        n += totals[c];
    }
    const std::uint32_t* const two[] = {made.counts[0].data(), made.counts[1].data()};
    const SplitTable<std::uint32_t> table{classes_, totals.data(), two};
    const double gain = bits(information_gain(table));
    const double thresholds =
        bins_ != nullptr ? std::max(1u, bins_->edges(a.slot)) : tuning::gaussian_thresholds;
    consider(found, attribute,
             {threshold, 2, gain, gain - penalty(2, n) - detail::double_log2(thresholds)}, table,
             query);
    return found.split;
}

Gains::Branches Gains::branches(const Split& split) const {
    Branches made;
    const Attribute a = schema_.attribute(split.attribute);
    if (a.kind == AttributeKind::nominal) {
        counts_.table().each_value(schema_, a.slot, [&](Code value, const std::uint32_t* counts) {
            if (std::all_of(counts, counts + classes_, [](std::uint32_t c) { return c == 0; }))
                return;
            made.values.push_back(value);
            made.counts.emplace_back(counts, counts + classes_);
        });
        return made;
    }
    ClassArray<std::uint32_t> sums(schema_.class_room());
    std::uint32_t* const left = sums.data();
    if (bins_ != nullptr)
        bins_->sum_first(a.slot, bins_->edges_up_to(a.slot, split.threshold), left);
    made.counts.assign(2, std::vector<std::uint32_t>(classes_, 0));
    for (Code c = 0; c < classes_; ++c) {
        const std::uint32_t all = counts_.present(split.attribute, c);
        if (bins_ == nullptr && all > 0) {
            const double expected = all * below(a.slot, c, split.threshold, all);
            if (expected <= all) left[c] = static_cast<std::uint32_t>(std::round(expected));
        }
        made.counts[0][c] = left[c];
        made.counts[1][c] = all - left[c];
    }
    return made;
}

}  // namespace entrostream::tree
