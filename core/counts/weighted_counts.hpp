// Weights of codes as integers of a unit, with their exact sums.
//
// The paper's samples of positive reals. Entropy and Gini index do not change when
// all weights are multiplied by one number, so a weight is counted in units of
// 2^exponent, and everything that holds for counts holds here: what was added can
// be taken away to the last bit, in any order.
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
    // An amount of a code is one event with this weight, not so many events.
    static constexpr bool weighted = true;

    // The unit is 2^exponent, |exponent| <= max_exponent: weights stay normal doubles.
    static constexpr int max_exponent = 900;
    // `exact`: a weight that is no multiple of the unit is refused, not rounded.
    WeightedCounts(int exponent, bool exact) noexcept : exponent_(exponent), exact_(exact) {}

    [[nodiscard]] int exponent() const noexcept { return exponent_; }
    [[nodiscard]] bool exact() const noexcept { return exact_; }
    // The nearest number of units, ties to even. Throws std::invalid_argument unless
    // 0 < weight, at least half a unit (a whole one if exact), and std::overflow_error
    // from 2^62 units on.
    [[nodiscard]] std::uint64_t units(double weight) const;
    // So many units as a weight, the nearest double.
    [[nodiscard]] double weight(std::uint64_t units) const noexcept;

    [[nodiscard]] const ExactSums& sums() const noexcept { return counts_.sums(); }
    [[nodiscard]] std::size_t codes() const noexcept { return counts_.codes(); }
    [[nodiscard]] std::uint64_t count(Code code) const noexcept { return counts_.count(code); }
    // Both roughly: see Counts.
    [[nodiscard]] static double nanoseconds() noexcept { return 60.0; }
    [[nodiscard]] std::size_t memory() const noexcept { return counts_.memory(); }
    void grow(std::size_t codes) { counts_.grow(codes); }

    // Throws std::overflow_error, nothing changed, if the units would reach 2^62 in
    // all; so do all that add. No units change nothing.
    void update(Code code, std::uint64_t units);
    // Throws if so many more do not fit; the calls below cannot fail for them then.
    void prepare(Units units) const;
    void update_many(Codes codes, Units units);
    void trace(Codes codes, Units units, TraceColumns columns, std::size_t row = 0);

    // So many units more or less at once. To go, they must be there.
    void add(Code code, std::uint64_t units) { counts_.add(code, units); }
    void take(Code code, std::uint64_t units) noexcept { counts_.take(code, units); }
    void add_many(CodeCounts more);
    // To go, they must be there.
    void take_many(CodeCounts less) noexcept { counts_.take_many(less); }

    // Throws std::overflow_error if so many units more do not fit.
    void require_room(std::uint64_t more) const;
    [[noreturn]] void throw_too_much() const;
    // Where read_row has written n in units, writes the weight for so many rows.
    void show_weights(TraceColumns columns, std::size_t row, std::size_t rows) const noexcept;

    void clear() noexcept { counts_.clear(); }
    void renumber(const Renumbering& to, std::size_t kept) { counts_.renumber(to, kept); }

  private:
    [[nodiscard]] std::string unit_text() const;

    int exponent_;
    bool exact_;
    Counts counts_;
};

}  // namespace entrostream
