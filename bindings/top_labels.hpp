// The most frequent labels, in an order that depends on what is held alone.
#pragma once
#include <nanobind/nanobind.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "bindings/label_table.hpp"
#include "core/counts/code.hpp"

namespace entrostream {

namespace nb = nanobind;

// Appends pairs (label, amount) for labels that all have this amount: in the order
// of the labels, or of their repr where labels of one type have no order.
void append_ties(nb::list& pairs, const LabelTable& labels, const std::vector<Code>& ties,
                 nb::handle amount);

// Pairs (label, amount), the largest amounts first, at most `most` of them.
template <class Summary>
[[nodiscard]] nb::list top_labels(const Summary& summary, std::uint64_t most) {
    auto held = summary.held();
    std::stable_sort(held.begin(), held.end(),
                     [](const auto& a, const auto& b) { return a.amount > b.amount; });
    const auto wanted = static_cast<std::size_t>(std::min<std::uint64_t>(most, held.size()));
    nb::list pairs;
    for (std::size_t first = 0; first < wanted;) {
        // All that tie with the last one wanted take part: which of them stay must
        // not depend on how they came.
        std::vector<Code> ties;
        const auto amount = held[first].amount;
        for (; first < held.size() && held[first].amount == amount; ++first) {
            ties.push_back(held[first].code);
        }
        append_ties(pairs, summary.labels(), ties, summary.as_object(amount));
    }
    return nb::steal<nb::list>(PyList_GetSlice(pairs.ptr(), 0, static_cast<Py_ssize_t>(wanted)));
}

}  // namespace entrostream
