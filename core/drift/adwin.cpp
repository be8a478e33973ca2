#include "core/drift/adwin.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

#include "core/count_log/count_log.hpp"
#include "core/counts/interruption.hpp"
#include "core/counts/require.hpp"
#include "core/math/double_logs.hpp"

namespace entrostream {

using detail::natural_log;

namespace {

// A split of the window: the count and the sum of the numbers on each side.
struct Split {
    double n0;
    double n1;
    double u0;
    double u1;
};

// The cut rule for the current window.
class CutRule {
  public:
    CutRule(const Adwin::Rule& rule, double n, const Moments& sums, std::size_t splits) noexcept
        : least_(static_cast<double>(rule.min_window_length)),
          log_term_(natural_log(2.0 * natural_log(n) / rule.delta)),
          variance_(sums.spread / n),
          n_(n),
          mean_(sums.total / n) {
        // 1 - 2^-20: a margin far larger than all rounding errors in `may_pass`.
        constexpr double nearly = 0x1.ffffep-1;
        const double share = (n - 2.0 * (least_ - 1.0)) / n;
        by_product_ = nearly * 2.0 * variance_ * log_term_ * share / n;
        alone_ = nearly * (4.0 / 9.0) * log_term_ * log_term_ * share * share;
        doubt_ = (static_cast<double>(splits) + 8.0) * 0x1p-52 * n;
    }

    // A cheap necessary condition for `passes`, without division or square root.
    //
    // With a = n0 - l + 1, b = n1 - l + 1, a + b = n - 2(l - 1) and ab <= n0 n1 the square of
    // the bound is at least 2 m s d + 4/9 d^2 m^2, m = (a + b)/(ab); and the difference of
    // the means is (u0 - n0 mean) n/(n0 n1). Both sides times (n0 n1/n)^2 give the test.
    // `doubt_` bounds how far u0 + u1 is from the total, one rounding per split.
    [[nodiscard]] bool may_pass(double n0, double u0) const noexcept {
        const double apart = std::fabs(u0 - n0 * mean_) + doubt_;
        return apart * apart > by_product_ * (n0 * (n_ - n0)) + alone_;
    }

    // The rule in the evaluation order of MOA and river, so that it rounds the same way.
    [[nodiscard]] bool passes(const Split& split) const noexcept {
        if (split.n0 < least_ || split.n1 < least_) return false;
        const double m = 1.0 / (split.n0 - least_ + 1.0) + 1.0 / (split.n1 - least_ + 1.0);
        const double bound = std::sqrt(2.0 * m * variance_ * log_term_) + 2.0 / 3.0 * log_term_ * m;
        return std::fabs(split.u0 / split.n0 - split.u1 / split.n1) > bound;
    }

  private:
    double least_;
    double log_term_;
    double variance_;
    double n_;
    double mean_;
    double by_product_;
    double alone_;
    double doubt_;
};

Adwin::Rule checked(const Adwin::Rule& rule) {
    require(rule.delta >= Adwin::min_delta && rule.delta < 1.0, "delta is out of range");
    require(rule.clock > 0 && rule.clock <= max_events, "the clock is out of range");
    require(rule.max_buckets > 0 && rule.max_buckets <= Adwin::buckets_limit,
            "max_buckets is out of range");
    require(rule.min_window_length > 0 && rule.min_window_length <= max_events,
            "min_window_length is out of range");
    require(rule.grace_period <= max_events, "grace_period is out of range");
    return rule;
}

}  // namespace

Adwin::Adwin(const Rule& rule)
    : rule_(checked(rule)),
      until_check_(rule.clock),
      buckets_(static_cast<std::size_t>(rule.max_buckets)) {}

void Adwin::require_room(std::size_t more) const {
    if (more > max_events - seen_) throw std::overflow_error("Adwin takes fewer than 2^62 numbers");
}

// The running sums of river and MOA (Welford's for the spread), with the same roundings, since
// the cuts depend on them. Their error grows by at most half an ulp per number. Each cut recomputes
// them from the buckets, so that they neither lose digits to cancellation, as they do there, nor
// carry the errors of numbers dropped long ago.
void Adwin::take(std::span<const double> numbers) noexcept {
    double total = running_.total;
    double spread = running_.spread;
    auto n = static_cast<double>(buckets_.n() - numbers.size());
    for (const double number : numbers) {
        if (n > 0.0) {
            const double apart = number - total / n;
            spread += n * apart * apart / (n + 1.0);
        }
        total += number;
        n += 1.0;
    }
    running_ = {total, spread};
    seen_ += numbers.size();
    until_check_ -= numbers.size();
}

// Reserves memory for the changes that this many numbers may cause.
void Adwin::prepare_checks(std::uint64_t numbers, std::vector<MeanChange>& found) {
    if (numbers < until_check_) [[likely]]
        return;
    const auto checks = static_cast<std::size_t>((numbers - until_check_) / rule_.clock + 1);
    found.reserve(found.size() + checks);
    const std::size_t needed = std::min(changes_.size() + checks, max_changes + 1);
    if (needed > changes_.capacity()) changes_.reserve(std::max(needed, 2 * changes_.capacity()));
}

void Adwin::update(double number, std::vector<MeanChange>& found) {
    require_room(1);
    prepare_checks(1, found);
    buckets_.append(number);  // allocates before anything changes
    take({&number, 1});
    if (until_check_ == 0) check(found);
}

void Adwin::update_many(std::span<const double> numbers, std::vector<MeanChange>& found) {
    require_room(numbers.size());
    buckets_.prepare(numbers.size());
    prepare_checks(numbers.size(), found);
    InterruptPoll<4096> poll;
    while (!numbers.empty()) {
        poll();
        const std::size_t most = std::min(NumberBuckets::block, numbers.size());
        const auto now = static_cast<std::size_t>(std::min<std::uint64_t>(most, until_check_));
        buckets_.append(numbers.first(now));
        take(numbers.first(now));
        if (until_check_ == 0) check(found);
        numbers = numbers.subspan(now);
    }
}

void Adwin::check(std::vector<MeanChange>& found) noexcept {
    until_check_ = rule_.clock;
    if (n() <= rule_.grace_period) return;
    std::uint64_t gone = 0;
    double gone_total = 0.0;
    while (has_cut()) {
        gone += buckets_.oldest_size();
        gone_total += buckets_.oldest_total();
        buckets_.drop_oldest();
        running_ = buckets_.moments();
    }
    if (gone == 0) return;
    ++n_changes_;
    found.push_back({.position = seen_ - n(),
                     .found = seen_,
                     .before = gone_total / static_cast<double>(gone),
                     .after = mean()});
    changes_.push_back(found.back());
    if (changes_.size() > max_changes) changes_.erase(changes_.begin());
}

// At the last split W1 is empty, so `passes` is false: the minimum length is at least 1.
bool Adwin::has_cut() const noexcept {
    const auto n = static_cast<double>(buckets_.n());
    if (n < 2.0) return false;
    const CutRule rule(rule_, n, running_, buckets_.rows() * buckets_.most());
    Split split{0.0, n, 0.0, running_.total};
    for (std::size_t row = buckets_.rows(); row-- > 0;) {
        const double size = NumberBuckets::size(row);
        for (const double total : buckets_.totals(row)) {
            split.n0 += size;
            split.n1 -= size;
            split.u0 += total;
            split.u1 -= total;
            if (rule.may_pass(split.n0, split.u0) && rule.passes(split)) return true;
        }
    }
    return false;
}

void Adwin::clear() noexcept {
    buckets_.clear();
    running_ = {};
    seen_ = 0;
    until_check_ = rule_.clock;
    n_changes_ = 0;
    changes_.clear();
}

double Adwin::mean() const noexcept {
    return n() == 0 ? 0.0 : total() / static_cast<double>(n());
}

double Adwin::variance() const noexcept {
    return n() == 0 ? 0.0 : buckets_.moments().spread / static_cast<double>(n());
}

namespace {

bool from_0_to(double most, double x) noexcept {
    return !std::signbit(x) && x <= most;  // false for NaN
}

void check_buckets(const NumberBuckets& buckets) {
    for (std::size_t row = 0; row < buckets.rows(); ++row) {
        const double size = NumberBuckets::size(row);
        for (std::size_t i = 0; i < buckets.totals(row).size(); ++i) {
            require(from_0_to(size, buckets.totals(row)[i]) &&
                        from_0_to(row == 0 ? 0.0 : size, buckets.spreads(row)[i]),
                    "a bucket's sums are out of range");
        }
    }
}

// Each number has added a few roundings of values up to n to either sum.
void check_running(const Moments& running, const NumberBuckets& buckets) {
    const auto n = static_cast<double>(buckets.n());
    const Moments afresh = buckets.moments();
    const double doubt = n * n * 0x1p-48;
    require(from_0_to(n, running.total) && from_0_to(n, running.spread) &&
                std::fabs(running.total - afresh.total) <= doubt &&
                std::fabs(running.spread - afresh.spread) <= doubt,
            "the running sums are not those of the buckets");
}

void check_changes(const Adwin::Content& content, std::uint64_t clock) {
    const std::uint64_t recorded = std::min<std::uint64_t>(content.n_changes, Adwin::max_changes);
    require(content.changes.size() == recorded && content.n_changes <= content.seen / clock,
            "the number of changes is wrong");
    const std::uint64_t start = content.seen - content.buckets.n();
    require(start == (recorded == 0 ? 0 : content.changes.back().position),
            "the window does not begin at the last change");
    MeanChange last;
    for (const MeanChange& change : content.changes) {
        require(change.position > last.position && change.found > last.found &&
                    change.position < change.found && change.found <= content.seen &&
                    change.found % clock == 0,
                "a change is out of its place");
        require(from_0_to(1.0, change.before) && from_0_to(1.0, change.after),
                "the means of a change are out of range");
        last = change;
    }
}

}  // namespace

void Adwin::restore(Content content) {
    require(content.buckets.most() == rule_.max_buckets, "the buckets are of another rule");
    check_buckets(content.buckets);
    require(content.buckets.n() <= content.seen && content.seen <= max_events &&
                (content.buckets.n() > 0) == (content.seen > 0),
            "the window is longer than the stream");
    check_running(content.running, content.buckets);
    check_changes(content, rule_.clock);
    seen_ = content.seen;
    until_check_ = rule_.clock - seen_ % rule_.clock;
    running_ = content.running;
    buckets_ = std::move(content.buckets);
    n_changes_ = content.n_changes;
    changes_ = std::move(content.changes);
}

}  // namespace entrostream
