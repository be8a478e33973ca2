#include "core/tree/example.hpp"

#include <algorithm>
#include <limits>
#include <stdexcept>

namespace entrostream::tree {

void Example::take_numbers(const Schema& schema, const Row& row) {
    const std::uint32_t numeric = schema.numeric();
    numbers_.resize(schema.numeric_room());  // lanes without an attribute are 0
    const std::size_t given = std::min<std::size_t>(numeric, row.numbers.size());
    std::copy_n(row.numbers.data(), given, numbers_.data());
    std::fill(numbers_.begin() + static_cast<std::ptrdiff_t>(given),
              numbers_.begin() + static_cast<std::ptrdiff_t>(numeric),
              std::numeric_limits<double>::quiet_NaN());
    // x - x is 0 for every number, and NaN for what is missing or infinite.
    double doubt[lanes] = {};
    for (std::size_t first = 0; first < numbers_.size(); first += lanes)
        for (std::size_t lane = 0; lane < lanes; ++lane)
            doubt[lane] += numbers_[first + lane] - numbers_[first + lane];
    missing_numbers_.clear();
    if ((doubt[0] + doubt[1]) + (doubt[2] + doubt[3]) != 0) note_missing_numbers(numeric);
}

// The common case, without a question for each value.
bool Example::take_known_values(const Schema& schema, const Row& row) {
    const std::size_t nominal = schema.nominal();
    if (row.values.size() != nominal || schema.wide() != 0) return false;
    const Code* const given = row.values.data();
    const std::uint32_t* const values = schema.values().data();
    const std::uint32_t* const first = schema.first_cells().data();
    Code* const kept = values_.data();
    std::uint32_t* const cells = cells_.data();
    std::uint32_t unknown = 0;
    for (std::size_t slot = 0; slot < nominal; ++slot) {
        kept[slot] = given[slot];
        cells[slot] = first[slot] + given[slot];
        unknown |= given[slot] >= values[slot] ? 1u : 0u;
    }
    return unknown == 0;
}

bool Example::take_values(const Schema& schema, const Row& row) {
    const std::uint32_t nominal = schema.nominal();
    if (nominal == 0) return true;
    values_.resize(nominal);
    cells_.resize(nominal);
    missing_values_.clear();
    wide_values_.clear();
    if (take_known_values(schema, row)) [[likely]]
        return true;
    std::size_t cells = 0;
    for (std::uint32_t slot = 0; slot < nominal; ++slot) {
        const Code value = slot < row.values.size() ? row.values[slot] : missing_value;
        const Block& block = schema.block(slot);
        const bool known = value < schema.values(slot);
        values_[slot] = value;
        cells_[cells] = block.first_cell + value;
        cells += known && !block.is_wide();
        if (!known) [[unlikely]]
            missing_values_.push_back(slot);
        else if (block.is_wide()) [[unlikely]]
            wide_values_.push_back({block.wide, value});
    }
    cells_.resize(cells);
    return missing_values_.empty();
}

void Example::note_missing_numbers(std::uint32_t numeric) {
    for (std::uint32_t slot = 0; slot < numeric; ++slot) {
        const double x = numbers_[slot];
        if (x - x == 0) continue;
        if (x == x)
            throw std::invalid_argument("a number is infinite; leave it out if it is unknown");
        missing_numbers_.push_back(slot);
    }
}

}  // namespace entrostream::tree
