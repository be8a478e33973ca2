// Dense codes for runs of bytes, strings above all, in the order of their first appearance.
//
// A lookup of a short run, of fifteen bytes or less, is one look at one place; a long run
// is compared with the copy that is kept of each distinct one. The codes do not depend
// on the hash.
#pragma once
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include "core/counts/code.hpp"
#include "core/counts/mixing.hpp"
#include "core/counts/short_key.hpp"

namespace entrostream {

// Keeps copies of runs of bytes, packed together, because the column they come from may
// be larger than the cache and gone before they are.
class ByteKeeper {
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

class ByteCodes {
  public:
    ByteCodes() : places_(smallest) {}

    // Calls `use(row, code)` for the rows 0 .. rows-1, which are `bytes_of(row)`, except
    // those for which `skip(row)` is true. Some rows ahead are hashed and fetched while
    // the others are looked up.
    template <class BytesOf, class Skip, class Use>
    void for_each(std::size_t rows, const BytesOf& bytes_of, const Skip& skip, Use&& use) {
        std::array<ShortKey, ahead> keys;
        std::array<std::uint64_t, ahead> hashes;
        for (std::size_t first = 0; first < rows; first += ahead) {
            const std::size_t size = std::min(ahead, rows - first);
            bool any_long = false;
            for (std::size_t i = 0; i < size; ++i) {
                if (skip(first + i)) continue;
                keys[i] = key_of(bytes_of(first + i));
                hashes[i] = mix(keys[i]);
                any_long |= is_long(keys[i]);
                __builtin_prefetch(&places_[hashes[i] & mask()]);
            }
            for (std::size_t i = 0; any_long && i < size; ++i) {
                if (!skip(first + i)) __builtin_prefetch(places_[hashes[i] & mask()].kept);
            }
            for (std::size_t i = 0; i < size; ++i) {
                if (skip(first + i)) continue;
                use(first + i, code(keys[i], hashes[i], [&] { return bytes_of(first + i); }));
            }
        }
    }

    [[nodiscard]] Code code(std::string_view bytes) {
        const Bytes run{bytes.data(), bytes.size(), bytes.size()};
        const ShortKey key = key_of(run);
        return code(key, mix(key), [&] { return run; });
    }

    // The distinct runs so far, by code.
    [[nodiscard]] const std::vector<std::string_view>& values() const noexcept { return values_; }

  private:
    // Two to a cache line, so that one fetch gets the whole of it.
    struct alignas(32) Place {
        ShortKey key;
        const char* kept = nullptr;
        Code code = no_code;
    };
    static constexpr std::size_t smallest = 256;
    static constexpr std::size_t ahead = 32;

    [[nodiscard]] std::size_t mask() const noexcept { return places_.size() - 1; }

    template <class ThisRun>
    [[nodiscard]] Code code(const ShortKey& key, std::uint64_t hash, const ThisRun& this_run) {
        for (std::size_t place = hash & mask();; place = (place + 1) & mask()) {
            Place& found = places_[place];
            if (found.key == key) {
                if (!is_long(key) || is_kept(found, this_run().view())) return found.code;
            } else if (found.code == no_code) {
                return add(key, this_run().view(), found);
            }
        }
    }

    // Runs with the same key are of one size.
    [[nodiscard]] static bool is_kept(const Place& place, std::string_view bytes) noexcept {
        return std::memcmp(place.kept, bytes.data(), bytes.size()) == 0;
    }

    Code add(const ShortKey& key, std::string_view bytes, Place& place) {
        const Code code = next_code(values_.size());
        values_.push_back(keeper_.keep(bytes));
        place = {key, values_.back().data(), code};
        if (values_.size() * 2 > places_.size()) grow();
        return code;
    }

    void grow() {
        const std::vector<Place> before =
            std::exchange(places_, std::vector<Place>(places_.size() * 4));
        for (const Place& old : before) {
            if (old.code == no_code) continue;
            std::size_t place = mix(old.key) & mask();
            while (places_[place].code != no_code) {
                place = (place + 1) & mask();
            }
            places_[place] = old;
        }
    }

    std::vector<Place> places_;  // a power of two of them, at most half full
    std::vector<std::string_view> values_;
    ByteKeeper keeper_;
};

}  // namespace entrostream
