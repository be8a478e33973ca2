// Reference model of a table: plain counts of pairs, and sums computed from them.
#pragma once
#include <cstdint>
#include <map>
#include <utility>

#include "core/count_log/count_log.hpp"
#include "core/exact/purity.hpp"
#include "core/tables/contingency.hpp"

namespace entrostream::testing {

struct TableModel {
    std::map<std::pair<Code, Code>, std::uint64_t> pairs;  // none 0

    void add(CodePair pair, std::uint64_t count = 1) {
        if (count != 0) pairs[{pair.x, pair.y}] += count;
    }
    void take(CodePair pair, std::uint64_t count = 1) {
        const auto place = pairs.find({pair.x, pair.y});
        place->second -= count;
        if (place->second == 0) pairs.erase(place);
    }

    // The counts of x, and of y.
    [[nodiscard]] std::map<Code, std::uint64_t> rows() const {
        std::map<Code, std::uint64_t> rows;
        for (const auto& [pair, count] : pairs) {
            rows[pair.first] += count;
        }
        return rows;
    }
    [[nodiscard]] std::map<Code, std::uint64_t> columns() const {
        std::map<Code, std::uint64_t> columns;
        for (const auto& [pair, count] : pairs) {
            columns[pair.second] += count;
        }
        return columns;
    }
    [[nodiscard]] uint128 purity_sum() const {
        std::map<Code, uint128> squares;
        for (const auto& [pair, count] : pairs) {
            squares[pair.first] += uint128{count} * count;
        }
        uint128 sum = 0;
        for (const auto& [x, count] : rows()) {
            sum += purity(squares[x], count);
        }
        return sum;
    }
};

template <class Key>
[[nodiscard]] ExactSums sums_of(const std::map<Key, std::uint64_t>& counts) {
    ExactSums sums;
    for (const auto& [key, count] : counts) {
        Cell cell;
        sums.add(cell, count);
    }
    return sums;
}

// Whether counts and sums equal those of the model.
template <class Table>
[[nodiscard]] bool agrees(const Table& table, const TableModel& model) {
    std::uint64_t held = 0;
    for (const PairCount& each : table.held()) {
        const auto place = model.pairs.find({each.pair.x, each.pair.y});
        if (place == model.pairs.end() || place->second != each.amount) return false;
        if (table.count(each.pair) != each.amount) return false;
        ++held;
    }
    const TableSums sums = table.sums();
    return held == model.pairs.size() && sums.pairs() == sums_of(model.pairs) &&
           sums.x() == sums_of(model.rows()) && sums.y() == sums_of(model.columns()) &&
           sums.purity_sum() == model.purity_sum();
}

}  // namespace entrostream::testing
