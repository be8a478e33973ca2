// Dictionary encoding of pairs of codes: maps pairs (x, y) to dense codes and back.
//
// Sparse: memory is proportional to the known pairs, whatever the numbers of x and y. A pair
// stays known until the owner of the codes removes it.
#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/counts/code.hpp"
#include "core/counts/code_pair.hpp"
#include "core/counts/hash_index.hpp"
#include "core/counts/mixing.hpp"

namespace entrostream {

class PairCodes {
  public:
    PairCodes() = default;

    [[nodiscard]] std::size_t size() const noexcept { return pairs_.size(); }
    [[nodiscard]] CodePair operator[](Code code) const noexcept { return pairs_[code]; }

    // The pair's code, or no_code.
    [[nodiscard]] Code find(CodePair pair) const noexcept {
        return index_.find(hash(pair), [&](Code met) { return pairs_[met] == pair; });
    }
    // Prefetches the hash bucket of a pair that `find` will look up soon.
    void prefetch(CodePair pair) const noexcept { index_.prefetch(hash(pair)); }
    // Adds a pair that `find` did not find and returns its code. Nothing has changed if memory runs
    // out.
    Code add(CodePair pair);

    // The same without the removed pairs; the others get new codes.
    [[nodiscard]] PairCodes renumbered(const Renumbering& to, std::size_t new_size) const;
    // The same pairs with new codes of x or y. Precondition: none of these is removed.
    [[nodiscard]] PairCodes with_x(const Renumbering& to) const;
    [[nodiscard]] PairCodes with_y(const Renumbering& to) const;

  private:
    explicit PairCodes(std::vector<CodePair> pairs);
    [[nodiscard]] static std::uint64_t hash(CodePair pair) noexcept {
        return mix(std::uint64_t{pair.x} << 32 | pair.y);
    }

    std::vector<CodePair> pairs_;  // by code
    HashIndex index_;
};

}  // namespace entrostream
