// Any number of events of one code at one time: 16 bytes, or 24 where most have a weight.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "core/counts/code.hpp"
#include "core/time/time.hpp"

namespace entrostream {

// A number of events of one code at one time.
struct TimedCount {
    Time at;
    Code code;
    std::uint64_t count;

    friend bool operator==(const TimedCount&, const TimedCount&) = default;
};
using TimedCounts = std::span<const TimedCount>;

// Sorted by time and code, with equal pairs merged.
[[nodiscard]] std::vector<TimedCount> sorted(std::vector<TimedCount> events);

// The same in 16 bytes. The count is below 2^31 or a multiple of 2^31, so any count below
// 2^62 takes at most two of these.
class TimedEvents {
  public:
    TimedEvents() = default;
    TimedEvents(Time time, Code of) noexcept : TimedEvents(time, of, 1) {}

    // Calls `use` for the one or two parts of `counted`; for none if its count is 0.
    template <class Use>
    static void split(const TimedCount& counted, Use&& use) {
        const std::uint64_t low = counted.count % unit;
        const std::uint64_t high = counted.count / unit;
        if (high != 0) use(TimedEvents(counted.at, counted.code, high + unit));
        if (low != 0) use(TimedEvents(counted.at, counted.code, low));
    }

    [[nodiscard]] Time at() const noexcept { return at_; }
    [[nodiscard]] Code code() const noexcept { return static_cast<Code>(packed_); }
    [[nodiscard]] std::uint64_t count() const noexcept {
        const std::uint64_t count = packed_ >> 32;
        return count < unit ? count : (count - unit) * unit;
    }
    [[nodiscard]] bool single() const noexcept { return packed_ >> 32 == 1; }

    void rename(Code code) noexcept { packed_ = (packed_ >> 32 << 32) | code; }

  private:
    static constexpr std::uint64_t unit = std::uint64_t{1} << 31;

    TimedEvents(Time time, Code of, std::uint64_t count) noexcept
        : at_(time), packed_(count << 32 | of) {}

    Time at_ = 0;
    std::uint64_t packed_ = 0;  // the code in the low 32 bits, the count in the high ones
};

static_assert(sizeof(TimedEvents) == 16);

// The same in 24 bytes, with any count in a single part: a weight is rarely below 2^31, and
// counting each of two parts would cost as much as counting the whole.
class TimedAmounts {
  public:
    TimedAmounts() = default;

    template <class Use>
    static void split(const TimedCount& counted, Use&& use) {
        if (counted.count != 0) use(TimedAmounts(counted));
    }

    [[nodiscard]] Time at() const noexcept { return at_; }
    [[nodiscard]] Code code() const noexcept { return code_; }
    [[nodiscard]] std::uint64_t count() const noexcept { return count_; }

    void rename(Code code) noexcept { code_ = code; }

  private:
    explicit TimedAmounts(const TimedCount& counted) noexcept
        : at_(counted.at), count_(counted.count), code_(counted.code) {}

    Time at_ = 0;
    std::uint64_t count_ = 0;
    Code code_ = 0;
};

static_assert(sizeof(TimedAmounts) == 24);

}  // namespace entrostream
