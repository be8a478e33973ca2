// The state of an adaptive window, and its serialisation.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "core/drift/adaptive_window.hpp"
#include "core/drift/change.hpp"
#include "core/state/label.hpp"
#include "core/state/missing.hpp"
#include "core/state/reader.hpp"
#include "core/state/state_labels.hpp"
#include "core/time/time.hpp"

namespace entrostream {

// A change with the labels that moved, which may no longer be held. Their codes are meaningless.
template <class SomeLabel>
struct LabelledChange {
    Change change;
    std::vector<SomeLabel> labels;  // one for each of change.labels
};

struct AdaptiveWindowState {
    static constexpr std::size_t most_changes = 1000;

    Missing missing = Missing::raise;
    AdaptiveOptions options;
    Clock clock = Clock::unset;                  // unset: events have no times
    std::vector<Label> labels;                   // each occurs in the window or has a rhythm
    AdaptiveWindow::Content content;             // codes are positions in `labels`
    std::vector<LabelledChange<Label>> changes;  // the newest, at most `most_changes`
};

// Throws std::invalid_argument if two labels have the same encoding.
[[nodiscard]] StateBytes encode(const AdaptiveWindowState& state);

// Throws StateError for anything that encode does not produce.
[[nodiscard]] AdaptiveWindowState decode_adaptive_window(std::span<const std::uint8_t> bytes);

// The parts without labels: old pickles, whose labels may be any objects, store these as bytes.
// Codes are below `labels`.
[[nodiscard]] AdaptiveWindow::Content decode_content(Reader& reader, const AdaptiveOptions& options,
                                                     bool timed, std::size_t labels);
[[nodiscard]] Change decode_change(Reader& reader, bool timed);

}  // namespace entrostream
