// EntropySketch, GiniSketch, and what consists of them.
#include <stdexcept>
#include <utility>
#include <variant>
#include <vector>

#include "core/fading/decayed_weight.hpp"
#include "core/fading/half_life.hpp"
#include "core/sketch/label_hash.hpp"
#include "core/tests/fuzz/state_use.hpp"
#include "core/tests/fuzz/use_parts.hpp"

namespace entrostream::testing {

namespace {

template <class Sketch>
void add_keys(Sketch& sketch) {
    const LabelHash hash(sketch.seed());
    std::vector<Key> keys;
    for (std::uint64_t i = 0; i < 100; ++i) {
        keys.push_back(hash.integer(false, i * i % 70));
    }
    unless_full([&] { sketch.add_many(keys); });
    unless_full([&] { sketch.add(keys[3], 2); });
    if constexpr (requires { sketch.remove(keys[3], 2.0); }) {
        unless_full([&] { sketch.add(keys[3], 2.5); });
        try {
            sketch.remove(keys[3], 2.0);
        } catch (const std::invalid_argument&) {
            return;  // a state of more than the sketch can hold
        }
    }
}

// Everything that a sketch can do; the memory is held.
template <class Sketch>
Sketch used(const Sketch& given) {
    Sketch sketch = given;
    add_keys(sketch);
    if constexpr (requires { sketch.merge(given); }) unless_full([&] { sketch.merge(given); });
    require(sketch.nbytes() <= sketch.memory(), "a sketch takes more than its memory");
    if constexpr (requires { sketch.most_common(); }) {
        static_cast<void>(given.most_common());
        require(!(sketch.gini().value < 0.0), "a Gini index is negative");
    }
    if constexpr (requires { sketch.scale(0.5); }) sketch.scale(0.5);
    return sketch;
}

}  // namespace

void use(const EntropySketchState& state) {
    std::visit(
        [&](const auto& method) {
            const auto sketch = used(method);
            require(!(sketch.entropy().value < 0.0), "an entropy is negative");
            const EntropySketchState after{sketch, state.missing};
            require(encode(decode_entropy_sketch(encode(after))) == encode(after),
                    "a state is not read");
        },
        state.method);
}

void use(const GiniSketchState& state) {
    const GiniSketchState after{used(state.sketch), state.missing};
    require(encode(decode_gini_sketch(encode(after))) == encode(after), "a state is not read");
}

// A value is read from all panes merged.
void use(const SketchWindowState& state) {
    std::visit(
        [&](auto whole) {
            using Method = decltype(whole);
            if constexpr (requires { whole.merge(whole); }) {
                for (const SketchPane& pane : state.ring) {
                    unless_full([&] { whole.merge(std::get<Method>(pane.sketch.method)); });
                }
                require(!(whole.entropy().value < 0.0), "an entropy is negative");
            } else {
                require(false, "panes cannot merge");
            }
        },
        state.empty.method);
}

void use(const FadingSketchState& state) {
    const double weight = decayed_weight(HalfLife(state.half_life), state.now, state.base);
    require(state.clock == Clock::unset || (1.0 <= weight && weight < 0x1p20),
            "a new event has a weight out of range");
    std::visit(
        [&](auto sketch) {
            if constexpr (requires { sketch.scale(0.5); }) {
                sketch.scale(0.5);
                FadingSketchState after = state;
                after.sketch.method = std::move(sketch);
                require(encode(decode_fading_sketch(encode(after))) == encode(after),
                        "a state is not read");
            } else {
                require(false, "a sketch cannot decay");
            }
        },
        state.sketch.method);
}

}  // namespace entrostream::testing
