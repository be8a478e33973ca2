// es.ContingencyWindow: the last `size` pairs (x, y).
#include <algorithm>
#include <utility>
#include <vector>

#include "bindings/tables/pair_summary.hpp"
#include "core/state/contingency_window_state.hpp"
#include "core/tables/contingency.hpp"

namespace entrostream {

namespace {

using Window = LabelledPairs<ContingencyWindow>;

constexpr const char* contingency_window_doc =
    R"doc(The last `size` pairs (x, y), and what x tells about y.

A ContingencyTable of a sliding window: x is the ATTRIBUTE, y the CLASS, entropies are
in BITS. Holds `size` pairs, as a deque with that maxlen does; until it is full it
gives the value of what it holds. Every read is O(1), exact and free of drift.

Parameters
----------
size : int
    How many pairs the full window holds.
missing : {"raise", "skip", "label"}, default "raise"
    What to do with a pair in which x or y is None, NaN, NaT or null: an error, no
    event, or one label (None) for all of them.

Raises
------
TypeError
    If `size` is not an integer.
ValueError
    If `size` is not positive or not below 2**62, or if `missing` is not one of its choices.

Examples
--------
>>> window = es.ContingencyWindow(4)
>>> window.update_many("aabbb", "nnyyy")
>>> window.counts()
{('a', 'n'): 1, ('b', 'y'): 3}
>>> window.mutual_information, window.gini_gain
(0.8112781244591328, 0.375)
)doc";

constexpr const char* events_doc = R"doc(Return the pairs now held, oldest first.

Returns
-------
list of tuple
    Tuples (x, y).

Raises
------
RuntimeError
    If the object is at work in another thread, or in a call that runs a label's own code.

Examples
--------
>>> window = es.ContingencyWindow(2)
>>> window.update_many("abc", "nny")
>>> window.events()
[('b', 'n'), ('c', 'y')]
)doc";

// The pairs now held, oldest first.
std::vector<CodePair> events_in(const Window& window) {
    std::vector<CodePair> events;
    for (const Code code : window.core().core().events()) {
        events.push_back(window.core().counts().pair(code));
    }
    return events;
}

nb::list events(const Self<Window>& self) {
    const Window& window = idle(self);
    nb::list pairs;
    for (const CodePair pair : events_in(window)) {
        pairs.append(window.labels(pair));
    }
    return pairs;
}

nb::object equal(const Self<Window>& self, nb::handle other) {
    if (!nb::isinstance<Window>(other)) return nb::borrow(Py_NotImplemented);
    Window& right = summary_in<Window>(other.ptr());
    const auto same_events = [&](const PairPlaces& places) {
        const std::vector<CodePair> ours = events_in(*self.p);
        const std::vector<CodePair> theirs = events_in(right);
        return std::equal(ours.begin(), ours.end(), theirs.begin(), theirs.end(),
                          [&](CodePair a, CodePair b) { return places.of(a) == b; });
    };
    return nb::bool_(self.p->core().core().size() == right.core().core().size() &&
                     same_table(self, other, right, same_events));
}

std::vector<CodePair> events_by_place(const Window& window, const HeldPairLabels& labels) {
    std::vector<CodePair> events = events_in(window);
    for (CodePair& event : events) {
        event = labels.places(event);
    }
    return events;
}

StateBytes encoded(const Window& window, LabelsToState& to_state) {
    const HeldPairLabels labels(window);
    return encode(ContingencyWindowState{.missing = window.missing(),
                                         .size = window.core().core().size(),
                                         .labels = labels.encoded(to_state),
                                         .events = events_by_place(window, labels)});
}

Window restored(std::uint64_t size, Missing missing, const PairObjects& labels,
                const std::vector<CodePair>& events) {
    Window window(ContingencyWindow(RingWindow<PairCounts>(size)), missing);
    window.set_labels(labels.x, labels.y);
    if (events.size() > size) {
        throw StateError("state is damaged: it holds more events than its size");
    }
    std::vector<Code> x_codes;
    std::vector<Code> y_codes;
    for (const CodePair event : events) {
        x_codes.push_back(event.x);
        y_codes.push_back(event.y);
    }
    window.content().update_many(x_codes, y_codes);
    return window;
}

Window decoded(std::span<const std::uint8_t> bytes, LabelsFromState& from_state) {
    const ContingencyWindowState state = decode_contingency_window(bytes);
    return restored(state.size, state.missing, PairObjects(state.labels, from_state), state.events);
}

Window from_parts(const nb::tuple& parts) {
    require_parts(parts, 6);
    const PairObjects labels(parts[2], parts[3]);
    return restored(positive_integer(parts[0], "window size"), missing_rule(parts[1]), labels,
                    places_from_pickle(parts[4], labels));
}

nb::object repr(const Self<Window>& self) {
    const Window& window = idle(self);
    return nb::str("<{} of {}: {}>")
        .attr("format")(class_name(self.h), window.core().core().size(), pairs_shown(window));
}

}  // namespace

void bind_contingency_window(nb::module_& module) {
    nb::class_<Window> window(module, "ContingencyWindow", nb::type_slots(pair_slots<Window>),
                              nb::is_weak_referenceable(), contingency_window_doc);
    window
        .def(
            "__init__",
            [](Window* self, nb::handle size, nb::handle missing) {
                const std::uint64_t pairs = positive_integer(size, "window size");
                new (self)
                    Window(ContingencyWindow(RingWindow<PairCounts>(pairs)), missing_rule(missing));
            },
            "size"_a.none(), nb::kw_only(), "missing"_a.none() = "raise",
            nb::sig("def __init__(self, size: int, *, missing: typing.Literal[\"raise\", \"skip\", "
                    "\"label\"] = \"raise\") -> None"))
        .def_prop_ro(
            "size", [](const Self<Window>& self) { return idle(self).core().core().size(); },
            nb::sig("def size(self) -> int"), "How many pairs the full window holds.")
        .def("events", &events, nb::sig("def events(self) -> list[tuple[typing.Any, typing.Any]]"),
             events_doc)
        .def("__eq__", &equal, nb::arg().none(),
             nb::sig("def __eq__(self, other: object, /) -> bool"))
        .def("__repr__", &repr, nb::sig("def __repr__(self) -> str"));
    def_refused_merge(window, "ContingencyTable", "es.ContingencyWindow(3)");
    def_pairs(window);
    def_state(window, &encoded, &decoded, &from_parts);
}

}  // namespace entrostream
