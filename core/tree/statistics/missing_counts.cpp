#include "core/tree/statistics/missing_counts.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace entrostream::tree {

void MissingCounts::make(const Schema& schema) {
    classes_ = schema.class_room();
    resize_exactly(counts_, schema.attribute_room() * classes_, 0u);
    resize_exactly(totals_, schema.attribute_room(), 0u);
}

void MissingCounts::learn(const Schema& schema, const Example& example, ClassCounts all) {
    if (!any()) {
        if (example.is_whole()) return;
        start(schema, schema.attributes(), all);
    }
    example.each_attribute(schema, [&](std::uint32_t number) {
        counts_[std::size_t{number} * classes_ + example.label] += example.weight;
        totals_[number] += example.weight;
    });
}

bool MissingCounts::holds(const Schema& schema, const Example& example) const {
    if (!any()) return example.is_whole();
    bool found = true;
    example.each_attribute(schema, [&](std::uint32_t number) {
        found &= counts_[std::size_t{number} * classes_ + example.label] >= example.weight;
    });
    return found;
}

void MissingCounts::remove(const Schema& schema, const Example& example) noexcept {
    if (!any()) return;
    example.each_attribute(schema, [&](std::uint32_t number) {
        counts_[std::size_t{number} * classes_ + example.label] -= example.weight;
        totals_[number] -= example.weight;
    });
}

void MissingCounts::add_attributes(const Schema& schema, std::uint32_t before, ClassCounts all) {
    if (any()) return make(schema);
    const bool learned =
        std::any_of(all.begin(), all.end(), [](std::uint32_t c) { return c != 0; });
    if (learned) start(schema, before, all);
}

// The first `attributes` attributes were present in all examples so far, the others in none.
void MissingCounts::start(const Schema& schema, std::uint32_t attributes, ClassCounts all) {
    make(schema);
    const std::uint32_t n = std::accumulate(all.begin(), all.end(), 0u);
    for (std::uint32_t number = 0; number < attributes; ++number) {
        totals_[number] = n;
        std::copy(all.begin(), all.end(),
                  counts_.begin() + static_cast<std::ptrdiff_t>(std::size_t{number} * classes_));
    }
}

void MissingCounts::grow_classes(const Schema& schema) {
    if (!any()) return;
    const std::uint32_t before = classes_;
    classes_ = schema.class_room();
    Metered<std::uint32_t> grown(counts_.get_allocator());
    resize_exactly(grown, schema.attribute_room() * classes_, 0u);
    for (std::size_t number = 0; number * before < counts_.size(); ++number)
        std::copy_n(counts_.data() + number * before, before, grown.data() + number * classes_);
    counts_ = std::move(grown);
}

std::size_t MissingCounts::growth(const Schema& schema, const Example& example) const {
    if (example.is_whole() || any()) return 0;
    const std::size_t attributes = schema.attribute_room();
    return taken(attributes * schema.class_room() * sizeof(std::uint32_t)) +
           taken(attributes * sizeof(std::uint32_t));
}

bool MissingCounts::has_missing(std::uint32_t number, ClassCounts all) const {
    return !std::equal(all.begin(), all.end(), present(number, all));
}

void MissingCounts::halve() noexcept {
    for (std::uint32_t& count : counts_)
        count /= 2;
    for (std::size_t number = 0; number < totals_.size(); ++number) {
        const std::uint32_t* const own = counts_.data() + number * classes_;
        totals_[number] = std::accumulate(own, own + classes_, 0u);
    }
}

void MissingCounts::refine(std::uint32_t by) noexcept {
    for (std::uint32_t& count : counts_)
        count <<= by;
    for (std::uint32_t& total : totals_)
        total <<= by;
}

void MissingCounts::clear() {
    classes_ = 0;
    release(counts_);
    release(totals_);
}

}  // namespace entrostream::tree
