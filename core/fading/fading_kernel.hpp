// SIMD kernels for blocks of a few hundred events with fading weights.
//
// A summary sets the weights of the events, updates its cells one after the other (`change`),
// computes the logarithms of all new weights (`find_terms`), adds up and records the sums
// (`record`), and computes all results (`write`). A single event is a block of one: the
// arithmetic is the same, so the results are bit-identical.
#pragma once
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "core/counts/trace.hpp"
#include "core/fading/compensated_sums.hpp"
#include "core/fading/exponent.hpp"
#include "core/fading/fading_sums.hpp"
#include "core/fading/weight_cell.hpp"

namespace entrostream {

// The weights of a block's entering events, or of its leaving ones.
template <std::size_t capacity>
struct WeightBlock {
    std::array<double, capacity> weight;  // of the event
    std::array<double, capacity> before;  // of its label
    std::array<double, capacity> after;
    std::array<double, capacity> term;

    // Adds (sign 1) the weight of event i to its cell, or subtracts it (sign -1).
    [[gnu::always_inline]] void change(std::size_t i, WeightCell& cell, double sign) noexcept {
        before[i] = cell.weight();
        cell.add(sign * weight[i]);
        after[i] = cell.weight();
    }

    [[gnu::always_inline]] void find_terms(std::size_t size) noexcept {
        for (std::size_t i = 0; i < size; ++i) {
            term[i] = log_term(after[i]);
        }
    }

    // Adds the event's changes of the sums. Terms and squares telescope: exactly what a label
    // added to the sums is subtracted again, so their errors do not accumulate.
    [[gnu::always_inline]] void add_changes(std::size_t i, double sign, WeightCell& cell,
                                            detail::DoubleLanes& changes) const noexcept {
        const double old = cell.log_term;
        cell.log_term = term[i];
        changes += detail::DoubleLanes{sign * weight[i], term[i] - old,
                                       after[i] * after[i] - before[i] * before[i],
                                       sign * (weight[i] * weight[i])};
    }
};

// The sums after each event.
template <std::size_t capacity>
struct SumBlock {
    std::array<double, capacity> weight;
    std::array<double, capacity> log;
    std::array<double, capacity> square;
    std::array<double, capacity> labels;

    [[gnu::always_inline]] void record(std::size_t i,
                                       const detail::CompensatedSums& sums) noexcept {
        const detail::DoubleLanes values = sums.high + sums.low;
        weight[i] = values[FadingSums::weight];
        log[i] = values[FadingSums::log];
        square[i] = values[FadingSums::square];
    }

    // Writes the first `size` values to entropy and Gini columns, starting at `row`. `least` and
    // `most`: minimum and maximum of `labels`.
    [[gnu::always_inline]] void write(TraceColumns columns, std::size_t row, std::size_t size,
                                      double least, double most) const noexcept {
        for (const TraceColumn& column : columns) {
            double* values = column.values + row;
            if (most < 2.0) {
                std::fill_n(values, size, 0.0);
            } else if (column.measure == Measure::entropy) {
                write_entropy(values, size, least);
            } else {
                write_gini(values, size, least);
            }
        }
    }

  private:
    // If no value exceeds the bound for the smallest number of labels, none needs clamping.
    [[gnu::always_inline]] void write_entropy(double* values, std::size_t size,
                                              double least) const noexcept {
        const double most = detail::max_entropy(least);
        std::uint64_t above = 0;
        for (std::size_t i = 0; i < size; ++i) {
            values[i] = detail::faded_entropy(weight[i], log[i]);
            above += static_cast<std::uint64_t>(values[i] > most);
        }
        if (above == 0) return;
        for (std::size_t i = 0; i < size; ++i) {
            values[i] = std::min(values[i], detail::max_entropy(labels[i]));
        }
    }

    [[gnu::always_inline]] void write_gini(double* values, std::size_t size,
                                           double least) const noexcept {
        const double most = detail::max_gini(least);
        std::uint64_t above = 0;
        for (std::size_t i = 0; i < size; ++i) {
            values[i] = detail::faded_gini(weight[i], square[i]);
            above += static_cast<std::uint64_t>(values[i] > most);
        }
        if (above == 0) return;
        for (std::size_t i = 0; i < size; ++i) {
            values[i] = std::min(values[i], detail::max_gini(labels[i]));
        }
    }
};

}  // namespace entrostream
