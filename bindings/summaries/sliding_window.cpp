// es.SlidingWindow: the last `size` labels.
#include "core/windows/sliding_window.hpp"

#include <algorithm>
#include <cstring>

#include "bindings/summaries/estimates.hpp"
#include "bindings/summaries/summary.hpp"
#include "bindings/summaries/tuple_pickles.hpp"
#include "core/state/sliding_window_state.hpp"

namespace entrostream {

namespace {

using Window = Labelled<SlidingWindow>;

constexpr const char* sliding_window_doc = R"doc(The last `size` labels.

Algorithms 1 and 3 of Sovdat (2014), exact; holds `size` labels, not one more
(erratum E1), as a deque with that maxlen does. Until it is full it gives the
value of what it holds.

Parameters
----------
size : int
    How many labels the full window holds.
missing : {"raise", "skip", "label"}, default "raise"
    What to do with None, NaN, NaT and null: an error, no event, or one label
    (None) for all of them.

Raises
------
TypeError
    If `size` is not an integer.
ValueError
    If `size` is not positive or not below 2**62, or if `missing` is not one of its choices.

Examples
--------
>>> window = es.SlidingWindow(4)
>>> window.update_many(["a", "a", "b", "b", "b"])
>>> window.counts()
{'a': 1, 'b': 3}
>>> window.entropy, window.gini
(0.8112781244591328, 0.375)
)doc";

constexpr const char* events_doc = R"doc(Return the labels now held, oldest first.

Returns
-------
list
    One label per event.

Raises
------
RuntimeError
    If the object is at work in another thread, or in a call that runs a label's own code.

Examples
--------
>>> window = es.SlidingWindow(3)
>>> window.update_many("abcd")
>>> window.events()
['b', 'c', 'd']
)doc";

std::vector<Code> events_by_place(const Window& window, const std::vector<CodeCount>& held) {
    const std::vector<Code> place = places_of(window, held);
    std::vector<Code> events = window.core().events();
    for (Code& event : events) {
        event = place[event];
    }
    return events;
}

nb::list events(const Self<Window>& self) {
    const Window& window = idle(self);
    nb::list labels;
    for (const Code code : window.core().events()) {
        labels.append(window.labels().label(code));
    }
    return labels;
}

bool same_content(const Self<Window>& left, nb::handle right, Window& b) {
    Window& a = idle(left);
    require_idle(b.busy());
    if (&a == &b) return true;
    if (a.missing() != b.missing() || a.core().size() != b.core().size()) return false;
    if (a.core().sums() != b.core().sums()) return false;
    const ReentrancyGuard left_at_work = a.work(left.h);  // runs the labels' ==
    const ReentrancyGuard right_at_work = b.work(right);
    const std::vector<Code> in_b = codes_in(a, b);
    const std::vector<Code> of_a = a.core().events();
    const std::vector<Code> of_b = b.core().events();
    return std::equal(of_a.begin(), of_a.end(), of_b.begin(), of_b.end(),
                      [&](Code x, Code y) { return in_b[x] == y; });
}

StateBytes encoded(const Window& window, LabelsToState& labels) {
    const std::vector<CodeCount> held = window.held();
    return encode(SlidingWindowState{.missing = window.missing(),
                                     .size = window.core().size(),
                                     .labels = encoded_labels(window, held, labels),
                                     .events = events_by_place(window, held)});
}

Window restored(std::uint64_t size, Missing missing, const nb::list& labels,
                const std::vector<Code>& events) {
    Window window(SlidingWindow(size), missing);
    window.set_labels(labels);
    const std::size_t known = nb::len(labels);
    const bool all_known =
        std::all_of(events.begin(), events.end(), [&](Code event) { return event < known; });
    if (!all_known || events.size() > size) {
        throw StateError("state is damaged: its events do not fit its labels or its size");
    }
    window.content().update_many(events);
    return window;
}

Window decoded(std::span<const std::uint8_t> bytes, LabelsFromState& labels) {
    const SlidingWindowState state = decode_sliding_window(bytes);
    return restored(state.size, state.missing, labels(state.labels), state.events);
}

Window from_parts(const nb::tuple& parts) {
    require_parts(parts, 5);
    return restored(positive_integer(parts[0], "window size"), missing_rule(parts[1]),
                    list_of(parts[2]), codes_from_pickle(parts[3]));
}

nb::object repr(const Self<Window>& self) {
    const Window& window = idle(self);
    return nb::str("<{} of {}: {}>")
        .attr("format")(class_name(self.h), window.core().size(), content_shown(window));
}

}  // namespace

void bind_sliding_window(nb::module_& module) {
    nb::class_<Window> window(module, "SlidingWindow", nb::type_slots(hot_slots<Window>),
                              nb::is_weak_referenceable(), sliding_window_doc);
    window
        .def(
            "__init__",
            [](Window* self, nb::handle size, nb::handle missing) {
                new (self) Window(SlidingWindow(positive_integer(size, "window size")),
                                  missing_rule(missing));
            },
            "size"_a.none(), nb::kw_only(), "missing"_a.none() = "raise",
            nb::sig("def __init__(self, size: int, *, missing: typing.Literal[\"raise\", \"skip\", "
                    "\"label\"] = \"raise\") -> None"))
        .def_prop_ro(
            "size", [](const Self<Window>& self) { return idle(self).core().size(); },
            nb::sig("def size(self) -> int"), "How many labels the full window holds.")
        .def("events", &events, nb::sig("def events(self) -> list[typing.Any]"), events_doc)
        .def("__repr__", &repr, nb::sig("def __repr__(self) -> str"));
    def_refused_merge(window, "Tally", "es.SlidingWindow(3)");
    def_equality(window, &same_content);
    def_summary(window);
    def_estimates(window);
    def_state(window, &encoded, &decoded, &from_parts);
}

}  // namespace entrostream
