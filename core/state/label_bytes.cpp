#include "core/state/label_bytes.hpp"

#include <string>

namespace entrostream {

namespace {

constexpr std::size_t in_blocks(std::size_t bytes) noexcept {
    return (bytes + 15) / 16 * 16;
}

std::size_t integer_bytes(const Label& label) noexcept {
    constexpr unsigned char largest_shared_negative = 5;
    const std::string& magnitude = label.text;
    const bool shared =
        magnitude.size() <= 1 &&
        (!label.negative || static_cast<unsigned char>(magnitude[0]) <= largest_shared_negative);
    return shared ? 0 : in_blocks(24 + 4 * ((magnitude.size() * 8 + 29) / 30));  // 30-bit digits
}

// All characters of a str have the same width, that of the widest.
std::size_t text_bytes(const std::string& utf8) noexcept {
    std::size_t characters = 0;
    unsigned char top = 0;
    for (const char each : utf8) {
        const auto byte = static_cast<unsigned char>(each);
        characters += (byte & 0xC0) != 0x80 ? 1 : 0;
        top = byte > top ? byte : top;
    }
    if (characters <= 1 && top < 0xC4) return 0;
    if (top < 0x80) return in_blocks(48 + characters + 1);
    const std::size_t width = top < 0xC4 ? 1 : top < 0xF0 ? 2 : 4;
    return in_blocks(72 + (characters + 1) * width);
}

std::size_t tuple_bytes(const Label& label) {
    std::size_t bytes = in_blocks(56 + 8 * label.items.size());
    for (const Label& item : label.items)
        bytes += label_bytes(item);
    return bytes;
}

}  // namespace

std::size_t label_bytes(const Label& label) {
    switch (label.kind) {
        case LabelKind::none:
            return 0;
        case LabelKind::integer:
            return integer_bytes(label);
        case LabelKind::real:
            return in_blocks(24);
        case LabelKind::text:
            return text_bytes(label.text);
        case LabelKind::bytes:
            return in_blocks(33 + label.text.size());
        case LabelKind::date:
            return in_blocks(32);
        case LabelKind::datetime:
        case LabelKind::instant:
            return in_blocks(48);
        case LabelKind::timedelta:
            return in_blocks(40);
        case LabelKind::decimal:
            return in_blocks(104) + (label.text.size() > 38 ? in_blocks(label.text.size()) : 0);
        case LabelKind::uuid:
            return in_blocks(56) + in_blocks(44);  // includes a 128-bit int
        case LabelKind::tuple:
            return tuple_bytes(label);
    }
    return unknown_label_bytes;
}

}  // namespace entrostream
