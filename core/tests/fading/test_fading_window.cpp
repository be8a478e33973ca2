// A fading window is a bounded queue whose older events weigh less.
#include "core/fading/fading_window.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <vector>

#include "core/tests/check.hpp"
#include "core/tests/fading/model.hpp"
#include "core/tests/random.hpp"

using namespace entrostream;
using namespace entrostream::testing;

namespace {

constexpr std::size_t codes = 40;

FadingWindow window_of(std::uint64_t size, double fading_factor) {
    FadingWindow window(size, fading_factor);
    window.grow(codes);
    return window;
}

std::vector<FadedEvent> faded(Codes seen, std::uint64_t size, double fading_factor) {
    std::vector<FadedEvent> events;
    const std::size_t held = static_cast<std::size_t>(std::min<std::uint64_t>(size, seen.size()));
    for (std::size_t age = held; age-- > 0;) {
        const long double weight =
            std::pow(static_cast<long double>(fading_factor), static_cast<long double>(age));
        events.push_back({seen[seen.size() - 1 - age], weight});
    }
    return events;
}

// Changes of regime: many labels, one label, few of them, now and then a rare one.
std::vector<Code> stream(Random& random, std::size_t size) {
    std::vector<Code> result(size);
    for (std::size_t i = 0; i < size; ++i) {
        switch (i / 700 % 3) {
            case 0:
                result[i] = static_cast<Code>(random.below(codes));
                break;
            case 1:
                result[i] = random.below(300) == 0 ? static_cast<Code>(random.below(codes)) : 0;
                break;
            default:
                result[i] = static_cast<Code>(random.below(1 + random.below(4)));
        }
    }
    return result;
}

constexpr double fading_factors[] = {1.0, 0.999999, 0.999, 0.98, 0.8, 0.5, 1e-3, 5e-324};

void test_window_is_the_sum_over_its_events(Random& random) {
    for (const double fading_factor : fading_factors) {
        for (const std::uint64_t size : {1u, 2u, 50u, 1000u, 100000u}) {
            const std::vector<Code> seen = stream(random, 8000);
            FadingWindow window = window_of(size, fading_factor);
            for (std::size_t done = 0; done < seen.size();) {
                const std::size_t part = std::min<std::size_t>(617, seen.size() - done);
                window.update_many(Codes(seen).subspan(done, part));
                done += part;
                check_reads(window, faded_reads(faded(Codes(seen).first(done), size, fading_factor),
                                                codes));
            }
        }
    }
}

bool same(const FadingWindow& a, const FadingWindow& b) {
    if (a.sums() != b.sums() || a.events() != b.events()) return false;
    for (Code code = 0; code < codes; ++code) {
        if (a.count(code) != b.count(code)) return false;
    }
    return true;
}

void test_batches_do_not_matter(Random& random) {
    for (const double fading_factor : fading_factors) {
        for (const std::uint64_t size : {1u, 3u, 40u, 700u}) {
            const std::vector<Code> seen = stream(random, 6000);
            FadingWindow single = window_of(size, fading_factor);
            FadingWindow bulk = window_of(size, fading_factor);
            std::vector<double> entropy(seen.size());
            std::vector<double> gini(seen.size());
            const std::vector<TraceColumn> columns{{Measure::entropy, entropy.data()},
                                                   {Measure::gini, gini.data()}};
            for (std::size_t done = 0; done < seen.size();) {
                const std::size_t part = std::min(random.below(900), seen.size() - done);
                bulk.trace(Codes(seen).subspan(done, part), columns, done);
                done += part;
            }
            for (std::size_t i = 0; i < seen.size(); ++i) {
                single.update(seen[i]);
                check(entropy[i] == single.sums().entropy(), "the traced entropy is the read");
                check(gini[i] == single.sums().gini(), "so is the traced Gini index");
            }
            check(same(bulk, single), "and the windows are the same");
        }
    }
}

// Rounding errors do not accumulate over long streams.
void test_many_events_leave_no_drift(Random& random) {
    for (const double fading_factor : {1.0, 1.0 - 1e-9}) {
        FadingWindow window = window_of(10, fading_factor);
        std::vector<Code> seen(1 << 20);
        for (int round = 0; round < 4; ++round) {
            for (Code& code : seen) {
                code = static_cast<Code>(random.below(codes));
            }
            window.update_many(seen);
        }
        check_reads(window, faded_reads(faded(seen, 10, fading_factor), codes));
    }
}

void test_strong_fading_keeps_few_events() {
    const FadingWindow window = window_of(1'000'000, 0.5);
    check(window.room() == 65, "what weighs 2^-64 or more");
    FadingWindow huge(std::uint64_t{1} << 61, 1.0);
    huge.grow(1);
    huge.update(0);
    check(huge.sums().n() == 1.0, "a huge window takes memory for what it holds only");
}

void test_too_many_labels_change_nothing() {
    FadingWindow window(3, 0.9, 2);
    window.grow(3);
    window.update(0);
    window.update(1);
    check_throws<std::invalid_argument>([&] { window.update(2); }, "a third label is refused");
    check(window.events() == std::vector<Code>{0, 1}, "nothing changed");
    window.update(1);
    window.update(2);
    check(window.events() == std::vector<Code>{1, 1, 2}, "one that leaves makes room");
}

void test_renumbering_and_clearing(Random& random) {
    FadingWindow window = window_of(50, 0.95);
    for (int i = 0; i < 120; ++i) {
        window.update(static_cast<Code>(2 * random.below(4)));
    }
    std::vector<Code> before = window.events();
    const double entropy = window.sums().entropy();
    Renumbering to(codes, no_code);
    for (Code code = 0; code < 4; ++code) {
        to[std::size_t{2} * code] = code;
    }
    window.renumber(to, 4);
    std::for_each(before.begin(), before.end(), [](Code& code) { code /= 2; });
    check(window.events() == before && window.sums().entropy() == entropy, "the same events");
    window.clear();
    check(window.events().empty() && window.sums() == FadingSums{}, "cleared is empty");
    window.update(3);
    check(window.sums().n() == 1.0, "and begins anew");
}

void test_parameters() {
    check_throws<std::invalid_argument>([] { const FadingWindow window(0, 0.5); }, "size 0");
    check_throws<std::invalid_argument>(
        [] { const FadingWindow window(std::uint64_t{1} << 62, 0.5); }, "size 2^62");
    for (const double fading_factor : {0.0, -1.0, 1.5, std::nan("")}) {
        check_throws<std::invalid_argument>([&] { const FadingWindow window(3, fading_factor); },
                                            "fading_factor");
    }
}

}  // namespace

int main() {
    Random random(23);
    test_window_is_the_sum_over_its_events(random);
    test_batches_do_not_matter(random);
    test_many_events_leave_no_drift(random);
    test_strong_fading_keeps_few_events();
    test_too_many_labels_change_nothing();
    test_renumbering_and_clearing(random);
    test_parameters();
    return report();
}
