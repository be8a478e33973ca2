#include "core/tables/pair_codes.hpp"

#include <utility>

namespace entrostream {

Code PairCodes::add(CodePair pair) {
    const Code code = next_code(pairs_.size());
    pairs_.push_back(pair);
    try {
        index_.add(code, [&](Code of) { return hash(pairs_[of]); });
    } catch (...) {
        pairs_.pop_back();
        throw;
    }
    return code;
}

PairCodes::PairCodes(std::vector<CodePair> pairs) : pairs_(std::move(pairs)) {
    index_.rebuild(static_cast<Code>(pairs_.size()), [&](Code of) { return hash(pairs_[of]); });
}

PairCodes PairCodes::renumbered(const Renumbering& to, std::size_t new_size) const {
    std::vector<CodePair> pairs(new_size);
    for (std::size_t code = 0; code < to.size(); ++code) {
        if (to[code] != no_code) pairs[to[code]] = pairs_[code];
    }
    return PairCodes(std::move(pairs));
}

PairCodes PairCodes::with_x(const Renumbering& to) const {
    std::vector<CodePair> pairs = pairs_;
    for (CodePair& pair : pairs) {
        pair.x = to[pair.x];
    }
    return PairCodes(std::move(pairs));
}

PairCodes PairCodes::with_y(const Renumbering& to) const {
    std::vector<CodePair> pairs = pairs_;
    for (CodePair& pair : pairs) {
        pair.y = to[pair.y];
    }
    return PairCodes(std::move(pairs));
}

}  // namespace entrostream
