#include "bindings/labels/label_reader.hpp"

#include <string>

#include "bindings/labels/plain_label.hpp"
#include "core/counts/interruption.hpp"
#include "core/state/state_error.hpp"

namespace entrostream {

namespace {

[[noreturn]] void throw_missing(const std::string& what, std::size_t row) {
    const std::string message =
        "label is missing (" + what + at_row(row) + "); pass missing=\"skip\" or missing=\"label\"";
    throw nb::value_error(message.c_str());
}

}  // namespace

Code LabelReader::known_code(nb::handle label, std::size_t row) {
    const Code known = table_.find_simple(label.ptr());
    if (known != no_code) return known;
    const nb::object plain = plain_label(label);
    if (plain.is_valid()) return table_.find_or_add(plain, row);
    return missing_ == Missing::raise ? no_code : missing_code();
}

Code LabelReader::code(nb::handle label, std::size_t row) {
    // Fast path: most labels are known already.
    const Code simple = table_.find_simple(label.ptr());
    if (simple != no_code) [[likely]]
        return simple;
    const std::size_t place = row == no_row ? row : rows_before_ + row;
    const Code known = known_code(label, place);
    if (known == no_code && missing_ == Missing::raise) throw_missing(repr_short(label), place);
    return known;
}

Code LabelReader::missing(const char* value, std::size_t row) {
    if (missing_ == Missing::raise) throw_missing(value, rows_before_ + row);
    return missing_code();
}

Code LabelReader::missing_code() {
    return missing_ == Missing::skip ? no_code : table_.find_or_add(nb::none());
}

Code LabelReader::find(nb::handle label) {
    const nb::object plain = plain_label(label);
    if (plain.is_valid()) return table_.find(plain);
    if (missing_ == Missing::raise) throw_missing(repr_short(label), no_row);
    return table_.find(nb::none());
}

bool LabelReader::skips(nb::handle label) const {
    return missing_ == Missing::skip && !plain_label(label).is_valid();
}

void restore_labels(LabelTable& table, Missing missing, const nb::list& labels) {
    InterruptPoll<4096> poll;
    for (const nb::handle label : labels) {
        poll();
        const Code expected = table.size();
        const nb::object plain = plain_label(label);
        const bool is_missing = !plain.is_valid();
        if (is_missing && (missing != Missing::label || !label.is_none())) {
            throw StateError("state is damaged: it holds a missing value against its own rule");
        }
        if (table.find_or_add(is_missing ? label : nb::handle(plain)) != expected) {
            throw StateError("state is damaged: it holds a label twice");
        }
    }
}

}  // namespace entrostream
