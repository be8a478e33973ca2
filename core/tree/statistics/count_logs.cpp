#include "core/tree/statistics/count_logs.hpp"

#include <memory>

#include "core/exact/steps.hpp"

namespace entrostream::tree {

CountLogs::CountLogs() {
    Steps steps;
    int128 f = 0;
    for (std::uint32_t c = 0; c < size; ++c) {
        f_[c] = f;
        bits_[c] = static_cast<double>(f) * 0x1p-58;
        f += steps(c);
        log2_[c] = c == 0 ? 0.0f : static_cast<float>(detail::double_log2(c));
    }
}

const CountLogs& CountLogs::table() {
    static const std::unique_ptr<const CountLogs> made(new CountLogs);
    return *made;
}

}  // namespace entrostream::tree
