// A live window gives the bits of a fresh count of its two sides, whatever came and went, and
// agrees with the definitions.
#include "core/columns/divergence_window.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <stdexcept>
#include <utility>
#include <vector>

#include "core/columns/contributions.hpp"
#include "core/tests/check.hpp"
#include "core/tests/random.hpp"

using namespace entrostream;
using namespace entrostream::testing;

namespace {

using Histogram = std::map<Code, std::uint64_t>;

struct Sides {
    Histogram window;
    Histogram reference;
};

// The events of a stream, and which of them are on which side, by their definition.
struct Model {
    struct Event {
        Time at;
        Code label;
    };
    std::vector<std::uint64_t> sample;  // empty: the previous window
    std::uint64_t length = 1;           // events, or nanoseconds
    bool timed = false;
    std::vector<Event> events;
    std::optional<Time> now;

    [[nodiscard]] Sides sides() const {
        Sides found;
        for (Code label = 0; label < sample.size(); ++label) {
            found.reference[label] = sample[label];
        }
        for (std::size_t i = 0; i < events.size(); ++i) {
            const std::uint64_t age =
                timed ? static_cast<std::uint64_t>(*now - events[i].at) : events.size() - 1 - i;
            if (age < length) {
                ++found.window[events[i].label];
            } else if (sample.empty() && age < 2 * length) {
                ++found.reference[events[i].label];
            }
        }
        return found;
    }
};

long double total(const Histogram& counts) {
    long double sum = 0;
    for (const auto& [label, count] : counts) {
        sum += static_cast<long double>(count);
    }
    return sum;
}

long double count_in(const Histogram& counts, Code label) {
    const auto at = counts.find(label);
    return at == counts.end() ? 0 : static_cast<long double>(at->second);
}

// x log2(x / y)
long double relative(long double x, long double y) {
    return x == 0 ? 0 : x * std::log2(x / y);
}

long double shannon_part(const Sides& sides, Code label, bool by_rows) {
    const long double n = total(sides.window);
    const long double m = total(sides.reference);
    const long double weight = by_rows ? n / (n + m) : 0.5L;
    const long double p = count_in(sides.window, label) / n;
    const long double q = count_in(sides.reference, label) / m;
    const long double mixed = weight * p + (1 - weight) * q;
    return weight * relative(p, mixed) + (1 - weight) * relative(q, mixed);
}

long double kullback_part(const Sides& sides, Code label, long double added) {
    const long double p = count_in(sides.window, label) / total(sides.window);
    const long double d = count_in(sides.reference, label);
    const auto labels = static_cast<long double>(sides.reference.size());
    const long double all = total(sides.reference) + (added > 0 ? added * (labels + 1) : 0);
    if (p == 0) return 0;
    if (d > 0 || added == 0) return relative(p, (d + added) / all);
    long double unseen = 0;
    for (const auto& [each, count] : sides.window) {
        if (!sides.reference.contains(each)) unseen += static_cast<long double>(count);
    }
    return p * std::log2(unseen / total(sides.window) / (added / all));
}

long double part_of(const Sides& sides, Code label, const DivergenceRule& rule) {
    if (rule.method == DivergenceMethod::kullback) {
        return kullback_part(sides, label, static_cast<long double>(rule.pseudo_count));
    }
    return shannon_part(sides, label, rule.method == DivergenceMethod::pooled);
}

bool near(double value, long double truth) {
    if (std::isinf(truth)) return std::isinf(value);
    return std::fabs(static_cast<long double>(value) - truth) < 1e-14L;
}

bool same_bits(double a, double b) {
    return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
}

ComparedCounts compared(const DivergenceRule& rule, const std::vector<std::uint64_t>& sample) {
    return sample.empty() ? ComparedCounts(rule) : ComparedCounts(rule, sample);
}

// The divergence of sides that are counted once, in the order of their labels.
double fresh_value(const Sides& sides, const DivergenceRule& rule,
                   const std::vector<std::uint64_t>& sample, std::size_t labels) {
    ComparedCounts counts = compared(rule, sample);
    counts.grow(labels);
    const auto enter = [&](const Histogram& side, bool passes) {
        for (const auto& [label, count] : side) {
            for (std::uint64_t i = 0; i < count; ++i) {
                counts.prepare(1);
                counts.enter(label);
                if (passes) counts.leave(label);
            }
        }
    };
    if (sample.empty()) enter(sides.reference, true);
    enter(sides.window, false);
    return counts.value();
}

void check_contributions(const DivergenceWindow& window, const Sides& sides,
                         const std::vector<Code>& code_of, double value) {
    const auto parts = contributions(window.counts());
    if (std::isnan(value)) {
        check(parts.empty(), "without a divergence nothing contributes");
        return;
    }
    check(parts.size() == window.used(), "every label on a side has a part");
    long double sum = 0;
    for (const auto& part : parts) {
        const auto at = std::find(code_of.begin(), code_of.end(), part.code);
        const auto label = static_cast<Code>(at - code_of.begin());
        check(near(part.amount, part_of(sides, label, window.counts().rule())),
              "a contribution is that of its definition");
        sum += static_cast<long double>(part.amount);
    }
    check(near(value, sum), "the contributions sum to the divergence");
}

// Compares a window, whose label l has the code code_of[l], with its model.
void check_window(const DivergenceWindow& window, const Model& model,
                  const std::vector<Code>& code_of) {
    const Sides sides = model.sides();
    const double value = window.divergence();
    const bool empty = sides.window.empty() || sides.reference.empty();
    check(std::isnan(value) == empty, "there is no value if a side is empty");
    Histogram all = sides.window;
    for (const auto& [label, count] : sides.reference) {
        all[label] += count;
    }
    check(window.used() == all.size(), "labels on either side are in use");
    for (Code label = 0; label < code_of.size(); ++label) {
        if (code_of[label] == no_code) continue;
        check(window.count(code_of[label]) ==
                  static_cast<std::uint64_t>(count_in(sides.window, label)),
              "the window has its counts");
        check(window.counts().reference_count(code_of[label]) ==
                  static_cast<std::uint64_t>(count_in(sides.reference, label)),
              "the reference has its counts");
    }
    const double fresh = fresh_value(sides, window.counts().rule(), model.sample, code_of.size());
    check(empty || same_bits(value, fresh), "no bit differs from a fresh count");
    check_contributions(window, sides, code_of, value);
}

// Drops the codes that are not in use.
void sweep(DivergenceWindow& window, std::vector<Code>& code_of) {
    Renumbering to(window.codes(), no_code);
    Code next = 0;
    for (Code code = 0; code < window.codes(); ++code) {
        if (window.uses(code)) to[code] = next++;
    }
    window.renumber(to, next);
    for (Code& code : code_of) {
        if (code != no_code) code = to[code];
    }
}

Code code_for(DivergenceWindow& window, std::vector<Code>& code_of, Code label) {
    if (code_of[label] == no_code) {
        code_of[label] = static_cast<Code>(window.codes());
        window.grow(window.codes() + 1);
    }
    return code_of[label];
}

DivergenceWindow restored(const DivergenceWindow& window, const Model& model,
                          const std::vector<Code>& code_of) {
    ComparedCounts counts = compared(window.counts().rule(), model.sample);
    counts.grow(std::max(window.codes(), code_of.size()));
    if (window.has_times()) {
        DivergenceWindow other(std::move(counts), window.span(), window.clock().lateness(),
                               window.clock().late());
        other.restore(window.clock().now(), window.clock().dropped(), window.timed_events());
        return other;
    }
    DivergenceWindow other(std::move(counts), window.size());
    other.restore(window.events());
    return other;
}

void random_stream(Random& random, const DivergenceRule& rule) {
    constexpr Code labels = 12;
    Model model;
    model.timed = random.below(2) == 0;
    model.length = 1 + random.below(8);
    for (std::uint64_t i = random.below(2) * (1 + random.below(5)); i > 0; --i) {
        model.sample.push_back(1 + random.below(1 + random.below(9)));
    }
    const auto length = static_cast<Time>(model.length);
    const Time lateness = model.timed ? static_cast<Time>(random.below(3 * model.length)) : 0;
    ComparedCounts counts = compared(rule, model.sample);
    DivergenceWindow window =
        model.timed ? DivergenceWindow(std::move(counts), length, lateness, Late::drop)
                    : DivergenceWindow(std::move(counts), model.length);
    std::vector<Code> code_of(labels, no_code);
    for (Code label = 0; label < model.sample.size(); ++label) {
        code_of[label] = label;
    }
    Time clock = 0;
    for (int step = 0; step < 60; ++step) {
        const std::uint64_t what = random.below(12);
        if (what == 0) sweep(window, code_of);
        if (what == 1 && model.timed) {
            clock += static_cast<Time>(random.below(2 * model.length));
            window.advance(clock);
            model.now = clock;
        }
        if (what == 2) window = restored(window, model, code_of);
        if (what == 3 && random.below(4) == 0) {
            window.clear();
            model.events.clear();
            model.now.reset();
            clock = 0;
        }
        if (what > 3) {
            const auto label = static_cast<Code>(random.below(1 + random.below(labels)));
            const Code code = code_for(window, code_of, label);
            if (model.timed) {
                clock += static_cast<Time>(random.below(3));
                const Time at =
                    clock - static_cast<Time>(random.below(2) * random.below(2 + model.length));
                const bool dropped = model.now && at < *model.now - lateness;
                window.update(code, at);
                if (!dropped) model.now = std::max(model.now.value_or(at), at);
                if (!dropped) model.events.push_back({at, label});
            } else {
                window.update(code);
                model.events.push_back({0, label});
            }
        }
        if (model.now || !model.timed) check_window(window, model, code_of);
    }
}

// Columns are traced and added as single events are.
void columns_are_events(Random& random, const DivergenceRule& rule) {
    for (const bool timed : {false, true}) {
        for (const bool previous : {false, true}) {
            const std::vector<std::uint64_t> sample =
                previous ? std::vector<std::uint64_t>{} : std::vector<std::uint64_t>{3, 1, 7};
            const auto make = [&] {
                ComparedCounts counts = compared(rule, sample);
                counts.grow(9);
                return timed ? DivergenceWindow(std::move(counts), Time{20}, Time{5}, Late::drop)
                             : DivergenceWindow(std::move(counts), std::uint64_t{20});
            };
            DivergenceWindow one = make();
            DivergenceWindow many = make();
            DivergenceWindow traced = make();
            std::vector<Code> codes;
            std::vector<Time> times;
            for (Time i = 0; i < 300; ++i) {
                codes.push_back(static_cast<Code>(random.below(9)));
                times.push_back(i / 2 - static_cast<Time>(random.below(9)));
            }
            std::vector<double> values(codes.size());
            if (timed) {
                many.prepare(times);
                many.update_many(codes, times);
                traced.prepare(times);
                traced.trace(codes, times, values.data());
            } else {
                many.update_many(codes);
                traced.trace(codes, values.data());
            }
            for (std::size_t i = 0; i < codes.size(); ++i) {
                timed ? one.update(codes[i], times[i]) : one.update(codes[i]);
                check(std::isnan(one.divergence()) || same_bits(values[i], one.divergence()),
                      "a trace has the value after each event");
            }
            check(same_bits(many.divergence(), one.divergence()), "a column is its events");
            check(many.counts().n() == one.counts().n(), "a column has as many events");
        }
    }
}

void limits() {
    const DivergenceRule rule;
    check_throws<std::invalid_argument>([&] { DivergenceWindow(ComparedCounts(rule), 0); },
                                        "a window holds something");
    check_throws<std::invalid_argument>(
        [&] { DivergenceWindow(ComparedCounts(rule), 0, 0, Late::raise); }, "a span is above 0");
    check_throws<std::invalid_argument>([&] { ComparedCounts(rule, std::vector<std::uint64_t>{}); },
                                        "a reference holds something");
    // 2 n m reaches 2^62 with the fourth event.
    DivergenceWindow window(ComparedCounts(rule, {std::uint64_t{1} << 59}), 10);
    window.grow(2);
    window.update(0);
    window.update(1);
    window.update(0);
    const double before = window.divergence();
    check_throws<std::overflow_error>([&] { window.update(1); }, "the limit is kept");
    check(window.counts().n() == 3 && same_bits(window.divergence(), before),
          "and nothing has changed");
    DivergenceWindow timed(ComparedCounts(rule), 10, 3, Late::raise);
    timed.grow(1);
    timed.update(0, 100);
    check_throws<TooLate>([&] { timed.update(0, 96); }, "too late is too late");
    timed.update(0, 97);
    check(timed.counts().n() == 2, "and late is not");
    constexpr Time latest = std::numeric_limits<Time>::max();
    DivergenceWindow longest(ComparedCounts(rule), latest, latest, Late::raise);
    longest.grow(1);
    longest.update(0, std::numeric_limits<Time>::min());
    longest.update(0, latest);
    check(longest.counts().n() == 1 && longest.counts().reference_n() == 0,
          "an event may be older than two spans");
    longest.update(0, 0);
    check(longest.counts().n() == 1 && longest.counts().reference_n() == 1,
          "a late event may belong to the previous window");
}

}  // namespace

int main() {
    Random random(20);
    const std::vector<DivergenceRule> rules{{DivergenceMethod::shannon, 0},
                                            {DivergenceMethod::pooled, 0},
                                            {DivergenceMethod::kullback, 0},
                                            {DivergenceMethod::kullback, 0.5}};
    for (int round = 0; round < 400; ++round) {
        random_stream(random, rules[static_cast<std::size_t>(round) % rules.size()]);
    }
    for (const DivergenceRule& rule : rules) {
        columns_are_events(random, rule);
    }
    limits();
    return report();
}
