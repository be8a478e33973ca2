#include "core/state/entropy_sketch_state.hpp"

#include "core/state/ccm07_state.hpp"
#include "core/state/cdm06_state.hpp"
#include "core/state/clifford_cosma_state.hpp"
#include "core/state/reader.hpp"
#include "core/state/writer.hpp"

namespace entrostream {

namespace {

EntropySketchMethod decode_method(Reader& reader, std::uint8_t number,
                                  const SketchParameters& parameters) {
    const auto [memory, seed, missing] = parameters;
    switch (number) {
        case 0:
            return decode_hcc(reader, memory, seed);
        case 1:
            return decode_ccm07(reader, memory, seed);
        case 2:
            return decode_cdm06(reader, memory, seed);
        default:
            reader.require(number == 3, "its method is none of ours");
            return decode_clifford_cosma(reader, memory, seed);
    }
}

}  // namespace

double total_weight(const EntropySketchState& state) {
    return std::visit([](const auto& method) { return method.n(); }, state.method);
}

void encode(Writer& writer, const EntropySketchState& state) {
    std::visit(
        [&](const auto& method) {
            encode(writer, SketchParameters{method.memory(), method.seed(), state.missing});
            writer.byte(static_cast<std::uint8_t>(state.method.index()));
            encode(writer, method);
        },
        state.method);
}

EntropySketchState decode_entropy_sketch(Reader& reader) {
    const SketchParameters parameters = decode_sketch_parameters(reader);
    const std::uint8_t number = reader.byte();
    return {decode_method(reader, number, parameters), parameters.missing};
}

StateBytes encode(const EntropySketchState& state) {
    Writer payload;
    encode(payload, state);
    return Writer::frame(StateKind::entropy_sketch, payload);
}

EntropySketchState decode_entropy_sketch(std::span<const std::uint8_t> bytes) {
    Reader reader = Reader::open(bytes, StateKind::entropy_sketch);
    EntropySketchState state = decode_entropy_sketch(reader);
    reader.require_end();
    return state;
}

}  // namespace entrostream
