#include "core/sketch/label_names.hpp"

#include <algorithm>
#include <cstring>
#include <functional>
#include <iterator>
#include <set>
#include <utility>

namespace entrostream {

void LabelNames::add(Key key, std::string_view text, double excess) {
    const std::size_t needed = arena_.size() + size_of(text, excess);
    if (needed > arena_.capacity()) {
        // By hand: a string would double beyond the limit. It adds one byte to its capacity.
        std::string larger;
        larger.reserve(std::min(most_bytes_ - 1, 2 * needed));
        larger.append(arena_);
        arena_ = std::move(larger);
    }
    const auto append = [this](const auto& value) {
        char bytes[sizeof(value)];
        std::memcpy(bytes, &value, sizeof(value));
        arena_.append(bytes, sizeof(value));
    };
    append(key);
    append(static_cast<std::uint32_t>(text.size()) | (excess > 0.0 ? has_excess : 0));
    if (excess > 0.0) append(excess);
    arena_.append(text);
}

std::vector<LabelName> LabelNames::all() const {
    std::vector<LabelName> names;
    std::size_t at = 0;
    const auto read = [&](auto& value) {
        std::memcpy(&value, arena_.data() + at, sizeof(value));
        at += sizeof(value);
    };
    while (at < arena_.size()) {
        LabelName& name = names.emplace_back();
        std::uint32_t size = 0;
        read(name.key);
        read(size);
        if ((size & has_excess) != 0) read(name.excess);
        name.text = arena_.substr(at, size & ~has_excess);
        at += name.text.size();
    }
    return names;
}

void LabelNames::assign(const std::vector<LabelName>& names) {
    arena_.clear();
    for (const LabelName& name : names) {
        if (fits(name.text, name.excess)) add(name.key, name.text, name.excess);
    }
}

void LabelNames::clear() noexcept {
    std::string().swap(arena_);
    threshold_ = 0.0;
    cut_ = {};
}

void LabelNames::scale(double factor) {
    threshold_ *= factor;
    cut_.count *= factor;
    std::vector<LabelName> names = all();
    for (LabelName& name : names) {
        name.excess *= factor;
    }
    assign(names);
}

std::vector<RankedName> LabelNames::united(std::vector<RankedName> a, std::vector<RankedName> b) {
    std::ranges::move(b, std::back_inserter(a));
    std::ranges::sort(a, std::greater<>(), &RankedName::rank);
    std::set<Key> seen;
    std::erase_if(a, [&](const RankedName& each) { return !seen.insert(each.rank.key).second; });
    return a;
}

// The threshold rises even if only labels of keys that are gone were dropped: on a stream of ever
// new labels nearly all events would else store one.
void LabelNames::keep_largest(std::vector<Counted> counted) {
    std::ranges::stable_sort(counted, std::greater<>(), &Counted::count);
    arena_.clear();
    double smallest = 0.0;
    for (const Counted& each : counted) {
        smallest = each.count;
        const LabelName& name = each.name;
        if (arena_.size() + size_of(name.text, name.excess) > most_bytes_ / 2) break;
        add(name.key, name.text, name.excess);
    }
    threshold_ = std::max(1.5 * threshold_, smallest * (1 + 1e-7));
}

}  // namespace entrostream
