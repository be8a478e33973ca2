// What an inner node of an adaptive tree knows about concept drift: how its error develops, and how
// its alternate compares with its subtree.
#pragma once
#include <algorithm>
#include <array>
#include <cstdint>

#include "core/counts/named.hpp"
#include "core/tree/leaf/faded_mcnemar.hpp"
#include "core/tree/leaf/leaf.hpp"
#include "core/tree/memory/metered.hpp"
#include "core/tree/memory/owned.hpp"
#include "core/tree/tuning/tuning.hpp"

namespace entrostream::tree {

// The recent error of a node against its error in the long run.
class ErrorMonitor {
  public:
    void record(bool wrong) noexcept {
        ++rows_;
        const double error = one_if(wrong);
        const double part = 1 / static_cast<double>(rows_);
        recent_ += (error - recent_) * std::max(tuning::recent_error_part, part);
        long_run_ += (error - long_run_) * part;
    }
    // Whether the recent error is clearly higher. An exponential average of parts p of a stationary
    // error e has the variance e (1 - e) p / (2 - p).
    [[nodiscard]] bool is_high() const noexcept {
        constexpr double part = tuning::recent_error_part;
        constexpr double deviations = tuning::to_start_alternate;
        const double rise = recent_ - long_run_;
        return rise > 0 && rise * rise > deviations * deviations * long_run_ * (1 - long_run_) *
                                             (part / (2 - part));
    }
    [[nodiscard]] std::uint64_t rows() const noexcept { return rows_; }
    void restart() noexcept { rows_ = 0; }

    template <class Archive>
    void visit(Archive& archive) {
        archive.number(rows_);
        archive.share(recent_);
        archive.share(long_run_);
        archive.require(recent_ <= 1 && long_run_ <= 1, "an error is above 1");
    }

  private:
    std::uint64_t rows_ = 0;
    double recent_ = 0;
    double long_run_ = 0;
};

// Why an alternate was started.
enum class DriftReason : std::uint8_t { error, split };
inline constexpr std::array drift_reasons{Named{"error", DriftReason::error},
                                          Named{"split", DriftReason::split}};

// How an alternate compares with the subtree that it may replace, on the rows that both predicted.
class AlternateRecord {
  public:
    AlternateRecord() = default;
    AlternateRecord(DriftReason reason, std::uint64_t row) noexcept
        : reason_(reason), since_(row) {}

    void record(bool subtree_right, bool alternate_right) noexcept {
        constexpr double fade = tuning::alternate_fade;
        ++rows_;
        weight_ = weight_ * fade + 1;
        right_subtree_ = right_subtree_ * fade + one_if(subtree_right);
        right_alternate_ = right_alternate_ * fade + one_if(alternate_right);
        comparison_.record(alternate_right, subtree_right);
    }
    // Whether it was more accurate recently: then it predicts.
    [[nodiscard]] bool leads() const noexcept { return right_alternate_ > right_subtree_; }
    // Whether it should take the place of the subtree, or be dropped.
    [[nodiscard]] bool wins() const noexcept {
        return comparison_.wins_by(tuning::to_promote_alternate) || (is_over() && is_as_good());
    }
    [[nodiscard]] bool is_over() const noexcept { return rows_ > tuning::alternate_life; }
    // Whether it has had time to grow, and is less accurate than the subtree.
    [[nodiscard]] bool falls_behind() const noexcept {
        return rows_ > tuning::alternate_youth && comparison_.loses_by(tuning::to_drop_alternate);
    }

    [[nodiscard]] DriftReason reason() const noexcept { return reason_; }
    [[nodiscard]] std::uint64_t since() const noexcept { return since_; }
    [[nodiscard]] std::uint32_t rows() const noexcept { return rows_; }
    // Recent accuracies.
    [[nodiscard]] double accuracy_of_subtree() const noexcept { return right_subtree_ / weight_; }
    [[nodiscard]] double accuracy() const noexcept { return right_alternate_ / weight_; }

    template <class Archive>
    void visit(Archive& archive) {
        archive.choice(reason_, drift_reasons);
        archive.number(since_);
        archive.number(rows_);
        archive.share(weight_);
        archive.share(right_subtree_);
        archive.share(right_alternate_);
        comparison_.visit(archive);
    }

  private:
    // An alternate whose split is better need not be clearly more accurate: its tree is smaller.
    [[nodiscard]] bool is_as_good() const noexcept {
        return reason_ == DriftReason::split &&
               (!comparison_.disagree() || comparison_.leads_by(1));
    }

    DriftReason reason_ = DriftReason::error;
    std::uint32_t rows_ = 0;
    std::uint64_t since_ = 0;  // row of the stream
    double weight_ = 0;
    double right_subtree_ = 0;
    double right_alternate_ = 0;
    FadedMcNemar comparison_;  // of the alternate with the subtree
};

struct NodeDrift {
    explicit NodeDrift(Meter& meter) : share(meter, taken(sizeof(NodeDrift))) {}

    // Every alternate that failed doubles the wait for the next.
    [[nodiscard]] std::uint64_t wait(std::uint64_t rows) const noexcept {
        return rows << std::min(failures, tuning::most_doublings);
    }

    MeterShare share;
    ErrorMonitor errors;
    AlternateRecord alternate;  // of the current one
    std::uint32_t failures = 0;
    std::uint32_t rows_since_evaluation = 0;
    Owned<Leaf> statistics;  // if splits are re-evaluated: of the rows that passed the node

    template <class Archive>
    void visit(Archive& archive) {
        errors.visit(archive);
        alternate.visit(archive);
        archive.number(failures);
        archive.number(rows_since_evaluation);
    }
};

}  // namespace entrostream::tree
