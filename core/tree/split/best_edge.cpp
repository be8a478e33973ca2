#include "core/tree/split/best_edge.hpp"

#include <limits>

#include "core/count_log/count_log_table.hpp"
#include "core/tree/statistics/class_array.hpp"

namespace entrostream::tree {

namespace {

// The bins of an attribute and the classes present in the leaf. A leaf deep in the tree has few of
// them: the others would add 0 to every sum.
struct Bins {
    const std::uint32_t* counts;
    std::uint32_t stride;
    std::uint32_t edges;
    const std::uint32_t* labels;
    const ClassTotals& totals;
    std::uint32_t least;
};

// One class.
struct Part {
    std::uint32_t label;
    std::uint32_t all;   // examples
    std::uint32_t left;  // of these, in the bins so far
};

// `bits_of(c)` is F(c) in bits. Only the part of n times the gain that depends on the branches is
// compared; the rest is the same for all edges. An empty bin changes no sum, so its edge is not
// better than the one before.
template <class BitsOf>
[[gnu::always_inline]] inline std::uint32_t best_of(const Bins& bins, Part* parts,
                                                    std::uint32_t size, BitsOf bits_of) {
    const std::uint32_t* counts = bins.counts;
    const std::uint32_t n = bins.totals.n;
    const std::uint32_t least = bins.least;
    const std::uint32_t spare = n - 2 * least;
    for (std::uint32_t i = 0; i < size; ++i)
        parts[i] = {bins.labels[i], bins.totals.counts[bins.labels[i]], 0};
    std::uint32_t n_left = 0;
    std::uint32_t best = bins.edges;
    double top = -std::numeric_limits<double>::infinity();
    for (std::uint32_t bin = 0; bin < bins.edges; ++bin, counts += bins.stride) {
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

// Loops of known length, for the few classes that most leaves have: the counts stay in registers.
template <std::uint32_t size, class BitsOf>
std::uint32_t best_of_few(const Bins& bins, BitsOf bits_of) {
    Part parts[size];
    return best_of(bins, parts, size, bits_of);
}

template <class BitsOf>
std::uint32_t best_of_many(const Bins& bins, std::uint32_t size, BitsOf bits_of) {
    ClassArray<Part> parts(size);
    return best_of(bins, parts.data(), size, bits_of);
}

}  // namespace

std::uint32_t best_edge(const QuantileBins& bins, std::uint32_t slot, const ClassTotals& totals,
                        std::uint32_t least) {
    const std::uint32_t edges = bins.edges(slot);
    if (totals.n / 2 < least) return edges;
    ClassArray<std::uint32_t> held(totals.classes);
    std::uint32_t* const labels = held.data();
    std::uint32_t size = 0;
    for (Code label = 0; label < totals.classes; ++label) {
        labels[size] = label;
        size += totals.counts[label] != 0;
    }
    const Bins all{bins.counts(slot, 0), bins.class_room(), edges, labels, totals, least};
    const CountLogTable& logs = CountLogTable::table();
    const double* const table = logs.bits_up_to(totals.n);
    const auto bits_of = [table](std::uint32_t c) { return table[c]; };
    if (table == nullptr)
        return best_of_many(all, size, [&](std::uint32_t c) { return logs.bits(c); });
    if (size == 2) return best_of_few<2>(all, bits_of);
    if (size == 3) return best_of_few<3>(all, bits_of);
    if (size == 4) return best_of_few<4>(all, bits_of);
    if (size == 5) return best_of_few<5>(all, bits_of);
    return best_of_many(all, size, bits_of);
}

}  // namespace entrostream::tree
