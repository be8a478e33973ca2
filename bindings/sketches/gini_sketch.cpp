// es.GiniSketch: the Gini index of a stream in a fixed amount of memory.
#include "core/sketch/gini_sketch.hpp"

#include <nanobind/nanobind.h>

#include <span>
#include <utility>

#include "bindings/sketches/sketch.hpp"
#include "core/state/sketch_state.hpp"

namespace entrostream {

namespace {

using PublicGiniSketch = Sketched<GiniSketch>;

constexpr const char* gini_sketch_doc =
    R"doc(The Gini index of a stream in a fixed amount of memory, whatever the number of labels.

While all labels fit into the memory the Gini index is exact, bit for bit that of a Tally
(`is_exact`). Then the most frequent labels are counted exactly, and signed counters estimate the
sum of squares of all others: unbiased, with a standard error that is known from the state
(`gini_estimate`). With 32 KiB it is at most 2.7 % of the part of 1 - G that is not counted
exactly.

Labels are those of EntropySketch, and sketches with the same seed merge in the same way.

Parameters
----------
memory : int or str, default "32KiB"
    What the sketch may take: bytes, or a string such as "16KiB", "64kB" or "1MiB"; at least
    2048 bytes. Twice as much for a moment when the counts cease to be exact.
seed : int or None, default 0
    Of the hash of labels, from 0 to 2**64 - 1. None draws a secret one: whoever knows the seed
    can construct labels that spoil the estimate.
missing : {"raise", "skip", "label"}, default "raise"
    What to do with None, NaN, NaT and null as labels: an error, no event, or one label (None)
    for all of them. A missing weight is no event with "skip", and an error with the others.

Raises
------
TypeError
    If `memory` is neither an integer nor a string, or `seed` is not an integer.
ValueError
    If `memory` is too small or cannot be read, if `seed` is out of range, or if `missing` is not
    one of its choices.

Examples
--------
>>> sketch = es.GiniSketch()
>>> sketch.update_many(["a", "a", "b", "b", "b"])
>>> sketch.gini, sketch.is_exact
(0.48, True)
)doc";

StateBytes encoded(const PublicGiniSketch& sketch, LabelsToState&) {
    return encode(GiniSketchState{sketch.core(), sketch.missing()});
}

PublicGiniSketch decoded(std::span<const std::uint8_t> bytes, LabelsFromState&) {
    GiniSketchState state = decode_gini_sketch(bytes);
    return {std::move(state.sketch), state.missing};
}

nb::object repr(const Self<PublicGiniSketch>& self) {
    return sketch_shown(self, "gini", idle(self).core().gini());
}

}  // namespace

void bind_gini_sketch(nb::module_& module) {
    nb::class_<PublicGiniSketch> type(module, "GiniSketch",
                                      nb::type_slots(sketch_slots<PublicGiniSketch>),
                                      nb::is_weak_referenceable(), gini_sketch_doc);
    type.def(
            "__init__",
            [](PublicGiniSketch* self, nb::handle memory, nb::handle seed, nb::handle missing) {
                const std::size_t bytes = memory_argument(memory);
                const Missing rule = missing_rule(missing);
                new (self) PublicGiniSketch(GiniSketch(bytes, seed_argument(seed)), rule);
            },
            "memory"_a.none() = "32KiB", nb::kw_only(), "seed"_a.none() = 0,
            "missing"_a.none() = "raise",
            nb::sig("def __init__(self, memory: int | str = \"32KiB\", *, seed: int | None = 0, "
                    "missing: typing.Literal[\"raise\", \"skip\", \"label\"] = \"raise\") -> None"))
        .def_prop_ro(
            "gini",
            [](const Self<PublicGiniSketch>& self) { return idle(self).core().gini().value; },
            nb::sig("def gini(self) -> float"), "The estimated Gini index of the events.")
        .def(
            "gini_estimate",
            [](const Self<PublicGiniSketch>& self) {
                return sketch_estimate(*self.p, idle(self).core().gini(), "agms", 1.0);
            },
            nb::sig("def gini_estimate(self) -> typing.Any"), docs::sketch_gini_estimate)
        .def("__repr__", &repr, nb::sig("def __repr__(self) -> str"));
    def_sketch(type, &encoded, &decoded);
}

}  // namespace entrostream
