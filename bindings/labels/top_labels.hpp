// The most frequent labels, in an order that depends on what is held alone.
#pragma once
#include <nanobind/nanobind.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace entrostream {

namespace nb = nanobind;

// Labels kind by kind, in their own order, or that of their repr where they have none.
[[nodiscard]] nb::list in_order(const nb::list& labels);

// Pairs (label, amount), the largest amounts first, at most `most` of them. `Held` has
// an amount; `in_turn(ties)` gives the labels of some that have the same, in order;
// `as_object(amount)` is what Python sees of it.
template <class Held, class InTurn, class AsObject>
[[nodiscard]] nb::list top_labels(std::vector<Held> held, std::uint64_t most, const InTurn& in_turn,
                                  const AsObject& as_object) {
    std::stable_sort(held.begin(), held.end(),
                     [](const Held& a, const Held& b) { return a.amount > b.amount; });
    const auto wanted = static_cast<std::size_t>(std::min<std::uint64_t>(most, held.size()));
    nb::list pairs;
    for (std::size_t first = 0; first < wanted;) {
        // All that tie with the last one wanted take part: which of them stay must
        // not depend on how they came.
        std::vector<Held> ties;
        const auto amount = held[first].amount;
        for (; first < held.size() && held[first].amount == amount; ++first) {
            ties.push_back(held[first]);
        }
        const nb::object shown = as_object(amount);
        for (const nb::handle label : in_turn(ties)) {
            pairs.append(nb::make_tuple(label, shown));
        }
    }
    return nb::steal<nb::list>(PyList_GetSlice(pairs.ptr(), 0, static_cast<Py_ssize_t>(wanted)));
}

}  // namespace entrostream
