// The two integer sums that entropy and the Gini index are computed from.
//
// They are a pure function of the counts: every history that ends in the same counts gives
// the same bits. Every call is O(1) and allocates nothing.
#pragma once
#include <cstdint>

#include "core/count_log/count_log.hpp"
#include "core/count_log/count_log_cache.hpp"
#include "core/count_log/steps.hpp"
#include "core/math/int128.hpp"

namespace entrostream {

// One label's count. Its contribution to the sums depends on nothing else.
struct Cell {
    std::uint64_t count = 0;

    friend bool operator==(const Cell&, const Cell&) = default;
};

namespace detail {
[[noreturn]] void throw_too_many_events();
}  // namespace detail

class ExactSums {
  public:
    // One more event in `cell`. Throws std::overflow_error, with nothing changed, if n
    // would reach 2^62. Loops should pass the same `steps` to every call.
    void insert(Cell& cell, Steps& steps) {
        if (n_ == max_events) [[unlikely]]
            detail::throw_too_many_events();
        distinct_ += cell.count == 0;
        square_sum_ += 2 * cell.count + 1;
        log_sum_ += steps(cell.count++);
        ++n_;
    }
    void insert(Cell& cell) {
        Steps steps;
        insert(cell, steps);
    }

    // One event fewer in `cell`. Precondition: cell.count > 0.
    void remove(Cell& cell) noexcept {
        distinct_ -= cell.count == 1;
        square_sum_ -= 2 * cell.count - 1;
        log_sum_ -= count_log_step(--cell.count);
        --n_;
    }

    // One event enters `in` and one leaves `out`; n is unchanged. Preconditions: `in` and
    // `out` are different cells, and out.count > 0.
    void slide(Cell& in, Cell& out, Steps& steps) noexcept {
        distinct_ += in.count == 0;
        distinct_ -= out.count == 1;
        const auto apart = static_cast<std::int64_t>(in.count - out.count);
        square_sum_ += static_cast<uint128>(int128{2 * apart + 2});
        log_sum_ += uint128{steps(in.count++)} - steps(--out.count);
    }
    void slide(Cell& in, Cell& out) noexcept {
        Steps steps;
        slide(in, out, steps);
    }

    // `k` more events in `cell` at once, O(1). Throws like insert.
    void add(Cell& cell, std::uint64_t k);

    // `k` events fewer in `cell` at once, O(1). Precondition: k <= cell.count.
    void take(Cell& cell, std::uint64_t k) noexcept;

    // Sets the sums after insertions that the caller counted itself.
    void set_after_growth(std::uint64_t n, uint128 log_sum, uint128 square_sum,
                          std::uint64_t distinct) noexcept {
        n_ = n;
        set_after_slides(log_sum, square_sum, distinct);
    }

    // Sets the sums after slides that the caller counted itself; n is unchanged.
    void set_after_slides(uint128 log_sum, uint128 square_sum, std::uint64_t distinct) noexcept {
        log_sum_ = log_sum;
        square_sum_ = square_sum;
        distinct_ = distinct;
    }

    [[nodiscard]] std::uint64_t n() const noexcept { return n_; }
    [[nodiscard]] std::uint64_t distinct() const noexcept { return distinct_; }
    [[nodiscard]] uint128 log_sum() const noexcept { return log_sum_; }
    [[nodiscard]] uint128 square_sum() const noexcept { return square_sum_; }

    // F(n) - L: n times the entropy, in units of 2^-58 bit.
    [[nodiscard]] uint128 excess() const noexcept;

    // For an empty or pure summary entropy, nats, gini, evenness and renyi2 are 0.0,
    // perplexity and inverse_simpson 1.0. No read calls libm: the same bits on every platform.
    //
    // Bits: the double nearest to (F(n) - L)/(n * 2^58), within 0.51 ulp of the true entropy.
    [[nodiscard]] double entropy() const noexcept;
    [[nodiscard]] double nats() const noexcept;             // entropy * ln 2, within 0.51 ulp
    [[nodiscard]] double gini() const noexcept;             // 1 - sum p^2, correctly rounded
    [[nodiscard]] double inverse_simpson() const noexcept;  // 1 / sum p^2, correctly rounded
    // entropy / log2(distinct), within 0.52 ulp; never above 1, and 1.0 for equal counts.
    [[nodiscard]] double evenness() const noexcept;
    [[nodiscard]] double perplexity() const noexcept;  // 2^entropy, within 0.51 + 0.007 entropy ulp
    [[nodiscard]] double renyi2() const noexcept;      // -log2 sum p^2, within 0.51 ulp
    // entropy / log2(base), within 0.52 ulp. Precondition: base is finite, above 0, not 1.
    [[nodiscard]] double entropy_in(double base) const noexcept;

    friend bool operator==(const ExactSums&, const ExactSums&) = default;

  private:
    std::uint64_t n_ = 0;
    std::uint64_t distinct_ = 0;
    uint128 log_sum_ = 0;                // L = sum F(c), in units of 2^-58 bit
    uint128 square_sum_ = 0;             // Q = sum c^2
    mutable CountLogCache<1> log_of_n_;  // a full window reads F of the same n every time
};

}  // namespace entrostream
