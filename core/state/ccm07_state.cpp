#include "core/state/ccm07_state.hpp"

#include <vector>

#include "core/state/restore.hpp"
#include "core/state/sampled_key_state.hpp"

namespace entrostream {

namespace {

// The least bytes of a sampler: two counts, two tags, two waiting times, two labels.
constexpr std::size_t least_sampler_bytes = 21;

void encode_sample(Writer& payload, SampledKeyWriter& keys, const Ccm07::Sample& sample) {
    payload.varint(sample.count - sample.before);
    if (sample.count == 0) return;
    keys.write(sample.key, sample.count);
    payload.real(sample.tag);
}

// Without occurrences, there is no sample.
Ccm07::Sample decode_sample(Reader& reader, SampledKeyReader& keys) {
    const std::uint64_t occurrences = reader.varint();
    if (occurrences == 0) return {};
    const SampledKeyReader::Label label = keys.read();
    reader.require(occurrences <= label.count, "a sample has a wrong count");
    return {.key = label.key,
            .count = label.count,
            .before = label.count - occurrences,
            .tag = reader.real()};
}

// Times from now on, which are small numbers.
void encode_sampler(Writer& payload, SampledKeyWriter& keys, const Ccm07::Sampler& sampler,
                    std::uint64_t n) {
    encode_sample(payload, keys, sampler.primary);
    encode_sample(payload, keys, sampler.backup);
    payload.varint(sampler.next_primary - n);
    payload.varint(sampler.next_backup - (n - sampler.primary.count));
}

std::uint64_t decode_time(Reader& reader, std::uint64_t now) {
    const std::uint64_t wait = reader.varint();
    reader.require(0 < wait && wait <= never, "a time is out of range");
    return now + wait;
}

Ccm07::Sampler decode_sampler(Reader& reader, SampledKeyReader& keys, std::uint64_t n) {
    Ccm07::Sampler sampler;
    sampler.primary = decode_sample(reader, keys);
    sampler.backup = decode_sample(reader, keys);
    reader.require(0 < sampler.primary.count && sampler.primary.count <= n,
                   "a sample has a wrong count");
    sampler.next_primary = decode_time(reader, n);
    sampler.next_backup = decode_time(reader, n - sampler.primary.count);
    return sampler;
}

void encode_heavy(Writer& payload, const MisraGries& heavy) {
    payload.varint(heavy.decrements());
    const std::vector<HeavyLabel> labels = heavy.labels();
    payload.varint(labels.size());
    for (const HeavyLabel& label : labels) {
        payload.fixed(label.key, 8);
        payload.varint(label.count);
        payload.varint(label.missed);
    }
}

std::vector<HeavyLabel> decode_heavy(Reader& reader) {
    std::vector<HeavyLabel> labels(static_cast<std::size_t>(reader.length(10)));
    for (std::size_t i = 0; i < labels.size(); ++i) {
        labels[i].key = reader.fixed(8);
        labels[i].count = reader.varint();
        labels[i].missed = reader.varint();
        reader.require(i == 0 || labels[i - 1].key < labels[i].key, "labels are out of order");
    }
    return labels;
}

}  // namespace

void encode(Writer& payload, const Ccm07& sketch) {
    payload.varint(sketch.events());
    if (sketch.events() == 0) return;
    SampledKeyWriter keys(payload);
    for (std::size_t i = 0; i < sketch.samplers(); ++i) {
        encode_sampler(payload, keys, sketch.sampler(i), sketch.events());
    }
    encode_heavy(payload, sketch.heavy());
}

Ccm07 decode_ccm07(Reader& reader, std::size_t memory, std::uint64_t seed) {
    Ccm07 sketch = restore_or_refuse([&] { return Ccm07(memory, seed); });
    const std::uint64_t n = reader.varint();
    if (n == 0) return sketch;
    reader.require(n < never, "it has too many events");
    reader.require(sketch.samplers() <= reader.left() / least_sampler_bytes, "it ends too early");
    SampledKeyReader keys(reader);
    std::vector<Ccm07::Sampler> samplers;
    while (samplers.size() < sketch.samplers()) {
        samplers.push_back(decode_sampler(reader, keys, n));
    }
    const std::uint64_t decrements = reader.varint();
    const std::vector<HeavyLabel> heavy = decode_heavy(reader);
    restore_or_refuse([&] { sketch.restore(n, samplers, heavy, decrements); });
    return sketch;
}

}  // namespace entrostream
