#include "core/drift/recent_part.hpp"

#include <algorithm>
#include <bit>

#include "core/math/double_logs.hpp"
#include "core/simd/dispatch.hpp"

namespace entrostream {

using detail::double_log2;
using detail::ln2_double;

namespace {

// Sums and maximum over all labels of a bucket: lane i has the labels i, i + 4, ..., so that the
// order of the additions does not depend on the SIMD width.
struct Lanes {
    static constexpr std::size_t width = 4;
    using Values = std::array<double, width>;

    Values terms{};
    Values recent_squares{};
    Values past_squares{};
    Values largest{};

    [[nodiscard]] static double sum(const Values& values) noexcept {
        return (values[0] + values[1]) + (values[2] + values[3]);
    }
};

// The value, or 0, without a branch, which would be unpredictable.
[[nodiscard]] double if_known(bool known, double value) noexcept {
    const std::uint64_t mask = -std::uint64_t{known};
    return std::bit_cast<double>(std::bit_cast<std::uint64_t>(value) & mask);
}

}  // namespace

// Some labels of a bucket as a structure of arrays, for SIMD.
struct RecentPart::Chunk {
    static constexpr std::size_t capacity = 64;
    using Values = std::array<double, capacity>;

    std::size_t size = 0;
    Values count;   // events in the bucket
    Values recent;  // in W1, with the bucket
    Values past;    // in W0, without it
    Values total;
    Values old_term;
    Values term;

    // Pads with labels that contribute nothing, to a multiple of the lanes.
    void fill_up() noexcept {
        for (; size % Lanes::width != 0; ++size) {
            count[size] = recent[size] = past[size] = old_term[size] = 0;
            total[size] = 1;
        }
    }

    // log_recent, log_past: log2(n1/n), log2(n0/n).
    [[gnu::always_inline]] void compute(double log_recent, double log_past, Lanes& lanes) noexcept {
        for (std::size_t first = 0; first < size; first += Lanes::width) {
            for (std::size_t lane = 0; lane < Lanes::width; ++lane) {
                const std::size_t i = first + lane;
                const double x = recent[i];
                const double y = past[i];
                const double share = 1 / total[i];
                const double h = x * double_log2(x * share) + y * double_log2(y * share);
                const double d = h - x * log_recent - y * log_past;
                term[i] = h;
                lanes.terms[lane] += h - old_term[i];
                lanes.largest[lane] = d > lanes.largest[lane] ? d : lanes.largest[lane];
                lanes.recent_squares[lane] += count[i] * (2 * x - count[i]);
                lanes.past_squares[lane] += count[i] * (2 * y + count[i]);
            }
        }
    }
};

void RecentPart::move(const Bucket& bucket) noexcept {
    if (last_ == nullptr) past_squares_ = squares_;
    events_ += static_cast<double>(bucket.size);
    last_ = &bucket;
    few_ ? move_few(bucket.counts) : move_many(bucket.counts);
}

// With c more events, x^2/n_c grows by c (2 x + c)/n_c.
void RecentPart::move_few(Counts counts) noexcept {
    LabelTotal* const labels = totals_.labels().data();
    settled_ = false;
    for (const BucketCount& each : counts) {
        LabelTotal& label = labels[each.code];
        const auto count = static_cast<double>(each.count);
        const double before = this->count(label);
        if (label.scan != number_) label_[labels_++] = each.code;
        label.scan = number_;
        label.recent = before + count;
        pearson_ += count * (2 * before + count) / label.total;
        in_band_[0][label.band] += count;
    }
}

void RecentPart::move_many(Counts counts) noexcept {
    log_recent_ = double_log2(events_ / n_);
    log_past_ = double_log2(past() / n_);
    Lanes lanes;
    Chunk chunk;
    while (!counts.empty()) {
        const Counts part = counts.first(std::min(counts.size(), Chunk::capacity));
        counts = counts.subspan(part.size());
        gather(part, chunk);
        simd::dispatch(
            [&]() __attribute__((always_inline)) { chunk.compute(log_recent_, log_past_, lanes); });
        scatter(part, chunk);
    }
    terms_ += Lanes::sum(lanes.terms);
    recent_squares_ += Lanes::sum(lanes.recent_squares);
    past_squares_ -= Lanes::sum(lanes.past_squares);
    largest_ = *std::max_element(lanes.largest.begin(), lanes.largest.end()) * ln2_double;
}

void RecentPart::gather(Counts counts, Chunk& chunk) noexcept {
    LabelTotal* const labels = totals_.labels().data();
    for (std::size_t i = 0; i < counts.size(); ++i) {
        LabelTotal& label = labels[counts[i].code];
        const bool known = label.scan == number_;
        const auto count = static_cast<double>(counts[i].count);
        const double recent = if_known(known, label.recent) + count;
        chunk.count[i] = count;
        chunk.recent[i] = recent;
        chunk.past[i] = label.total - recent;
        chunk.total[i] = label.total;
        chunk.old_term[i] = if_known(known, label.term);
        label.recent = recent;
        label.scan = number_;
        in_band_[i % 2][label.band] += count;
    }
    chunk.size = counts.size();
    chunk.fill_up();
}

void RecentPart::scatter(Counts counts, const Chunk& chunk) noexcept {
    LabelTotal* const labels = totals_.labels().data();
    for (std::size_t i = 0; i < counts.size(); ++i) {
        labels[counts[i].code].term = chunk.term[i];
    }
}

// Per label, n_c kl(x/n_c || q) <= (x - n_c q)^2/(n_c q (1 - q)), q = n1/n; summed over the labels
// this is (sum x^2/n_c - n1^2/n)/(q (1 - q)). Slightly increased to cover rounding.
bool RecentPart::chi_square_exceeds(double level) const noexcept {
    if (!few_) return true;
    const double square = events_ * events_;
    // Three dependent divisions are a fifth of the time of a scan of few labels. Without them, and
    // with more room for rounding than the exact comparison has: nearly always far below.
    const double most = (pearson_ * n_ - square) * n_ * (1 + 0x1p-39) + square * n_ * 0x1p-50;
    if (most <= (level - 0x1p-29) * events_ * past()) return false;
    const double excess = pearson_ - square / n_;
    return excess * n_ / events_ * n_ / past() * (1 + 0x1p-40) + 0x1p-30 > level;
}

void RecentPart::settle() noexcept {
    if (!settled_) settle_few();
    settled_ = true;
}

void RecentPart::settle_few() noexcept {
    log_recent_ = double_log2(events_ / n_);
    log_past_ = double_log2(past() / n_);
    terms_ = recent_squares_ = largest_ = 0;
    past_squares_ = squares_;
    for (std::size_t i = 0; i < labels_; ++i) {
        LabelTotal& label = totals_.labels()[label_[i]];
        label.term = term(label.recent, label.total);
        terms_ += label.term;
        recent_squares_ += label.recent * label.recent;
        past_squares_ -= label.recent * (2 * label.total - label.recent);
    }
    for (const BucketCount& each : last_->counts) {
        largest_ = std::max(largest_, deviation(each.code));
    }
}

double RecentPart::term(double recent, double total) const noexcept {
    const double past = total - recent;
    return recent * double_log2(recent / total) + past * double_log2(past / total);
}

double RecentPart::sum() const noexcept {
    return (terms_ - events_ * log_recent_ - past() * log_past_) * ln2_double;
}

double RecentPart::deviation(Code code) const noexcept {
    const LabelTotal& label = totals_.labels()[code];
    const double recent = count(label);
    const double past = label.total - recent;
    const double h = recent == 0 ? 0 : label.term;
    return (h - recent * log_recent_ - past * log_past_) * ln2_double;
}

double RecentPart::lack() const noexcept {
    return -log_past_ * ln2_double;
}

}  // namespace entrostream
