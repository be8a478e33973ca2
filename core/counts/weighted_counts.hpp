// Weights of codes as integer multiples of a unit, with their exact sums.
//
// These are the paper's samples of positive reals. Entropy and Gini index do not change when
// all weights are scaled by the same factor, so weights are counted in units of 2^exponent,
// and everything that holds for counts holds here: what was added can be removed exactly, in
// any order.
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "core/counts/code.hpp"
#include "core/counts/counts.hpp"
#include "core/counts/trace.hpp"
#include "core/exact/sums.hpp"

namespace entrostream {

using Units = std::span<const std::uint64_t>;

class WeightedCounts {
  public:
    using Amount = std::uint64_t;  // units
    using Columns = TraceColumns;
    // An amount of a code is one event with this weight, not a number of events.
    static constexpr bool weighted = true;

    // The unit is 2^exponent, |exponent| <= max_exponent: weights stay normal doubles.
    static constexpr int max_exponent = 900;
    // `exact`: a weight that is not a multiple of the unit is rejected instead of rounded.
    WeightedCounts(int exponent, bool exact) noexcept : exponent_(exponent), exact_(exact) {}

    [[nodiscard]] int exponent() const noexcept { return exponent_; }
    [[nodiscard]] bool exact() const noexcept { return exact_; }
    // The nearest number of units, ties to even. Throws std::invalid_argument unless the
    // weight is positive and at least half a unit (a whole one if exact), and
    // std::overflow_error from 2^62 units on.
    [[nodiscard]] std::uint64_t units(double weight) const;
    // The weight of this many units, as the nearest double.
    [[nodiscard]] double weight(std::uint64_t units) const noexcept;

    [[nodiscard]] const ExactSums& sums() const noexcept { return counts_.sums(); }
    [[nodiscard]] std::size_t codes() const noexcept { return counts_.codes(); }
    [[nodiscard]] std::uint64_t count(Code code) const noexcept { return counts_.count(code); }
    // Estimates: see Counts.
    [[nodiscard]] static double nanoseconds() noexcept { return 60.0; }
    [[nodiscard]] std::size_t memory() const noexcept { return counts_.memory(); }
    void grow(std::size_t codes) { counts_.grow(codes); }

    // Like all functions that add units, throws std::overflow_error, with nothing changed, if
    // the total would reach 2^62 units. Adding 0 units does nothing.
    void update(Code code, std::uint64_t units);
    // Throws if these units do not fit; otherwise the calls below cannot fail for them.
    void prepare(Units units) const;
    void update_many(Codes codes, Units units);
    void trace(Codes codes, Units units, TraceColumns columns, std::size_t row = 0);

    // Adds or removes units at once. Precondition: removed units are held.
    void add(Code code, std::uint64_t units) { counts_.add(code, units); }
    void take(Code code, std::uint64_t units) noexcept { counts_.take(code, units); }
    void add_many(CodeCounts more);
    // Precondition: the units are held.
    void take_many(CodeCounts less) noexcept { counts_.take_many(less); }

    // Throws std::overflow_error if `more` units do not fit.
    void require_room(std::uint64_t more) const;
    [[noreturn]] void throw_too_much() const;
    // Converts n from units, as written by read_row, to a weight, for `rows` rows.
    void show_weights(TraceColumns columns, std::size_t row, std::size_t rows) const noexcept;

    void clear() noexcept { counts_.clear(); }
    void renumber(const Renumbering& to, std::size_t new_size) { counts_.renumber(to, new_size); }

  private:
    [[nodiscard]] std::string unit_text() const;

    int exponent_;
    bool exact_;
    Counts counts_;
};

}  // namespace entrostream
