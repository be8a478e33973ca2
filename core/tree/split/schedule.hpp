// When a leaf must attempt a split again: not before an attempt could matter.
//
// Let phi(x) = x log2 x. An example of class y that goes down branch v changes n times the
// gain of any split, of any attribute, by
//
//     dphi(n) - dphi(n_y) - [dphi(n_v) - dphi(n_vy)]  <=  dphi(n) - dphi(n_y)
//
// where dphi(x) = phi(x + w) - phi(x) for an example of weight w: dphi rises with x, and
// n_vy <= n_v. The right side does not depend on the attribute: one sum serves all of them. The
// penalty of the evidence rule rises with n, with the classes and with the values seen
// (regret.hpp), and the threshold of either rule does not fall. So an attribute that is g bits
// short of a split stays short until the sum has grown by g: nothing can be missed, and attempting
// only then gives, split by split, the same tree as attempting after every example. New classes,
// new values and all thresholds are covered; newly chosen edges force an attempt. The second
// condition of Hoeffding's rule, that the best split is ahead of the second, is tracked by
// split_margin.hpp.
//
// An attribute that is sometimes missing has its own n and n_y: it parts from the others and
// gets its own sum, to which only examples that have the attribute add. So if no attribute was due
// before an example, only those that the example has can be due after it: an example with few of
// many attributes costs only what it has, in a split attempt too.
//
// Where rows are removed again, gains and evidence may rise by that as well: rise_of_removal.
//
// Sums are integers in units of 2^-32 bit, rounded up.
#pragma once
#include <algorithm>
#include <cstdint>
#include <span>

#include "core/count_log/count_log_table.hpp"
#include "core/math/double_logs.hpp"
#include "core/math/int128.hpp"
#include "core/tree/memory/metered.hpp"

namespace entrostream::tree {

class Schedule {
  public:
    using Units = std::int64_t;

    explicit Schedule(Meter& meter)
        : shortfalls_(MeteredAllocator<Units>(meter)),
          own_(MeteredAllocator<std::uint8_t>(meter)) {}

    // An upper bound on how much an example of weight w raises n times a gain. The counts before it
    // are n in total and n_y of its class, all in units of 2^-shift examples.
    [[nodiscard]] static Units rise(std::uint32_t n, std::uint32_t n_y, std::uint32_t w,
                                    std::uint32_t shift, const CountLogTable& logs) noexcept {
        const int128 rise = (logs.f(n + w) - logs.f(n)) - (logs.f(n_y + w) - logs.f(n_y));
        return rounded_up(rise, shift);
    }

    // The same for the removal of an example, whose counts before it are n and n_y: n times a gain
    // changes by dphi(n_y) - dphi(n) + dphi(n_v) - dphi(n_vy) <= dphi(n_y), with dphi now of the
    // counts without the example. The regret of at most `branches` branches falls too: with
    // a = (k - 1) / 2, its slope is psi(x + a) - psi(x) <= a psi'(x) < a (1/x + 1/x^2) at
    // x = n / branches + 1/2, psi the digamma function. A class or value that vanishes lowers the
    // regret by more, and must force an attempt.
    [[nodiscard]] static Units rise_of_removal(std::uint32_t n, std::uint32_t n_y, std::uint32_t w,
                                               std::uint32_t classes, std::uint32_t branches,
                                               const CountLogTable& logs) noexcept {
        const double x = static_cast<double>(n - w) / branches + 0.5;
        const double bits = w * 0.5 * (classes - 1.0) * (1 / x + 1 / (x * x)) * detail::inverse_ln2;
        const double units = std::min(bits * 0x1p32 * (1 + 1e-9) + 1, static_cast<double>(most));
        return clamped(rounded_up(logs.f(n_y) - logs.f(n_y - w), 0) + static_cast<Units>(units));
    }

    // Grows to this many in total; the new ones are due at once.
    void add_attributes(std::uint32_t attributes) {
        grow(attributes);
        limit_ = 0;
    }
    // The same after examples that all lacked them: they are due once they are present.
    void add_absent_attributes(std::uint32_t attributes) {
        const auto before = static_cast<std::uint32_t>(shortfalls_.size());
        grow(attributes);
        for (std::uint32_t attribute = before; attribute < attributes; ++attribute)
            detach(attribute);
    }

    // Called before each example: records whether something was due before it.
    void begin_example() noexcept { was_due_ = is_due(); }
    [[nodiscard]] bool was_due() const noexcept { return was_due_; }

    // Prefetches for spend_own.
    void fetch(std::uint32_t attribute) const noexcept {
        __builtin_prefetch(shortfalls_.data() + attribute, 1);
        __builtin_prefetch(own_.data() + attribute, 1);
    }

    void spend(Units units) noexcept { used_ = clamped(used_ + units); }
    // For an attribute with missing values: from now on the common sum does not apply to it.
    void detach(std::uint32_t attribute) noexcept {
        if (own_[attribute] != 0) return;
        own_[attribute] = 1;
        reduce(shortfalls_[attribute], used_);
        --attached_;
    }
    [[nodiscard]] bool is_detached(std::uint32_t attribute) const noexcept {
        return own_[attribute] != 0;
    }
    // The number of attributes that have not.
    [[nodiscard]] std::uint32_t attached() const noexcept { return attached_; }
    void spend_own(std::uint32_t attribute, Units units) noexcept {
        reduce(shortfalls_[attribute], units);
        if (shortfalls_[attribute] <= 0) limit_ = 0;
    }
    void force(std::uint32_t attribute) noexcept {
        shortfalls_[attribute] = 0;
        limit_ = 0;
    }

    void force_all() noexcept {
        std::fill(shortfalls_.begin(), shortfalls_.end(), Units{0});
        limit_ = 0;
    }

    [[nodiscard]] bool is_due() const noexcept { return used_ >= limit_; }

    // At a split attempt: brings the gaps of these attributes up to date; all others have parted.
    void settle(std::span<const std::uint32_t> attributes) noexcept {
        for (const std::uint32_t a : attributes)
            if (own_[a] == 0) reduce(shortfalls_[a], used_);
        used_ = 0;
    }
    [[nodiscard]] bool is_due(std::uint32_t attribute) const noexcept {
        return shortfalls_[attribute] <= 0;
    }
    // The attribute is this many bits short of a split.
    void set(std::uint32_t attribute, double bits) noexcept {
        shortfalls_[attribute] = units_of(bits);
    }
    // After a split attempt; `soon`: attempt again at the next example. All attributes but these
    // have parted and are not due.
    void plan(bool soon, std::span<const std::uint32_t> attributes) noexcept {
        limit_ = soon ? 0 : most;
        for (const std::uint32_t a : attributes)
            limit_ = std::min(limit_, own_[a] == 0 || shortfalls_[a] <= 0 ? shortfalls_[a] : most);
    }

    // Gains are sums of many roundings of 2^-59, regrets are accurate to 1e-9: this exceeds both.
    static constexpr double slack = 1e-6;  // bits

    static constexpr Units most = Units{1} << 60;
    // Converts units of 2^-58 bit to those of the schedule, rounded up. All sums saturate at
    // `most`: weights of 2^30 reach it, and a sum that large is above every limit.
    [[nodiscard]] static Units rounded_up(int128 f, std::uint32_t shift) noexcept {
        int128 units = (f >> 26) + 1;
        if (shift != 0) [[unlikely]]
            units = (units >> shift) + 1;
        return static_cast<Units>(std::clamp(units, -int128{most}, int128{most}));
    }
    // Rounded down; 0 if negative.
    [[nodiscard]] static Units units_of(double bits) noexcept {
        if (!(bits > 0)) return 0;
        return bits < longest ? static_cast<Units>(bits * 0x1p32) : most;
    }

    template <class Archive>
    void visit(Archive& archive) {
        const auto units = [&](Units& value) {
            archive.integer(value);
            archive.require(value >= -most && value <= most, "its schedule is out of range");
        };
        units(used_);
        units(limit_);
        for (std::size_t a = 0; a < shortfalls_.size(); ++a) {
            units(shortfalls_[a]);
            archive.bit(own_[a]);
        }
        attached_ = static_cast<std::uint32_t>(std::count(own_.begin(), own_.end(), 0));
    }

  private:
    [[nodiscard]] static Units clamped(Units units) noexcept {
        return std::clamp(units, -most, most);
    }
    static void reduce(Units& shortfall, Units units) noexcept {
        shortfall = clamped(shortfall - units);
    }

    static constexpr double longest = 0x1p28;  // bits

    void grow(std::uint32_t attributes) {
        attached_ += attributes - static_cast<std::uint32_t>(shortfalls_.size());
        resize_in_steps(shortfalls_, attributes, Units{0});
        resize_in_steps(own_, attributes, std::uint8_t{0});
    }

    Units used_ = 0;   // since the last split attempt
    Units limit_ = 0;  // attempt when this much is used
    Metered<Units> shortfalls_;
    Metered<std::uint8_t> own_;   // has its own sum
    std::uint32_t attached_ = 0;  // the number that have not
    bool was_due_ = true;         // not part of the state: set before every example
};

}  // namespace entrostream::tree
