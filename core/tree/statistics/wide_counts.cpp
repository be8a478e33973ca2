#include "core/tree/statistics/wide_counts.hpp"

#include <algorithm>
#include <bit>

namespace entrostream::tree {

namespace {

// Codes are dense, so a product with 2^32 / golden ratio scatters them evenly.
std::size_t scatter(Code value, std::size_t places) noexcept {
    const std::uint32_t mixed = value * 0x9E3779B1u;
    return static_cast<std::size_t>(std::uint64_t{mixed} * places >> 32);
}

}  // namespace

WideCounts::WideCounts(Meter& meter, std::uint32_t row_size, std::uint32_t most)
    : share_(meter, sizeof(WideCounts)),
      row_size_(row_size),
      most_(most),
      values_(MeteredAllocator<Code>(meter)),
      rows_(MeteredAllocator<std::uint32_t>(meter)),
      places_(MeteredAllocator<std::uint32_t>(meter)) {}

// The slot that holds the value, or would hold it. Precondition: places_ is not empty.
std::size_t WideCounts::place_of(Code value) const noexcept {
    std::size_t at = scatter(value, places_.size());
    while (places_[at] != 0 && values_[places_[at] - 1] != value) {
        at = at + 1 == places_.size() ? 0 : at + 1;
    }
    return at;
}

const std::uint32_t* WideCounts::find(Code value) const noexcept {
    if (places_.empty()) return nullptr;
    std::uint32_t found = places_[place_of(value)];
    if (found == 0 && is_full()) found = places_[place_of(other_values)];
    return found == 0 ? nullptr : at(found - 1);
}

std::uint32_t* WideCounts::row(Code value) {
    if (const std::uint32_t* found = find(value)) return const_cast<std::uint32_t*>(found);
    extend(values_, values_.size() + 1, is_full() ? other_values : value);
    extend(rows_, rows_.size() + row_size_, 0u);
    index(size() - 1);
    return at(size() - 1);
}

std::size_t WideCounts::growth(Code value) const noexcept {
    if (find(value) != nullptr) return 0;
    const bool more_places = 2 * (values_.size() + 1) > places_.size();
    return growth_to(values_, values_.size() + 1) + growth_to(rows_, rows_.size() + row_size_) +
           (more_places ? taken(sizeof(std::uint32_t) * (2 * places_.size() + 4)) : 0);
}

void WideCounts::index(std::uint32_t place) {
    if (2 * values_.size() > places_.size()) {
        static_cast<void>(reindex());
        return;
    }
    places_[place_of(values_[place])] = place + 1;
}

bool WideCounts::reindex() {
    release(places_);
    if (values_.empty()) return true;
    std::size_t places = 4;
    while (2 * values_.size() > places)
        places *= 2;
    resize_exactly(places_, places, 0u);
    for (std::uint32_t place = 0; place < size(); ++place) {
        std::uint32_t& found = places_[place_of(values_[place])];
        if (found != 0) return false;
        found = place + 1;
    }
    return true;
}

}  // namespace entrostream::tree
