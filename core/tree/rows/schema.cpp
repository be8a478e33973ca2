#include "core/tree/rows/schema.hpp"

#include <algorithm>

namespace entrostream::tree {

namespace {

// Exactly what is needed at first, growing by half later.
std::uint32_t roomier(std::uint32_t room, std::uint32_t needed) {
    return in_lanes(std::max(needed, room + room / 2));
}

void count_values(std::vector<SameValues>& groups, std::uint32_t values, bool more) {
    if (values == 0) return;
    auto group = std::find_if(groups.begin(), groups.end(),
                              [&](const SameValues& g) { return g.values >= values; });
    const bool there = group != groups.end() && group->values == values;
    if (!there) group = groups.insert(group, {values, 0});
    group->attributes = more ? group->attributes + 1 : group->attributes - 1;
    if (group->attributes == 0) groups.erase(group);
}

}  // namespace

std::uint32_t Schema::add_numeric() {
    const std::uint32_t number = attributes();
    attributes_.push_back({AttributeKind::numeric, numeric()});
    numeric_numbers_.push_back(number);
    if (numeric() > numeric_room_) numeric_room_ = roomier(numeric_room_, numeric());
    return number;
}

std::uint32_t Schema::add_nominal() {
    const std::uint32_t number = attributes();
    attributes_.push_back({AttributeKind::nominal, nominal()});
    nominal_numbers_.push_back(number);
    blocks_.push_back({});
    values_.push_back(0);
    first_cells_.push_back(0);
    return number;
}

void Schema::see_values(std::uint32_t slot, std::uint32_t values) {
    const std::uint32_t before = values_[slot];
    if (values <= before) return;
    values_[slot] = values;
    count_values(same_values_, before, false);
    count_values(same_values_, values, true);
    Block& block = blocks_[slot];
    if (block.is_wide() || values <= block.cells) return;
    if (values > widest_block) {
        block = {.wide = wide_++};
        first_cells_[slot] = 0;
        return;
    }
    // At the end: all other cells stay in place. The old ones are wasted; they are fewer than the
    // new.
    block = {.first_cell = cells_, .cells = cells_for(values, block)};
    first_cells_[slot] = block.first_cell;
    cells_ += block.cells;
}

void Schema::see_classes(std::uint32_t classes) {
    classes_ = std::max(classes_, classes);
    class_room_ = class_room_for(classes_);
}

std::uint32_t Schema::class_room_for(std::uint32_t classes) const noexcept {
    return classes > class_room_ ? roomier(class_room_, classes) : class_room_;
}

bool Schema::has_room_for(std::uint32_t more_numeric, std::uint32_t more_nominal) const noexcept {
    const std::uint32_t numbers = numeric() + more_numeric;
    return numbers <= numeric_room_ && in_steps(numbers) == in_steps(numeric()) &&
           in_steps(attributes() + more_numeric + more_nominal) == attribute_room();
}

void Schema::reserve(std::size_t attributes) {
    reserve_to(attributes_, attributes_.size() + attributes);
    reserve_to(numeric_numbers_, numeric_numbers_.size() + attributes);
    reserve_to(nominal_numbers_, nominal_numbers_.size() + attributes);
    reserve_to(blocks_, blocks_.size() + attributes);
    reserve_to(values_, values_.size() + attributes);
    reserve_to(first_cells_, first_cells_.size() + attributes);
}

std::vector<std::uint32_t> Schema::wide_values() const {
    std::vector<std::uint32_t> found(wide_);
    for (std::size_t slot = 0; slot < blocks_.size(); ++slot)
        if (blocks_[slot].is_wide()) found[blocks_[slot].wide] = values_[slot];
    return found;
}

bool Schema::restore() {
    numeric_numbers_.clear();
    nominal_numbers_.clear();
    same_values_.clear();
    first_cells_.clear();
    if (blocks_.size() != values_.size()) return false;
    for (std::uint32_t number = 0; number < attributes(); ++number) {
        const Attribute a = attributes_[number];
        auto& numbers = a.kind == AttributeKind::numeric ? numeric_numbers_ : nominal_numbers_;
        if (a.slot != numbers.size()) return false;
        numbers.push_back(number);
    }
    if (nominal_numbers_.size() != blocks_.size()) return false;
    std::vector<bool> wide_seen(blocks_.size(), false);
    std::uint64_t wides = 0;
    for (std::size_t slot = 0; slot < blocks_.size(); ++slot) {
        const Block& block = blocks_[slot];
        count_values(same_values_, values_[slot], true);
        first_cells_.push_back(block.first_cell);
        if (block.is_wide()) {
            if (block.wide >= blocks_.size() || wide_seen[block.wide]) return false;
            if (block.first_cell != 0 || block.cells != 0) return false;
            wide_seen[block.wide] = true;
            ++wides;
        } else if (values_[slot] > block.cells || block.cells > widest_block ||
                   std::uint64_t{block.first_cell} + block.cells > cells_) {
            return false;
        }
    }
    // No state may claim more room than growth gives.
    return wides == wide_ && cells_ <= std::size_t{3} * widest_block * blocks_.size() &&
           numeric_room_ % lanes == 0 && numeric_room_ >= numeric() &&
           numeric_room_ <= 2 * numeric() + lanes && class_room_ % lanes == 0 &&
           class_room_ >= classes_ && class_room_ <= 2 * classes_ + lanes;
}

}  // namespace entrostream::tree
