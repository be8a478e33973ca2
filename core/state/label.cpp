#include "core/state/label.hpp"

#include <cmath>
#include <string_view>

namespace entrostream {

namespace {

constexpr std::int64_t last_day = 3'652'059;           // 9999-12-31
constexpr std::int64_t most_delta_days = 999'999'999;  // the maximum of a timedelta
constexpr std::uint64_t microseconds_a_day = 86'400'000'000;

void encode_moment(Writer& writer, const Label& label) {
    writer.signed_varint(label.day);
    writer.varint(label.microsecond);
}

void decode_day(Reader& reader, Label& label) {
    label.day = reader.signed_varint();
    reader.require(label.day >= 1 && label.day <= last_day, "a date is out of range");
}

void decode_time_of_day(Reader& reader, Label& label) {
    label.microsecond = reader.varint();
    reader.require(label.microsecond < microseconds_a_day, "a time of day is out of range");
}

void decode_timedelta(Reader& reader, Label& label) {
    label.day = reader.signed_varint();
    reader.require(label.day >= -most_delta_days && label.day <= most_delta_days,
                   "a timedelta is out of range");
    decode_time_of_day(reader, label);
}

void decode_integer(Reader& reader, Label& label) {
    const unsigned sign = reader.byte();
    reader.require(sign <= 1, "a sign is neither 0 nor 1");
    label.negative = sign == 1;
    label.text = reader.text();
    reader.require(label.text.empty() ? !label.negative : label.text.back() != 0,
                   "an integer is not in its shortest form");
}

void decode_real(Reader& reader, Label& label) {
    label.real = reader.real();
    const bool integral = std::isfinite(label.real) && std::trunc(label.real) == label.real;
    reader.require(!std::isnan(label.real) && !integral, "a float is NaN or an integer");
}

void decode_decimal(Reader& reader, Label& label) {
    const unsigned sign = reader.byte();
    reader.require(sign <= 1, "a sign is neither 0 nor 1");
    label.negative = sign == 1;
    label.day = reader.signed_varint();
    label.text = reader.text();
    const std::string_view digits = label.text;
    const bool all_digits = digits.find_first_not_of("0123456789") == std::string_view::npos;
    reader.require(!digits.empty() && all_digits && digits.front() != '0' && digits.back() != '0',
                   "a decimal is not in its shortest form");
}

void decode_tuple(Reader& reader, Label& label, int depth) {
    reader.require(depth < max_label_depth, "tuples are nested too deeply");
    const std::uint64_t size = reader.length(1);
    for (std::uint64_t i = 0; i < size; ++i) {
        label.items.push_back(decode_label(reader, depth + 1));
    }
}

}  // namespace

void encode(Writer& writer, const Label& label) {
    writer.byte(static_cast<std::uint8_t>(label.kind));
    switch (label.kind) {
        case LabelKind::none:
            break;
        case LabelKind::integer:
            writer.byte(label.negative ? 1 : 0);
            writer.text(label.text);
            break;
        case LabelKind::real:
            writer.real(label.real);
            break;
        case LabelKind::text:
        case LabelKind::bytes:
            writer.text(label.text);
            break;
        case LabelKind::date:
            writer.signed_varint(label.day);
            break;
        case LabelKind::datetime:
        case LabelKind::instant:
        case LabelKind::timedelta:
            encode_moment(writer, label);
            break;
        case LabelKind::decimal:
            writer.byte(label.negative ? 1 : 0);
            writer.signed_varint(label.day);
            writer.text(label.text);
            break;
        case LabelKind::uuid:
            writer.raw(label.text);
            break;
        case LabelKind::tuple:
            writer.varint(label.items.size());
            for (const Label& item : label.items) {
                encode(writer, item);
            }
            break;
    }
}

Label decode_label(Reader& reader, int depth) {
    Label label;
    label.kind = static_cast<LabelKind>(reader.byte());
    switch (label.kind) {
        case LabelKind::none:
            return label;
        case LabelKind::integer:
            decode_integer(reader, label);
            return label;
        case LabelKind::real:
            decode_real(reader, label);
            return label;
        case LabelKind::text:
        case LabelKind::bytes:
            label.text = reader.text();
            return label;
        case LabelKind::date:
            decode_day(reader, label);
            return label;
        case LabelKind::datetime:
        case LabelKind::instant:
            decode_day(reader, label);
            decode_time_of_day(reader, label);
            return label;
        case LabelKind::timedelta:
            decode_timedelta(reader, label);
            return label;
        case LabelKind::decimal:
            decode_decimal(reader, label);
            return label;
        case LabelKind::uuid:
            label.text = reader.raw(16);
            return label;
        case LabelKind::tuple:
            decode_tuple(reader, label, depth);
            return label;
    }
    throw StateError("state is damaged: a label is of no kind that this version knows");
}

}  // namespace entrostream
