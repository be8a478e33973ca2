// Fills the table from the steps of F.
#include "core/count_log/count_log_table.hpp"

#include "core/count_log/steps.hpp"

namespace entrostream {

CountLogTable::CountLogTable() {
    Steps steps;
    int128 f = 0;
    for (std::uint32_t c = 0; c < size; ++c) {
        f_[c] = f;
        bits_[c] = static_cast<double>(f) * 0x1p-58;
        f += steps(c);
        log2_[c] = c == 0 ? 0.0f : static_cast<float>(detail::double_log2(c));
    }
}

const CountLogTable& CountLogTable::table() {
    // Never destroyed: at exit other threads may still be at work.
    static const CountLogTable& instance = *new CountLogTable;
    return instance;
}

}  // namespace entrostream
