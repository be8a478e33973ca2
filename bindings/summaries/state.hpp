// The states of a class, as bytes and in pickles, from one pair of functions: `def_state`.
//
// A class provides
//
//     StateBytes encoded(const Summary&, LabelsToState& labels);
//     Summary decoded(std::span<const std::uint8_t> bytes, LabelsFromState& labels);
//
// A pickle is a tuple (bytes, labels, attributes): the bytes of the state with numbers in place of
// the labels, the labels, and the attributes that a Python subclass adds. Pickles of the first
// format are tuples of other parts, with the attributes last; a class that has written some also
// provides
//
//     Summary from_parts(const nb::tuple& parts);
#pragma once
#include <nanobind/nanobind.h>

#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "bindings/labels/label_forms.hpp"
#include "bindings/runtime/arguments.hpp"
#include "bindings/runtime/interruptible.hpp"
#include "bindings/summaries/instance.hpp"
#include "bindings/summaries/summary_docs.hpp"
#include "core/state/state_error.hpp"
#include "core/state/state_labels.hpp"

namespace entrostream {

namespace nb = nanobind;
using namespace nb::literals;

[[nodiscard]] inline nb::bytes as_bytes(const StateBytes& bytes) {
    return nb::bytes(bytes.data(), bytes.size());
}

// The bytes of any object that exports a buffer.
[[nodiscard]] inline nb::bytes bytes_argument(nb::handle state) {
    if (PyObject_CheckBuffer(state.ptr()) != 0) {
        return nb::steal<nb::bytes>(PyBytes_FromObject(state.ptr()));
    }
    throw nb::type_error(("state must be bytes, got " + repr_with_type(state)).c_str());
}

[[nodiscard]] inline std::span<const std::uint8_t> as_span(const nb::bytes& bytes) {
    return {static_cast<const std::uint8_t*>(bytes.data()), bytes.size()};
}

// Throws unless a pickle's state has this many parts.
inline void require_parts(const nb::tuple& state, std::size_t parts) {
    if (state.size() != parts) {
        throw StateError("state is damaged: it has " + std::to_string(state.size()) +
                         " parts, not " + std::to_string(parts));
    }
}

// For a class that has not written pickles of the first format.
struct NoFirstFormat {};

namespace detail {

inline constexpr std::size_t pickle_parts = 3;

[[nodiscard]] inline bool has_first_format(const nb::tuple& state) {
    return state.size() != pickle_parts || !nb::isinstance<nb::bytes>(state[0]);
}

template <class Summary, class Encoded>
nb::tuple pickled(const Self<Summary>& self, const Encoded& encoded) {
    Interruptible open;
    const ReentrancyGuard at_work = self.p->work(self.h);
    LabelsToState labels = LabelsToState::by_number();
    const nb::bytes bytes = as_bytes(encoded(*self.p, labels));
    return nb::make_tuple(bytes, labels.objects(), attributes_of(self.h));
}

template <class Decoded>
auto unpickled(const nb::tuple& state, const Decoded& decoded) {
    require_parts(state, pickle_parts);
    const nb::bytes bytes = bytes_argument(state[0]);
    LabelsFromState labels(list_of(state[1]));
    auto summary = decoded(as_span(bytes), labels);
    labels.require_all_used();
    return summary;
}

}  // namespace detail

template <class Summary, class Encoded, class Decoded, class FromParts = NoFirstFormat>
void def_pickle(nb::class_<Summary>& type, Encoded encoded, Decoded decoded,
                FromParts from_parts = {}) {
    const auto restored = [decoded, from_parts](const nb::tuple& state) -> Summary {
        if constexpr (!std::is_same_v<FromParts, NoFirstFormat>) {
            if (detail::has_first_format(state)) return from_parts(state);
        }
        return detail::unpickled(state, decoded);
    };
    type.def(
            "__getstate__",
            [encoded](const Self<Summary>& self) { return detail::pickled(self, encoded); },
            nb::sig("def __getstate__(self) -> tuple[typing.Any, ...]"))
        .def(
            "__setstate__",
            [restored](const Self<Summary>& self, const nb::tuple& state) {
                Summary summary = restored(state);
                if constexpr (requires { summary.require_class(self.h.type()); })
                    summary.require_class(self.h.type());
                set_attributes(self.h, state[state.size() - 1]);
                new (self.p) Summary(std::move(summary));
            },
            nb::sig("def __setstate__(self, state: tuple[typing.Any, ...], /) -> None"));
}

template <class Summary, class Encoded>
nb::bytes state_bytes(const Self<Summary>& self, const Encoded& encoded) {
    Interruptible open;
    const ReentrancyGuard at_work = self.p->work(self.h);
    LabelsToState labels = LabelsToState::by_value();
    return as_bytes(encoded(*self.p, labels));
}

template <class Summary, class Decoded>
nb::object from_state_bytes(nb::handle type, nb::handle given, const Decoded& decoded) {
    Interruptible open;
    const nb::bytes bytes = bytes_argument(given);
    LabelsFromState labels;
    return make_instance<Summary>(type, decoded(as_span(bytes), labels));
}

// Bytes and pickle.
template <class Summary, class Encoded, class Decoded, class FromParts = NoFirstFormat>
void def_state(nb::class_<Summary>& type, Encoded encoded, Decoded decoded,
               FromParts from_parts = {}, const char* to_bytes_doc = docs::to_bytes,
               const char* from_bytes_doc = docs::from_bytes) {
    type.def(
        "to_bytes", [encoded](const Self<Summary>& self) { return state_bytes(self, encoded); },
        nb::sig("def to_bytes(self) -> bytes"), to_bytes_doc);
    def_pickle(type, encoded, decoded, from_parts);
    def_class_method(
        type, "from_bytes",
        [decoded](nb::handle cls, nb::handle state) {
            return from_state_bytes<Summary>(cls, state, decoded);
        },
        "state"_a.none(), nb::sig("def from_bytes(cls, state: bytes) -> typing_extensions.Self"),
        from_bytes_doc);
}

}  // namespace entrostream
