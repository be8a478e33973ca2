// How often an attribute was missing with each class: allocated when something first is.
//
// What a class has of an attribute is what it has in all, less this. Most leaves never
// miss anything, and pay one test.
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>

#include "core/tree/example.hpp"
#include "core/tree/halving.hpp"
#include "core/tree/metered.hpp"
#include "core/tree/schema.hpp"

namespace entrostream::tree {

class Gaps {
  public:
    explicit Gaps(Meter& meter)
        : counts_(MeteredAllocator<std::uint32_t>(meter)), gappy_(counts_.get_allocator()) {}

    [[nodiscard]] bool any() const noexcept { return !counts_.empty(); }
    // Whether the attribute of this number was ever missing.
    [[nodiscard]] bool is_gappy(std::uint32_t number) const noexcept {
        return any() && gappy_[number] != 0;
    }
    // How often the attribute was missing, by class. Precondition: any().
    [[nodiscard]] const std::uint32_t* missing(std::uint32_t number) const {
        return counts_.data() + std::size_t{number} * classes_;
    }

    void learn(const Schema& schema, const Example& example);

    // After the schema grew by attributes: those were missing in all that came before.
    void add_attributes(const Schema& schema, std::uint32_t before,
                        std::span<const std::uint32_t> class_counts);
    void grow_classes(const Schema& schema);
    [[nodiscard]] std::size_t growth(const Schema& schema, const Example& example) const;
    [[nodiscard]] std::size_t bytes() const noexcept {
        return taken_by(counts_) + taken_by(gappy_);
    }
    void clear();
    // The counts of an attribute come first in the sum that makes up its classes.
    [[nodiscard]] ClassHalving halving(const Schema& schema, std::uint32_t number) const;
    // After the attributes' own counts, which need those of before.
    void halve() noexcept;
    // Whether no attribute was missing more often with a class than the class came.
    [[nodiscard]] bool fits(std::span<const std::uint32_t> class_counts) const;

    template <class Archive>
    void visit(Archive& archive, const Schema& schema) {
        bool there = any();
        archive.flag(there);
        if (!there) return;
        if (archive.reading) make(schema);
        archive.counts(counts_, counts_.size());
        for (std::uint8_t& gappy : gappy_)
            archive.bit(gappy);
    }

  private:
    void make(const Schema& schema);

    std::uint32_t classes_ = 0;
    Metered<std::uint32_t> counts_;
    Metered<std::uint8_t> gappy_;  // by attribute
};

}  // namespace entrostream::tree
