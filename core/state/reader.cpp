#include "core/state/reader.hpp"

#include <string>
#include <string_view>

#include "core/counts/named.hpp"
#include "core/state/state_kind.hpp"

namespace entrostream {

namespace {

std::string size_text(std::size_t size) {
    return std::to_string(size) + (size == 1 ? " byte" : " bytes");
}

// With its article: "a Tally", "an EntropySketch".
std::string kind_name(std::uint8_t kind) {
    const char* name = name_of(static_cast<StateKind>(kind), state_kinds);
    if (name == nullptr) return "a kind that this version does not know";
    const bool vowel = std::string_view("AEIOU").find(name[0]) != std::string_view::npos;
    return (vowel ? "an " : "a ") + std::string(name);
}

// Returns the version.
std::uint8_t read_header(Reader& header, StateKind kind, std::size_t total, std::uint8_t newest) {
    if (header.raw(state_magic.size()) != state_magic) {
        throw StateError("not an entrostream state: it does not begin with the right bytes");
    }
    const std::uint8_t version = header.byte();
    if (version < 1 || version > newest) {
        throw StateError("state has format version " + std::to_string(version) +
                         ", this entrostream reads version " + (newest == 1 ? "" : "1 to ") +
                         std::to_string(newest));
    }
    const std::uint8_t found = header.byte();
    if (found != static_cast<std::uint8_t>(kind)) {
        throw StateError("state is of " + kind_name(found) + ", not of " +
                         kind_name(static_cast<std::uint8_t>(kind)));
    }
    header.require(header.fixed(2) == 0, "reserved bytes are not 0");
    const std::uint64_t payload = header.fixed(8);
    const std::uint64_t room = total - state_header_size - state_checksum_size;
    if (payload != room) {
        throw StateError("state is damaged: its payload should have " + std::to_string(payload) +
                         " bytes and has " + std::to_string(room));
    }
    return version;
}

}  // namespace

Reader Reader::open(std::span<const std::uint8_t> state, StateKind kind, std::uint8_t newest) {
    if (state.size() < state_header_size) {
        throw StateError("not an entrostream state: " + size_text(state.size()) +
                         ", a header has " + std::to_string(state_header_size));
    }
    if (state.size() < state_header_size + state_checksum_size) {
        throw StateError("state is damaged: it ends after " + size_text(state.size()));
    }
    Reader header(state.first(state_header_size));
    const std::uint8_t version = read_header(header, kind, state.size(), newest);
    const std::size_t end = state.size() - state_checksum_size;
    Reader trailer(state.subspan(end));
    trailer.require(trailer.fixed(8) == crc64(state.first(end)), "the checksum does not fit");
    return Reader(state.subspan(state_header_size, end - state_header_size), version);
}

std::string_view Reader::between(std::size_t from, std::size_t to) const noexcept {
    return {reinterpret_cast<const char*>(bytes_.data()) + from, to - from};
}

void Reader::throw_damaged(const char* what) {
    throw StateError(std::string("state is damaged: ") + what);
}

std::uint64_t Reader::varint() {
    std::uint64_t value = 0;
    for (int shift = 0; shift < 64; shift += 7) {
        const std::uint64_t next = byte();
        require(shift < 63 || next <= 1, "a number is too large");
        value |= (next & 0x7f) << shift;
        if (next < 0x80) {
            require(next != 0 || shift == 0, "a number is longer than it needs to be");
            return value;
        }
    }
    require(false, "a number is too large");
    return 0;
}

std::int64_t Reader::signed_varint() {
    const std::uint64_t bits = varint();
    return static_cast<std::int64_t>((bits >> 1) ^ ((bits & 1) != 0 ? ~std::uint64_t{0} : 0));
}

std::string_view Reader::raw(std::uint64_t size) {
    require(size <= left(), "it ends too early");
    const std::string_view found = between(place_, place_ + static_cast<std::size_t>(size));
    place_ += static_cast<std::size_t>(size);
    return found;
}

std::uint64_t Reader::length(std::size_t item_size) {
    const std::uint64_t items = varint();
    require(items <= left() / item_size, "it names more items than it has bytes for");
    return items;
}

}  // namespace entrostream
