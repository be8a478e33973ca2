// Enumerators with their public names, so that a choice is named in one place only.
#pragma once
#include <algorithm>
#include <array>
#include <cstddef>

namespace entrostream {

template <class Choice>
struct Named {
    const char* name;
    Choice choice;
};

template <class Choice, std::size_t size>
using NamedChoices = std::array<Named<Choice>, size>;

// The name of a choice; null if it has none.
template <class Choice, std::size_t size>
[[nodiscard]] constexpr const char* name_of(Choice choice,
                                            const NamedChoices<Choice, size>& choices) noexcept {
    const auto found = std::ranges::find(choices, choice, &Named<Choice>::choice);
    return found == choices.end() ? nullptr : found->name;
}

}  // namespace entrostream
