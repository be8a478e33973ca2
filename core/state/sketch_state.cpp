#include "core/state/sketch_state.hpp"

#include <bit>
#include <cmath>
#include <optional>
#include <stdexcept>
#include <utility>
#include <vector>

#include "core/state/label.hpp"
#include "core/state/state_error.hpp"

namespace entrostream {

namespace {

double decode_weight_sum(Reader& reader, const char* complaint) {
    const double value = reader.real();
    reader.require(!std::signbit(value) && value < 0x1p53, complaint);
    return value;
}

void encode_packed(Writer& writer, PackedReal value) {
    writer.fixed(value.high, 4);
    writer.fixed(value.low, 2);
}

PackedReal decode_packed(Reader& reader) {
    PackedReal value;
    value.high = static_cast<std::uint32_t>(reader.fixed(4));
    value.low = static_cast<std::uint16_t>(reader.fixed(2));
    // Less than 2^53 times the largest variate; sums of any number of such are finite.
    reader.require(std::fabs(unpack(value.high, value.low)) < 0x1p110, "a register is too large");
    return value;
}

double decode_total(Reader& reader) {
    const double value = reader.real();
    reader.require(std::fabs(value) < 0x1p54, "a total is out of range");
    return value;
}

// ------------------------------------------------------------------ linear sketches

void encode_tail(Writer& writer, const EntropyRegisters& registers) {
    for (std::uint32_t bucket = 0; bucket < registers.buckets(); ++bucket) {
        for (std::uint32_t j = 0; j < EntropyRegisters::registers; ++j) {
            encode_packed(writer, registers.packed(bucket, j));
        }
        writer.real(registers.mass(bucket));
        writer.real(registers.signed_sum(bucket));
    }
}

void decode_tail(Reader& reader, EntropyRegisters& registers) {
    for (std::uint32_t bucket = 0; bucket < registers.buckets(); ++bucket) {
        for (std::uint32_t j = 0; j < EntropyRegisters::registers; ++j) {
            registers.set_packed(bucket, j, decode_packed(reader));
        }
        const double mass = decode_total(reader);
        registers.set_totals(bucket, mass, decode_total(reader));
    }
}

void encode_tail(Writer& writer, const SignedCounters& counters) {
    for (std::uint32_t i = 0; i < counters.width(); ++i) {
        encode_packed(writer, pack(counters.at(i)));
    }
}

void decode_tail(Reader& reader, SignedCounters& counters) {
    for (std::uint32_t i = 0; i < counters.width(); ++i) {
        const PackedReal value = decode_packed(reader);
        counters.set(i, unpack(value.high, value.low));
    }
}

// ------------------------------------------------------------------ table

// Errors and offsets are floats.
void encode_float(Writer& writer, double value) {
    writer.fixed(std::bit_cast<std::uint32_t>(static_cast<float>(value)), 4);
}

double decode_float(Reader& reader) {
    const auto value = std::bit_cast<float>(static_cast<std::uint32_t>(reader.fixed(4)));
    reader.require(!std::signbit(value) && value <= 0x1p53f, "an error is out of range");
    return value;
}

void encode_table(Writer& writer, const HeavyHitters& table) {
    for (std::uint32_t set = 0; set < table.sets(); ++set) {
        encode_float(writer, table.offset(set));
        for (std::uint32_t slot = 0; slot < HeavyHitters::slots; ++slot) {
            const HeavyEntry entry = table.entry(set, slot);
            writer.fixed(entry.key, 8);
            writer.real(entry.count);
            encode_float(writer, entry.error);
        }
    }
}

void require_place(const Reader& reader, const HeavyHitters& table, std::uint32_t set,
                   const HeavyEntry& entry) {
    if (entry.key == 0) {
        return reader.require(entry == HeavyEntry{}, "a free slot is not empty");
    }
    reader.require(set_of(entry.key, table.sets()) == set, "a key is in a set of others");
    reader.require(!table.find(entry.key).held, "a key is held twice");
}

void decode_table(Reader& reader, HeavyHitters& table) {
    for (std::uint32_t set = 0; set < table.sets(); ++set) {
        table.raise_offset(set, decode_float(reader));
        for (std::uint32_t slot = 0; slot < HeavyHitters::slots; ++slot) {
            HeavyEntry entry;
            entry.key = reader.fixed(8);
            entry.count = decode_weight_sum(reader, "a count is out of range");
            entry.error = decode_float(reader);
            require_place(reader, table, set, entry);
            table.put(set, slot, entry);
        }
    }
}

// ------------------------------------------------------------------ labels and exact counts

void encode_names(Writer& writer, const LabelNames& names) {
    const std::vector<LabelName> all = names.all();
    writer.real(names.threshold());
    writer.real(names.cut().count);
    writer.fixed(names.cut().key, 8);
    writer.varint(all.size());
    for (const LabelName& each : all) {
        writer.fixed(each.key, 8);
        writer.byte(each.excess > 0.0 ? 1 : 0);
        if (each.excess > 0.0) writer.real(each.excess);
        writer.text(each.text);
    }
}

LabelName decode_name(Reader& reader) {
    LabelName name;
    name.key = reader.fixed(8);
    reader.require(name.key != 0, "a key is 0");
    if (reader.one_of<std::uint8_t>({0, 1}, "a flag is neither 0 nor 1") == 1) {
        name.excess = decode_weight_sum(reader, "an excess is out of range");
        reader.require(name.excess > 0.0, "an excess is 0");
    }
    name.text = reader.text();
    Reader label({reinterpret_cast<const std::uint8_t*>(name.text.data()), name.text.size()});
    static_cast<void>(decode_label(label));
    label.require_end();
    return name;
}

LabelNames decode_names(Reader& reader, std::size_t most_bytes) {
    LabelNames names(most_bytes);
    names.set_threshold(decode_weight_sum(reader, "the threshold is out of range"));
    const double cut = decode_weight_sum(reader, "the cut is out of range");
    names.set_cut({cut, reader.fixed(8)});
    const std::uint64_t size = reader.length(10);
    for (std::uint64_t i = 0; i < size; ++i) {
        const LabelName name = decode_name(reader);
        reader.require(names.fits(name.text, name.excess), "there are too many labels");
        names.add(name.key, name.text, name.excess);
    }
    return names;
}

void encode_exact(Writer& writer, const ExactCounts& exact) {
    const std::vector<KeyCount> sorted = exact.sorted();
    writer.varint(sorted.size());
    for (const KeyCount& each : sorted) {
        writer.fixed(each.key, 8);
        writer.real(each.count);
    }
}

std::vector<KeyCount> decode_exact(Reader& reader, bool whole) {
    std::vector<KeyCount> counts(reader.length(16));
    Key last = 0;
    for (KeyCount& each : counts) {
        each.key = reader.fixed(8);
        reader.require(each.key > last, "keys are out of order");
        last = each.key;
        each.count = decode_weight_sum(reader, "a count is out of range");
        reader.require(each.count > 0.0, "a count is 0");
        reader.require(!whole || each.count == std::floor(each.count), "a count is not whole");
    }
    return counts;
}

// ------------------------------------------------------------------ whole sketches

template <class Sketch>
void encode_sketch(Writer& writer, const Sketch& sketch) {
    writer.real(sketch.n());
    writer.byte(sketch.is_whole() ? 1 : 0);
    writer.byte(sketch.is_exact() ? 1 : 0);
    if (sketch.is_exact()) {
        encode_exact(writer, sketch.exact());
    } else {
        encode_table(writer, sketch.sketch().table);
        encode_tail(writer, sketch.sketch().tail);
    }
    encode_names(writer, sketch.names());
}

// The size of what follows is checked before memory is allocated for it.
template <class Sketch, class Tail>
Sketch decode_sketch(Reader& reader, std::size_t memory, std::uint64_t seed,
                     std::size_t bytes_per_cell) {
    Sketch sketch = [&] {
        try {
            return Sketch(memory, seed);
        } catch (const std::invalid_argument& error) {
            throw StateError(std::string("state is damaged: ") + error.what());
        }
    }();
    const double n = decode_weight_sum(reader, "the total weight is out of range");
    const bool whole = reader.one_of<std::uint8_t>({0, 1}, "a flag is neither 0 nor 1") == 1;
    const bool exact = reader.one_of<std::uint8_t>({0, 1}, "a flag is neither 0 nor 1") == 1;
    reader.require(!whole || n == std::floor(n), "the total weight is not whole");
    std::vector<KeyCount> counts;
    std::optional<typename Sketch::Sketch> content;
    if (exact) {
        counts = decode_exact(reader, whole);
        double sum = 0.0;
        for (const KeyCount& each : counts) {
            sum += each.count;
        }
        reader.require(!whole || sum == n, "the counts do not sum to the total");
        reader.require(counts.size() <= sketch.layout().exact, "there are too many counts");
    } else {
        const auto& layout = sketch.layout();
        reader.require(reader.left() / bytes_per_cell >= layout.cells, "it ends too early");
        content.emplace(typename Sketch::Sketch{HeavyHitters(layout.sets), Tail(layout.cells)});
        decode_table(reader, content->table);
        decode_tail(reader, content->tail);
    }
    const LabelNames names = decode_names(reader, sketch.layout().names);
    try {
        sketch.restore(n, whole, counts, std::move(content), names);
    } catch (const std::invalid_argument& error) {
        throw StateError(std::string("state is damaged: ") + error.what());
    }
    return sketch;
}

}  // namespace

void encode(Writer& writer, const SketchParameters& parameters) {
    writer.byte(static_cast<std::uint8_t>(parameters.missing));
    writer.varint(parameters.memory);
    writer.fixed(parameters.seed, 8);
}

SketchParameters decode_sketch_parameters(Reader& reader) {
    SketchParameters parameters;
    parameters.missing = decode_missing(reader);
    parameters.memory = reader.varint();
    parameters.seed = reader.fixed(8);
    return parameters;
}

void encode(Writer& writer, const Hcc& sketch) {
    encode_sketch(writer, sketch);
}

Hcc decode_hcc(Reader& reader, std::size_t memory, std::uint64_t seed) {
    return decode_sketch<Hcc, EntropyRegisters>(reader, memory, seed,
                                                EntropyRegisters::bytes_per_bucket);
}

StateBytes encode(const GiniSketchState& state) {
    Writer payload;
    encode(payload, SketchParameters{state.sketch.memory(), state.sketch.seed(), state.missing});
    encode_sketch(payload, state.sketch);
    return Writer::frame(StateKind::gini_sketch, payload);
}

GiniSketchState decode_gini_sketch(std::span<const std::uint8_t> bytes) {
    Reader reader = Reader::open(bytes, StateKind::gini_sketch);
    const SketchParameters parameters = decode_sketch_parameters(reader);
    GiniSketchState state{decode_sketch<GiniSketch, SignedCounters>(
                              reader, parameters.memory, parameters.seed, packed_real_bytes),
                          parameters.missing};
    reader.require_end();
    return state;
}

}  // namespace entrostream
