// Labels grouped by their number of occurrences in the window: 1 | 2 | 3-4 | 5-8 | 9-16 | ...
#pragma once
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/counts/code.hpp"

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

    // The number of events of all labels in a band.
    [[nodiscard]] std::uint64_t events(std::size_t band) const noexcept { return events_[band]; }
    // The bands that have labels, as bits 1 << band.
    [[nodiscard]] std::uint64_t used() const noexcept { return used_; }
    // Calls `each(code)` for the labels of a band, in unspecified order.
    template <class Each>
    void for_each(std::size_t band, Each&& each) const {
        for (Code code = first_[band]; code != no_code; code = links_[code].next)
            each(code);
    }

    void grow(std::size_t codes) { links_.resize(codes); }

    // Updates a label's total; a total of 0 is in no band.
    void change(Code code, std::uint64_t from, std::uint64_t to) noexcept {
        const std::uint32_t before = from == 0 ? nowhere : of(from);
        const std::uint32_t after = to == 0 ? nowhere : of(to);
        if (before != nowhere) events_[before] -= from;
        if (after != nowhere) events_[after] += to;
        if (before == after) [[likely]]
            return;
        if (before != nowhere) unlink(code, before);
        if (after != nowhere) link(code, after);
    }

    void clear() noexcept {
        events_.fill(0);
        first_.fill(no_code);
        used_ = 0;
    }

  private:
    static constexpr std::uint32_t nowhere = most;
    struct Link {
        Code before = no_code;
        Code next = no_code;
    };

    void link(Code code, std::size_t band) noexcept {
        const Code next = first_[band];
        links_[code] = {no_code, next};
        if (next != no_code) links_[next].before = code;
        first_[band] = code;
        used_ |= std::uint64_t{1} << band;
    }
    void unlink(Code code, std::size_t band) noexcept {
        const Link& link = links_[code];
        (link.before == no_code ? first_[band] : links_[link.before].next) = link.next;
        if (link.next != no_code) links_[link.next].before = link.before;
        if (first_[band] == no_code) used_ &= ~(std::uint64_t{1} << band);
    }

    [[nodiscard]] static std::array<Code, most> no_codes() noexcept {
        std::array<Code, most> codes{};
        codes.fill(no_code);
        return codes;
    }

    std::array<std::uint64_t, most> events_{};
    std::array<Code, most> first_ = no_codes();  // head of each band's list
    std::uint64_t used_ = 0;
    std::vector<Link> links_;  // by code: `change` allocates nothing
};

}  // namespace entrostream
