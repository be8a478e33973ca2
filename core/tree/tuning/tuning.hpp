// The constants of a tree that were chosen by measurement and that users cannot set.
//
// Each changes what a tree predicts or how fast it adapts, none what is promised of it.
#pragma once
#include <cstddef>
#include <cstdint>

namespace entrostream::tree::tuning {

// Naive Bayes: the variance of a number in a class (statistics/variance.hpp).
inline constexpr double smallest_variance = 1e-12;  // of a constant attribute
inline constexpr double range_share = 1e-6;

// Splits on numbers that a Gaussian describes: candidate thresholds between least and greatest.
inline constexpr std::uint32_t gaussian_thresholds = 10;

// Splits without evidence.
inline constexpr double explored_share = 0.25;         // required per branch
inline constexpr double pure_enough = 0.95;            // purer leaves are not explored
inline constexpr std::uint32_t explore_doublings = 2;  // of the wait, with each one on a path

// The predictors of a leaf: how many examples their records remember, and by how many standard
// deviations one must lead.
inline constexpr double leaf_record_fade = 0.99;
inline constexpr double inactive_fade = 0.99;
inline constexpr double mcnemar_fade = 0.995;
inline constexpr double mcnemar_enough = 5;  // faded disagreements, to tell at all
inline constexpr double to_found_pair = 3;   // the leaf's own model against the pair
inline constexpr double to_inherit = 1.5;    // the same, to be the children's pair at a split

// The pair of models: examples that a challenger gets to win by this many standard deviations.
inline constexpr std::uint32_t challenger_life = 2000;
inline constexpr double challenger_win = 2;

// Rows that lack the attribute of a split: branches with a smaller share vote by their counts.
inline constexpr double least_share = 1.0 / 16;

// The memory limit.
inline constexpr double miss_half_life = 65536;  // examples
inline constexpr double worth_a_change = 2;      // times as promising, to be reactivated
inline constexpr std::size_t part_freed = 16;    // of the limit: one search serves many growths
inline constexpr std::uint64_t rows_between_tries = 256;  // to find room: the search costs
inline constexpr std::size_t window_part = 4;  // of the limit: at most this part for a window

// Adaptive trees: how recent an error is, and by how many standard deviations it must rise for an
// alternate to be started, and the alternate must lead to be promoted.
inline constexpr double recent_error_part = 0.01;
inline constexpr double to_start_alternate = 3;
inline constexpr double to_promote_alternate = 3;
inline constexpr std::uint64_t least_error_rows = 200;  // of a node, to judge its error
inline constexpr double alternate_fade = 0.99;          // of the record that decides who predicts
inline constexpr std::uint32_t alternate_life = 5000;   // rows to win
inline constexpr std::uint32_t alternate_youth = 2500;  // rows before it can be dropped for losing
inline constexpr double to_drop_alternate = 1.5;        // standard deviations
inline constexpr std::uint32_t most_doublings = 6;      // of the wait after failures

// Inner nodes renew their counts after this part more examples, and a few.
inline constexpr std::uint64_t renewal_part = 16;
inline constexpr std::uint64_t renewal_least = 64;

}  // namespace entrostream::tree::tuning
