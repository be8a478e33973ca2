// The recent part W1 of the window while a scan moves the split back in time, bucket by bucket.
//
// In bits, a label with x of its n_c events in W1 contributes h = x log2(x/n_c) + y log2(y/n_c),
// y = n_c - x, to a sum that gives the sum statistic:
// L = sum h - n1 log2(n1/n) - n0 log2(n0/n). Labels that are not in W1 contribute nothing, so that
// moving a bucket costs time proportional to its labels, not to those of the window.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "core/drift/bucket.hpp"
#include "core/drift/frequency_bands.hpp"
#include "core/drift/label_totals.hpp"

namespace entrostream {

class RecentPart {
  public:
    // `number`: unique per scan. The window has n events; `squares` is the sum of the squared
    // totals of its labels.
    RecentPart(LabelTotals& totals, std::uint32_t number, std::uint64_t n, std::uint64_t distinct,
               double squares) noexcept
        : totals_(totals),
          number_(number),
          n_(static_cast<double>(n)),
          squares_(squares),
          few_(distinct <= max_few) {}

    // Moves a bucket from W0 to W1. Precondition: W0 does not become empty.
    void move(const Bucket& bucket) noexcept;

    // Events of the window, in W0 and in W1.
    [[nodiscard]] double n() const noexcept { return n_; }
    [[nodiscard]] double past() const noexcept { return n_ - events_; }
    [[nodiscard]] double events() const noexcept { return events_; }
    // The bucket moved last.
    [[nodiscard]] const Bucket& last() const noexcept { return *last_; }
    // Events in W1 of the labels of a band.
    [[nodiscard]] double events_in(std::size_t band) const noexcept {
        return in_band_[0][band] + in_band_[1][band];
    }

    // Whether Pearson's X^2 of the split exceeds a level. X^2 is at least L in nats and so at least
    // every label's d: if it is below the smallest threshold, nothing else need be computed. True
    // where there are many labels, since it would be above.
    [[nodiscard]] bool chi_square_exceeds(double level) const noexcept;

    // The values below are valid after `settle`.
    void settle() noexcept;
    // The statistic of all labels together and of one label, in nats.
    [[nodiscard]] double sum() const noexcept;
    [[nodiscard]] double deviation(Code code) const noexcept;
    // The largest deviation of the labels in the bucket moved last, in nats.
    [[nodiscard]] double largest() const noexcept { return largest_; }
    // Sums of the squared counts of all labels.
    [[nodiscard]] double past_squares() const noexcept { return past_squares_; }
    [[nodiscard]] double squares() const noexcept { return recent_squares_; }

    // Events of a label in W1.
    [[nodiscard]] double count(const LabelTotal& label) const noexcept {
        return label.scan == number_ ? label.recent : 0;
    }
    // -ln(n0/n): a label with m events, none of them in W1, deviates by m times this.
    [[nodiscard]] double lack() const noexcept;

  private:
    using Counts = std::span<const BucketCount>;
    struct Chunk;

    // With up to this many labels, chance hardly ever drives X^2 above a threshold.
    static constexpr std::uint64_t max_few = 12;

    void move_few(Counts counts) noexcept;
    void move_many(Counts counts) noexcept;
    void settle_few() noexcept;
    void gather(Counts counts, Chunk& chunk) noexcept;
    void scatter(Counts counts, const Chunk& chunk) noexcept;
    [[nodiscard]] double term(double recent, double total) const noexcept;

    LabelTotals& totals_;
    std::uint32_t number_;
    double n_;
    double squares_;  // of the window
    bool few_;
    bool settled_ = true;
    double events_ = 0;
    const Bucket* last_ = nullptr;
    double log_past_ = 0;  // log2(n0/n), log2(n1/n)
    double log_recent_ = 0;
    double terms_ = 0;  // sum of h
    double largest_ = 0;
    double past_squares_ = 0;
    double recent_squares_ = 0;
    double pearson_ = 0;      // few labels: sum of x^2/n_c
    std::size_t labels_ = 0;  // few labels: those in W1
    std::array<Code, max_few> label_;
    // Two copies, used alternately: loading a sum that was just stored is slow.
    std::array<std::array<double, FrequencyBands::most>, 2> in_band_{};
};

}  // namespace entrostream
