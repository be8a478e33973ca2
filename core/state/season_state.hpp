// The part of an adaptive window's state that a season adds.
#pragma once
#include <cstddef>

#include "core/drift/adaptive_window.hpp"
#include "core/state/reader.hpp"
#include "core/state/writer.hpp"

namespace entrostream {

// Codes are below `labels`.
void encode_season(Writer& writer, const AdaptiveWindow::Content& content, std::size_t labels);
// Sets the season of the content and the exposures of its buckets. Throws StateError.
void decode_season(Reader& reader, const AdaptiveOptions& options, std::size_t labels,
                   AdaptiveWindow::Content& content);

}  // namespace entrostream
