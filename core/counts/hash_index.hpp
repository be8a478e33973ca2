// Maps a hash to a code: the index of every label table.
//
// Open addressing over 32-bit codes, at most a quarter full, because a mispredicted probe
// costs more than the saved memory is worth (measured: 3 ns at two thirds full). The owner
// of the codes stores keys and hashes; the caller supplies equality. Only the newest codes
// can be erased; otherwise the owner rebuilds.
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
    HashIndex() : slots_(at_first, no_code) {}

    // The first code on the hash's probe path for which `matches(code)` is true, or no_code.
    template <class Matches>
    [[nodiscard]] Code find(std::uint64_t hash, Matches&& matches) const {
        for (Path path(hash, mask());; path.next()) {
            const Code code = slots_[path.slot];
            if (code == no_code || matches(code)) return code;
        }
    }

    // Prefetches the first slot of the hash's probe path, for a later `find`.
    void prefetch(std::uint64_t hash) const noexcept { __builtin_prefetch(&slots_[hash & mask()]); }

    // The content of the first slot: usually the code of this hash, or no_code.
    [[nodiscard]] Code first(std::uint64_t hash) const noexcept { return slots_[hash & mask()]; }

    // Adds a code that `find` did not find; `hash_of(code)` is called again when the index
    // grows. Codes are dense: `code` is also the number of codes before the call.
    template <class HashOf>
    void add(Code code, HashOf&& hash_of) {
        if ((static_cast<std::size_t>(code) + 1) * 4 > slots_.size()) {
            rebuild(code, hash_of);
        }
        put(code, hash_of(code));
    }

    // Rebuilds the index of the codes 0 .. size-1, with room to double.
    template <class HashOf>
    void rebuild(Code size, HashOf&& hash_of) {
        rebuild(size, static_cast<std::size_t>(size) * 2, hash_of);
    }

    // Erases a code, which must be the newest. Codes are inserted in ascending order, so no
    // other code's probe path passes through its slot.
    void erase_newest(Code code, std::uint64_t hash) noexcept {
        Path path(hash, mask());
        while (slots_[path.slot] != code) {
            path.next();
        }
        slots_[path.slot] = no_code;
    }
    // Erases all codes but does not free memory.
    void clear() noexcept { std::fill(slots_.begin(), slots_.end(), no_code); }

    // Makes room for `codes` codes, of which the first `size` are already present.
    template <class HashOf>
    void reserve(std::size_t codes, Code size, HashOf&& hash_of) {
        if (codes * 4 > slots_.size()) rebuild(size, codes, hash_of);
    }

  private:
    template <class HashOf>
    void rebuild(Code size, std::size_t codes, HashOf&& hash_of) {
        slots_ = std::vector<Code>(std::bit_ceil(std::max(smallest, codes * 4)), no_code);
        for (Code code = 0; code < size; ++code) {
            put(code, hash_of(code));
        }
    }

    // A tree has a table per attribute, most of them with a few values: up to four labels take
    // 64 bytes, more labels 256 and up.
    static constexpr std::size_t at_first = 16;
    static constexpr std::size_t smallest = 64;

    // A probe sequence that eventually visits every slot. It uses all bits of the hash, so that
    // hashes with equal low bits soon diverge.
    struct Path {
        Path(std::uint64_t hash, std::uint64_t mask) : slot(hash & mask), rest(hash), mask_(mask) {}
        void next() {
            rest >>= 5;
            slot = (slot * 5 + rest + 1) & mask_;
        }
        std::uint64_t slot;
        std::uint64_t rest;

      private:
        std::uint64_t mask_;
    };

    [[nodiscard]] std::uint64_t mask() const noexcept { return slots_.size() - 1; }

    void put(Code code, std::uint64_t hash) {
        Path path(hash, mask());
        while (slots_[path.slot] != no_code) {
            path.next();
        }
        slots_[path.slot] = code;
    }

    std::vector<Code> slots_;  // size is a power of two
};

}  // namespace entrostream
