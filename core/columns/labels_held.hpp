// The labels currently in a window, in unspecified order, for iteration over these alone.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace entrostream {

// `Entry` identifies a label; its cell stores the label's `place` in this list.
template <class Entry>
class LabelsHeld {
  public:
    [[nodiscard]] auto begin() const noexcept { return entries_.begin(); }
    [[nodiscard]] auto end() const noexcept { return entries_.end(); }

    // Makes room for this many entries; amortised O(1) per entry if called for each.
    void reserve(std::size_t entries) {
        if (entries > entries_.capacity()) {
            entries_.reserve(std::max(entries, 2 * entries_.capacity()));
        }
    }
    // Calls `rename(entry)` for each.
    template <class Rename>
    void rename_all(Rename&& rename) noexcept {
        std::for_each(entries_.begin(), entries_.end(), rename);
    }

    // Returns its place.
    [[nodiscard]] std::uint32_t add(const Entry& entry) {
        entries_.push_back(entry);
        return static_cast<std::uint32_t>(entries_.size() - 1);
    }
    // Moves the last entry to this place; `place_of(entry)` is a reference to its stored place.
    template <class PlaceOf>
    void remove(std::uint32_t place, PlaceOf&& place_of) noexcept {
        const Entry last = entries_.back();
        entries_[place] = last;
        place_of(last) = place;
        entries_.pop_back();
    }

  private:
    std::vector<Entry> entries_;
};

}  // namespace entrostream
