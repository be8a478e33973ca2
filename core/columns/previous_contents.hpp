// Contents of RowWindows for the divergence of a window from the previous one: RowWindows calls
// when a row enters the window, passes into the previous one, and is forgotten.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "core/columns/divergence.hpp"
#include "core/columns/divergence_measure.hpp"
#include "core/columns/labels_held.hpp"
#include "core/columns/labels_not_in_reference.hpp"
#include "core/columns/reference_logs.hpp"
#include "core/columns/row_contents.hpp"
#include "core/count_log/count_log_cache.hpp"
#include "core/count_log/steps.hpp"
#include "core/counts/code.hpp"
#include "core/exact/sums.hpp"

namespace entrostream {

// Maximum rows per side: the largest number whose square times 2 is below 2^62.
inline constexpr std::uint64_t max_rows_each = 1'518'500'249;

// Both windows of one stream: the sums that all divergences need.
struct BothWindows {
    ExactSums window;
    ExactSums previous;
    uint128 products = 0;  // sum c d

    struct Counts {
        Cell window;
        Cell previous;
    };

    void enter(Counts& at) {
        if (window.n() == max_rows_each) require_scale(max_rows_each + 1, max_rows_each + 1);
        window.insert(at.window);
        products += at.previous.count;
    }
    // Moves a row from the window to the previous one.
    void pass(Counts& at) {
        if (previous.n() == max_rows_each) require_scale(max_rows_each + 1, max_rows_each + 1);
        window.remove(at.window);
        products += at.window.count - uint128{at.previous.count};
        previous.insert(at.previous);
    }
    void forget(Counts& at) noexcept {
        previous.remove(at.previous);
        products -= at.window.count;
    }

    // The smaller number of rows: min_periods applies to both sides.
    [[nodiscard]] std::uint64_t rows() const noexcept {
        return window.n() < previous.n() ? window.n() : previous.n();
    }
    [[nodiscard]] SquareSums squares() const noexcept {
        return {window.square_sum(), previous.square_sum(), products};
    }
};

// Jensen-Shannon, with equal weights or weighted by rows; the same if both sides have the same
// number of rows. Otherwise equal weights cost one F per label of the window. `cached`: how many F
// are kept.
template <std::size_t cached>
class PreviousShannonOf {
  public:
    using Item = Code;
    using Measure = DivergenceMeasure;
    struct Sums {
        BothWindows both;
        uint128 pooled_log = 0;   // sum F(c + d)
        LabelsHeld<Code> labels;  // in the window
    };

    explicit PreviousShannonOf(bool by_rows) : by_rows_(by_rows) {}

    void grow(std::size_t codes) {
        if (codes > cells_.size()) cells_.resize(codes);
    }
    void renumber(Sums& sums, const Renumbering& to, std::size_t new_size) {
        renumber_cells(cells_, to, new_size);
        sums.labels.rename_all([&](Code& code) { code = to[code]; });
    }
    void clear(Sums& sums) noexcept {
        sums = Sums{};
        std::fill(cells_.begin(), cells_.end(), LabelState{});
    }

    void enter(Sums& sums, Code code) {
        if (code == no_code) return;
        LabelState& cell = cells_[code];
        const std::uint64_t pooled = cell.pooled();
        if (cell.counts.window.count == 0) cell.place = sums.labels.add(code);
        sums.both.enter(cell.counts);
        sums.pooled_log += count_log_step(pooled);
    }
    void leave(Sums& sums, Code code) {
        if (code == no_code) return;
        LabelState& cell = cells_[code];
        sums.both.pass(cell.counts);
        if (cell.counts.window.count == 0) {
            sums.labels.remove(cell.place, [&](Code last) -> auto& { return cells_[last].place; });
        }
    }
    void forget(Sums& sums, Code code) noexcept {
        if (code == no_code) return;
        LabelState& cell = cells_[code];
        sums.both.forget(cell.counts);
        sums.pooled_log -= count_log_step(cell.pooled());
    }

    [[nodiscard]] static std::uint64_t rows(const Sums& sums) noexcept { return sums.both.rows(); }

    [[nodiscard]] double value(const Sums& sums, Measure) const noexcept {
        const std::uint64_t n = sums.both.window.n();
        const std::uint64_t m = sums.both.previous.n();
        if (n == 0 || m == 0) return nothing_to_compare;
        if (n != m && !by_rows_) return scaled(sums, Scale(n, m));
        const uint128 shared =
            sums.pooled_log - sums.both.window.log_sum() - sums.both.previous.log_sum();
        return pooled_divergence(max_divergence(n, m), shared, sums.both.squares(), n, m);
    }

  private:
    struct LabelState {
        BothWindows::Counts counts;
        std::uint32_t place = 0;

        [[nodiscard]] std::uint64_t pooled() const noexcept {
            return counts.window.count + counts.previous.count;
        }
    };

    [[nodiscard]] double scaled(const Sums& sums, const Scale& scale) const noexcept {
        SharedSums shared;
        for (const Code code : sums.labels) {
            const std::uint64_t c = cells_[code].counts.window.count;
            const std::uint64_t d = cells_[code].counts.previous.count;
            if (d == 0) continue;
            shared.n += c;
            shared.m += d;
            shared.n_log += logs_(c);
            shared.m_log += logs_(d);
            shared.both_log += logs_(scale.both(c, d));
        }
        return jensen_shannon(shared, sums.both.squares(), scale);
    }

    bool by_rows_;
    std::vector<LabelState> cells_;
    mutable CountLogCache<cached> logs_;  // many labels have the same counts
};
using PreviousShannon = PreviousShannonOf<2048>;

// Kullback-Leibler of the window from the previous one. If that is smoothed, the labels that it
// lacks are treated as one.
class PreviousKullback {
  public:
    using Item = Code;
    using Measure = DivergenceMeasure;
    struct Sums {
        BothWindows both;
        LabelsNotInReference unseen;
        int128 cross = 0;                       // sum c log2(d + s)
        mutable std::uint64_t all_of_rows = 0;  // what `log_of_all` was computed for
        mutable std::uint64_t all_of_labels = 0;
        mutable int128 log_of_all = 0;
    };

    explicit PreviousKullback(double pseudo_count) : logs_(pseudo_count) {}

    void grow(std::size_t codes) {
        if (codes > cells_.size()) cells_.resize(codes);
    }
    void renumber(Sums&, const Renumbering& to, std::size_t new_size) {
        renumber_cells(cells_, to, new_size);
    }
    void clear(Sums& sums) noexcept {
        sums = Sums{};
        std::fill(cells_.begin(), cells_.end(), BothWindows::Counts{});
    }

    void enter(Sums& sums, Code code) {
        if (code == no_code) return;
        BothWindows::Counts& cell = cells_[code];
        if (cell.previous.count == 0) sums.unseen.enter(cell.window.count);
        sums.both.enter(cell);
        sums.cross += logs_(cell.previous.count);
    }
    void leave(Sums& sums, Code code) {
        if (code == no_code) return;
        BothWindows::Counts& cell = cells_[code];
        const int128 before = logs_(cell.previous.count);
        if (cell.previous.count == 0) sums.unseen.remove(cell.window.count);
        sums.both.pass(cell);
        sums.cross += change(cell, before) - before;
    }
    void forget(Sums& sums, Code code) noexcept {
        if (code == no_code) return;
        BothWindows::Counts& cell = cells_[code];
        const int128 before = logs_(cell.previous.count);
        sums.both.forget(cell);
        sums.cross += change(cell, before);
        if (cell.previous.count == 0) sums.unseen.add(cell.window.count);
    }

    [[nodiscard]] static std::uint64_t rows(const Sums& sums) noexcept { return sums.both.rows(); }

    [[nodiscard]] double value(const Sums& sums, Measure) const noexcept {
        const std::uint64_t n = sums.both.window.n();
        const std::uint64_t m = sums.both.previous.n();
        if (n == 0 || m == 0) return nothing_to_compare;
        const int128 cross = sums.cross - log_of_all(sums) * static_cast<int128>(n);
        const uint128 excess = sums.both.window.excess();
        if (logs_.smooths()) return kullback_leibler(sums.unseen.as_one(excess), cross, n);
        if (sums.unseen.rows != 0) return std::numeric_limits<double>::infinity();
        return kullback_leibler(excess, cross, sums.both.squares(), n, m);
    }

  private:
    // The change of the sum after the logarithm of the previous count has changed.
    [[nodiscard]] int128 change(const BothWindows::Counts& cell, int128 before) noexcept {
        return (logs_(cell.previous.count) - before) * static_cast<int128>(cell.window.count);
    }

    [[nodiscard]] int128 log_of_all(const Sums& sums) const noexcept {
        const ExactSums& previous = sums.both.previous;
        const std::uint64_t labels = logs_.smooths() ? previous.distinct() : 0;
        if (sums.all_of_rows != previous.n() || sums.all_of_labels != labels) {
            sums.all_of_rows = previous.n();
            sums.all_of_labels = labels;
            sums.log_of_all = logs_.of_all(previous.n(), labels);
        }
        return sums.log_of_all;
    }

    ReferenceLogs logs_;
    std::vector<BothWindows::Counts> cells_;
};

}  // namespace entrostream
