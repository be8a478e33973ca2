#include "core/tree/prequential.hpp"

#include <algorithm>
#include <limits>

namespace entrostream::tree {

namespace {

// A missing answer has no class, and no class is beyond this.
std::size_t room_for(Code said, Code label) {
    return std::max(said == no_code ? 0 : said, label) + std::size_t{1};
}

double ratio(uint128 part, uint128 whole) noexcept {
    return static_cast<double>(part) / static_cast<double>(whole);
}

}  // namespace

void ScoreCounts::add(Code said, Code label, Code before) {
    if (const std::size_t room = room_for(said, label); room > classes_.size())
        classes_.resize(room);
    ++rows_;
    right_ += said == label;
    right_by_no_change_ += before == label;
    if (said != no_code) {
        by_chance_ += classes_[said].was;
        ++classes_[said].said;
    }
    by_chance_ += classes_[label].said;
    ++classes_[label].was;
}

void ScoreCounts::clear() noexcept {
    std::fill(classes_.begin(), classes_.end(), Class{});
    rows_ = right_ = right_by_no_change_ = 0;
    by_chance_ = 0;
}

Scores ScoreCounts::scores() const noexcept {
    constexpr double nan = std::numeric_limits<double>::quiet_NaN();
    if (rows_ == 0) return {nan, nan, nan};
    const uint128 observed = uint128{rows_} * right_;
    const uint128 all = uint128{rows_} * rows_;
    double kappa = nan;
    if (all != by_chance_)
        kappa = observed >= by_chance_ ? ratio(observed - by_chance_, all - by_chance_)
                                       : -ratio(by_chance_ - observed, all - by_chance_);
    return {ratio(right_, rows_), kappa, ratio(right_by_no_change_, rows_)};
}

void Prequential::add(Code said, Code label) {
    overall_.add(said, label, before_);
    recent_.add(said, label, before_);
    before_ = label;
    if (recent_.rows() == every_) mark();
}

void Prequential::finish() {
    if (recent_.rows() != 0) mark();
}

void Prequential::mark() {
    points_.push_back({overall_.rows(), overall_.scores(), recent_.scores()});
    recent_.clear();
}

}  // namespace entrostream::tree
