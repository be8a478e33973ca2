#include "core/columns/contributions.hpp"

#include <cstdint>
#include <limits>

#include "core/columns/divergence.hpp"
#include "core/columns/reference_logs.hpp"
#include "core/count_log/count_log.hpp"
#include "core/exact/reads.hpp"
#include "core/math/int128.hpp"

namespace entrostream {

namespace {

double signed_bits(int128 sum, std::uint64_t n) noexcept {
    return sum < 0 ? -bits_per_event(static_cast<uint128>(-sum), n)
                   : bits_per_event(static_cast<uint128>(sum), n);
}

int128 log_sum(std::uint64_t count) noexcept {
    return static_cast<int128>(count_log(count));
}

// x + y + F(x) + F(y) - F(x + y) of N, with x and y as in divergence.hpp. Equal shares give 0 to
// the last bit, where rounding may leave some units.
class EqualWeights {
  public:
    explicit EqualWeights(const ComparedCounts& counts)
        : scale_(counts.n(), counts.reference_n()) {}

    [[nodiscard]] double of(std::uint64_t c, std::uint64_t d) const noexcept {
        const std::uint64_t x = c * scale_.m_part;
        const std::uint64_t y = d * scale_.n_part;
        if (x == y) return 0.0;
        const int128 sum =
            (int128{x + y} << fraction_bits) + log_sum(x) + log_sum(y) - log_sum(x + y);
        return sum <= 0 ? 0.0 : signed_bits(sum, scale_.all());
    }

  private:
    Scale scale_;
};

// F(c) + F(d) - F(c + d) + c log2((n + m) / n) + d log2((n + m) / m) of n + m.
class WeightsByRows {
  public:
    explicit WeightsByRows(const ComparedCounts& counts)
        : scale_(counts.n(), counts.reference_n()), all_(scale_.n + scale_.m) {
        ReferenceLogs logs(0);
        of_window_ = logs(all_) - logs(scale_.n);
        of_reference_ = logs(all_) - logs(scale_.m);
    }

    [[nodiscard]] double of(std::uint64_t c, std::uint64_t d) const noexcept {
        if (c * scale_.m_part == d * scale_.n_part) return 0.0;
        const int128 sum = log_sum(c) + log_sum(d) - log_sum(c + d) +
                           of_window_ * static_cast<int128>(c) +
                           of_reference_ * static_cast<int128>(d);
        return sum <= 0 ? 0.0 : signed_bits(sum, all_);
    }

  private:
    Scale scale_;
    std::uint64_t all_;
    int128 of_window_ = 0;
    int128 of_reference_ = 0;
};

// c log2((c / n) / q) of n.
class RelativeEntropy {
  public:
    explicit RelativeEntropy(const ComparedCounts& counts)
        : logs_(counts.rule().pseudo_count),
          scale_(counts.n(), counts.reference_n()),
          log_n_(ReferenceLogs(0)(scale_.n)) {
        std::uint64_t labels = 0;
        std::uint64_t unseen = 0;
        for (Code code = 0; code < counts.codes(); ++code) {
            const bool seen = counts.reference_count(code) != 0;
            labels += seen ? 1 : 0;
            unseen += seen ? 0 : counts.count(code);
        }
        log_of_all_ = logs_.of_all(scale_.m, labels);
        log_unseen_ = ReferenceLogs(0)(unseen);
    }

    [[nodiscard]] double of(std::uint64_t c, std::uint64_t d) noexcept {
        if (c == 0) return 0.0;
        if (d == 0 && !logs_.smooths()) return std::numeric_limits<double>::infinity();
        if (!logs_.smooths() && c * scale_.m_part == d * scale_.n_part) return 0.0;
        const int128 rows = c;
        const int128 own = d == 0 ? log_unseen_ * rows : log_sum(c);
        return signed_bits(own + (log_of_all_ - log_n_ - logs_(d)) * rows, scale_.n);
    }

  private:
    ReferenceLogs logs_;
    Scale scale_;
    int128 log_n_;
    int128 log_of_all_ = 0;
    int128 log_unseen_ = 0;
};

template <class Method>
std::vector<CodeAmount<double>> contributions_by(const ComparedCounts& counts) {
    Method method(counts);
    std::vector<CodeAmount<double>> found;
    found.reserve(counts.used());
    for (Code code = 0; code < counts.codes(); ++code) {
        if (!counts.uses(code)) continue;
        found.push_back({code, method.of(counts.count(code), counts.reference_count(code))});
    }
    return found;
}

}  // namespace

std::vector<CodeAmount<double>> contributions(const ComparedCounts& counts) {
    if (counts.n() == 0 || counts.reference_n() == 0) return {};
    switch (counts.rule().method) {
        case DivergenceMethod::pooled:
            return contributions_by<WeightsByRows>(counts);
        case DivergenceMethod::kullback:
            return contributions_by<RelativeEntropy>(counts);
        case DivergenceMethod::shannon:
            break;
    }
    return contributions_by<EqualWeights>(counts);
}

}  // namespace entrostream
