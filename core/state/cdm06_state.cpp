#include "core/state/cdm06_state.hpp"

#include <vector>

#include "core/state/restore.hpp"
#include "core/state/sampled_key_state.hpp"

namespace entrostream {

namespace {

// The least bytes of a sample: a label, a count and a waiting time.
constexpr std::size_t least_sample_bytes = 3;

// The position of the next sample is written as the wait for it.
Cdm06::Sample decode_sample(Reader& reader, SampledKeyReader& keys, std::uint64_t n) {
    const SampledKeyReader::Label label = keys.read();
    const std::uint64_t occurrences = reader.varint();
    const std::uint64_t wait = reader.varint();
    reader.require(0 < occurrences && occurrences <= label.count, "a sample has a wrong count");
    reader.require(0 < wait && wait <= never - n, "a position is out of range");
    return {.key = label.key,
            .count = label.count,
            .before = label.count - occurrences,
            .next = n + wait};
}

}  // namespace

void encode(Writer& payload, const Cdm06& sketch) {
    payload.varint(sketch.events());
    SampledKeyWriter keys(payload);
    for (const Cdm06::Sample& sample : sketch.samples()) {
        keys.write(sample.key, sample.count);
        payload.varint(sample.count - sample.before);
        payload.varint(sample.next - sketch.events());
    }
}

Cdm06 decode_cdm06(Reader& reader, std::size_t memory, std::uint64_t seed) {
    Cdm06 sketch = restore_or_refuse([&] { return Cdm06(memory, seed); });
    const std::uint64_t n = reader.varint();
    if (n == 0) return sketch;
    reader.require(n < never, "it has too many events");
    reader.require(sketch.estimators() <= reader.left() / least_sample_bytes, "it ends too early");
    SampledKeyReader keys(reader);
    std::vector<Cdm06::Sample> samples;
    while (samples.size() < sketch.estimators()) {
        samples.push_back(decode_sample(reader, keys, n));
    }
    restore_or_refuse([&] { sketch.restore(n, samples); });
    return sketch;
}

}  // namespace entrostream
