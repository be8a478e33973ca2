// The states of SketchWindow and FadingSketch, which are Python classes around compiled sketches.
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "bindings/input/times/times.hpp"
#include "bindings/runtime/interruptible.hpp"
#include "bindings/sketches/entropy_core.hpp"
#include "bindings/sketches/sketch.hpp"
#include "bindings/summaries/state.hpp"
#include "core/counts/named.hpp"
#include "core/state/fading_sketch_state.hpp"
#include "core/state/sketch_window_state.hpp"

namespace entrostream {

namespace {

using EntropySketch = Sketched<EntropyCore>;

constexpr std::array clocks{Named{"unset", Clock::unset}, Named{"seconds", Clock::seconds},
                            Named{"instants", Clock::instants}};

Clock clock_named(const std::string& name) {
    for (const auto& each : clocks) {
        if (name == each.name) return each.choice;
    }
    throw nb::value_error(("there is no clock " + name).c_str());
}

EntropySketchState state_of(const Self<EntropySketch>& sketch) {
    return {idle(sketch).core().method(), sketch.p->missing()};
}

nb::object sketch_of(EntropySketchState state) {
    return make_instance(nb::type<EntropySketch>(),
                         EntropySketch(EntropyCore(std::move(state.method)), state.missing));
}

nb::bytes window_state(const Self<EntropySketch>& empty, Time span, std::uint64_t panes,
                       nb::handle late, const std::string& clock, Time newest,
                       std::uint64_t dropped, const nb::list& ring) {
    SketchWindowState state{state_of(empty),    span,   panes,   late_rule(late),
                            clock_named(clock), newest, dropped, {}};
    for (const nb::handle item : ring) {
        const auto pane = nb::cast<Self<EntropySketch>>(nb::object(item[1]));
        state.ring.push_back({nb::cast<Time>(nb::object(item[0])), state_of(pane)});
    }
    return as_bytes(encode(state));
}

nb::tuple read_window(nb::handle given) {
    Interruptible open;
    const nb::bytes bytes = bytes_argument(given);
    SketchWindowState state = decode_sketch_window(as_span(bytes));
    nb::list ring;
    for (SketchPane& pane : state.ring) {
        ring.append(nb::make_tuple(pane.number, sketch_of(std::move(pane.sketch))));
    }
    return nb::make_tuple(sketch_of(std::move(state.empty)), state.span, state.panes,
                          state.late == Late::drop ? "drop" : "raise", name_of(state.clock, clocks),
                          state.newest, state.dropped, ring);
}

nb::bytes fading_state(const Self<EntropySketch>& sketch, std::optional<double> fading_factor,
                       double weight, Time half_life, const std::string& clock, Time now,
                       std::int64_t base) {
    return as_bytes(encode(FadingSketchState{state_of(sketch), fading_factor, weight, half_life,
                                             clock_named(clock), now, base}));
}

nb::tuple read_fading(nb::handle given) {
    Interruptible open;
    const nb::bytes bytes = bytes_argument(given);
    FadingSketchState state = decode_fading_sketch(as_span(bytes));
    return nb::make_tuple(sketch_of(std::move(state.sketch)), state.fading_factor, state.weight,
                          state.half_life, name_of(state.clock, clocks), state.now, state.base);
}

}  // namespace

void bind_recent_sketches(nb::module_& module) {
    module.def(
        "sketch_window_state", &window_state, "empty"_a, "span"_a, "panes"_a, "late"_a, "clock"_a,
        "newest"_a, "dropped"_a, "ring"_a,
        nb::sig("def sketch_window_state(empty: EntropySketch, span: int, panes: int, late: str, "
                "clock: str, newest: int, dropped: int, "
                "ring: list[tuple[int, EntropySketch]]) -> bytes"),
        "Return the state of a SketchWindow from its parts.");
    module.def("read_sketch_window", &read_window, "state"_a.none(),
               nb::sig("def read_sketch_window(state: typing.Any) -> tuple[EntropySketch, int, "
                       "int, typing.Literal[\"raise\", \"drop\"], str, int, int, "
                       "list[tuple[int, EntropySketch]]]"),
               "Return the parts of a SketchWindow from its state.");
    module.def(
        "fading_sketch_state", &fading_state, "sketch"_a, "fading_factor"_a.none(), "weight"_a,
        "half_life"_a, "clock"_a, "now"_a, "base"_a,
        nb::sig("def fading_sketch_state(sketch: EntropySketch, fading_factor: float | None, "
                "weight: float, half_life: int, clock: str, now: int, base: int) -> bytes"),
        "Return the state of a FadingSketch from its parts.");
    module.def("read_fading_sketch", &read_fading, "state"_a.none(),
               nb::sig("def read_fading_sketch(state: typing.Any) -> tuple[EntropySketch, "
                       "float | None, float, int, str, int, int]"),
               "Return the parts of a FadingSketch from its state.");
}

}  // namespace entrostream
