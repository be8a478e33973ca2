// How often each attribute was present, by class: allocated when a value is first missing.
//
// Until then every attribute has all examples, at the cost of one test. Present values are counted
// rather than missing ones: a row with few of many attributes costs only what it has.
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>

#include "core/tree/memory/metered.hpp"
#include "core/tree/rows/example.hpp"
#include "core/tree/rows/schema.hpp"

namespace entrostream::tree {

class MissingCounts {
  public:
    // Class counts of all examples that these counts describe.
    using ClassCounts = std::span<const std::uint32_t>;

    explicit MissingCounts(Meter& meter)
        : counts_(MeteredAllocator<std::uint32_t>(meter)), totals_(counts_.get_allocator()) {}

    [[nodiscard]] bool any() const noexcept { return !counts_.empty(); }
    // In how many examples the attribute of this number was present, by class.
    [[nodiscard]] const std::uint32_t* present(std::uint32_t number, ClassCounts all) const {
        return any() ? counts_.data() + std::size_t{number} * classes_ : all.data();
    }
    // The same over all classes, of n examples.
    [[nodiscard]] std::uint32_t total(std::uint32_t number, std::uint32_t n) const {
        return any() ? totals_[number] : n;
    }

    // Prefetches what will soon be read or counted for the attribute.
    void fetch(std::uint32_t number) const noexcept {
        if (!any()) return;
        __builtin_prefetch(counts_.data() + std::size_t{number} * classes_, 1);
        __builtin_prefetch(totals_.data() + number, 1);
    }

    // Learns one example; `all` excludes it. It need not have missing values, nor any before it.
    // Not inline: rows without missing values would pay for it.
    [[gnu::noinline]] void learn(const Schema& schema, const Example& example, ClassCounts all);

    // Whether an example can have been learned; removes one that was.
    [[nodiscard]] bool holds(const Schema& schema, const Example& example) const;
    void remove(const Schema& schema, const Example& example) noexcept;

    // After the schema gained attributes: they were missing in all earlier examples.
    void add_attributes(const Schema& schema, std::uint32_t before, ClassCounts all);
    void grow_classes(const Schema& schema);
    [[nodiscard]] std::size_t growth(const Schema& schema, const Example& example) const;
    [[nodiscard]] std::size_t bytes() const noexcept {
        return taken_by(counts_) + taken_by(totals_);
    }
    void clear();
    void halve() noexcept;
    // Counts are in units of 2^-by of the former ones.
    void refine(std::uint32_t by) noexcept;

    // Written as the missing counts, preceded by whether there are any.
    template <class Archive>
    void visit(Archive& archive, const Schema& schema, ClassCounts all) {
        bool there = any();
        archive.flag(there);
        if (!there) return;
        archive.expect(std::size_t{schema.attributes()} * all.size());
        if (archive.reading) make(schema);
        for (std::uint32_t number = 0; number < schema.attributes(); ++number)
            visit_attribute(archive, number, all);
        for (std::uint32_t number = 0; number < schema.attributes(); ++number) {
            const bool missing = has_missing(number, all);
            std::uint8_t written = missing ? 1 : 0;
            archive.bit(written);
            archive.require((written != 0) == missing, "its missing values are not those counted");
        }
    }

  private:
    template <class Archive>
    void visit_attribute(Archive& archive, std::uint32_t number, ClassCounts all) {
        std::uint32_t* const own = counts_.data() + std::size_t{number} * classes_;
        for (std::size_t label = 0; label < all.size(); ++label) {
            std::uint32_t missing = all[label] - own[label];
            archive.number(missing);
            if (!archive.reading) continue;
            archive.require(missing <= all[label], "an attribute has more examples than there are");
            own[label] = all[label] - missing;
            totals_[number] += own[label];
        }
    }
    [[nodiscard]] bool has_missing(std::uint32_t number, ClassCounts all) const;
    void make(const Schema& schema);
    void start(const Schema& schema, std::uint32_t attributes, ClassCounts all);

    std::uint32_t classes_ = 0;
    Metered<std::uint32_t> counts_;
    Metered<std::uint32_t> totals_;  // by attribute
};

}  // namespace entrostream::tree
