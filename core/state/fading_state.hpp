// Shared by the states of fading summaries: numbers that must be preserved to the bit.
#pragma once
#include <cstdint>

#include "core/fading/compensated_sums.hpp"
#include "core/fading/event_weights.hpp"
#include "core/fading/weight_cell.hpp"
#include "core/state/reader.hpp"
#include "core/state/writer.hpp"

namespace entrostream {

void encode(Writer& writer, const WeightCell& cell);
[[nodiscard]] WeightCell decode_weight(Reader& reader);

void encode(Writer& writer, const detail::CompensatedSums& sums);
[[nodiscard]] detail::CompensatedSums decode_sums(Reader& reader);

// How weights decay: with each event, or with time.
inline constexpr std::uint8_t by_count = 0;
inline constexpr std::uint8_t by_time = 1;

// The run, and the position in it, of the next event.
void encode_place(Writer& writer, Exponent anchor, std::uint32_t place);
struct DecodedPlace {
    Exponent anchor;
    std::uint32_t place;
};
[[nodiscard]] DecodedPlace decode_place(Reader& reader);

// The fading factor, above 0 and at most 1.
[[nodiscard]] double decode_fading_factor(Reader& reader);

// The maximum number of labels, 0 for no limit.
void encode_limit(Writer& writer, std::uint64_t limit, std::uint64_t no_limit);
[[nodiscard]] std::uint64_t decode_limit(Reader& reader, std::uint64_t no_limit);

}  // namespace entrostream
