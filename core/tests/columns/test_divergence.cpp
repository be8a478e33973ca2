// Every window gives the bits of a fresh count of its two sides, and agrees with the definitions.
#include "core/columns/divergence.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <optional>
#include <stdexcept>
#include <vector>

#include "core/columns/previous_contents.hpp"
#include "core/columns/reference_contents.hpp"
#include "core/columns/reference_logs.hpp"
#include "core/columns/row_windows.hpp"
#include "core/tests/check.hpp"
#include "core/tests/random.hpp"

using namespace entrostream;
using namespace entrostream::testing;

namespace {

constexpr auto measure = DivergenceMeasure::divergence;
constexpr std::size_t label_codes = 9;
using Histogram = std::map<Code, std::uint64_t>;

std::uint64_t total(const Histogram& counts) {
    std::uint64_t sum = 0;
    for (const auto& [label, count] : counts) {
        sum += count;
    }
    return sum;
}

long double share(const Histogram& counts, Code label) {
    const auto at = counts.find(label);
    if (at == counts.end()) return 0;
    return static_cast<long double>(at->second) / static_cast<long double>(total(counts));
}

// sum p log2(p / mixed) with mixed = weight p + (1 - weight) q.
long double from_mixture(const Histogram& p, const Histogram& q, long double weight) {
    long double sum = 0;
    for (const auto& [label, count] : p) {
        const long double mine = share(p, label);
        sum += mine * std::log2(mine / (weight * mine + (1 - weight) * share(q, label)));
    }
    return sum;
}

long double shannon(const Histogram& p, const Histogram& q, bool by_rows) {
    const auto n = static_cast<long double>(total(p));
    const auto m = static_cast<long double>(total(q));
    const long double weight = by_rows ? n / (n + m) : 0.5L;
    return weight * from_mixture(p, q, weight) + (1 - weight) * from_mixture(q, p, 1 - weight);
}

long double kullback(const Histogram& p, const Histogram& q, double pseudo_count) {
    const long double all = static_cast<long double>(total(q)) +
                            static_cast<long double>(pseudo_count) *
                                (pseudo_count > 0 ? static_cast<long double>(q.size() + 1) : 0);
    long double sum = 0;
    long double unseen = 0;
    for (const auto& [label, count] : p) {
        const auto at = q.find(label);
        if (at == q.end()) {
            unseen += share(p, label);
        } else {
            const auto d = static_cast<long double>(at->second) + pseudo_count;
            sum += share(p, label) * std::log2(share(p, label) / (d / all));
        }
    }
    if (unseen > 0) sum += unseen * std::log2(unseen / (pseudo_count / all));
    return sum;
}

bool near(double value, long double truth) {
    if (std::isinf(truth)) return std::isinf(value);
    return std::fabs(static_cast<long double>(value) - truth) < 1e-14L;
}

struct Case {
    RowFrame frame;
    std::vector<Code> labels;
    std::vector<Time> times;
};

Case random_case(Random& random) {
    static constexpr Closed ends[] = {Closed::right, Closed::both, Closed::left, Closed::neither};
    Case found;
    found.frame.length = 1 + static_cast<std::int64_t>(random.below(9));
    found.frame.by_time = random.below(2) == 0;
    found.frame.closed = ends[random.below(4)];
    found.frame.centred = random.below(3) == 0;
    found.frame.ties_together = found.frame.by_time && random.below(2) == 0;
    Time now = 0;
    for (std::uint64_t rows = random.below(60); rows > 0; --rows) {
        now += static_cast<Time>(random.below(4));
        found.times.push_back(now);
        found.labels.push_back(
            random.below(8) == 0 ? no_code
                                 : static_cast<Code>(random.below(1 + random.below(label_codes))));
    }
    return found;
}

// The rows on each side of row `row`, by brute force.
struct Sides {
    Histogram window;
    Histogram previous;
};

bool in_window(const Case& at, std::size_t row, std::size_t other) {
    const RowFrame& frame = at.frame;
    const auto now = static_cast<std::int64_t>(row);
    const auto place = static_cast<std::int64_t>(other);
    if (!frame.by_time) return place >= frame.first_row(now) && place < frame.end_row(now);
    if (!frame.waits() && other > row) return false;
    return !frame.is_over(at.times[other], at.times[row]) &&
           frame.reaches(at.times[other], at.times[row]);
}

bool in_previous(const Case& at, std::size_t row, std::size_t other) {
    const RowFrame& frame = at.frame;
    const auto now = static_cast<std::int64_t>(row);
    const auto place = static_cast<std::int64_t>(other);
    if (!frame.by_time) {
        const std::int64_t rows = frame.end_row(now) - frame.first_row(now);
        return place < frame.first_row(now) && place >= frame.first_row(now) - rows;
    }
    // One span earlier, with the same left end.
    RowFrame longer = frame;
    longer.length *= frame.centred ? 3 : 2;
    return frame.is_over(at.times[other], at.times[row]) &&
           !longer.is_over(at.times[other], at.times[row]);
}

Sides sides_of(const Case& at, std::size_t row) {
    Sides sides;
    for (std::size_t other = 0; other < at.labels.size(); ++other) {
        if (at.labels[other] == no_code) continue;
        if (in_window(at, row, other)) ++sides.window[at.labels[other]];
        if (in_previous(at, row, other)) ++sides.previous[at.labels[other]];
    }
    return sides;
}

// All values of a column, by row.
template <class Content, class ItemOf>
std::vector<double> values(const Case& at, Content content, ItemOf&& item) {
    content.grow(label_codes);
    RowWindows<Content> windows(at.frame, std::move(content));
    windows.grow(1);
    std::vector<double> found(at.labels.size());
    const auto emit = [&](std::int64_t number, const typename Content::Sums& sums) {
        found[static_cast<std::size_t>(number)] = windows.content().value(sums, measure);
    };
    for (std::size_t row = 0; row < at.labels.size(); ++row) {
        windows.push(0, static_cast<std::int64_t>(row), at.times[row], item(at.labels[row]), emit);
    }
    windows.finish(emit);
    return found;
}

ReferenceItem item_of(Code code) {
    return {code, code};
}
Code alone(Code code) {
    return code;
}

// A content with exactly these counts, after other rows entered and left.
template <class Content>
double fresh(Content content, const Histogram& window) {
    content.grow(label_codes);
    typename Content::Sums sums;
    for (const auto& [label, count] : window) {
        for (std::uint64_t i = 0; i < count; ++i) {
            content.enter(sums, item_of(label));
        }
    }
    return content.value(sums, measure);
}

bool same(double a, double b) {
    return a == b || (std::isnan(a) && std::isnan(b));
}

Histogram histogram(const std::vector<std::uint64_t>& counts) {
    Histogram found;
    for (Code code = 0; code < counts.size(); ++code) {
        if (counts[code] != 0) found[code] = counts[code];
    }
    return found;
}

template <class Content, class Truth>
void check_reference(const Case& at, const Content& content, const Histogram& reference,
                     Truth&& truth) {
    const std::vector<double> found = values(at, content, item_of);
    for (std::size_t row = 0; row < found.size(); ++row) {
        const Histogram window = sides_of(at, row).window;
        check(same(found[row], fresh(content, window)), "the bits of a fresh count");
        check(window.empty() ? std::isnan(found[row]) : near(found[row], truth(window, reference)),
              "the divergence from the reference");
    }
}

template <class Content, class Truth>
void check_previous(const Case& at, const Content& content, Truth&& truth) {
    const std::vector<double> found = values(at, content, alone);
    for (std::size_t row = 0; row < found.size(); ++row) {
        const Sides sides = sides_of(at, row);
        const bool empty = sides.window.empty() || sides.previous.empty();
        check(
            empty ? std::isnan(found[row]) : near(found[row], truth(sides.window, sides.previous)),
            "the divergence from the window before");
    }
}

void windows_read_as_the_definitions_say() {
    Random random(41);
    const auto by_rows = [](const auto& p, const auto& q) { return shannon(p, q, true); };
    const auto equally = [](const auto& p, const auto& q) { return shannon(p, q, false); };
    for (int round = 0; round < 300; ++round) {
        const Case at = random_case(random);
        std::vector<std::uint64_t> counts(1 + random.below(label_codes));
        for (std::uint64_t& count : counts) {
            count = random.below(1 + random.below(20));
        }
        counts.front() += 1;
        const Histogram reference = histogram(counts);
        const double pseudo_count = random.below(2) == 0 ? 0.0 : 0.25;
        const auto kl = [&](const auto& p, const auto& q) { return kullback(p, q, pseudo_count); };
        check_reference(at, ReferenceShannon(counts), reference, equally);
        check_reference(at, ReferencePooled(counts), reference, by_rows);
        check_reference(at, ReferenceKullback(counts, pseudo_count), reference, kl);
        check_previous(at, PreviousShannon(false), equally);
        check_previous(at, PreviousShannon(true), by_rows);
        check_previous(at, PreviousKullback(pseudo_count), kl);
    }
}

void equal_shares_of_huge_counts_are_nothing_apart() {
    // 3 : 5 : 7 compared with 3k : 5k : 7k, and with one row more.
    const std::uint64_t k = 1'000'003'000'017;
    std::vector<std::uint64_t> counts = {3 * k, 5 * k, 7 * k};
    const Histogram window = {{0, 3}, {1, 5}, {2, 7}};
    check(fresh(ReferenceShannon(counts), window) == 0.0, "equal shares");
    check(fresh(ReferencePooled(counts), window) == 0.0, "equal shares by rows");
    check(fresh(ReferenceKullback(counts, 0), window) == 0.0, "equal shares one-sided");
    check(fresh(ReferenceShannon(counts), {{3, 11}}) == 1.0, "no label in common");
    check(std::isinf(fresh(ReferenceKullback(counts, 0), {{0, 1}, {3, 1}})), "a label unseen");
}

void sides_too_large_are_refused() {
    const std::vector<std::uint64_t> most = {max_scale / 2};
    check_throws<std::invalid_argument>([] { ReferenceShannon({0, 0}); }, "an empty reference");
    check_throws<std::overflow_error>([] { ReferenceShannon({max_scale / 2, 1}); }, "too large");
    check_throws<std::overflow_error>([] { ReferencePooled({~std::uint64_t{0}, 1}); }, "wrapping");
    check(fresh(ReferenceShannon(most), {{0, 1}}) == 0.0, "the largest reference");
    check_throws<std::overflow_error>([&] { (void)fresh(ReferenceShannon(most), {{0, 2}}); },
                                      "a window too large for it");
    check_throws<std::overflow_error>([&] { (void)fresh(ReferencePooled(most), {{0, 2}}); },
                                      "the same by rows");
    check_throws<std::overflow_error>([&] { (void)fresh(ReferenceKullback(most, 0), {{0, 2}}); },
                                      "the same one-sided");
    require_scale(max_rows_each, max_rows_each);
    check_throws<std::overflow_error>([] { require_scale(max_rows_each + 1, max_rows_each + 1); },
                                      "both windows too large");
}

void logarithms_of_counts_are_near() {
    for (const double s : {0.0, 0.5, 3.25, 1e-18, 1e8}) {
        ReferenceLogs logs(s);
        for (const std::uint64_t d : {1ull, 2ull, 3ull, 1000ull, 131072ull, 99999999999ull}) {
            const auto value = static_cast<long double>(logs(d)) * 0x1p-58L;
            const long double truth = std::log2(static_cast<long double>(d) + s);
            check(std::fabs(value - truth) < 1e-17L, "log2(d + s)");
        }
        if (s == 0) continue;
        check(std::fabs(static_cast<long double>(logs(0)) * 0x1p-58L - std::log2((long double)s)) <
                  1e-17L,
              "log2 s");
        check(std::fabs(static_cast<long double>(logs.of_all(10, 3)) * 0x1p-58L -
                        std::log2(10 + 4 * static_cast<long double>(s))) < 1e-17L,
              "log2(m + s (K + 1))");
    }
    check(ReferenceLogs(0)(0) == 0, "no count, no pseudo-count");
    for (const double wrong : {-1.0, 1e-19, 1e9, std::nan("")}) {
        check_throws<std::invalid_argument>([&] { ReferenceLogs logs(wrong); }, "a pseudo-count");
    }
}

}  // namespace

int main() {
    windows_read_as_the_definitions_say();
    equal_shares_of_huge_counts_are_nothing_apart();
    sides_too_large_are_refused();
    logarithms_of_counts_are_near();
    return report();
}
