#include "core/state/fading_state.hpp"

#include "core/count_log/count_log.hpp"
#include "core/math/int128.hpp"

namespace entrostream {

void encode(Writer& writer, const WeightCell& cell) {
    writer.real(cell.high);
    writer.real(cell.low);
}

WeightCell decode_weight(Reader& reader) {
    WeightCell cell;
    cell.high = reader.real();
    cell.low = reader.real();
    return cell;
}

void encode(Writer& writer, const detail::CompensatedSums& sums) {
    for (int lane = 0; lane < 4; ++lane) {
        writer.real(sums.high[lane]);
        writer.real(sums.low[lane]);
    }
}

detail::CompensatedSums decode_sums(Reader& reader) {
    detail::CompensatedSums sums;
    for (int lane = 0; lane < 4; ++lane) {
        sums.high[lane] = reader.real();
        sums.low[lane] = reader.real();
    }
    return sums;
}

void encode_place(Writer& writer, Exponent anchor, std::uint32_t place) {
    const auto units = static_cast<uint128>(anchor.units);
    writer.fixed(low_half(units), 8);
    writer.fixed(high_half(units), 8);
    writer.varint(place);
}

DecodedPlace decode_place(Reader& reader) {
    const std::uint64_t low = reader.fixed(8);
    const std::uint64_t high = reader.fixed(8);
    const std::uint64_t place = reader.varint();
    reader.require(place < EventWeights::longest_run, "a place is out of its run");
    return {{static_cast<int128>(join(high, low))}, static_cast<std::uint32_t>(place)};
}

double decode_fading_factor(Reader& reader) {
    const double fading_factor = reader.real();
    reader.require(fading_factor > 0.0 && fading_factor <= 1.0, "fading_factor is out of range");
    return fading_factor;
}

void encode_limit(Writer& writer, std::uint64_t limit, std::uint64_t no_limit) {
    writer.varint(limit == no_limit ? 0 : limit);
}

std::uint64_t decode_limit(Reader& reader, std::uint64_t no_limit) {
    const std::uint64_t limit = reader.varint();
    reader.require(limit <= max_events, "a limit is out of range");
    return limit == 0 ? no_limit : limit;
}

}  // namespace entrostream
