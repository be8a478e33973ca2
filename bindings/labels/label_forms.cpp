#include "bindings/labels/label_forms.hpp"

#include <string>
#include <utility>

#include "bindings/labels/label_state.hpp"
#include "bindings/runtime/interruptible.hpp"
#include "core/state/state_error.hpp"

namespace entrostream {

namespace {

[[noreturn]] void throw_objects_differ() {
    throw StateError("state is damaged: its labels are not those of its content");
}

// The number in a label; no object has it if the label is none of ours.
std::uint64_t number_in(const Label& label) {
    std::uint64_t number = 0;
    if (label.kind == LabelKind::bytes && label.text.size() == sizeof(std::uint32_t)) {
        for (const char byte : label.text) {
            number = number << 8 | static_cast<std::uint8_t>(byte);
        }
        return number;
    }
    // The first pickles of fading summaries have integers.
    if (label.kind != LabelKind::integer || label.negative || label.text.size() > 4) {
        throw_objects_differ();
    }
    for (std::size_t i = label.text.size(); i > 0; --i) {
        number = number << 8 | static_cast<std::uint8_t>(label.text[i - 1]);
    }
    return number;
}

}  // namespace

// Bytes of a fixed length, the highest first, are sorted like their numbers.
Label numbered_label(std::uint32_t number) {
    Label label{.kind = LabelKind::bytes};
    for (int shift = 24; shift >= 0; shift -= 8) {
        label.text.push_back(static_cast<char>(number >> shift & 0xff));
    }
    return label;
}

Label LabelsToState::operator()(nb::handle label) {
    if (!by_number_) return to_state(label);
    objects_.append(label);
    return numbered_label(static_cast<std::uint32_t>(nb::len(objects_) - 1));
}

void LabelsToState::attach(nb::handle object) {
    if (by_number_) objects_.append(object);
}

LabelsFromState::LabelsFromState(nb::list objects)
    : objects_(std::move(objects)), used_(nb::len(*objects_)), unused_(used_.size()) {}

nb::object LabelsFromState::operator()(const Label& label) {
    return objects_ ? object(number_in(label)) : from_state(label);
}

nb::list LabelsFromState::operator()(const std::vector<Label>& labels) {
    nb::list objects;
    InterruptPoll<4096> poll;
    for (const Label& label : labels) {
        poll();
        objects.append((*this)(label));
    }
    return objects;
}

nb::object LabelsFromState::attached() {
    return objects_ ? object(0) : nb::object(nb::none());
}

void LabelsFromState::require_all_used() const {
    if (unused_ != 0) throw_objects_differ();
}

nb::object LabelsFromState::object(std::uint64_t number) {
    if (number >= used_.size() || used_[number]) throw_objects_differ();
    used_[number] = true;
    --unused_;
    return nb::borrow((*objects_)[number]);
}

}  // namespace entrostream
