// The counts of a live window next to those of its reference, and their divergence.
//
// The reference is a fixed sample, or the previous window: then an event enters the window, leaves
// it for the previous one, and is forgotten. A fixed sample never changes. Every value is a
// function of the counts alone, the same as in rolling_divergence.
#pragma once
#include <cstddef>
#include <cstdint>
#include <utility>
#include <variant>
#include <vector>

#include "core/columns/previous_contents.hpp"
#include "core/columns/reference_contents.hpp"
#include "core/counts/code.hpp"
#include "core/exact/divergence_rule.hpp"

namespace entrostream {

class ComparedCounts {
  public:
    // Compared with the previous window.
    explicit ComparedCounts(const DivergenceRule& rule);
    // Compared with a sample; `reference` has its counts, all above 0, of the first codes. Throws
    // std::invalid_argument if it is empty, std::overflow_error if it is too large.
    ComparedCounts(const DivergenceRule& rule, const std::vector<std::uint64_t>& reference);

    [[nodiscard]] const DivergenceRule& rule() const noexcept { return rule_; }
    [[nodiscard]] bool with_previous() const noexcept { return reference_codes_ == 0; }

    [[nodiscard]] std::size_t codes() const noexcept { return sides_.size(); }
    // The number of codes on either side.
    [[nodiscard]] std::size_t used() const noexcept { return used_; }
    [[nodiscard]] std::uint64_t n() const noexcept { return n_; }
    [[nodiscard]] std::uint64_t reference_n() const noexcept { return reference_n_; }
    [[nodiscard]] std::uint64_t count(Code code) const noexcept { return sides_[code].window; }
    [[nodiscard]] std::uint64_t reference_count(Code code) const noexcept {
        return sides_[code].reference;
    }
    [[nodiscard]] bool uses(Code code) const noexcept { return sides_[code].any(); }

    // In bits; NaN if either side is empty.
    [[nodiscard]] double value() const noexcept;

    void grow(std::size_t codes);
    // Throws std::overflow_error unless this many more events fit, whether or not others leave, and
    // makes room, so that `enter` cannot fail.
    void prepare(std::uint64_t events) {
        if (events > max_held_ || held() > max_held_ - events) [[unlikely]]
            throw_too_many(events);
        make_room();
    }
    void enter(Code code) noexcept;
    // Precondition: such an event is in the window.
    void leave(Code code) noexcept;
    // Precondition: such an event is in the previous window.
    void forget(Code code) noexcept;

    // Back to no events; a fixed sample stays.
    void clear() noexcept;
    // Precondition: there are no events. Afterwards values have no meaning.
    void drop_reference() noexcept;
    // Precondition: the dropped codes are on neither side, and those of a sample keep their codes.
    void renumber(const Renumbering& to, std::size_t new_size);

    [[nodiscard]] std::size_t memory() const noexcept {
        return sizeof(*this) + sides_.size() * (sizeof(Sides) + 64);
    }

  private:
    struct Sides {
        std::uint64_t window = 0;
        std::uint64_t reference = 0;

        [[nodiscard]] bool any() const noexcept { return (window | reference) != 0; }
    };
    template <class Content>
    struct Compared {
        explicit Compared(Content given) : content(std::move(given)) {}
        Content content;
        Content::Sums sums;
    };
    // A window takes 4 KB for its cache, instead of the 64 KB of a whole column with its groups.
    static constexpr std::size_t cached = 128;
    using Any = std::variant<Compared<ReferenceShannonOf<cached>>, Compared<ReferencePooled>,
                             Compared<ReferenceKullback>, Compared<PreviousShannonOf<cached>>,
                             Compared<PreviousKullback>>;

    [[nodiscard]] static Any against(const DivergenceRule& rule,
                                     const std::vector<std::uint64_t>& reference);
    [[nodiscard]] static Any against_previous(const DivergenceRule& rule);

    // The events that `max_held_` limits.
    [[nodiscard]] std::uint64_t held() const noexcept {
        return with_previous() ? n_ + reference_n_ : n_;
    }
    [[noreturn]] void throw_too_many(std::uint64_t events) const;
    void make_room();

    DivergenceRule rule_;
    Any any_;
    std::vector<Sides> sides_;  // by code
    std::size_t reference_codes_ = 0;
    std::size_t used_ = 0;
    std::uint64_t n_ = 0;
    std::uint64_t reference_n_ = 0;
    std::uint64_t max_held_;
};

}  // namespace entrostream
