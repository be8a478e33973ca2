// From a hash to a code: the index of every table of labels.
//
// Open addressing over 32-bit codes, at most a quarter full, because a
// mispredicted probe costs more than the memory saves (measured: 3 ns at two
// thirds full). Keys and hashes stay with the owner of the codes; equality is
// the caller's. Only the newest codes can be erased; otherwise the owner rebuilds.
#pragma once
#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/counts/code.hpp"

namespace entrostream {

class HashIndex {
  public:
    HashIndex() : places_(at_first, no_code) {}

    // The first code met on the hash's path for which `matches(code)` is true,
    // or no_code.
    template <class Matches>
    [[nodiscard]] Code find(std::uint64_t hash, Matches&& matches) const {
        for (Path path(hash, mask());; path.next()) {
            const Code code = places_[path.place];
            if (code == no_code || matches(code)) return code;
        }
    }

    // Fetches the first place of the hash's path, for a `find` soon.
    void prefetch(std::uint64_t hash) const noexcept {
        __builtin_prefetch(&places_[hash & mask()]);
    }

    // What is there: the code of a hash, mostly, or no_code.
    [[nodiscard]] Code first(std::uint64_t hash) const noexcept { return places_[hash & mask()]; }

    // Adds a code that `find` did not meet; `hash_of(code)` is asked again when
    // the index grows. Codes are dense: `code` is also how many there were.
    template <class HashOf>
    void add(Code code, HashOf&& hash_of) {
        if ((static_cast<std::size_t>(code) + 1) * 4 > places_.size()) {
            rebuild(code, hash_of);
        }
        put(code, hash_of(code));
    }

    // Indexes the codes 0 .. size-1 afresh, with room to double.
    template <class HashOf>
    void rebuild(Code size, HashOf&& hash_of) {
        rebuild(size, static_cast<std::size_t>(size) * 2, hash_of);
    }

    // Erases a code, which must be the newest, and its hash. Codes are put in ascending order,
    // so no path of another one leads over its place.
    void erase_newest(Code code, std::uint64_t hash) noexcept {
        Path path(hash, mask());
        while (places_[path.place] != code) {
            path.next();
        }
        places_[path.place] = no_code;
    }
    // Erases all codes; keeps the memory.
    void clear() noexcept { std::fill(places_.begin(), places_.end(), no_code); }

    // Room for so many codes, of which the first `size` are there.
    template <class HashOf>
    void reserve(std::size_t codes, Code size, HashOf&& hash_of) {
        if (codes * 4 > places_.size()) rebuild(size, codes, hash_of);
    }

  private:
    template <class HashOf>
    void rebuild(Code size, std::size_t codes, HashOf&& hash_of) {
        places_ = std::vector<Code>(std::bit_ceil(std::max(smallest, codes * 4)), no_code);
        for (Code code = 0; code < size; ++code) {
            put(code, hash_of(code));
        }
    }

    // A tree has a table for every attribute, most of them with a few values: up to four labels
    // take 64 bytes, more of them 256 and up.
    static constexpr std::size_t at_first = 16;
    static constexpr std::size_t smallest = 64;

    // A walk that in the end visits every place: all bits of the hash take part,
    // so that hashes that agree in their low bits part soon.
    struct Path {
        Path(std::uint64_t hash, std::uint64_t mask)
            : place(hash & mask), rest(hash), mask_(mask) {}
        void next() {
            rest >>= 5;
            place = (place * 5 + rest + 1) & mask_;
        }
        std::uint64_t place;
        std::uint64_t rest;

      private:
        std::uint64_t mask_;
    };

    [[nodiscard]] std::uint64_t mask() const noexcept { return places_.size() - 1; }

    void put(Code code, std::uint64_t hash) {
        Path path(hash, mask());
        while (places_[path.place] != no_code) {
            path.next();
        }
        places_[path.place] = code;
    }

    std::vector<Code> places_;  // a power of two of them
};

}  // namespace entrostream
