#include "core/adaptive/adaptive_window.hpp"

#include <algorithm>
#include <bit>
#include <new>
#include <stdexcept>

#include "core/exact/double_logs.hpp"

namespace entrostream {

namespace {

constexpr std::size_t most_labels = 5;  // told of a change

AdaptiveOptions checked(const AdaptiveOptions& options) {
    if (!(options.rate > 0 && options.rate < 1)) {
        throw std::invalid_argument("rate must be above 0 and below 1");
    }
    if (options.block == 0 || options.block > AdaptiveOptions::largest_block) {
        throw std::invalid_argument("block must be from 1 to 65536");
    }
    if (options.max_size < options.block) {
        throw std::invalid_argument("max_size must be at least the block");
    }
    if (options.statistics.bits() == 0) throw std::invalid_argument("there must be a statistic");
    return options;
}

// What a label adds to the sum statistic, bits: see split_scan.hpp.
double label_term(const Shift& label, const Shift& events) noexcept {
    using detail::double_log2;
    const auto before = static_cast<double>(label.before);
    const auto after = static_cast<double>(label.after);
    const double total = before + after;
    const auto n0 = static_cast<double>(events.before);
    const auto n1 = static_cast<double>(events.after);
    return after * (double_log2(after / total) - double_log2(n1 / (n0 + n1))) +
           before * (double_log2(before / total) - double_log2(n0 / (n0 + n1)));
}

}  // namespace

AdaptiveWindow::AdaptiveWindow(const AdaptiveOptions& options)
    : options_(checked(options)), budget_(options.rate, options.block) {
    pending_.reserve(options.block);
}

void AdaptiveWindow::grow(std::size_t codes) {
    buckets_.grow(codes);
    totals_.grow(codes);
    block_counts_.resize(codes, 0);
    counts_.grow(codes);
}

void AdaptiveWindow::prepare(std::uint64_t events) const {
    if (events > max_events - seen_) {
        throw std::overflow_error("an adaptive window sees fewer than 2^62 events");
    }
}

void AdaptiveWindow::update(Code code) {
    prepare(1);
    prepare_block();
    static_cast<void>(take_in_some({&code, 1}, nullptr, {}, 0));
}

void AdaptiveWindow::update(Code code, Time at) {
    prepare(1);
    prepare_block();
    static_cast<void>(take_in_some({&code, 1}, &at, {}, 0));
}

void AdaptiveWindow::trace(Codes codes, TraceColumns columns, std::size_t row) {
    take_in_all(codes, nullptr, columns, row);
}

void AdaptiveWindow::trace(Codes codes, Times times, TraceColumns columns, std::size_t row) {
    take_in_all(codes, times.data(), columns, row);
}

void AdaptiveWindow::take_in_all(Codes codes, const Time* times, TraceColumns columns,
                                 std::size_t row) {
    for (std::size_t done = 0; done < codes.size() && !ran_out_;) {
        try {
            prepare_block();
        } catch (const std::bad_alloc&) {
            ran_out_ = true;
            return;
        }
        const Time* at = times == nullptr ? nullptr : times + done;
        done += take_in_some(codes.subspan(done), at, columns, row + done);
    }
}

// All that may fail when a block becomes whole.
void AdaptiveWindow::prepare_block() {
    if (next_.counts.capacity() >= options_.block) [[likely]]
        return;
    if (found_.size() == found_.capacity()) found_.reserve(2 * found_.size() + 1);
    next_ = buckets_.prepare(options_.block);
}

// As many events as the block has room for, and the longest window; at least one.
std::size_t AdaptiveWindow::take_in_some(Codes codes, const Time* times, TraceColumns columns,
                                         std::size_t row) {
    if (sums().n() == options_.max_size) {
        drop_oldest();
    }
    const std::uint64_t room =
        std::min<std::uint64_t>(options_.block - pending_.size(), options_.max_size - sums().n());
    const Codes part = codes.first(std::min<std::size_t>(codes.size(), room));
    if (pending_.empty() && times != nullptr) pending_first_ = times[0];
    timed_ = times != nullptr;
    counts_.trace(part, columns, row);
    for (const Code code : part) {
        pending_repeats_ += code == last_;
        last_ = code;
        pending_.push_back(code);
    }
    seen_ += part.size();
    if (pending_.size() == options_.block) {
        const std::uint64_t before = sums().n();
        finish_block(times == nullptr ? nullptr : times + (part.size() - 1));
        if (sums().n() != before) read_row(sums(), columns, row + part.size() - 1);
    }
    return part.size();
}

void AdaptiveWindow::finish_block(const Time* now) noexcept {
    count_pending();
    next_.size = pending_.size();
    next_.repeats = pending_repeats_;
    next_.first = pending_first_;
    repeats_ += pending_repeats_;
    if (mixed_start_) drop_oldest();
    buckets_.push(std::exchange(next_, {}));
    pending_.clear();
    pending_repeats_ = 0;
    pending_first_ = 0;
    ++blocks_;
    look_for_change(now);
}

void AdaptiveWindow::count_pending() noexcept {
    for (const Code code : pending_) {
        if (block_counts_[code]++ == 0) next_.counts.push_back({code, 0});
    }
    for (BucketCount& each : next_.counts) {
        each.count = std::exchange(block_counts_[each.code], 0);
        totals_.add(each.code, each.count);
    }
}

void AdaptiveWindow::drop_oldest() noexcept {
    buckets_.drop_oldest([&](const Bucket& bucket) { forget(bucket); });
    mixed_start_ = false;
}

void AdaptiveWindow::forget(const Bucket& bucket) noexcept {
    repeats_ -= bucket.repeats;
    for (const BucketCount& each : bucket.counts) {
        totals_.take(each.code, each.count);
        counts_.take(each.code, each.count);
    }
}

void AdaptiveWindow::look_for_change(const Time* now) noexcept {
    const auto deepest = static_cast<std::size_t>(std::countr_zero(blocks_));
    const std::vector<BucketRows::Row>& rows = buckets_.rows();
    SplitScan scan(totals_, next_scan(), sums().n(), sums().distinct(), repeats_,
                   static_cast<double>(sums().square_sum()), options_.statistics);
    Finding best;
    Place where;
    for (std::size_t row = 0; row <= deepest && row < rows.size(); ++row) {
        for (std::size_t bucket = rows[row].size(); bucket-- > 0;) {
            if (bucket == 0 && row + 1 == rows.size()) break;  // there would be no past
            scan.move(rows[row][bucket]);
            const bool last = bucket == 0 || (bucket == 1 && row + 1 == rows.size());
            const Finding finding = scan.test(budget_.of_split(row), last);
            if (finding.excess() > best.excess()) {
                best = finding;
                where = {row, bucket};
            }
        }
    }
    if (best.excess() > 0) cut(where, best, now);
}

void AdaptiveWindow::cut(Place place, const Finding& finding, const Time* now) noexcept {
    Change change;
    change.found = seen_;
    change.statistic = finding.statistic;
    change.strength = finding.strength;
    change.threshold = finding.threshold;
    if (now != nullptr) {
        change.found_at = *now;
        change.at = buckets_.rows()[place.row][place.bucket].first;
    }
    try {
        describe(place, finding, change);
    } catch (const std::bad_alloc&) {
        change.labels.clear();  // a change that says less is better than none
    }
    buckets_.drop_before(place.row, place.bucket, [&](const Bucket& bucket) { forget(bucket); });
    change.position = seen_ - sums().n();
    mixed_start_ = place.row == 0;
    ++changes_;
    found_.push_back(std::move(change));  // there is room: prepare_block
}

// The labels in the order in which the buckets show them, the newest first: the same
// whatever their codes are.
void AdaptiveWindow::describe(Place place, const Finding& finding, Change& change) const {
    std::vector<LabelShift> labels;
    std::vector<std::size_t> where(codes(), codes());
    const auto count = [&](const Bucket& bucket, bool recent) {
        (recent ? change.events.after : change.events.before) += bucket.size;
        for (const BucketCount& each : bucket.counts) {
            if (where[each.code] == codes()) {
                where[each.code] = labels.size();
                labels.push_back({{}, each.code});
            }
            LabelShift& label = labels[where[each.code]];
            (recent ? label.after : label.before) += each.count;
        }
    };
    const std::vector<BucketRows::Row>& rows = buckets_.rows();
    for (std::size_t row = 0; row < rows.size(); ++row) {
        for (std::size_t bucket = rows[row].size(); bucket-- > 0;) {
            const bool recent = row < place.row || (row == place.row && bucket >= place.bucket);
            count(rows[row][bucket], recent);
        }
    }
    if (finding.statistic == Statistic::frequency) {
        change.at_most = std::uint64_t{1} << finding.band;
        for (const LabelShift& label : labels) {
            if (label.before + label.after > change.at_most) continue;
            change.moved.before += label.before;
            change.moved.after += label.after;
        }
    }
    // The label that was found comes first, or the first of those that moved just as much.
    const Shift found = finding.code == no_code ? Shift{} : Shift(labels[where[finding.code]]);
    const auto strength = [&](const LabelShift& label) {
        return static_cast<const Shift&>(label) == found ? std::numeric_limits<double>::infinity()
                                                         : label_term(label, change.events);
    };
    std::stable_sort(labels.begin(), labels.end(), [&](const LabelShift& a, const LabelShift& b) {
        return strength(a) > strength(b);
    });
    labels.resize(std::min(labels.size(), most_labels));
    change.labels = std::move(labels);
    if (finding.statistic == Statistic::label) change.moved = change.labels.front();
}

std::uint32_t AdaptiveWindow::next_scan() noexcept {
    if (++scan_ == 0) {  // once in 2^32 blocks: no label may look as if this scan knew it
        for (LabelTotal& label : totals_.labels())
            label.scan = 0;
        scan_ = 1;
    }
    return scan_;
}

void AdaptiveWindow::clear() noexcept {
    counts_.clear();
    buckets_.clear();
    totals_.clear();
    next_ = {};
    pending_.clear();
    found_.clear();
    repeats_ = blocks_ = seen_ = changes_ = pending_repeats_ = 0;
    last_ = no_code;
    pending_first_ = 0;
    timed_ = mixed_start_ = false;
}

void AdaptiveWindow::renumber(const Renumbering& to, std::size_t kept) {
    counts_.renumber(to, kept);
    buckets_.renumber(to, kept);
    totals_.renumber(to, kept);
    block_counts_.assign(kept, 0);
    for (Code& code : pending_)
        code = to[code];
    if (last_ != no_code) last_ = to[last_];
}

AdaptiveWindow::Content AdaptiveWindow::content() const {
    return {.seen = seen_,
            .changes = changes_,
            .rows = buckets_.rows(),
            .pending = pending_,
            .pending_repeats = pending_repeats_,
            .pending_first = pending_first_,
            .last = last_,
            .timed = timed_,
            .mixed_start = mixed_start_};
}

AdaptiveWindow::Content AdaptiveWindow::Content::renamed(const std::vector<Code>& to) const {
    Content copy = *this;
    for (BucketRows::Row& row : copy.rows) {
        for (Bucket& bucket : row) {
            for (BucketCount& each : bucket.counts)
                each.code = to[each.code];
        }
    }
    for (Code& code : copy.pending)
        code = to[code];
    if (last != no_code) copy.last = to[last];
    return copy;
}

namespace {

void require(bool condition, const char* message) {
    if (!condition) throw std::invalid_argument(message);
}

// How many of these events are equal to the one before among them.
std::uint64_t repeats_within(const std::vector<Code>& events) {
    std::uint64_t repeats = 0;
    for (std::size_t i = 1; i < events.size(); ++i) {
        repeats += events[i] == events[i - 1];
    }
    return repeats;
}

void require_sound(const Bucket& bucket, std::uint64_t size, std::vector<bool>& occurs) {
    require(bucket.size == size, "a bucket has not the size of its row");
    require(bucket.repeats <= size, "a bucket has more repeats than events");
    std::uint64_t events = 0;
    for (const BucketCount& each : bucket.counts) {
        require(each.code < occurs.size() && !occurs[each.code], "a bucket names a label twice");
        require(each.count > 0, "a bucket counts no event of a label");
        occurs[each.code] = true;
        events += each.count;
    }
    require(events == size, "the counts of a bucket are not its size");
    for (const BucketCount& each : bucket.counts)
        occurs[each.code] = false;
}

}  // namespace

void AdaptiveWindow::require_sound(const Content& content) const {
    require(!content.rows.empty(), "there is no row");
    require(content.rows.size() == 1 || !content.rows.back().empty(), "the last row is empty");
    std::vector<bool> occurs(codes(), false);
    std::uint64_t held = content.pending.size();
    std::uint64_t size = options_.block;
    for (const BucketRows::Row& row : content.rows) {
        require(size < std::uint64_t{1} << 32, "there are too many rows");
        for (const Bucket& bucket : row) {
            entrostream::require_sound(bucket, size, occurs);
            held += size;
            require(held <= content.seen, "more events are held than were seen");
        }
        size *= 2;
    }
    require(content.pending.size() < options_.block, "a block was not closed");
    require(content.seen <= max_events && held <= options_.max_size, "too many events");
    require(held != 0 || content.seen == 0, "no event is held");
    require((content.seen - content.pending.size()) % options_.block == 0, "blocks do not fit");
    require(content.changes <= content.seen / options_.block, "more changes than blocks");
    require(!content.mixed_start ||
                (content.changes != 0 && content.rows.size() == 1 && !content.rows.front().empty()),
            "it starts with no change");
    require_last_sound(content);
}

void AdaptiveWindow::require_last_sound(const Content& content) const {
    const auto known = [&](Code code) { return code < codes(); };
    require(std::all_of(content.pending.begin(), content.pending.end(), known),
            "an event has a label that is not there");
    const std::uint64_t repeats = repeats_within(content.pending);
    const bool first_may_repeat = !content.pending.empty() && content.pending.size() < content.seen;
    require(content.pending_repeats == repeats ||
                (first_may_repeat && content.pending_repeats == repeats + 1),
            "the repeats are not those of the events");
    if (content.seen == 0) {
        require(content.last == no_code, "there is a last event, but no event");
    } else if (!content.pending.empty()) {
        require(content.last == content.pending.back(), "the last event is another");
    } else {
        require(!content.rows[0].empty(), "the last block is not there");
        const std::vector<BucketCount>& newest = content.rows[0].back().counts;
        require(std::any_of(newest.begin(), newest.end(),
                            [&](const BucketCount& each) { return each.code == content.last; }),
                "the last event is not in the last block");
    }
}

void AdaptiveWindow::restore(Content content) {
    require_sound(content);
    for (const BucketRows::Row& row : content.rows) {
        for (const Bucket& bucket : row) {
            repeats_ += bucket.repeats;
            for (const BucketCount& each : bucket.counts) {
                totals_.add(each.code, each.count);
                counts_.add(each.code, each.count);
            }
        }
    }
    for (const Code code : content.pending) {
        counts_.update(code);
        pending_.push_back(code);
    }
    seen_ = content.seen;
    changes_ = content.changes;
    blocks_ = (seen_ - pending_.size()) / options_.block;
    pending_repeats_ = content.pending_repeats;
    pending_first_ = content.pending_first;
    last_ = content.last;
    timed_ = content.timed;
    mixed_start_ = content.mixed_start;
    buckets_.restore(std::move(content.rows));
}

}  // namespace entrostream
