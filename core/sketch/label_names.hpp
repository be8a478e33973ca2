// The labels of the keys with the largest counts, in a fixed number of bytes.
//
// A sketch sees keys only; this stores the serialised labels of some of them for `most_common`.
// A label is stored when the count of its key reaches `threshold`. When the bytes are used up, the
// half with the smaller counts is dropped, and the threshold rises above their counts.
#pragma once
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

    friend bool operator==(const LabelName&, const LabelName&) = default;
};

class LabelNames {
  public:
    explicit LabelNames(std::size_t most_bytes) : most_bytes_(most_bytes) {}

    [[nodiscard]] double threshold() const noexcept { return threshold_; }
    void set_threshold(double threshold) noexcept { threshold_ = threshold; }
    void scale(double factor) noexcept { threshold_ *= factor; }
    [[nodiscard]] std::size_t nbytes() const noexcept {
        return arena_.capacity() < sizeof(arena_) ? 0 : arena_.capacity() + 1;
    }

    // Whether the label could ever be stored: half of the bytes are enough for it.
    [[nodiscard]] bool admits(std::string_view text) const noexcept {
        return header + text.size() <= most_bytes_ / 2;
    }
    [[nodiscard]] bool fits(std::string_view text) const noexcept {
        return arena_.size() + header + text.size() < most_bytes_;
    }
    // Precondition: it fits.
    void add(Key key, std::string_view text);
    // Drops labels so that half of the bytes are free: those with the smallest counts, and all
    // with count_of(key) = 0. Sets the threshold above the counts of those dropped.
    template <class CountOf>
    void drop_smaller_half(CountOf&& count_of);

    [[nodiscard]] std::vector<LabelName> all() const;
    void assign(const std::vector<LabelName>& names);
    void clear() noexcept;

  private:
    static constexpr std::size_t header = sizeof(Key) + sizeof(std::uint32_t);
    struct Counted {
        LabelName name;
        double count;
    };
    void keep_largest(std::vector<Counted> counted);

    std::string arena_;  // key, size and bytes of each label, one after the other
    std::size_t most_bytes_;
    double threshold_ = 0.0;
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

}  // namespace entrostream
