#include "core/state/clifford_cosma_state.hpp"

#include <utility>
#include <vector>

#include "core/state/restore.hpp"

namespace entrostream {

void encode(Writer& payload, const CliffordCosma& sketch) {
    payload.real(sketch.n());
    payload.byte(sketch.is_whole() ? 1 : 0);
    payload.varint(sketch.values().size());
    for (const double value : sketch.values()) {
        payload.real(value);
    }
}

CliffordCosma decode_clifford_cosma(Reader& reader, std::size_t memory, std::uint64_t seed) {
    CliffordCosma sketch = restore_or_refuse([&] { return CliffordCosma(memory, seed); });
    const double n = reader.real();
    const bool whole = reader.one_of<std::uint8_t>({0, 1}, "a flag is neither 0 nor 1") == 1;
    std::vector<double> values(static_cast<std::size_t>(reader.length(sizeof(double))));
    for (double& value : values) {
        value = reader.real();
    }
    restore_or_refuse([&] { sketch.restore(n, whole, std::move(values)); });
    return sketch;
}

}  // namespace entrostream
