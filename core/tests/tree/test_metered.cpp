// What is on the meter is what the system has given away, and arrays lie where they should.
#include "core/tree/memory/metered.hpp"

#include <cstdint>

#include "core/tests/check.hpp"
#include "core/tests/tree/random_stream.hpp"
#include "core/tree/vfdt.hpp"

// Nested, because a C library without __GLIBC_PREREQ cannot parse the inner condition.
#if defined(__GLIBC_PREREQ) && !defined(__SANITIZE_ADDRESS__)
#if __GLIBC_PREREQ(2, 33)
#include <malloc.h>
#define HAS_MALLINFO
#endif
#endif

using namespace entrostream;
using namespace entrostream::tree;
using entrostream::testing::check;

namespace {

void check_allocations() {
    Meter meter;
    bool aligned = true, kept = true;
    for (std::size_t size = 1; size < 2000; size += 7) {
        Metered<std::uint8_t> bytes{MeteredAllocator<std::uint8_t>(meter)};
        resize_exactly(bytes, size, std::uint8_t{7});
        const auto place = reinterpret_cast<std::uintptr_t>(bytes.data());
        aligned &= size < smallest_aligned || place % line_size == 0;
        kept &= bytes[0] == 7 && bytes[size - 1] == 7 && meter.bytes() == taken(size);
    }
    check(aligned, "arrays that lanes are read from are aligned to cache lines");
    check(kept, "what they take is on the meter");
    check(meter.bytes() == 0, "and off it when they go");
    Meter part(meter);
    meter.add(3);
    part.add(5);
    part.take(1);
    check(part.bytes() == 4 && meter.bytes() == 7, "a part is measured in the whole too");
    check(taken(0) == 0 && taken(1) == 32 && taken(24) == 32 && taken(25) == 48,
          "as malloc has it");
}

#ifdef HAS_MALLINFO
std::size_t given_away() {
    const struct mallinfo2 info = mallinfo2();
    return info.uordblks + info.hblkhd;
}

// Leaves that rest and come back, and nodes by the thousand.
void check_against_malloc(const Options& options, const testing::StreamShape& shape) {
    const auto rows = testing::random_stream(shape, 20000, 5);
    static_cast<void>(CountLogTable::table());
    const std::size_t before = given_away();
    Vfdt tree(options);
    testing::add_attributes(tree, shape);
    for (const testing::RandomRow& row : rows)
        tree.learn(row.row(), row.label, row.weight);
    const std::size_t grown = given_away() - before;
    // Memory for one row and the schema; what malloc keeps of a tree before for the next one.
    constexpr std::size_t slack = 40'000;
    check(grown <= tree.bytes() + tree.bytes() / 50 + slack, "the meter shows all that is taken");
    check(tree.bytes() <= grown + grown / 50 + slack, "and not more");
}
#endif

}  // namespace

int main() {
    check_allocations();
#ifdef HAS_MALLINFO
    const testing::StreamShape words{.numeric = 3, .nominal = 4, .values = 60, .missing = 3};
    const testing::StreamShape numbers{.numeric = 9, .nominal = 0, .classes = 7, .noise = 5};
    for (const testing::StreamShape& shape : {words, numbers}) {
        check_against_malloc({.delta = 0.3, .explore = 100}, shape);
        check_against_malloc({.delta = 0.3, .explore = 100, .memory_limit = 300'000}, shape);
        check_against_malloc({.leaf_prediction = LeafPrediction::mc, .delta = 0.3, .explore = 50},
                             shape);
    }
#endif
    return testing::report();
}
