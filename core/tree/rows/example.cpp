#include "core/tree/rows/example.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "core/tree/memory/reserve.hpp"

namespace entrostream::tree {

namespace {

constexpr double missing_number = std::numeric_limits<double>::quiet_NaN();

[[noreturn]] void throw_infinite() {
    throw std::invalid_argument("a number is infinite; leave it out if it is unknown");
}

}  // namespace

void Example::take_numbers(const Schema& schema, const Row& row) {
    if (row.sparse != nullptr) [[unlikely]]
        return take_sparse_numbers(schema, row.sparse->numbers);
    const std::uint32_t numeric = schema.numeric();
    clean_numbers_ = 0;
    numbers_.resize(schema.numeric_room());  // lanes without an attribute are 0
    const std::size_t given = std::min<std::size_t>(numeric, row.numbers.size());
    const double* const from = row.numbers.data();
    double* const to = numbers_.data();
    // x - x is 0 for every finite number, and NaN for missing or infinite ones. Copied in a loop:
    // loads right after memmove would wait for its stores.
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
    std::fill(to + given, to + numeric, missing_number);
    has_all_numbers_ = given == numeric && (doubt[0] + doubt[1]) + (doubt[2] + doubt[3]) == 0;
    if (!has_all_numbers_) list_numbers(numeric);
}

void Example::reserve(std::uint32_t numeric, std::uint32_t nominal) {
    reserve_to(numbers_, numeric);
    reserve_to(number_slots_, numeric);
    reserve_to(values_, nominal);
    reserve_to(cells_, nominal);
    reserve_to(value_slots_, nominal);
    reserve_to(set_values_, nominal);
    reserve_to(unmet_values_, nominal);
    reserve_to(wide_values_, nominal);
}

void Example::list_numbers(std::uint32_t numeric) {
    number_slots_.clear();
    for (std::uint32_t slot = 0; slot < numeric; ++slot) {
        const double x = numbers_[slot];
        if (x - x == 0)
            number_slots_.push_back(slot);
        else if (x == x)
            throw_infinite();
    }
}

void Example::take_sparse_numbers(const Schema& schema, std::span<const NumberAt> given) {
    const std::uint32_t numeric = schema.numeric();
    for (const NumberAt& item : given)
        if (std::isinf(item.number)) throw_infinite();
    numbers_.resize(schema.numeric_room());
    if (clean_numbers_ == 0) number_slots_.clear();
    for (const std::uint32_t slot : number_slots_)
        numbers_[slot] = missing_number;
    std::fill(numbers_.begin() + clean_numbers_, numbers_.begin() + numeric, missing_number);
    clean_numbers_ = numeric;
    number_slots_.clear();
    for (const NumberAt& item : given) {
        if (item.number != item.number) continue;
        numbers_[item.slot] = item.number;
        number_slots_.push_back(item.slot);
    }
    has_all_numbers_ = number_slots_.size() == numeric;
}

// The common case, without a check per value.
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

void Example::take_values(const Schema& schema, const Row& row) {
    const std::uint32_t nominal = schema.nominal();
    unmet_values_.clear();
    has_all_values_ = true;
    if (nominal == 0) return;
    if (row.sparse != nullptr) [[unlikely]]
        return take_sparse_values(schema, row.sparse->values);
    clean_values_ = 0;
    values_.resize(nominal);
    cells_.resize(nominal);
    wide_values_.clear();
    if (take_known_values(schema, row)) [[likely]]
        return;
    std::size_t cells = 0;
    for (std::uint32_t slot = 0; slot < nominal; ++slot) {
        const Code value = slot < row.values.size() ? row.values[slot] : missing_value;
        const Block& block = schema.block(slot);
        const bool known = value < schema.values(slot);
        values_[slot] = value;
        cells_[cells] = block.first_cell + value;
        cells += known && !block.is_wide();
        if (!known) [[unlikely]]
            note_unknown(slot, value);
        else if (block.is_wide()) [[unlikely]]
            wide_values_.push_back({block.wide, value});
    }
    cells_.resize(cells);
    if (!has_all_values_) list_values(schema);
}

void Example::note_unknown(std::uint32_t slot, Code value) {
    has_all_values_ = false;
    if (value != missing_value) unmet_values_.push_back({slot, value});
}

void Example::list_values(const Schema& schema) {
    value_slots_.clear();
    for (std::uint32_t slot = 0; slot < values_.size(); ++slot)
        if (values_[slot] < schema.values(slot)) value_slots_.push_back(slot);
}

void Example::take_sparse_values(const Schema& schema, std::span<const ValueAt> given) {
    const std::uint32_t nominal = schema.nominal();
    values_.resize(nominal);
    if (clean_values_ == 0) set_values_.clear();
    for (const std::uint32_t slot : set_values_)
        values_[slot] = missing_value;
    std::fill(values_.begin() + clean_values_, values_.end(), missing_value);
    clean_values_ = nominal;
    cells_.clear();
    wide_values_.clear();
    value_slots_.clear();
    set_values_.clear();
    for (const ValueAt& item : given) {
        values_[item.slot] = item.value;
        set_values_.push_back(item.slot);
        const Block& block = schema.block(item.slot);
        if (item.value >= schema.values(item.slot)) {
            note_unknown(item.slot, item.value);
            continue;
        }
        value_slots_.push_back(item.slot);
        if (block.is_wide())
            wide_values_.push_back({block.wide, item.value});
        else
            cells_.push_back(block.first_cell + item.value);
    }
    has_all_values_ = value_slots_.size() == nominal;
}

}  // namespace entrostream::tree
