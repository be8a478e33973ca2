// An adaptive window holds the last n events, and its cuts do not depend on batches or codes.
#include "core/drift/adaptive_window.hpp"

#include <algorithm>
#include <span>
#include <stdexcept>
#include <vector>

#include "core/tests/check.hpp"
#include "core/tests/counts/model.hpp"
#include "core/tests/drift/streams.hpp"
#include "core/tests/random.hpp"
#include "core/tests/sanitizers.hpp"

using namespace entrostream;
using namespace entrostream::testing;

namespace {

AdaptiveWindow window_with(const AdaptiveOptions& options, std::size_t codes) {
    AdaptiveWindow window(options);
    window.grow(codes);
    return window;
}

bool holds_the_last(const AdaptiveWindow& window, const std::vector<Code>& stream, std::size_t seen,
                    std::size_t codes) {
    const auto n = static_cast<std::size_t>(window.sums().n());
    const std::span<const Code> last = std::span(stream).subspan(seen - n, n);
    return window.seen() == seen && agrees(window, model_of(last, codes));
}

void check_events_and_changes(const AdaptiveOptions& options, std::size_t codes, bool runs,
                              std::uint64_t seed) {
    Random random(seed);
    const std::vector<Code> stream = changing_stream(codes, 4, 1500, runs, random);
    AdaptiveWindow one_by_one = window_with(options, codes);
    AdaptiveWindow in_batches = window_with(options, codes);
    std::vector<double> lengths(stream.size());
    const TraceColumn column{Measure::n, lengths.data()};
    for (std::size_t done = 0; done < stream.size();) {
        const std::size_t size = std::min<std::size_t>(stream.size() - done, random.below(200));
        in_batches.trace(std::span(stream).subspan(done, size), {&column, 1}, done);
        for (std::size_t i = 0; i < size; ++i) {
            one_by_one.update(stream[done + i]);
            check(lengths[done + i] == static_cast<double>(one_by_one.sums().n()), "trace of n");
        }
        done += size;
        check(holds_the_last(one_by_one, stream, done, codes), "the last n events, one by one");
        check(holds_the_last(in_batches, stream, done, codes), "the last n events, in batches");
        check(one_by_one.sums().n() <= options.max_size, "never longer than max_size");
    }
    check(one_by_one.content() == in_batches.content(), "the same content");
    check(one_by_one.take_found() == in_batches.take_found(), "the same changes");
}

void check_change_is_found_and_told() {
    constexpr std::size_t codes = 4;
    AdaptiveWindow window = window_with({}, codes);
    std::vector<Code> stream(8192);
    for (std::size_t i = 0; i < stream.size(); ++i)
        stream[i] = (i % 4 == 0) == (i < 4096) ? 1 : 0;
    std::vector<Time> times(stream.size());
    for (std::size_t i = 0; i < times.size(); ++i)
        times[i] = static_cast<Time>(10 * i);
    window.update_many(stream, times);
    const std::vector<Change> found = window.take_found();
    check(found.size() == 1 && window.changes() == 1, "one change");
    const Change& change = found.front();
    check(change.position == 4096 && change.at == 40960, "in its place and time");
    check(change.found > change.position && change.found <= 4096 + 128, "soon");
    check(change.found_at == static_cast<Time>(10 * (change.found - 1)), "found at");
    check(change.strength > change.threshold && change.threshold > 0, "above its threshold");
    check(change.events.before == 4096 && change.events.after == change.found - 4096,
          "the events on either side");
    check(change.labels.size() == 2, "two labels moved");
    for (const LabelShift& label : change.labels) {
        check(label.before == (label.code == 0 ? 3072u : 1024u), "its count before the change");
        check(4 * label.after == (label.code == 0 ? 1u : 3u) * change.events.after,
              "its count since the change");
    }
    check(window.take_found().empty(), "a change is reported once");
}

// The block that contains the change is dropped with the next one, so that its old events do not
// look like another change.
void check_the_block_of_a_change_goes() {
    AdaptiveWindow window = window_with({}, 4);
    for (std::size_t i = 0; i < 1000; ++i)
        window.update(i % 2);
    for (std::size_t i = 0; i < 1000; ++i) {
        window.update(2 + i % 2);
        const bool known = window.changes() != 0;
        if (known && i >= 64) check(window.count(0) + window.count(1) == 0, "nothing of the past");
    }
    const std::vector<Change> found = window.take_found();
    check(found.size() == 1 && window.changes() == 1, "one change");
    check(found[0].position == 992, "at the start of its block");
    check(window.sums().n() == 2000 - 992 - 32, "and that block is dropped");
}

void check_no_change(const char* what, Code (*label)(std::uint64_t), std::size_t codes) {
    AdaptiveWindow window = window_with({}, codes);
    std::vector<Code> stream(100'000);
    for (std::uint64_t i = 0; i < stream.size(); ++i)
        stream[i] = label(i);
    window.update_many(stream);
    check(window.changes() == 0 && window.sums().n() == stream.size(), what);
}

// Codes are arbitrary: other codes for the same labels give bit-identical cuts.
void check_relabelling() {
    constexpr std::size_t codes = 50;
    Random random(7);
    const std::vector<Code> stream = changing_stream(codes, 4, 2000, false, random);
    std::vector<Code> to(codes);
    for (Code i = 0; i < codes; ++i)
        to[i] = (i * 7 + 3) % codes;
    AdaptiveWindow plain = window_with({}, codes);
    AdaptiveWindow renamed = window_with({}, codes);
    for (const Code code : stream) {
        plain.update(code);
        renamed.update(to[code]);
    }
    std::vector<Change> expected = plain.take_found();
    check(!expected.empty(), "there is something to compare");
    for (Change& change : expected) {
        for (LabelShift& label : change.labels)
            label.code = to[label.code];
    }
    check(renamed.take_found() == expected, "changes of other codes");
    check(plain.content().renamed(to) == renamed.content(), "content of other codes");
}

// Codes that no event has may be given to others, in the middle of a block.
void check_renumbering() {
    Random random(8);
    AdaptiveWindow window = window_with({.block = 8}, 40);
    AdaptiveWindow same = window_with({.block = 8}, 40);
    Renumbering to(40, no_code);
    for (Code i = 0; i < 20; ++i)
        to[2 * i + 1] = 19 - i;  // only odd codes occur
    for (int i = 0; i < 1003; ++i) {
        const auto code = static_cast<Code>(2 * random.below(i < 500 ? 20 : 5) + 1);
        window.update(code);
        same.update(code);
    }
    window.renumber(to, 20);
    for (int i = 0; i < 500; ++i) {
        const auto code = static_cast<Code>(2 * random.below(20) + 1);
        window.update(to[code]);
        same.update(code);
    }
    check(window.content() == same.content().renamed(to), "as if never renumbered");
}

void check_restoring() {
    for (const std::size_t length : {0u, 5u, 32u, 1000u, 4001u}) {
        Random random(length);
        std::vector<Code> stream = changing_stream(10, 5, 1000, true, random);
        AdaptiveWindow whole = window_with({.rate = 1e-2}, 10);
        whole.update_many(std::span(stream).first(length));
        AdaptiveWindow restored = window_with({.rate = 1e-2}, 10);
        restored.restore(whole.content());
        static_cast<void>(whole.take_found());
        whole.update_many(std::span(stream).subspan(length));
        restored.update_many(std::span(stream).subspan(length));
        check(whole.content() == restored.content(), "continues like the original");
        check(whole.take_found() == restored.take_found(), "and finds the same");
        check(whole.sums() == restored.sums(), "and has the same sums");
    }
}

template <class Spoil>
void check_refused(const char* what, Spoil&& spoil) {
    AdaptiveWindow window = window_with({}, 3);
    for (Code i = 0; i < 1000; ++i)
        window.update(i * i % 7 % 3);
    AdaptiveWindow::Content content = window.content();
    spoil(content);
    AdaptiveWindow restored = window_with({}, 3);
    check_throws<std::invalid_argument>([&] { restored.restore(content); }, what);
}

void check_bad_content_is_refused() {
    using Content = AdaptiveWindow::Content;
    check_refused("no rows", [](Content& c) { c.rows.clear(); });
    check_refused("an empty last row", [](Content& c) { c.rows.emplace_back(); });
    check_refused("a bucket of another size", [](Content& c) { c.rows[0][0].size = 31; });
    check_refused("too many repeats", [](Content& c) { c.rows[0][0].repeats = 33; });
    check_refused("a count too many", [](Content& c) { ++c.rows[0][0].counts[0].count; });
    check_refused("a label twice",
                  [](Content& c) { c.rows[0][0].counts[0].code = c.rows[0][0].counts[1].code; });
    check_refused("an unknown label", [](Content& c) { c.rows[0][0].counts[0].code = 3; });
    check_refused("an unknown event", [](Content& c) { c.pending[0] = 3; });
    check_refused("too few seen", [](Content& c) { c.seen = 40; });
    check_refused("seen between blocks", [](Content& c) { ++c.seen; });
    check_refused("too many changes", [](Content& c) { c.changes = 1000; });
    check_refused("a block not closed", [](Content& c) { c.pending.assign(32, 0); });
    check_refused("other repeats", [](Content& c) { c.pending_repeats += 2; });
    check_refused("another last event", [](Content& c) { c.last = (c.last + 1) % 3; });
    check_refused("no change to start with", [](Content& c) { c.mixed_start = true; });
}

void check_options() {
    const auto refuse = [](const AdaptiveOptions& options, const char* what) {
        check_throws<std::invalid_argument>([&] { AdaptiveWindow{options}; }, what);
    };
    refuse({.rate = 0}, "rate 0");
    refuse({.rate = 1}, "rate 1");
    refuse({.block = 0}, "block 0");
    refuse({.block = 65537}, "block too large");
    refuse({.max_size = 31}, "shorter than a block");
    refuse({.statistics = Statistics(0)}, "no statistic");
}

// fanout * sum over the rows of min(32 * 2^r, labels) counts.
void check_memory() {
    constexpr std::size_t codes = 100;
    Random random(3);
    AdaptiveWindow window = window_with({}, codes);
    std::vector<Code> stream(share(1 << 20, 4));
    for (Code& code : stream)
        code = static_cast<Code>(random.below(codes));
    window.update_many(stream);
    std::size_t counts = 0;
    for (const BucketRows::Row& row : window.content().rows) {
        check(row.size() <= BucketRows::fanout, "buckets in a row");
        for (const Bucket& bucket : row)
            counts += bucket.counts.size();
    }
    check(counts <= BucketRows::fanout * 16 * codes, "counts in all");
}

}  // namespace

int main() {
    for (std::uint64_t seed = 0; seed < share(4, 2); ++seed) {
        for (const std::size_t codes : {1u, 2u, 5u, 200u}) {
            check_events_and_changes({}, codes, seed % 2 == 1, seed);
            check_events_and_changes({.rate = 1e-2, .block = 7}, codes, seed % 2 == 1, seed);
            check_events_and_changes({.rate = 0.5, .block = 1, .max_size = 1}, codes, false, seed);
            check_events_and_changes({.max_size = 100}, codes, false, seed);
            for (const std::uint8_t bits : {1, 2, 4, 6}) {
                check_events_and_changes({.rate = 1e-3, .statistics = Statistics(bits)}, codes,
                                         seed % 2 == 1, seed);
            }
        }
    }
    check_change_is_found_and_told();
    check_the_block_of_a_change_goes();
    check_no_change("constant", [](std::uint64_t) -> Code { return 0; }, 1);
    check_no_change("all different", [](std::uint64_t i) { return static_cast<Code>(i); }, 100'000);
    check_no_change("alternating", [](std::uint64_t i) { return static_cast<Code>(i % 2); }, 2);
    check_no_change("of period 7", [](std::uint64_t i) { return static_cast<Code>(i % 7); }, 7);
    check_relabelling();
    check_renumbering();
    check_restoring();
    check_bad_content_is_refused();
    check_options();
    check_memory();
    return report();
}
