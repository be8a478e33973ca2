// Dense codes for pairs of codes: which number a pair (x, y) has, and which pair a number.
//
// Sparse: memory in the pairs known, whatever the numbers of x and y. A pair stays
// known until the owner of the codes throws it out.
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
    // For pairs that are soon to be found: fetches where to look.
    void prefetch(CodePair pair) const noexcept { index_.prefetch(hash(pair)); }
    // The code of a pair that `find` did not find. Nothing changed if memory runs out.
    Code add(CodePair pair);

    // The same without the pairs thrown out; the others move up.
    [[nodiscard]] PairCodes renumbered(const Renumbering& to, std::size_t kept) const;
    // The same pairs, their x or y under new codes; none of these may be thrown out.
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
