// The most frequent labels, in an order that depends only on what is held.
#pragma once
#include <nanobind/nanobind.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace entrostream {

namespace nb = nanobind;

// Labels grouped by type, in their own order, or ordered by repr where they have none.
[[nodiscard]] nb::list in_order(const nb::list& labels);

// Pairs (label, amount), largest amounts first, at most `most` of them. `Held` has an amount;
// `in_turn(ties)` returns the labels of entries with the same amount, in order;
// `as_object(amount)` converts it to Python.
template <class Held, class InTurn, class AsObject>
[[nodiscard]] nb::list top_labels(std::vector<Held> held, std::uint64_t most, const InTurn& in_turn,
                                  const AsObject& as_object) {
    std::stable_sort(held.begin(), held.end(),
                     [](const Held& a, const Held& b) { return a.amount > b.amount; });
    const auto wanted = static_cast<std::size_t>(std::min<std::uint64_t>(most, held.size()));
    nb::list pairs;
    for (std::size_t first = 0; first < wanted;) {
        // Includes all that tie with the last one wanted: which of them stay must not depend
        // on the order of arrival.
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
