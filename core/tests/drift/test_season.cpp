// A window with a season does the same after a state, a copy or a renumbering, and its profile
// keeps to its bounds.
#include <cstddef>
#include <stdexcept>
#include <vector>

#include "core/drift/adaptive_window.hpp"
#include "core/tests/check.hpp"
#include "core/tests/random.hpp"

namespace entrostream::testing {
namespace {

constexpr Time day = 1'000;
constexpr AdaptiveOptions options{.rate = 0.01, .block = 8, .season = day, .season_bins = 6};

// More labels than have a rhythm of their own: rare ones by day, others by night, and regimes.
Code label_at(std::size_t i, Random& random) {
    const std::size_t phase = i % static_cast<std::size_t>(day);
    const Code regime = static_cast<Code>(i / 3'500);
    if (phase < 300) return 200 + static_cast<Code>(random.below(150));
    return static_cast<Code>(random.below(random.below(180) + 1)) + regime;
}

struct Stream {
    explicit Stream(std::size_t events) {
        Random random(11);
        for (std::size_t i = 0; i < events; ++i) {
            codes.push_back(label_at(i, random));
            times.push_back(static_cast<Time>(i) - 5'000);
        }
    }
    std::vector<Code> codes;
    std::vector<Time> times;
};

void feed(AdaptiveWindow& window, const Stream& stream, std::size_t from, std::size_t to) {
    for (std::size_t i = from; i < to; ++i)
        window.update(stream.codes[i], stream.times[i]);
}

AdaptiveWindow new_window() {
    AdaptiveWindow window(options);
    window.grow(400);
    return window;
}

void a_restored_window_goes_on() {
    const Stream stream(12'000);
    AdaptiveWindow whole = new_window();
    feed(whole, stream, 0, 12'000);
    check(whole.changes() > 2, "there are changes");
    for (const std::size_t stop : {0, 5, 700, 4'321, 9'999}) {
        AdaptiveWindow first = new_window();
        feed(first, stream, 0, stop);
        const AdaptiveWindow::Content content = first.content();
        AdaptiveWindow restored = new_window();
        restored.restore(content);
        check(restored.content() == content, "nothing is lost");
        feed(restored, stream, stop, 12'000);
        AdaptiveWindow copy = first;
        feed(copy, stream, stop, 12'000);
        check(restored.content() == whole.content(), "a restored window goes on");
        check(copy.content() == whole.content(), "a copy goes on");
    }
}

void codes_do_not_matter() {
    const Stream stream(9'000);
    AdaptiveWindow window = new_window();
    AdaptiveWindow renumbered = new_window();
    feed(window, stream, 0, 9'000);
    feed(renumbered, stream, 0, 6'000);
    Renumbering to(400, no_code);
    Code next = 0;
    for (Code code = 400; code-- > 0;) {
        if (renumbered.uses(code)) to[code] = next++;
    }
    check(next == renumbered.used(), "as many labels as are used");
    renumbered.renumber(to, next);
    for (Code& code : to) {
        if (code == no_code) code = next++;
    }
    renumbered.grow(next);
    for (std::size_t i = 6'000; i < 9'000; ++i)
        renumbered.update(to[stream.codes[i]], stream.times[i]);
    check(window.content().renamed(to) == renumbered.content(), "codes are mere names");
}

void the_profile_keeps_to_its_bounds() {
    const Stream stream(12'000);
    AdaptiveWindow window = new_window();
    for (std::size_t i = 0; i < stream.codes.size(); ++i) {
        window.update(stream.codes[i], stream.times[i]);
        if (i % 512 != 0) continue;
        const AdaptiveWindow::Content content = window.content();
        const std::size_t labels = content.season.labels.size();
        check(labels <= SeasonProfile::max_labels, "no more labels have a rhythm");
        check(content.season.ready == (i >= 1'000), "the first season is learned");
        for (const BucketRows::Row& row : content.rows) {
            for (const Bucket& bucket : row) {
                check(bucket.exposures.size() == labels + 1, "an exposure for each class");
                check(SeasonProfile::can_be_exposed(bucket), "in range");
            }
        }
    }
    window.clear();
    check(window.content() == new_window().content(), "nothing is left");
}

void odd_content_is_refused() {
    const Stream stream(5'000);
    AdaptiveWindow window = new_window();
    feed(window, stream, 0, 5'000);
    const auto refused = [&](auto&& damage) {
        AdaptiveWindow::Content content = window.content();
        damage(content);
        check_throws<std::invalid_argument>([&] { new_window().restore(content); }, "is refused");
    };
    refused([](auto& content) { content.season.bins.pop_back(); });
    refused([](auto& content) { content.season.bins[0].events = -1; });
    refused([](auto& content) { content.season.labels[1] = content.season.labels[0]; });
    refused([](auto& content) { content.season.ready = false; });
    refused([](auto& content) { content.season.waiting = 6; });
    refused([](auto& content) { content.rows[0][0].exposures[0] = 0.1; });
    refused([](auto& content) { content.rows[0][0].exposures.clear(); });
    refused([](auto& content) { content.timed = false; });
}

}  // namespace
}  // namespace entrostream::testing

int main() {
    using namespace entrostream::testing;
    a_restored_window_goes_on();
    codes_do_not_matter();
    the_profile_keeps_to_its_bounds();
    odd_content_is_refused();
    return report();
}
