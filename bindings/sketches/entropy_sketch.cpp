// es.EntropySketch: the entropy of a stream in a fixed amount of memory.
#include <nanobind/nanobind.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>

#include "bindings/sketches/entropy_core.hpp"
#include "bindings/sketches/sketch.hpp"
#include "bindings/summaries/labelled.hpp"
#include "core/counts/counts.hpp"
#include "core/state/entropy_sketch_state.hpp"

namespace entrostream {

namespace {

using EntropySketch = Sketched<EntropyCore>;

constexpr const char* entropy_sketch_doc =
    R"doc(The entropy of a stream in a fixed amount of memory, whatever the number of labels.

While all labels fit into the memory the entropy is exact, bit for bit that of a Tally
(`is_exact`). Then the most frequent labels are counted exactly and all others are summed in
registers of random projections, from which their entropy is estimated: unbiased, with a standard
error that is known from the state (`entropy_estimate`). With 64 KiB it is 0.033 bits times the
share of the stream that is not counted exactly.

Labels are hashed by value, the same in every process and on every machine, so sketches with the
same seed merge. As in a dict, 1, 1.0 and True are one label. Labels can be str, int, float, bool,
bytes, None, dates, times, Decimal, UUID and tuples of these.

Parameters
----------
memory : int or str, default "64KiB"
    What the sketch may take: bytes, or a string such as "16KiB", "64kB" or "1MiB"; at least
    2048 bytes. Twice as much for a moment when the counts cease to be exact.
seed : int or None, default 0
    Of the hash of labels, from 0 to 2**64 - 1. None draws a secret one: whoever knows the seed
    can construct labels that spoil the estimate.
method : {"hcc", "ccm07", "cdm06", "clifford_cosma"}, default "hcc"
    The algorithm. "hcc" is the one described here. The others are published algorithms: "ccm07"
    (Chakrabarti, Cormode and McGregor 2007) and "cdm06" (Chakrabarti, Do Ba and Muthukrishnan
    2006) sample events, so they take whole weights and neither merge nor remove; "clifford_cosma"
    (Clifford and Cosma 2013) changes all of its registers with every event.
missing : {"raise", "skip", "label"}, default "raise"
    What to do with None, NaN, NaT and null as labels: an error, no event, or one label (None)
    for all of them. A missing weight is no event with "skip", and an error with the others.

Raises
------
TypeError
    If `memory` is neither an integer nor a string, or `seed` is not an integer.
ValueError
    If `memory` is too small or cannot be read, if `seed` is out of range, or if `method` or
    `missing` is not one of its choices.

Examples
--------
>>> sketch = es.EntropySketch("16KiB")
>>> sketch.update_many(["a", "a", "b", "b", "b"])
>>> sketch.entropy, sketch.is_exact
(0.9709505944546687, True)

>>> sketch.update_many(range(1_000_000))
>>> sketch.is_exact, sketch.nbytes <= 16 * 1024
(False, True)
>>> low, high = sketch.entropy_estimate().interval()
>>> low < 19.93 < high
True
)doc";

constexpr const char* for_error_doc = R"doc(Return a sketch of the size for a standard error.

Parameters
----------
bits : float
    The standard error if the whole stream is in the registers, spread over many labels; less if
    some labels are frequent enough to be counted exactly.
seed : int or None, default 0
    As for the class.
missing : {"raise", "skip", "label"}, default "raise"
    As for the class.

Returns
-------
EntropySketch
    An empty sketch with method "hcc".

Raises
------
TypeError
    If `bits` is not a number or `seed` is not an integer.
ValueError
    If `bits` is less than 0.0001, which takes 7 GiB, or if `seed` or `missing` is refused as by
    the class.

Examples
--------
>>> es.EntropySketch.for_error(bits=0.05).memory
29696
)doc";

constexpr const char* to_sketch_doc = R"doc(Return a sketch of the events held.

The most frequent labels stay exact; there is no way back.

Parameters
----------
memory : int or str, default "64KiB"
    As for EntropySketch.
seed : int or None, default 0
    As for EntropySketch.

Returns
-------
EntropySketch
    A sketch that can be updated and merged like any other.

Raises
------
TypeError
    If a label is of a type that a sketch cannot hash, `memory` is neither an integer nor a
    string, or `seed` is not an integer.
ValueError
    If `memory` or `seed` is refused as by EntropySketch.
OverflowError
    If the tally holds 2**53 events or more.
RuntimeError
    If the object is at work in another thread, or in a call that runs a label's own code.

Examples
--------
>>> tally = es.Tally(["a", "b", "b"])
>>> sketch = tally.to_sketch("16KiB")
>>> sketch.entropy == tally.entropy, sketch.memory
(True, 16384)
)doc";

// The first of the methods with this name.
template <class First, class... Others>
EntropySketchMethod method_named(nb::handle name, std::size_t memory, std::uint64_t seed) {
    if (nb::str(First::name).equal(name)) return First(memory, seed);
    if constexpr (sizeof...(Others) > 0) {
        return method_named<Others...>(name, memory, seed);
    } else {
        throw nb::value_error(
            ("method must be one of hcc, ccm07, cdm06, clifford_cosma, got " + repr_short(name))
                .c_str());
    }
}

EntropySketch new_sketch(nb::handle memory, nb::handle seed, nb::handle method,
                         nb::handle missing) {
    const std::size_t bytes = memory_argument(memory);
    const Missing rule = missing_rule(missing);
    return {EntropyCore(
                method_named<Hcc, Ccm07, Cdm06, CliffordCosma>(method, bytes, seed_argument(seed))),
            rule};
}

EntropySketch sketch_for_error(nb::handle bits, nb::handle seed, nb::handle missing) {
    const double error = real_number(bits, "bits");
    if (!(error >= Hcc::least_standard_error)) {
        throw nb::value_error(("bits must be at least 0.0001, got " + repr_short(bits)).c_str());
    }
    return {EntropyCore(Hcc(Hcc::memory_for(error), seed_argument(seed))), missing_rule(missing)};
}

EntropySketch sketch_of_tally(const Self<Labelled<Counts>>& self, nb::handle memory,
                              nb::handle seed) {
    Labelled<Counts>& tally = *self.p;
    const ReentrancyGuard at_work = tally.work(self.h);
    EntropySketch sketch(EntropyCore(Hcc(memory_argument(memory), seed_argument(seed))),
                         tally.missing());
    Interruptible open;
    InterruptPoll<1024> poll;
    const LabelHash hash(sketch.core().seed());
    for (const CodeCount& each : tally.held()) {
        poll();
        const nb::object label = nb::borrow(tally.labels().label(each.code));
        const Key key = label.is_none() ? label_key(hash, Label{}) : label_key(hash, label);
        const OneLabel labels(label);
        sketch.content().add(key, static_cast<double>(each.amount), &labels, 0);
    }
    return sketch;
}

// A method of Tally, defined here because a tally knows nothing of sketches.
void def_to_sketch(nb::module_& module, nb::handle sketch_type) {
    const nb::object tally = module.attr("Tally");
    const nb::object type = nb::borrow(sketch_type);
    tally.attr("to_sketch") = nb::cpp_function(
        [type](const Self<Labelled<Counts>>& self, nb::handle memory, nb::handle seed) {
            return make_instance<EntropySketch>(type, sketch_of_tally(self, memory, seed));
        },
        nb::name("to_sketch"), nb::scope(tally), nb::is_method(), "memory"_a.none() = "64KiB",
        nb::kw_only(), "seed"_a.none() = 0,
        nb::sig("def to_sketch(self, memory: int | str = \"64KiB\", *, seed: int | None = 0) "
                "-> EntropySketch"),
        to_sketch_doc);
}

StateBytes encoded(const EntropySketch& sketch, LabelsToState&) {
    return encode(EntropySketchState{sketch.core().method(), sketch.missing()});
}

EntropySketch decoded(std::span<const std::uint8_t> bytes, LabelsFromState&) {
    EntropySketchState state = decode_entropy_sketch(bytes);
    return {EntropyCore(std::move(state.method)), state.missing};
}

nb::object repr(const Self<EntropySketch>& self) {
    return sketch_shown(self, "entropy", idle(self).core().entropy());
}

}  // namespace

void bind_entropy_sketch(nb::module_& module) {
    nb::class_<EntropySketch> type(module, "EntropySketch",
                                   nb::type_slots(sketch_slots<EntropySketch>),
                                   nb::is_weak_referenceable(), entropy_sketch_doc);
    type.def(
            "__init__",
            [](EntropySketch* self, nb::handle memory, nb::handle seed, nb::handle method,
               nb::handle missing) {
                new (self) EntropySketch(new_sketch(memory, seed, method, missing));
            },
            "memory"_a.none() = "64KiB", nb::kw_only(), "seed"_a.none() = 0,
            "method"_a.none() = "hcc", "missing"_a.none() = "raise",
            nb::sig("def __init__(self, memory: int | str = \"64KiB\", *, seed: int | None = 0, "
                    "method: typing.Literal[\"hcc\", \"ccm07\", \"cdm06\", "
                    "\"clifford_cosma\"] = \"hcc\", "
                    "missing: typing.Literal[\"raise\", \"skip\", \"label\"] = \"raise\") -> None"))
        .def_prop_ro(
            "entropy",
            [](const Self<EntropySketch>& self) { return idle(self).core().entropy().value; },
            nb::sig("def entropy(self) -> float"), "The estimated entropy of the events, in bits.")
        .def_prop_ro(
            "gini", [](const Self<EntropySketch>& self) { return idle(self).core().gini().value; },
            nb::sig("def gini(self) -> float"),
            "The estimated Gini index of the events; GiniSketch is more accurate.")
        .def_prop_ro(
            "method", [](const Self<EntropySketch>& self) { return idle(self).core().name(); },
            nb::sig("def method(self) -> str"), "The algorithm.")
        .def(
            "entropy_estimate",
            [](const Self<EntropySketch>& self) {
                const EntropyCore& core = idle(self).core();
                return sketch_estimate(*self.p, core.entropy(), core.name(), most_entropy(*self.p));
            },
            nb::sig("def entropy_estimate(self) -> typing.Any"), docs::sketch_entropy_estimate)
        .def(
            "gini_estimate",
            [](const Self<EntropySketch>& self) {
                const EntropyCore& core = idle(self).core();
                return sketch_estimate(*self.p, core.gini(), core.name(), 1.0);
            },
            nb::sig("def gini_estimate(self) -> typing.Any"), docs::sketch_gini_estimate)
        .def("__repr__", &repr, nb::sig("def __repr__(self) -> str"));
    def_sketch(type, &encoded, &decoded);
    def_class_method(
        type, "for_error",
        [](nb::handle cls, nb::handle bits, nb::handle seed, nb::handle missing) {
            return make_instance<EntropySketch>(cls, sketch_for_error(bits, seed, missing));
        },
        "bits"_a.none(), nb::kw_only(), "seed"_a.none() = 0, "missing"_a.none() = "raise",
        nb::sig("def for_error(cls, bits: float, *, seed: int | None = 0, "
                "missing: typing.Literal[\"raise\", \"skip\", \"label\"] = \"raise\") "
                "-> typing_extensions.Self"),
        for_error_doc);
    def_to_sketch(module, type);
}

void bind_fading_sketches(nb::module_& module) {
    module.def(
        "scale_sketch",
        [](const Self<EntropySketch>& sketch, double factor) {
            const ReentrancyGuard at_work = sketch.p->work(sketch.h);
            sketch.p->content().scale(factor);
        },
        "sketch"_a, "factor"_a,
        nb::sig("def scale_sketch(sketch: EntropySketch, factor: float) -> None"),
        "Multiply all weights of a sketch.");
    module.def(
        "update_fading_sketch",
        [](const Self<EntropySketch>& sketch, nb::handle labels, double weight, double growth) {
            return sketch.p->update_fading(sketch.h, labels, weight, growth);
        },
        "sketch"_a, "labels"_a.none(), "weight"_a, "growth"_a,
        nb::sig("def update_fading_sketch(sketch: EntropySketch, labels: typing.Any, "
                "weight: float, growth: float) -> float"),
        "Add events, the first with this weight, each later one with `growth` times the one "
        "before; return the weight of the next.");
}

}  // namespace entrostream
