// The labels that are in a window now, in no order: to go through them without the others.
#pragma once
#include <cstdint>
#include <vector>

namespace entrostream {

// `Entry` names a label; its cell remembers at which `place` it stands here.
template <class Entry>
class LabelsHeld {
  public:
    [[nodiscard]] auto begin() const noexcept { return entries_.begin(); }
    [[nodiscard]] auto end() const noexcept { return entries_.end(); }

    // Returns its place.
    [[nodiscard]] std::uint32_t add(const Entry& entry) {
        entries_.push_back(entry);
        return static_cast<std::uint32_t>(entries_.size() - 1);
    }
    // The last one takes the place: `place_of(entry)` is where its cell remembers it.
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
