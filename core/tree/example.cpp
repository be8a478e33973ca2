#include "core/tree/example.hpp"

#include <algorithm>
#include <limits>
#include <stdexcept>

namespace entrostream::tree {

void Example::take_numbers(const Schema& schema, const Row& row) {
    const std::uint32_t numeric = schema.numeric();
    numbers_.resize(schema.numeric_room());  // lanes without an attribute are 0
    const std::size_t given = std::min<std::size_t>(numeric, row.numbers.size());
    const double* const from = row.numbers.data();
    double* const to = numbers_.data();
    // x - x is 0 for every number, and NaN for what is missing or infinite. Copied by hand: what
    // memmove has just written cannot be read at once.
    double doubt[lanes] = {};
    std::size_t i = 0;
    for (; i + lanes <= given; i += lanes) {
        for (std::size_t lane = 0; lane < lanes; ++lane) {
            const double x = from[i + lane];
            to[i + lane] = x;
            doubt[lane] += x - x;
        }
    }
    for (; i < given; ++i) {
        to[i] = from[i];
        doubt[0] += from[i] - from[i];
    }
    std::fill(to + given, to + numeric, std::numeric_limits<double>::quiet_NaN());
    missing_numbers_.clear();
    if (given < numeric || (doubt[0] + doubt[1]) + (doubt[2] + doubt[3]) != 0)
        note_missing_numbers(numeric);
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
