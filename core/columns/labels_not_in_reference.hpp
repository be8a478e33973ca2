// The labels of a window that the reference lacks.
#pragma once
#include <cstdint>

#include "core/count_log/count_log.hpp"
#include "core/count_log/steps.hpp"
#include "core/math/int128.hpp"

namespace entrostream {

struct LabelsNotInReference {
    std::uint64_t rows = 0;
    uint128 log_sum = 0;  // sum F(c)

    // One row of a label that has `others` other rows.
    void enter(std::uint64_t others) noexcept {
        ++rows;
        log_sum += count_log_step(others);
    }
    void leave(std::uint64_t others) noexcept {
        --rows;
        log_sum -= count_log_step(others);
    }
    // All rows of a label.
    void add(std::uint64_t count) noexcept {
        rows += count;
        log_sum += count_log(count);
    }
    void remove(std::uint64_t count) noexcept {
        rows -= count;
        log_sum -= count_log(count);
    }

    // The excess F(n) - sum F(c) if all these labels are merged into one.
    [[nodiscard]] uint128 as_one(uint128 excess) const noexcept {
        return excess + log_sum - count_log(rows);
    }
};

}  // namespace entrostream
