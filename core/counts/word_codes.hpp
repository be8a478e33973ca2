// Dictionary-encodes the 64-bit words of a column: dense codes in order of first appearance.
//
// Every word is looked up once and every distinct word stored once; the codes do not
// depend on the hash.
#pragma once
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/counts/code.hpp"
#include "core/counts/mixing.hpp"

namespace entrostream {

class WordCodes {
  public:
    WordCodes() : slots_(smallest) {}

    // Calls `use(row, code)` for rows 0 .. rows-1, whose words are `word_of(row)`, except
    // those for which `skip(row)` is true. A batch of rows is hashed and prefetched before
    // it is looked up.
    template <class WordOf, class Skip, class Use>
    void for_each(std::size_t rows, const WordOf& word_of, const Skip& skip, Use&& use) {
        std::array<std::uint64_t, ahead> words;
        std::array<std::uint64_t, ahead> hashes;
        for (std::size_t first = 0; first < rows; first += ahead) {
            const std::size_t size = std::min(ahead, rows - first);
            for (std::size_t i = 0; i < size; ++i) {
                if (skip(first + i)) continue;
                words[i] = word_of(first + i);
                hashes[i] = mix(words[i]);
                __builtin_prefetch(&slots_[hashes[i] & mask()]);
            }
            for (std::size_t i = 0; i < size; ++i) {
                if (!skip(first + i)) use(first + i, code(words[i], hashes[i]));
            }
        }
    }

    [[nodiscard]] Code code(std::uint64_t word) { return code(word, mix(word)); }

    // The distinct words so far, by code.
    [[nodiscard]] const std::vector<std::uint64_t>& values() const noexcept { return values_; }

  private:
    // The tag, half of the hash, nearly always decides whether the words are equal.
    struct Slot {
        std::uint32_t tag = 0;
        Code code = no_code;
    };
    static constexpr std::size_t smallest = 256;
    static constexpr std::size_t ahead = 32;

    [[nodiscard]] std::size_t mask() const noexcept { return slots_.size() - 1; }
    [[nodiscard]] static std::uint32_t tag_of(std::uint64_t hash) noexcept {
        return static_cast<std::uint32_t>(hash >> 32);
    }

    [[nodiscard]] Code code(std::uint64_t word, std::uint64_t hash) {
        for (std::size_t slot = hash & mask();; slot = (slot + 1) & mask()) {
            Slot& found = slots_[slot];
            if (found.code == no_code) return add(word, hash, found);
            if (found.tag == tag_of(hash) && values_[found.code] == word) return found.code;
        }
    }

    Code add(std::uint64_t word, std::uint64_t hash, Slot& slot) {
        const Code code = next_code(values_.size());
        values_.push_back(word);
        slot = {tag_of(hash), code};
        if (values_.size() * 2 > slots_.size()) grow();
        return code;
    }

    void grow() {
        slots_ = std::vector<Slot>(slots_.size() * 4);
        for (Code code = 0; code < values_.size(); ++code) {
            const std::uint64_t hash = mix(values_[code]);
            std::size_t slot = hash & mask();
            while (slots_[slot].code != no_code) {
                slot = (slot + 1) & mask();
            }
            slots_[slot] = {tag_of(hash), code};
        }
    }

    std::vector<Slot> slots_;  // size is a power of two; at most half full
    std::vector<std::uint64_t> values_;
};

}  // namespace entrostream
