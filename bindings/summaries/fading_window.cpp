// es.FadingWindow: the last `size` labels, older ones down-weighted.
#include "core/fading/fading_window.hpp"

#include <string>
#include <utility>
#include <vector>

#include "bindings/summaries/fading.hpp"
#include "bindings/summaries/summary.hpp"
#include "core/state/fading_window_state.hpp"

namespace entrostream {

namespace {

using Window = Labelled<FadingWindow>;

constexpr const char* fading_window_doc = R"doc(The last `size` labels, the older the lighter.

The paper's sliding windows and fading factors together: an event of age k weighs
fading_factor^k while it is among the last `size`, and nothing afterwards.

Entropy and Gini index are within 1e-12 of the sum over the events. Where
fading_factor^size is below 2^-64 the events beyond that age weigh nothing compared with the
newest and are dropped.

Parameters
----------
size : int
    How many labels the full window holds.
fading_factor : float, above 0 and at most 1
    The weight of an event relative to the next one; 1 does not fade.
max_labels : int, optional
    The number of labels beyond which a new one is refused.
missing : {"raise", "skip", "label"}, default "raise"
    What to do with None, NaN, NaT and null: an error, no event, or one label
    (None) for all of them.

Raises
------
TypeError
    If `size` or `max_labels` is not an integer, or `fading_factor` not a number.
ValueError
    If `size` or `max_labels` is not positive, if `fading_factor` is not above 0 and at most
    1, or if `missing` is not one of its choices.

Examples
--------
>>> window = es.FadingWindow(3, fading_factor=0.5)
>>> window.update_many(["a", "a", "b", "b"])
>>> window.counts()
{'a': 0.25, 'b': 1.5}
>>> window.update_many(["c"] * 3)
>>> window.entropy
0.0
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
>>> window = es.FadingWindow(3, fading_factor=0.9)
>>> window.update_many("abcd")
>>> window.events()
['b', 'c', 'd']
)doc";

nb::list events(const Self<Window>& self) {
    const Window& window = idle(self);
    nb::list labels;
    for (const Code code : window.core().events()) {
        labels.append(window.labels().label(code));
    }
    return labels;
}

bool same_content(const Self<Window>& self, nb::handle other, Window& b) {
    Window& a = idle(self);
    require_idle(b.busy());
    if (&a == &b) return true;
    const FadingWindow::Content left = a.core().content();
    const FadingWindow::Content right = b.core().content();
    if (a.missing() != b.missing() || a.core().size() != b.core().size() ||
        a.core().fading_factor() != b.core().fading_factor() ||
        a.core().max_labels() != b.core().max_labels())
        return false;
    if (a.core().sums() != b.core().sums() || left.anchor != right.anchor ||
        left.place != right.place || left.since != right.since ||
        left.events.size() != right.events.size())
        return false;
    const ReentrancyGuard left_at_work = a.work(self.h);  // runs the labels' ==
    const ReentrancyGuard right_at_work = b.work(other);
    std::vector<Code> in_b(a.labels().size(), no_code);
    for (const Window::Held& each : a.held()) {
        const nb::object label = nb::borrow(a.labels().label(each.code));
        const Code code = b.labels().find(label);
        if (code == no_code || left.cells[each.code] != right.cells[code]) return false;
        in_b[each.code] = code;
    }
    return std::equal(left.events.begin(), left.events.end(), right.events.begin(),
                      [&](Code x, Code y) { return in_b[x] == y; });
}

// ------------------------------------------------------------------ state

StateBytes encoded(const Window& window, LabelsToState& labels) {
    const std::vector<Window::Held> held = window.held();
    return encode(FadingWindowState{.window = packed_core(window, held),
                                    .labels = encoded_labels(window, held, labels),
                                    .missing = window.missing()});
}

Window decoded(std::span<const std::uint8_t> bytes, LabelsFromState& labels) {
    FadingWindowState state = decode_fading_window(bytes);
    Window window(std::move(state.window), state.missing);
    window.set_labels(labels(state.labels));
    return window;
}

nb::object repr(const Self<Window>& self) {
    const Window& window = idle(self);
    return nb::str("<{} of {} fading_factor={!r}: {}>")
        .attr("format")(class_name(self.h), window.core().size(), window.core().fading_factor(),
                        weights_shown(window));
}

}  // namespace

void bind_fading_window(nb::module_& module) {
    nb::class_<Window> type(
        module, "FadingWindow",
        nb::type_slots(hot_slots<Window, hot_methods<Window>, fading_reads<Window>>),
        nb::is_weak_referenceable(), fading_window_doc);
    type.def(
            "__init__",
            [](Window* self, nb::handle size, nb::handle given, nb::handle max_labels,
               nb::handle missing) {
                const std::uint64_t length = positive_integer(size, "window size");
                const double factor = fading_factor(given);
                new (self) Window(
                    FadingWindow(length, factor, label_limit(max_labels, FadingWindow::no_limit)),
                    missing_rule(missing));
            },
            "size"_a.none(), nb::kw_only(), "fading_factor"_a.none(),
            "max_labels"_a.none() = nb::none(), "missing"_a.none() = "raise",
            nb::sig("def __init__(self, size: int, *, fading_factor: float, "
                    "max_labels: int | None = None, missing: typing.Literal[\"raise\", \"skip\", "
                    "\"label\"] = \"raise\") -> None"))
        .def_prop_ro(
            "size", [](const Self<Window>& self) { return idle(self).core().size(); },
            nb::sig("def size(self) -> int"), "How many labels the full window holds.")
        .def_prop_ro(
            "fading_factor",
            [](const Self<Window>& self) { return idle(self).core().fading_factor(); },
            nb::sig("def fading_factor(self) -> float"),
            "The weight of an event relative to the next one.")
        .def("events", &events, nb::sig("def events(self) -> list[typing.Any]"), events_doc)
        .def("__repr__", &repr, nb::sig("def __repr__(self) -> str"));
    def_refused_merge(type, "FadingTally by half_life", "es.FadingWindow(3, fading_factor=0.9)");
    def_equality(type, &same_content);
    def_fading(type);
    def_bulk(type);
    def_common(type);
    def_state(type, &encoded, &decoded);
}

}  // namespace entrostream
