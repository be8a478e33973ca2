// Dictionary-encodes byte strings: dense codes in order of first appearance.
//
// Looking up a short string, of fifteen bytes or fewer, usually takes one probe; a long
// string is compared with the stored copy. The codes do not depend on the hash.
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

// An arena for copies of byte strings: the source column may exceed the CPU cache and be
// freed before its dictionary.
class ByteKeeper {
  public:
    [[nodiscard]] std::string_view keep(std::string_view bytes) {
        if (bytes.size() > left_) make_room(bytes.size());
        char* slot = next_;
        std::copy(bytes.begin(), bytes.end(), slot);
        next_ += bytes.size();
        left_ -= bytes.size();
        return {slot, bytes.size()};
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
    ByteCodes() : slots_(smallest) {}

    // Calls `use(row, code)` for rows 0 .. rows-1, whose values are `bytes_of(row)`, except
    // those for which `skip(row)` is true. A batch of rows is hashed and prefetched before
    // it is looked up.
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
                __builtin_prefetch(&slots_[hashes[i] & mask()]);
            }
            for (std::size_t i = 0; any_long && i < size; ++i) {
                if (!skip(first + i)) __builtin_prefetch(slots_[hashes[i] & mask()].bytes);
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

    // The distinct strings so far, by code.
    [[nodiscard]] const std::vector<std::string_view>& values() const noexcept { return values_; }

  private:
    // Two per cache line, so that one fetch loads a whole entry.
    struct alignas(32) Slot {
        ShortKey key;
        const char* bytes = nullptr;
        Code code = no_code;
    };
    static constexpr std::size_t smallest = 256;
    static constexpr std::size_t ahead = 32;

    [[nodiscard]] std::size_t mask() const noexcept { return slots_.size() - 1; }

    template <class ThisRun>
    [[nodiscard]] Code code(const ShortKey& key, std::uint64_t hash, const ThisRun& this_run) {
        for (std::size_t slot = hash & mask();; slot = (slot + 1) & mask()) {
            Slot& found = slots_[slot];
            if (found.key == key) {
                if (!is_long(key) || holds_bytes(found, this_run().view())) return found.code;
            } else if (found.code == no_code) {
                return add(key, this_run().view(), found);
            }
        }
    }

    // Strings with the same key have the same size.
    [[nodiscard]] static bool holds_bytes(const Slot& slot, std::string_view bytes) noexcept {
        return std::memcmp(slot.bytes, bytes.data(), bytes.size()) == 0;
    }

    Code add(const ShortKey& key, std::string_view bytes, Slot& slot) {
        const Code code = next_code(values_.size());
        values_.push_back(keeper_.keep(bytes));
        slot = {key, values_.back().data(), code};
        if (values_.size() * 2 > slots_.size()) grow();
        return code;
    }

    void grow() {
        const std::vector<Slot> before =
            std::exchange(slots_, std::vector<Slot>(slots_.size() * 4));
        for (const Slot& old : before) {
            if (old.code == no_code) continue;
            std::size_t slot = mix(old.key) & mask();
            while (slots_[slot].code != no_code) {
                slot = (slot + 1) & mask();
            }
            slots_[slot] = old;
        }
    }

    std::vector<Slot> slots_;  // size is a power of two; at most half full
    std::vector<std::string_view> values_;
    ByteKeeper keeper_;
};

}  // namespace entrostream
