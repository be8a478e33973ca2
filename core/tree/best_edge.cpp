#include "core/tree/best_edge.hpp"

#include <algorithm>
#include <limits>
#include <vector>

#include "core/tree/count_logs.hpp"

namespace entrostream::tree {

namespace {

// One class that the leaf holds.
struct Part {
    std::uint32_t label;
    std::uint32_t all;   // examples
    std::uint32_t left;  // of them, in the bins so far
};

// `bits_of` c is F(c) in bits. What the branches hold of n times the gain is compared; the rest
// is the same for all edges. An empty bin changes no sum, so its edge is not better than the one
// before.
template <class Bits>
[[gnu::always_inline]] inline std::uint32_t best_of(const QuantileBins& bins, std::uint32_t slot,
                                                    Part* parts, std::uint32_t size,
                                                    std::uint32_t n, std::uint32_t least,
                                                    Bits bits_of) {
    const std::uint32_t edges = bins.edges(slot);
    const std::uint32_t* counts = bins.counts(slot, 0);
    const std::uint32_t stride = bins.class_room();
    const std::uint32_t spare = n - 2 * least;
    std::uint32_t n_left = 0;
    std::uint32_t best = edges;
    double top = -std::numeric_limits<double>::infinity();
    for (std::uint32_t bin = 0; bin < edges; ++bin, counts += stride) {
        double held = 0;
        for (std::uint32_t i = 0; i < size; ++i) {
            const std::uint32_t more = counts[parts[i].label];
            const std::uint32_t left = parts[i].left + more;
            parts[i].left = left;
            n_left += more;
            held += bits_of(left) + bits_of(parts[i].all - left);
        }
        held -= bits_of(n_left) + bits_of(n - n_left);
        if (held > top && n_left - least <= spare) {
            top = held;
            best = bin;
        }
    }
    return best;
}

// Loops of a known length, for the few classes that most leaves hold: the counts stay in
// registers.
template <std::uint32_t size, class Bits>
std::uint32_t best_of_few(const QuantileBins& bins, std::uint32_t slot, const Part* parts,
                          std::uint32_t n, std::uint32_t least, Bits bits_of) {
    Part own[size];
    std::copy_n(parts, size, own);
    return best_of(bins, slot, own, size, n, least, bits_of);
}

}  // namespace

std::uint32_t best_edge(const QuantileBins& bins, std::uint32_t slot, const ClassTotals& totals,
                        std::uint32_t least) {
    const std::uint32_t n = totals.n;
    if (n / 2 < least) return bins.edges(slot);
    // A leaf deep in the tree holds few of the classes: the others add 0 to every sum.
    constexpr std::uint32_t few = 32;
    Part room[few];
    std::vector<Part> more_room(totals.classes > few ? totals.classes : 0);
    Part* const parts = totals.classes > few ? more_room.data() : room;
    std::uint32_t size = 0;
    for (Code label = 0; label < totals.classes; ++label) {
        parts[size] = {label, totals.counts[label], 0};
        size += totals.counts[label] != 0;
    }
    const CountLogs& logs = CountLogs::table();
    const double* const small = logs.bits_up_to(n);
    if (small == nullptr)
        return best_of(bins, slot, parts, size, n, least,
                       [&](std::uint32_t c) { return logs.bits(c); });
    const auto bits_of = [small](std::uint32_t c) { return small[c]; };
    switch (size) {
        case 2:
            return best_of_few<2>(bins, slot, parts, n, least, bits_of);
        case 3:
            return best_of_few<3>(bins, slot, parts, n, least, bits_of);
        case 4:
            return best_of_few<4>(bins, slot, parts, n, least, bits_of);
        case 5:
            return best_of_few<5>(bins, slot, parts, n, least, bits_of);
        default:
            return best_of(bins, slot, parts, size, n, least, bits_of);
    }
}

}  // namespace entrostream::tree
