#include "core/estimates/count_histogram.hpp"

#include <algorithm>
#include <functional>

#include "core/counts/interruption.hpp"

namespace entrostream {

CountHistogram::CountHistogram(std::vector<std::uint64_t> counts) {
    std::erase(counts, std::uint64_t{0});
    sort_interruptibly(counts.begin(), counts.end(), std::less<std::uint64_t>());
    for (const std::uint64_t count : counts) {
        if (bars_.empty() || bars_.back().count != count) bars_.push_back({count, 0});
        ++bars_.back().labels;
    }
}

std::uint64_t CountHistogram::labels_with(std::uint64_t count) const noexcept {
    const auto bar = std::ranges::lower_bound(bars_, count, {}, &Bar::count);
    return bar != bars_.end() && bar->count == count ? bar->labels : 0;
}

std::uint64_t CountHistogram::distinct() const noexcept {
    std::uint64_t labels = 0;
    for (const Bar& bar : bars_) {
        labels += bar.labels;
    }
    return labels;
}

std::uint64_t CountHistogram::least() const noexcept {
    return bars_.empty() ? 0 : bars_.front().count;
}

std::uint64_t CountHistogram::most() const noexcept {
    return bars_.empty() ? 0 : bars_.back().count;
}

}  // namespace entrostream
