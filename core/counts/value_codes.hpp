// Dense codes for the values of a column, in the order of their first appearance.
//
// Value is a 64-bit word or a run of bytes (std::string_view, not copied: the
// bytes must outlive this). Every value is looked up once and every distinct
// value kept once; the codes do not depend on the hash.
#pragma once
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "core/counts/code.hpp"
#include "core/counts/mixing.hpp"

namespace entrostream {

template <class Value>
class ValueCodes {
  public:
    ValueCodes() : places_(smallest) {}

    [[nodiscard]] Code code(Value value) {
        const std::uint64_t hash = mix(value);
        for (std::size_t place = hash & mask();; place = (place + 1) & mask()) {
            Place& found = places_[place];
            if (found.code == no_code) return add(value, hash, found);
            if (found.hash == hash && values_[found.code] == value) return found.code;
        }
    }

    // The distinct values so far, by code.
    [[nodiscard]] const std::vector<Value>& values() const noexcept { return values_; }

  private:
    struct Place {
        std::uint64_t hash = 0;
        Code code = no_code;
    };
    static constexpr std::size_t smallest = 256;

    [[nodiscard]] std::size_t mask() const noexcept { return places_.size() - 1; }

    Code add(Value value, std::uint64_t hash, Place& place) {
        const Code code = next_code(values_.size());
        values_.push_back(value);
        place = {hash, code};
        if (values_.size() * 2 > places_.size()) grow();
        return code;
    }

    void grow() {
        const std::vector<Place> before = std::move(places_);
        places_ = std::vector<Place>(before.size() * 4);
        for (const Place& old : before) {
            if (old.code == no_code) continue;
            std::size_t place = old.hash & mask();
            while (places_[place].code != no_code) {
                place = (place + 1) & mask();
            }
            places_[place] = old;
        }
    }

    std::vector<Place> places_;  // a power of two of them, at most half full
    std::vector<Value> values_;
};

}  // namespace entrostream
