// Dense codes for the values of a column, in the order of their first appearance.
//
// Value is a 64-bit word or a run of bytes (std::string_view, copied once for each
// distinct value). Every value is looked up once and every distinct value kept once;
// the codes do not depend on the hash.
#pragma once
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include "core/counts/code.hpp"
#include "core/counts/mixing.hpp"

namespace entrostream {

// Keeps what a table of values refers to. Words are their own values; bytes are
// packed together, because the column they come from may be larger than the cache.
template <class Value>
class ValueKeeper {
  public:
    [[nodiscard]] static Value keep(Value value) noexcept { return value; }
};

template <>
class ValueKeeper<std::string_view> {
  public:
    [[nodiscard]] std::string_view keep(std::string_view bytes) {
        if (bytes.size() > left_) make_room(bytes.size());
        char* place = next_;
        std::copy(bytes.begin(), bytes.end(), place);
        next_ += bytes.size();
        left_ -= bytes.size();
        return {place, bytes.size()};
    }

  private:
    static constexpr std::size_t chunk = 1 << 16;

    void make_room(std::size_t size) {
        left_ = std::max(size, chunk);
        chunks_.push_back(std::make_unique_for_overwrite<char[]>(left_));
        next_ = chunks_.back().get();
    }

    std::vector<std::unique_ptr<char[]>> chunks_;
    char* next_ = nullptr;
    std::size_t left_ = 0;
};

template <class Value>
class ValueCodes {
  public:
    ValueCodes() : places_(smallest) {}

    // Calls `use(row, code)` for the rows 0 .. rows-1, whose values are
    // `value_of(row)`, except those for which `skip(row)` is true. Some rows ahead
    // are hashed and fetched while the others are looked up.
    template <class ValueOf, class Skip, class Use>
    void for_each(std::size_t rows, const ValueOf& value_of, const Skip& skip, Use&& use) {
        std::array<std::uint64_t, ahead> hashes;
        for (std::size_t first = 0; first < rows; first += ahead) {
            const std::size_t size = std::min(ahead, rows - first);
            for (std::size_t i = 0; i < size; ++i) {
                if (skip(first + i)) continue;
                hashes[i] = mix(value_of(first + i));
                __builtin_prefetch(&places_[hashes[i] & mask()]);
            }
            for (std::size_t i = 0; i < size; ++i) {
                if (!skip(first + i)) use(first + i, code(value_of(first + i), hashes[i]));
            }
        }
    }

    [[nodiscard]] Code code(Value value) { return code(value, mix(value)); }

    // The distinct values so far, by code.
    [[nodiscard]] const std::vector<Value>& values() const noexcept { return values_; }

  private:
    // Half of the hash says nearly always whether the values are equal.
    struct Place {
        std::uint32_t tag = 0;
        Code code = no_code;
    };
    static constexpr std::size_t smallest = 256;
    static constexpr std::size_t ahead = 32;

    [[nodiscard]] std::size_t mask() const noexcept { return places_.size() - 1; }
    [[nodiscard]] static std::uint32_t tag_of(std::uint64_t hash) noexcept {
        return static_cast<std::uint32_t>(hash >> 32);
    }

    [[nodiscard]] Code code(Value value, std::uint64_t hash) {
        for (std::size_t place = hash & mask();; place = (place + 1) & mask()) {
            Place& found = places_[place];
            if (found.code == no_code) return add(value, hash, found);
            if (found.tag == tag_of(hash) && values_[found.code] == value) return found.code;
        }
    }

    Code add(Value value, std::uint64_t hash, Place& place) {
        const Code code = next_code(values_.size());
        values_.push_back(keeper_.keep(value));
        place = {tag_of(hash), code};
        if (values_.size() * 2 > places_.size()) grow();
        return code;
    }

    void grow() {
        places_ = std::vector<Place>(places_.size() * 4);
        for (Code code = 0; code < values_.size(); ++code) {
            const std::uint64_t hash = mix(values_[code]);
            std::size_t place = hash & mask();
            while (places_[place].code != no_code) {
                place = (place + 1) & mask();
            }
            places_[place] = {tag_of(hash), code};
        }
    }

    std::vector<Place> places_;  // a power of two of them, at most half full
    std::vector<Value> values_;
    ValueKeeper<Value> keeper_;
};

}  // namespace entrostream
