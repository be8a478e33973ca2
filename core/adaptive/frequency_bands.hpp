// Labels banded by how often they occur in the window: once | twice | 3-4 | 5-8 | 9-16 | ...
#pragma once
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace entrostream {

class FrequencyBands {
  public:
    static constexpr std::size_t most = 64;

    // Band i: labels with 2^(i-1) < total <= 2^i. total > 0.
    [[nodiscard]] static std::uint32_t of(std::uint64_t total) noexcept {
        return static_cast<std::uint32_t>(std::bit_width(total - 1));
    }
    // The largest total in a band.
    [[nodiscard]] static double edge(std::size_t band) noexcept {
        return static_cast<double>(std::uint64_t{1} << band);
    }

    // How many events the labels of a band have.
    [[nodiscard]] std::uint64_t events(std::size_t band) const noexcept { return events_[band]; }

    // A label's total changes; 0 is in no band.
    void change(std::uint64_t from, std::uint64_t to) noexcept {
        if (from != 0) events_[of(from)] -= from;
        if (to != 0) events_[of(to)] += to;
    }
    void clear() noexcept { events_ = {}; }

  private:
    std::array<std::uint64_t, most> events_{};
};

}  // namespace entrostream
