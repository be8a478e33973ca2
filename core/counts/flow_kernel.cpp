#include "core/counts/flow_kernel.hpp"

#include "core/exact/block_reads.hpp"

namespace entrostream {

void FlowBlock::write(TraceColumns columns, std::size_t row, std::size_t size) const noexcept {
    for (const TraceColumn& column : columns) {
        if (column.measure == Measure::entropy) {
            entropy_varying_block(excess.data(), n.data(), size, column.values + row);
        } else {
            gini_varying_block(deficit.data(), n.data(), size, column.values + row);
        }
    }
}

Pace FlowBlock::pace(std::size_t size) const noexcept {
    std::size_t changes = 0;
    for (std::size_t i = 8; i < size; i += 8) {
        changes += n[i] != n[i - 1];
    }
    return changes > size / 64 ? Pace::irregular : Pace::steady;
}

}  // namespace entrostream
