// The state of an adaptive window, and its validation.
#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "core/counts/require.hpp"
#include "core/drift/adaptive_window.hpp"
#include "core/drift/repeats.hpp"

namespace entrostream {

AdaptiveWindow::Content AdaptiveWindow::content() const {
    Content content{.seen = seen_,
                    .changes = changes_,
                    .recurring = recurring_,
                    .rows = buckets_.rows(),
                    .pending = pending_,
                    .pending_repeats = pending_repeats_,
                    .pending_first = pending_first_,
                    .last = last_,
                    .timed = timed_,
                    .mixed_start = mixed_start_,
                    .overdispersion = overdispersion_.content(),
                    .sum_overdispersion = sum_overdispersion_.content(),
                    .reports = reports_.content(),
                    .season = {}};
    if (!season_) return content;
    content.season = season_->content();
    for (BucketRows::Row& row : content.rows) {
        for (Bucket& bucket : row)
            bucket.exposures.resize(season_->classes());
    }
    return content;
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
    for (Code& code : copy.season.labels)
        code = to[code];
    return copy;
}

namespace {

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
    const std::uint64_t blocks = content.seen / options_.block;
    require(content.changes <= blocks && content.recurring <= blocks - content.changes,
            "more changes than blocks");
    require(!content.mixed_start || (content.changes + content.recurring != 0 &&
                                     content.rows.size() == 1 && !content.rows.front().empty()),
            "it starts with no change");
    for (const auto* rows : {&content.overdispersion, &content.sum_overdispersion}) {
        require(rows->size() <= Overdispersion::rows &&
                    std::all_of(rows->begin(), rows->end(), &Overdispersion::is_sound),
                "the overdispersion is out of range");
        require(options_.calibrate || rows->empty(),
                "overdispersion was learned, but is not to be");
    }
    require_reports_sound(content);
    require_last_sound(content);
    require_season_sound(content);
}

void AdaptiveWindow::require_reports_sound(const Content& content) const {
    require(ReportFilter::is_sound(content.reports) && content.reports.events <= content.seen &&
                (content.timed || content.reports.time == 0),
            "the budget of reports is out of range");
    require(options_.skip_recurring ||
                (content.recurring == 0 && content.reports == ReportFilter::Content{}),
            "recurring changes were skipped, but are not to be");
}

void AdaptiveWindow::require_season_sound(const Content& content) const {
    const std::size_t classes = season_ && content.seen != 0 ? content.season.labels.size() + 1 : 0;
    for (const BucketRows::Row& row : content.rows) {
        for (const Bucket& bucket : row) {
            require(bucket.exposures.size() == classes,
                    "a bucket has not the exposures of its season");
            require(SeasonProfile::can_be_exposed(bucket), "an exposure is out of range");
        }
    }
    if (!season_) return;
    require(content.timed || content.seen == 0, "a season has no times");
    const bool any_block = content.seen >= options_.block;
    require(content.season.started == any_block, "a season begins with the first block");
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
    recurring_ = content.recurring;
    blocks_ = (seen_ - pending_.size()) / options_.block;
    pending_repeats_ = content.pending_repeats;
    pending_first_ = content.pending_first;
    last_ = content.last;
    timed_ = content.timed;
    if (timed_ && seen_ != 0) {
        const bool whole = pending_.empty();
        clock_.restore(whole ? content.rows[0].back().first : pending_first_, 0);
    }
    mixed_start_ = content.mixed_start;
    overdispersion_.restore(content.overdispersion);
    sum_overdispersion_.restore(content.sum_overdispersion);
    reports_.restore(content.reports);
    buckets_.restore(std::move(content.rows));
    if (!season_) return;
    season_->restore(content.season, buckets_);
    buckets_.for_each([](Bucket& each) { each.exposures.resize(SeasonProfile::max_classes); });
}

}  // namespace entrostream
