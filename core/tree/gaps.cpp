#include "core/tree/gaps.hpp"

#include <algorithm>

namespace entrostream::tree {

void Gaps::make(const Schema& schema) {
    classes_ = schema.class_room();
    resize_exactly(counts_, std::size_t{schema.attributes()} * classes_, 0u);
    resize_exactly(gappy_, schema.attributes(), std::uint8_t{0});
}

void Gaps::learn(const Schema& schema, const Example& example) {
    if (example.is_whole()) return;
    if (!any()) make(schema);
    const auto miss = [&](std::uint32_t number) {
        gappy_[number] = 1;
        counts_[std::size_t{number} * classes_ + example.label] += example.weight;
    };
    for (const std::uint32_t slot : example.missing_numbers())
        miss(schema.numeric_number(slot));
    for (const std::uint32_t slot : example.missing_values())
        miss(schema.nominal_number(slot));
}

void Gaps::add_attributes(const Schema& schema, std::uint32_t before,
                          std::span<const std::uint32_t> class_counts) {
    const bool learned = std::any_of(class_counts.begin(), class_counts.end(),
                                     [](std::uint32_t c) { return c != 0; });
    if (!any() && !learned) return;
    make(schema);
    if (!learned) return;
    for (std::uint32_t number = before; number < schema.attributes(); ++number) {
        gappy_[number] = 1;
        std::copy(class_counts.begin(), class_counts.end(),
                  counts_.begin() + static_cast<std::ptrdiff_t>(std::size_t{number} * classes_));
    }
}

void Gaps::grow_classes(const Schema& schema) {
    if (!any()) return;
    const std::uint32_t before = classes_;
    classes_ = schema.class_room();
    Metered<std::uint32_t> grown(counts_.get_allocator());
    resize_exactly(grown, std::size_t{schema.attributes()} * classes_, 0u);
    for (std::size_t number = 0; number * before < counts_.size(); ++number)
        std::copy_n(counts_.data() + number * before, before, grown.data() + number * classes_);
    counts_ = std::move(grown);
}

std::size_t Gaps::growth(const Schema& schema, const Example& example) const {
    if (example.is_whole()) return 0;
    if (any()) return 0;
    const std::size_t attributes = schema.attributes();
    return taken(attributes * schema.class_room() * sizeof(std::uint32_t)) + taken(attributes);
}

bool Gaps::fits(std::span<const std::uint32_t> class_counts) const {
    for (std::size_t i = 0; i < counts_.size(); ++i)
        if (counts_[i] > class_counts[i % classes_]) return false;
    return true;
}

ClassHalving Gaps::halving(const Schema& schema, std::uint32_t number) const {
    ClassHalving halving(schema.class_room());
    if (any()) halving.pass(missing(number));
    return halving;
}

void Gaps::halve() noexcept {
    for (std::uint32_t& count : counts_)
        count /= 2;
}

void Gaps::clear() {
    classes_ = 0;
    release(counts_);
    release(gappy_);
}

}  // namespace entrostream::tree
