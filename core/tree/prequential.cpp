#include "core/tree/prequential.hpp"

#include <algorithm>
#include <limits>

namespace entrostream::tree {

namespace {

// The number of classes to make room for; a missing prediction has none.
std::size_t room_for(Code predicted, Code label) {
    return std::max(predicted == no_code ? 0 : predicted, label) + std::size_t{1};
}

}  // namespace

void ScoreCounts::add(Code predicted, Code label, Code before, double weight) {
    if (const std::size_t room = room_for(predicted, label); room > classes_.size())
        classes_.resize(room);
    n_ += weight;
    right_ += predicted == label ? weight : 0;
    right_by_no_change_ += before == label ? weight : 0;
    if (predicted != no_code) classes_[predicted].predicted += weight;
    classes_[label].was += weight;
}

void ScoreCounts::clear() noexcept {
    std::fill(classes_.begin(), classes_.end(), Class{});
    n_ = right_ = right_by_no_change_ = 0;
}

Scores ScoreCounts::scores() const noexcept {
    constexpr double nan = std::numeric_limits<double>::quiet_NaN();
    if (n_ == 0) return {nan, nan, nan};
    double by_chance = 0;
    for (const Class& each : classes_)
        by_chance += each.predicted * each.was;
    const double all = n_ * n_;
    const double kappa = all != by_chance ? (n_ * right_ - by_chance) / (all - by_chance) : nan;
    return {right_ / n_, kappa, right_by_no_change_ / n_};
}

void Prequential::add(Code predicted, Code label, double weight) {
    if (weight != 0) {
        overall_.add(predicted, label, before_, weight);
        recent_.add(predicted, label, before_, weight);
        before_ = label;
    }
    ++rows_;
    if (rows_ - marked_ == every_) mark();
}

void Prequential::finish() {
    if (rows_ != marked_) mark();
}

void Prequential::mark() {
    points_.push_back({rows_, overall_.scores(), recent_.scores()});
    recent_.clear();
    marked_ = rows_;
}

}  // namespace entrostream::tree
