// AdaptiveWindow and Adwin.
#include <limits>

#include "core/tests/counts/model.hpp"
#include "core/tests/fuzz/state_use.hpp"
#include "core/tests/fuzz/use_parts.hpp"

namespace entrostream::testing {

namespace {

void require_sums(const AdaptiveWindow& window) {
    Model model;
    for (Code code = 0; code < window.codes(); ++code) {
        model.counts.push_back(window.count(code));
    }
    require(sums_are_those_of(window.sums(), model), "the sums are not those of the counts");
    require_sound(window.sums());
}

// Only as many as fit: `prepare` refuses more.
void add_events(AdaptiveWindow& window, bool timed) {
    const std::vector<Code> events = some_events(window.codes(), 100);
    const std::vector<Time> times(events.size(), std::numeric_limits<Time>::max());
    unless_full([&] {
        window.prepare(events.size());
        Columns traced(events.size(), 2);
        if (timed) {
            window.trace(events, times, traced.columns);
        } else {
            window.trace(events, traced.columns);
        }
        require_traced(window, traced);
        require_sums(window);
    });
}

}  // namespace

void use(const AdaptiveWindowState& state) {
    AdaptiveWindow window(state.options);
    window.grow(state.labels.size());
    window.restore(state.content);
    require_sums(window);
    require(window.content() == state.content, "a content is lost");
    AdaptiveWindow before = window;
    add_events(window, state.content.timed);
    require_sums(before);
    AdaptiveWindowState after = state;
    after.content = before.content();
    require(encode(after) == encode(state), "an adaptive window is lost");
    window.clear();
    require_sums(window);
}

void use(const Adwin& given) {
    Adwin adwin = given;
    std::vector<MeanChange> found;
    unless_full([&] {
        for (int i = 0; i < 100; ++i) {
            adwin.update(i < 50 ? 0.0 : 1.0, found);
        }
    });
    const std::vector<double> numbers(64, 0.5);
    unless_full([&] { adwin.update_many(numbers, found); });
    require(adwin.mean() >= 0.0 && adwin.mean() <= 1.0, "a mean is out of range");
    require(adwin.variance() >= 0.0 && adwin.variance() <= 1.0, "a variance is out of range");
    require(decode_adwin(encode(adwin)) == adwin, "a detector is lost");
}

}  // namespace entrostream::testing
