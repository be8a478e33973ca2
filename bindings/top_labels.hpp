// The most frequent labels, in an order that depends on what is held alone.
#pragma once
#include <nanobind/nanobind.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace entrostream {

namespace nb = nanobind;

// Appends pairs (label, amount) for labels that all have this amount: in the order
// of the labels, or of their repr where labels of one type have no order.
void append_ties(nb::list& pairs, const nb::list& ties, nb::handle amount);

// Pairs (label, amount), the largest amounts first, at most `most` of them. `Held` has
// an amount, `label_of(held)` its label, `as_object(amount)` what Python sees of it.
template <class Held, class LabelOf, class AsObject>
[[nodiscard]] nb::list top_labels(std::vector<Held> held, std::uint64_t most,
                                  const LabelOf& label_of, const AsObject& as_object) {
    std::stable_sort(held.begin(), held.end(),
                     [](const Held& a, const Held& b) { return a.amount > b.amount; });
    const auto wanted = static_cast<std::size_t>(std::min<std::uint64_t>(most, held.size()));
    nb::list pairs;
    for (std::size_t first = 0; first < wanted;) {
        // All that tie with the last one wanted take part: which of them stay must
        // not depend on how they came.
        nb::list ties;
        const auto amount = held[first].amount;
        for (; first < held.size() && held[first].amount == amount; ++first) {
            ties.append(label_of(held[first]));
        }
        append_ties(pairs, ties, as_object(amount));
    }
    return nb::steal<nb::list>(PyList_GetSlice(pairs.ptr(), 0, static_cast<Py_ssize_t>(wanted)));
}

}  // namespace entrostream
