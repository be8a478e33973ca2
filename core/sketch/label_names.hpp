// The labels of the keys with the largest counts, in a fixed number of bytes.
//
// A sketch sees keys only; this stores the serialised labels of some of them for `most_common`.
// A label is stored when the count of its key reaches `threshold`. When the bytes are used up, the
// half with the smaller counts is dropped, and the threshold rises above their counts.
//
// When parts merge, the labels with the largest counts in any one part stay, as many as fit. A rank
// by the sum of all counts would depend on the order: what is small in the first two parts, and
// dropped, may be large in all. The largest count is known whatever was dropped before: of two
// merged parts either both rank a label below what did not fit, `cut`, or one has stored it. So the
// labels stored after merging do not depend on the order and grouping of the parts.
#pragma once
#include <algorithm>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/sketch/key.hpp"

namespace entrostream {

// Where a bulk call gets the serialised label of one of its rows.
class LabelSource {
  public:
    virtual ~LabelSource() = default;
    [[nodiscard]] virtual std::string label(std::size_t row) const = 0;
};

struct LabelName {
    Key key = 0;
    std::string text;
    double excess = 0.0;  // of the count over the largest in one of the merged parts

    friend bool operator==(const LabelName&, const LabelName&) = default;
};

// The largest count in one part; equal ones by their keys.
struct NameRank {
    double count = 0.0;
    Key key = 0;

    friend auto operator<=>(const NameRank&, const NameRank&) = default;
};

struct RankedName {
    NameRank rank;
    std::string text;
};

class LabelNames {
  public:
    explicit LabelNames(std::size_t most_bytes) : most_bytes_(most_bytes) {}

    [[nodiscard]] double threshold() const noexcept { return threshold_; }
    void set_threshold(double threshold) noexcept { threshold_ = threshold; }
    // No label with this rank or a lower one is taken over from another part.
    [[nodiscard]] const NameRank& cut() const noexcept { return cut_; }
    void set_cut(const NameRank& cut) noexcept { cut_ = cut; }
    void scale(double factor);
    [[nodiscard]] std::size_t nbytes() const noexcept {
        return arena_.capacity() < sizeof(arena_) ? 0 : arena_.capacity() + 1;
    }

    // Whether the label could ever be stored: half of the bytes are enough for it.
    [[nodiscard]] bool admits(std::string_view text) const noexcept {
        return size_of(text) <= most_bytes_ / 2;
    }
    [[nodiscard]] bool fits(std::string_view text, double excess = 0.0) const noexcept {
        return arena_.size() + size_of(text, excess) < most_bytes_;
    }
    // Precondition: it fits.
    void add(Key key, std::string_view text, double excess = 0.0);
    // Drops labels so that half of the bytes are free: those with the smallest counts, and all
    // with count_of(key) = 0. Sets the threshold above the counts of those dropped.
    template <class CountOf>
    void drop_smaller_half(CountOf&& count_of);

    // The labels with their ranks for a merge.
    template <class CountOf>
    [[nodiscard]] std::vector<RankedName> ranked(CountOf&& count_of) const;
    // Replaces the labels by those of two parts, this and `other`, with the largest ranks.
    // count_of(key) is that of both parts together; keys without a count leave.
    template <class CountOf>
    void merge(std::vector<RankedName> own, std::vector<RankedName> others, const LabelNames& other,
               CountOf&& count_of);

    [[nodiscard]] std::vector<LabelName> all() const;
    void assign(const std::vector<LabelName>& names);
    void clear() noexcept;

  private:
    // Of a stored label: key, size, the excess if it is not 0, text.
    static constexpr std::size_t header = sizeof(Key) + sizeof(std::uint32_t);
    static constexpr std::uint32_t has_excess = std::uint32_t{1} << 31;  // in the size
    [[nodiscard]] static std::size_t size_of(std::string_view text, double excess = 0.0) noexcept {
        return header + (excess > 0.0 ? sizeof(excess) : 0) + text.size();
    }
    struct Counted {
        LabelName name;
        double count;
    };
    void keep_largest(std::vector<Counted> counted);
    // Sorted by decreasing rank; of equal keys the largest.
    [[nodiscard]] static std::vector<RankedName> united(std::vector<RankedName> a,
                                                        std::vector<RankedName> b);

    std::string arena_;  // the labels, one after the other
    std::size_t most_bytes_;
    double threshold_ = 0.0;
    NameRank cut_;
};

template <class CountOf>
void LabelNames::drop_smaller_half(CountOf&& count_of) {
    std::vector<Counted> counted;
    for (LabelName& name : all()) {
        const double count = count_of(name.key);
        if (count > 0.0) counted.push_back({std::move(name), count});
    }
    keep_largest(std::move(counted));
}

template <class CountOf>
std::vector<RankedName> LabelNames::ranked(CountOf&& count_of) const {
    std::vector<RankedName> names;
    for (LabelName& name : all()) {
        const double count = std::max(0.0, count_of(name.key) - name.excess);
        names.push_back({{count, name.key}, std::move(name.text)});
    }
    return names;
}

template <class CountOf>
void LabelNames::merge(std::vector<RankedName> own, std::vector<RankedName> others,
                       const LabelNames& other, CountOf&& count_of) {
    arena_.clear();
    threshold_ = std::max(threshold_, other.threshold_);
    cut_ = std::max(cut_, other.cut_);
    for (const RankedName& each : united(std::move(own), std::move(others))) {
        const double count = count_of(each.rank.key);
        if (count <= 0.0) continue;
        if (each.rank <= cut_) break;
        const double excess = std::max(0.0, count - each.rank.count);
        if (!fits(each.text, excess)) {
            cut_ = each.rank;
            break;
        }
        add(each.rank.key, each.text, excess);
    }
}

}  // namespace entrostream
