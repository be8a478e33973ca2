// The test statistics for a change of the label distribution.
//
// For a split of the window's events into the past W0 (n0 events) and the recent W1 (n1), a label
// with n_c events, x of them in W1, has d_c = n_c kl(x/n_c || n1/n) nats. Given the label totals,
// x is hypergeometric if the events are exchangeable.
#pragma once
#include <array>
#include <cstdint>

#include "core/counts/named.hpp"

namespace entrostream {

enum class Statistic : std::uint8_t {
    sum,        // of all d_c = ln 2 (n H(W) - n0 H(W0) - n1 H(W1)): many labels move
    label,      // the largest d_c: one label moves
    frequency,  // labels seen at most 2^i times against the others: rare ones gain or lose
};
inline constexpr std::array statistic_names{Named{"sum", Statistic::sum},
                                            Named{"label", Statistic::label},
                                            Named{"frequency", Statistic::frequency}};

// The enabled statistics, as bits 1 << statistic.
class Statistics {
  public:
    static constexpr std::uint8_t every = 7;

    constexpr explicit Statistics(std::uint8_t bits = every) noexcept : bits_(bits) {}
    [[nodiscard]] constexpr std::uint8_t bits() const noexcept { return bits_; }
    [[nodiscard]] constexpr bool has(Statistic statistic) const noexcept {
        return (bits_ & bit(statistic)) != 0;
    }
    [[nodiscard]] static constexpr std::uint8_t bit(Statistic statistic) noexcept {
        return static_cast<std::uint8_t>(1 << static_cast<int>(statistic));
    }

    friend bool operator==(const Statistics&, const Statistics&) = default;

  private:
    std::uint8_t bits_;
};

}  // namespace entrostream
