// What recurs raises the factor, what happens once does not, and time lowers it.
#include "core/drift/overdispersion.hpp"

#include <array>
#include <cmath>
#include <cstddef>

#include "core/tests/check.hpp"

namespace entrostream::testing {
namespace {

constexpr double block = 32;
using Factors = std::array<double, Overdispersion::rows>;

Factors factors_of(const Overdispersion& learned) {
    std::array<Overdispersion::Correction, Overdispersion::rows> corrections;
    learned.corrections(Overdispersion::rows, corrections);
    Factors factors;
    for (std::size_t row = 0; row < Overdispersion::rows; ++row) {
        factors[row] = corrections[row].factor;
        const bool none = factors[row] == 1;
        const double evidence = corrections[row].evidence;
        check(none ? evidence == 1 : evidence > 1 && evidence <= 2, "up to twice the evidence");
    }
    return factors;
}

void episode(Overdispersion& learned, std::size_t row, double ratio) {
    learned.scanned(row, ratio);
    for (int scan = 0; scan < 6; ++scan)
        learned.scanned(row, 0);
}

void nothing_is_known_at_first() {
    const Overdispersion learned(block);
    for (const double factor : factors_of(learned))
        check(factor == 1, "no overdispersion");
    for (std::size_t row = 0; row < Overdispersion::rows; ++row) {
        check(learned.learned(row) == 1, "nor for episodes");
        check(learned.level(row, 10) <= 10 && learned.level(row, 10) > 0,
              "an episode needs at most the evidence of a change");
    }
    check(learned.content().empty(), "nothing to save");
}

void single_episodes_change_nothing() {
    Overdispersion learned(block);
    for (int i = 0; i < 4; ++i)
        episode(learned, 0, 100);
    check(factors_of(learned)[0] == 1, "four are free");
    episode(learned, 0, 100);
    check(factors_of(learned)[0] > 1, "the fifth is not");
}

// The same after 10,000 scans of calm: one episode in 25,000 events is let pass for ever.
void rare_episodes_change_nothing() {
    Overdispersion learned(block);
    for (int i = 0; i < 100; ++i) {
        episode(learned, 0, 100);
        for (int scan = 0; scan < 795; ++scan)
            learned.scanned(0, 0);
    }
    check(factors_of(learned)[0] == 1, "one in 25,000 events");
}

// Six calm scans end an episode, so that there cannot be one in more than every seventh scan.
void slow_episodes_are_learned() {
    for (const std::size_t row : {5, 7, 9}) {
        Overdispersion learned(block);
        for (int i = 0; i < 40; ++i)
            episode(learned, row, 100);
        check(factors_of(learned)[row] > 2, "one in seven scans of a long row");
    }
}

// After restoring, too, as long as any row has a factor.
void corrections_end_with_the_last_factor() {
    Overdispersion learned(block);
    for (int i = 0; i < 8; ++i)
        episode(learned, 1, 100);
    check(factors_of(learned)[1] > 1, "overdispersion");
    Overdispersion restored(block);
    restored.restore(learned.content());
    check(factors_of(restored) == factors_of(learned), "restored");
    for (Overdispersion* each : {&learned, &restored}) {
        for (int scan = 0; scan < 10'000; ++scan)
            each->scanned(1, 0);
        for (const double factor : factors_of(*each))
            check(factor == 1, "forgotten");
        check(each->learned(1) == 1, "for episodes, too");
    }
}

void factor_stops_where_episodes_are_unremarkable() {
    Overdispersion learned(block);
    for (int i = 0; i < 100; ++i)
        episode(learned, 0, 7);
    check(learned.learned(0) <= 7 && learned.learned(0) > 6.9, "never above the peak");
    check(factors_of(learned)[0] > 1.45 * learned.learned(0), "with a margin for changes");
}

// The scans of a row overlap, so one excursion crosses the level several times.
void short_interruptions_do_not_end_an_episode() {
    Overdispersion learned(block);
    for (int i = 0; i < 20; ++i) {
        learned.scanned(0, 100);
        learned.scanned(0, 0);
        learned.scanned(0, 0);
    }
    check(learned.content().at(0).scans == 20, "still the first");
    check(factors_of(learned)[0] == 1, "so nothing was learned");
}

void an_episode_counts_once_it_is_over() {
    Overdispersion learned(block);
    for (int i = 0; i < 5; ++i)
        episode(learned, 0, 100);
    const double before = learned.learned(0);
    for (int scan = 0; scan < 63; ++scan)
        learned.scanned(0, 100);
    check(learned.learned(0) <= before, "not while its evidence grows");
    learned.scanned(0, 100);
    check(learned.learned(0) > before, "or has lasted for 64 scans");
    learned.scanned(0, 100);
    const double during = learned.learned(0);
    learned.end_episodes();
    check(learned.learned(0) > during, "or a change was found");
    learned.scanned(0, 100);
    learned.drop_episodes();
    check(learned.learned(0) > during && !(learned.content()[0].peak > 0), "dropped: forgotten");
}

void all_rows_vary_if_one_does() {
    Overdispersion learned(block);
    for (int i = 0; i < 8; ++i)
        episode(learned, 3, 1000);
    const Factors factors = factors_of(learned);
    check(factors[2] < factors[3] && factors[2] > factors[3] * std::exp(-0.4 - 1e-12),
          "shorter ones nearly as much, with their own margin");
    check(factors[0] > 1 && factors[0] < factors[1], "the less the shorter");
    for (std::size_t row = 4; row < Overdispersion::rows; ++row)
        check(factors[row] > factors[row - 1] * (1 - 1e-12), "longer ones are, and growth goes on");
    check(factors[31] < 1e9, "but not for ever");
}

void what_is_saved_is_restored() {
    Overdispersion learned(block);
    for (int i = 0; i < 9; ++i)
        episode(learned, 2, 50);
    learned.scanned(5, 3);
    const auto content = learned.content();
    check(content.size() == 6, "up to the last row that was learned");
    for (const Overdispersion::Row& row : content)
        check(Overdispersion::is_sound(row), "sound");
    Overdispersion restored(block);
    restored.restore(content);
    check(restored.content() == content && factors_of(restored) == factors_of(learned), "equal");
    restored.clear();
    check(restored.content().empty(), "cleared");
    const double nan = std::nan("");
    check(!Overdispersion::is_sound({nan, 0, 0, 0}) && !Overdispersion::is_sound({0, nan, 1, 0}),
          "not a number");
    check(!Overdispersion::is_sound({0, 1, 0, 0}) && !Overdispersion::is_sound({0, 0, 1, 0}) &&
              !Overdispersion::is_sound({0, 0, 0, 1}) && !Overdispersion::is_sound({0, 1, 1, 6}),
          "an episode without scans, scans without an episode, one that is over");
    check(Overdispersion::is_sound({0, 1, 1, 5}), "an episode");
}

}  // namespace
}  // namespace entrostream::testing

int main() {
    using namespace entrostream::testing;
    nothing_is_known_at_first();
    single_episodes_change_nothing();
    rare_episodes_change_nothing();
    slow_episodes_are_learned();
    corrections_end_with_the_last_factor();
    factor_stops_where_episodes_are_unremarkable();
    short_interruptions_do_not_end_an_episode();
    an_episode_counts_once_it_is_over();
    all_rows_vary_if_one_does();
    what_is_saved_is_restored();
    return report();
}
