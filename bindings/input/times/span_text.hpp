// Lengths of time as text: "1h30min", "1.5h", "2 days".
#pragma once
#include <optional>
#include <string_view>

#include "core/time/time.hpp"

namespace entrostream {

struct TextSpan {
    Time time;  // no_time if it does not fit
    int sign;
};

// Parses consecutive numbers with units, with or without spaces; each is rounded to the
// nearest nanosecond. Nullopt if the text is not a length of time.
[[nodiscard]] std::optional<TextSpan> span_from_text(std::string_view text);

}  // namespace entrostream
