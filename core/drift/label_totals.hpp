// How often each label occurs in the window, in the form the split tests need.
//
// Up to date as of the last complete block: only splits between blocks are tested.
#pragma once
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "core/counts/code.hpp"
#include "core/drift/frequency_bands.hpp"
#include "core/drift/sum_threshold.hpp"

namespace entrostream {

// One label. A split scan reads and writes adjacent fields: one cache line.
struct LabelTotal {
    double total = 0;   // events in the window; an integer
    double recent = 0;  // of them after the split, if `scan` is the number of this scan
    double term = 0;    // what they add to the sum statistic, in bits
    std::uint32_t scan = 0;
    std::uint32_t band = 0;
};

class LabelTotals {
  public:
    [[nodiscard]] std::vector<LabelTotal>& labels() noexcept { return labels_; }
    [[nodiscard]] const std::vector<LabelTotal>& labels() const noexcept { return labels_; }
    [[nodiscard]] const FrequencyBands& bands() const noexcept { return bands_; }
    [[nodiscard]] const TotalsHistogram& histogram() const noexcept { return histogram_; }

    void grow(std::size_t codes) {
        labels_.resize(codes);
        places_.resize(codes);
        bands_.grow(codes);
    }

    void add(Code code, std::uint32_t count) noexcept {
        const auto before = static_cast<std::uint64_t>(labels_[code].total);
        change(code, before, before + count);
    }
    void take(Code code, std::uint32_t count) noexcept {
        const auto before = static_cast<std::uint64_t>(labels_[code].total);
        change(code, before, before - count);
    }

    void clear() noexcept {
        labels_.assign(labels_.size(), LabelTotal{});
        bands_.clear();
        histogram_.clear();
    }
    [[nodiscard]] LabelTotals renumbered(const Renumbering& to, std::size_t new_size) const {
        LabelTotals renumbered;
        renumbered.grow(new_size);
        for (std::size_t code = 0; code < to.size(); ++code) {
            const auto total = static_cast<std::uint64_t>(labels_[code].total);
            if (total != 0) renumbered.change(to[code], 0, total);
        }
        return renumbered;
    }

  private:
    void change(Code code, std::uint64_t from, std::uint64_t to) noexcept {
        LabelTotal& label = labels_[code];
        bands_.change(code, from, to);
        histogram_.change(from, to, places_[code]);
        label.total = static_cast<double>(to);
        label.band = to == 0 ? 0 : FrequencyBands::of(to);
    }

    std::vector<LabelTotal> labels_;  // by code
    std::vector<TotalsHistogram::Place> places_;
    FrequencyBands bands_;
    TotalsHistogram histogram_;
};

}  // namespace entrostream
