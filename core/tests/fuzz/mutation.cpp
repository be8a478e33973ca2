#include "core/tests/fuzz/mutation.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <limits>

namespace entrostream::testing {

namespace {

constexpr std::size_t first = 1;  // the first byte chooses the kind

std::ptrdiff_t at(std::size_t place) {
    return static_cast<std::ptrdiff_t>(place);
}

// A position after the first byte; may be the end.
std::size_t some_place(const Input& input, Random& random) {
    return first + random.below(input.size() - first + 1);
}

void change_byte(Input& input, Random& random) {
    if (input.size() == first) return;
    const std::size_t place = first + random.below(input.size() - first);
    if (random.below(2) == 0) {
        input[place] = static_cast<std::uint8_t>(random.next());
    } else {
        input[place] ^= static_cast<std::uint8_t>(1u << random.below(8));
    }
}

void insert_or_erase(Input& input, Random& random) {
    const std::size_t place = some_place(input, random);
    if (random.below(2) == 0) {
        input.insert(input.begin() + at(place), static_cast<std::uint8_t>(random.next()));
    } else if (place < input.size()) {
        const std::size_t size = 1 + random.below(std::min<std::size_t>(9, input.size() - place));
        input.erase(input.begin() + at(place), input.begin() + at(place + size));
    }
}

void resize(Input& input, Random& random) {
    input.resize(first + random.below(input.size() + 64), static_cast<std::uint8_t>(random.next()));
}

std::vector<std::uint8_t> varint(std::uint64_t value) {
    std::vector<std::uint8_t> bytes;
    for (; value >= 0x80; value >>= 7) {
        bytes.push_back(static_cast<std::uint8_t>(value | 0x80));
    }
    bytes.push_back(static_cast<std::uint8_t>(value));
    return bytes;
}

std::uint64_t other_number(std::uint64_t value, Random& random) {
    switch (random.below(6)) {
        case 0:
            return value + 1;
        case 1:
            return value - 1;
        case 2:
            return random.below(300);
        case 3:
            return (std::uint64_t{1} << random.below(64)) - random.below(2);
        case 4:
            return ~std::uint64_t{0} - random.below(3);
        default:
            return random.next();
    }
}

void change_varint(Input& input, Random& random) {
    const std::size_t begin = some_place(input, random);
    std::size_t end = begin;
    std::uint64_t value = 0;
    while (end < input.size() && end - begin < 10) {
        const std::uint8_t byte = input[end++];
        if (end - begin < 10) value |= std::uint64_t{byte & 0x7fu} << (7 * (end - begin - 1));
        if (byte < 0x80) break;
    }
    const std::vector<std::uint8_t> bytes = varint(other_number(value, random));
    input.erase(input.begin() + at(begin), input.begin() + at(end));
    input.insert(input.begin() + at(begin), bytes.begin(), bytes.end());
}

void change_real(Input& input, Random& random) {
    using Limits = std::numeric_limits<double>;
    static constexpr std::array extremes{0.0,
                                         -0.0,
                                         1.0,
                                         -1.0,
                                         0.5,
                                         0x1p-1074,
                                         0x1p-1022,
                                         0x1p-300,
                                         0x1p-192,
                                         0x1p-58,
                                         0x1p300,
                                         0x1p1023,
                                         1e-300,
                                         1.0 - 0x1p-53,
                                         Limits::max(),
                                         Limits::infinity(),
                                         -Limits::infinity(),
                                         Limits::quiet_NaN()};
    if (input.size() < first + 8) return;
    const std::size_t place = first + random.below(input.size() - first - 7);
    std::uint64_t bits = 0;
    for (std::size_t i = 0; i < 8; ++i) {
        bits |= std::uint64_t{input[place + i]} << (8 * i);
    }
    bits = random.below(2) == 0
               ? bits + random.below(5) - 2
               : std::bit_cast<std::uint64_t>(extremes[random.below(extremes.size())]);
    for (std::size_t i = 0; i < 8; ++i) {
        input[place + i] = static_cast<std::uint8_t>(bits >> (8 * i));
    }
}

// Swaps two adjacent runs of bytes, or duplicates the first.
void swap_or_repeat(Input& input, Random& random) {
    std::array places{some_place(input, random), some_place(input, random),
                      some_place(input, random)};
    std::sort(places.begin(), places.end());
    const auto [begin, middle, end] = places;
    if (random.below(2) == 0) {
        std::rotate(input.begin() + at(begin), input.begin() + at(middle), input.begin() + at(end));
    } else {
        const Input run(input.begin() + at(begin), input.begin() + at(middle));
        input.insert(input.begin() + at(end), run.begin(), run.end());
    }
}

// The beginning of one and the end of the other.
void splice(Input& input, const Input& other, Random& random) {
    const std::size_t end = some_place(input, random);
    const std::size_t begin =
        random.below(2) == 0 ? std::min(end, other.size()) : some_place(other, random);
    const Input tail(other.begin() + at(begin), other.end());  // the two may be one
    input.resize(end);
    input.insert(input.end(), tail.begin(), tail.end());
}

}  // namespace

void mutate(Input& input, const Input& other, Random& random) {
    if (input.empty()) input.push_back(0);
    switch (random.below(8)) {
        case 0:
        case 1:
            return change_byte(input, random);
        case 2:
            return insert_or_erase(input, random);
        case 3:
            return change_varint(input, random);
        case 4:
            return change_real(input, random);
        case 5:
            return swap_or_repeat(input, random);
        case 6:
            return splice(input, other.empty() ? input : other, random);
        default:
            return random.below(8) == 0 ? resize(input, random) : change_varint(input, random);
    }
}

}  // namespace entrostream::testing
