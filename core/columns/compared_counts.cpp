#include "core/columns/compared_counts.hpp"

#include <algorithm>
#include <stdexcept>
#include <type_traits>
#include <utility>

#include "core/columns/divergence.hpp"
#include "core/columns/divergence_measure.hpp"

namespace entrostream {

namespace {

// Whether the content compares with the previous window.
template <class Content>
concept FollowsPrevious = std::is_same_v<typename Content::Item, Code>;

// In a live window, cells and labels of a fixed sample have the same codes.
template <class Content>
[[nodiscard]] typename Content::Item item_of(Code code) noexcept {
    if constexpr (FollowsPrevious<Content>) {
        return code;
    } else {
        return {code, code};
    }
}

template <class Compared>
using ContentOf = std::remove_cvref_t<decltype(std::declval<Compared&>().content)>;

}  // namespace

ComparedCounts::Any ComparedCounts::against(const DivergenceRule& rule,
                                            const std::vector<std::uint64_t>& reference) {
    switch (rule.method) {
        case DivergenceMethod::pooled:
            return Compared(ReferencePooled(reference));
        case DivergenceMethod::kullback:
            return Compared(ReferenceKullback(reference, rule.pseudo_count));
        case DivergenceMethod::shannon:
            break;
    }
    return Compared(ReferenceShannonOf<cached>(reference));
}

ComparedCounts::Any ComparedCounts::against_previous(const DivergenceRule& rule) {
    if (rule.method == DivergenceMethod::kullback) {
        return Compared(PreviousKullback(rule.pseudo_count));
    }
    return Compared(PreviousShannonOf<cached>(rule.method == DivergenceMethod::pooled));
}

ComparedCounts::ComparedCounts(const DivergenceRule& rule)
    : rule_(rule), any_(against_previous(rule)), max_held_(max_rows_each) {}

ComparedCounts::ComparedCounts(const DivergenceRule& rule,
                               const std::vector<std::uint64_t>& reference)
    : rule_(rule),
      any_(against(rule, reference)),
      reference_codes_(reference.size()),
      used_(reference.size()) {
    grow(reference.size());
    for (std::size_t code = 0; code < reference.size(); ++code) {
        sides_[code].reference = reference[code];
        reference_n_ += reference[code];
    }
    max_held_ = max_scale / 2 / reference_n_;
}

double ComparedCounts::value() const noexcept {
    return std::visit(
        [](const auto& at) { return at.content.value(at.sums, DivergenceMeasure::divergence); },
        any_);
}

void ComparedCounts::grow(std::size_t codes) {
    std::visit([&](auto& at) { at.content.grow(codes); }, any_);
    if (codes > sides_.size()) sides_.resize(codes);
}

void ComparedCounts::make_room() {
    std::visit(
        [&](auto& at) {
            if constexpr (requires { at.sums.labels; }) at.sums.labels.reserve(codes());
        },
        any_);
}

void ComparedCounts::throw_too_many(std::uint64_t events) const {
    const std::uint64_t all = held() + std::min(events, max_scale);
    require_scale(all, with_previous() ? all : reference_n_);
    throw std::overflow_error("a window and the previous one hold too many events");
}

void ComparedCounts::enter(Code code) noexcept {
    Sides& side = sides_[code];
    used_ += side.any() ? 0 : 1;
    ++side.window;
    ++n_;
    std::visit([&](auto& at) { at.content.enter(at.sums, item_of<ContentOf<decltype(at)>>(code)); },
               any_);
}

void ComparedCounts::leave(Code code) noexcept {
    Sides& side = sides_[code];
    --side.window;
    --n_;
    if (with_previous()) {
        ++side.reference;
        ++reference_n_;
    }
    used_ -= side.any() ? 0 : 1;
    std::visit([&](auto& at) { at.content.leave(at.sums, item_of<ContentOf<decltype(at)>>(code)); },
               any_);
}

void ComparedCounts::forget(Code code) noexcept {
    Sides& side = sides_[code];
    --side.reference;
    --reference_n_;
    used_ -= side.any() ? 0 : 1;
    std::visit(
        [&](auto& at) {
            if constexpr (FollowsPrevious<ContentOf<decltype(at)>>) {
                at.content.forget(at.sums, code);
            }
        },
        any_);
}

void ComparedCounts::clear() noexcept {
    std::visit([](auto& at) { at.content.clear(at.sums); }, any_);
    n_ = 0;
    used_ = reference_codes_;
    if (with_previous()) reference_n_ = 0;
    for (std::size_t code = 0; code < sides_.size(); ++code) {
        sides_[code].window = 0;
        if (code >= reference_codes_) sides_[code].reference = 0;
    }
}

void ComparedCounts::drop_reference() noexcept {
    std::fill(sides_.begin(), sides_.end(), Sides{});
    reference_codes_ = 0;
    reference_n_ = 0;
    used_ = 0;
}

// Memory is allocated before anything changes.
void ComparedCounts::renumber(const Renumbering& to, std::size_t new_size) {
    std::vector<Sides> sides = sides_;
    renumber_cells(sides, to, new_size);
    std::visit([&](auto& at) { at.content.renumber(at.sums, to, new_size); }, any_);
    sides_ = std::move(sides);
}

}  // namespace entrostream
