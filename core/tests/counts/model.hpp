// Reference model of the core: plain counts, and sums computed from them.
#pragma once
#include <cstdint>
#include <vector>

#include "core/count_log/count_log.hpp"
#include "core/counts/code.hpp"
#include "core/exact/sums.hpp"

namespace entrostream::testing {

struct Model {
    std::vector<std::uint64_t> counts;

    [[nodiscard]] ExactSums sums() const {
        ExactSums fresh;
        for (const std::uint64_t count : counts) {
            Cell cell;
            if (count != 0) fresh.add(cell, count);
        }
        return fresh;
    }
};

// The counts of a sequence of events with codes below `codes`.
template <class Events>
[[nodiscard]] Model model_of(const Events& events, std::size_t codes) {
    Model model{std::vector<std::uint64_t>(codes, 0)};
    for (const Code event : events) {
        ++model.counts[event];
    }
    return model;
}

// Whether sums and counts equal those of the model.
template <class Core>
[[nodiscard]] bool agrees(const Core& core, const Model& model) {
    for (Code code = 0; code < model.counts.size(); ++code) {
        if (core.count(code) != model.counts[code]) return false;
    }
    return core.sums() == model.sums();
}

// The log sum itself, term by term: independent of how ExactSums adds.
[[nodiscard]] inline bool sums_are_those_of(const ExactSums& sums, const Model& model) {
    uint128 log_sum = 0;
    uint128 square_sum = 0;
    std::uint64_t n = 0;
    std::uint64_t distinct = 0;
    for (const std::uint64_t count : model.counts) {
        log_sum += count_log(count);
        square_sum += uint128{count} * count;
        n += count;
        distinct += count != 0;
    }
    return sums.log_sum() == log_sum && sums.square_sum() == square_sum && sums.n() == n &&
           sums.distinct() == distinct;
}

}  // namespace entrostream::testing
