// Importance weights as integers: how much of a row a weight is.
//
// The weight `whole` counts as one row, a smaller one as a part of it, and none as more: evidence
// for a split stays valid then, whatever the weights are (docs/trees.md has the proof), and one
// row, however important, is one observation. What a weight is above `whole` is its surplus, which
// only the class counts of a node get.
//
// `whole` is the first weight there was, and is doubled when the surplus comes to more than a
// fifth of all weight: what was counted before is halved. A row doubles it once at most, so that a
// single weight far above all others changes little. Were it the largest weight, Poisson weights of
// bagging would leave an eighth of the evidence, where this leaves nearly a half.
//
// Counts are integers of 2^-shift rows. As long as all weights are equal the shift is 0, and the
// counts are those of rows without weights. The first weight that differs makes them finer; where
// counts get too large for 32 bits they become coarser again. Fractions of a unit are rounded up or
// down at random, so that sums are right on average: the random number is the row's own, and the
// same in every run.
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
    // As if all weights were 1 so far.
    [[nodiscard]] bool is_plain() const noexcept { return whole_ == 1 && !differ_; }

    // Whether such a weight is a row, and a row is one unit: so it is where weights are all equal.
    [[nodiscard]] bool is_row(double weight) const noexcept { return weight == whole_ && !differ_; }
    // Whether such a weight can be counted at all, as things are; and whether it has no surplus.
    [[nodiscard]] bool is_ready_for(double weight) const noexcept {
        return weight == whole_ || differ_;
    }
    [[nodiscard]] bool takes_all_of(double weight) const noexcept {
        return weight == whole_ || (differ_ && weight < whole_);
    }
    // Whether it is counted, where so many units have been, with no change of these.
    [[nodiscard]] bool takes(double weight, std::uint64_t counted) const noexcept {
        return takes_all_of(weight) || (differ_ && !is_too_much(surplus_with(weight), counted));
    }
    // How many units it is, surplus aside, in a row with this number. Precondition: it is ready.
    [[nodiscard]] std::uint32_t units(double weight, std::uint64_t row) const noexcept {
        if (weight >= whole_) [[likely]]
            return 1u << shift_;
        return units_of_part(weight / whole_, row);
    }
    // The same for an example, with the part of a row that they are.
    template <class Example>
    void find_units(Example& example) const noexcept {
        const std::uint32_t one = 1u << shift_;
        example.weight = one;
        example.part = 1;
        if (example.importance >= whole_) [[likely]]
            return;
        example.weight = units_of_part(example.importance / whole_, example.row);
        example.part = static_cast<double>(example.weight) / static_cast<double>(one);
    }
    // Units of what it is above `whole`.
    [[nodiscard]] std::uint64_t surplus(double weight) const noexcept;

    // Where nothing has been counted yet: this is a whole row.
    void begin(double weight) noexcept { *this = ImportanceScale(weight); }
    // Weights differ: counts of `most` units at most are to be multiplied by 2^result.
    [[nodiscard]] std::uint32_t refine(std::uint64_t most) noexcept;
    // A weight above `whole`, where so many units have been counted: whether `whole` has been
    // doubled, and those are to be halved.
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
    std::uint32_t surplus_ = 0;  // units, since `whole` was doubled
    std::uint8_t shift_ = 0;
    bool differ_ = false;
};

}  // namespace entrostream::tree
