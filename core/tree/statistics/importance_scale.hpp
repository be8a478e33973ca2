// Importance weights as integers: which fraction of a row a weight is.
//
// The weight `whole` counts as one row, a smaller one as a fraction of it, and none as more. Then
// evidence for a split stays valid whatever the weights are (docs/trees.md has the proof), and one
// row, however important, is one observation. The part of a weight above `whole` is its surplus,
// which is added only to the class counts of a node.
//
// `whole` is the first weight seen. It doubles when the surplus exceeds a fifth of the total
// weight, and everything counted before is halved. A row doubles it at most once, so a single
// weight far above all others changes little. If it were the largest weight, the Poisson weights
// of bagging would leave an eighth of the evidence; this rule leaves nearly a half.
//
// Counts are integers in units of 2^-shift rows. As long as all weights are equal the shift is 0,
// and the counts are those of unweighted rows. The first weight that differs makes the units
// finer; counts that get too large for 32 bits make them coarser again. Fractions of a unit are
// rounded up or down at random, so that sums are right on average. The random number depends on
// the row number only, so it is the same in every run.
#pragma once
#include <cstdint>

namespace entrostream::tree {

class ImportanceScale {
  public:
    static constexpr std::uint32_t finest = 6;

    [[nodiscard]] double whole() const noexcept { return whole_; }
    [[nodiscard]] std::uint32_t shift() const noexcept { return shift_; }
    // The weight of one unit.
    [[nodiscard]] double unit() const noexcept {
        return whole_ / static_cast<double>(1u << shift_);
    }
    // Whether all weights so far were 1.
    [[nodiscard]] bool is_plain() const noexcept { return whole_ == 1 && !differ_; }

    // Whether this weight is a whole row and a row is one unit, as when all weights are equal.
    [[nodiscard]] bool is_row(double weight) const noexcept { return weight == whole_ && !differ_; }
    // Whether this weight can be counted at the current scale; and whether it has no surplus.
    [[nodiscard]] bool is_ready_for(double weight) const noexcept {
        return weight == whole_ || differ_;
    }
    [[nodiscard]] bool takes_all_of(double weight) const noexcept {
        return weight == whole_ || (differ_ && weight < whole_);
    }
    // Whether it can be added to `counted` units without rescaling them.
    [[nodiscard]] bool takes(double weight, std::uint64_t counted) const noexcept {
        return takes_all_of(weight) || (differ_ && !is_too_much(surplus_with(weight), counted));
    }
    // Its units without the surplus, for this row number. Precondition: is_ready_for(weight).
    [[nodiscard]] std::uint32_t units(double weight, std::uint64_t row) const noexcept {
        if (weight >= whole_) [[likely]]
            return 1u << shift_;
        return units_of_part(weight / whole_, row);
    }
    // The same for an example; also sets the fraction of a row that they are.
    template <class Example>
    void find_units(Example& example) const noexcept {
        const std::uint32_t one = 1u << shift_;
        example.weight = one;
        example.part = 1;
        if (example.importance >= whole_) [[likely]]
            return;
        example.weight = units_of_part(example.importance / whole_, example.row_number);
        example.part = static_cast<double>(example.weight) / static_cast<double>(one);
    }
    // Units of the part above `whole`.
    [[nodiscard]] std::uint64_t surplus(double weight) const noexcept;

    // When nothing has been counted yet: this weight is a whole row.
    void begin(double weight) noexcept { *this = ImportanceScale(weight); }
    // Weights differ: counts of at most `most` units must be multiplied by 2^result.
    [[nodiscard]] std::uint32_t refine(std::uint64_t most) noexcept;
    // For a weight above `whole` after `counted` units. Returns whether `whole` has doubled, so
    // that the counts must be halved.
    [[nodiscard]] bool doubles_for(double weight, std::uint64_t counted) noexcept;
    // Counts are halved, and a row has half as many units. Precondition: shift() != 0.
    void widen() noexcept {
        --shift_;
        surplus_ /= 2;
    }

    friend bool operator==(const ImportanceScale&, const ImportanceScale&) = default;

    template <class Archive>
    void visit(Archive& archive) {
        archive.real(whole_);
        archive.number(surplus_);
        archive.number(shift_);
        archive.flag(differ_);
        archive.require(whole_ > 0 && whole_ - whole_ == 0, "a weight is out of range");
        archive.require(shift_ <= finest && (differ_ || shift_ == 0), "a unit is out of range");
    }

    ImportanceScale() = default;

  private:
    explicit ImportanceScale(double whole) noexcept : whole_(whole) {}
    [[nodiscard]] std::uint32_t units_of_part(double part, std::uint64_t row) const noexcept;
    [[nodiscard]] std::uint32_t surplus_with(double weight) const noexcept;
    [[nodiscard]] bool is_too_much(std::uint64_t surplus, std::uint64_t counted) const noexcept {
        return 5 * surplus > counted + surplus && whole_ < largest;
    }
    static constexpr double largest = 0x1p1022;

    double whole_ = 1;
    std::uint32_t surplus_ = 0;  // units, since `whole` last doubled
    std::uint8_t shift_ = 0;
    bool differ_ = false;
};

}  // namespace entrostream::tree
