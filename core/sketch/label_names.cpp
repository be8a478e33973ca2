#include "core/sketch/label_names.hpp"

#include <algorithm>
#include <cstring>
#include <functional>
#include <utility>

namespace entrostream {

void LabelNames::add(Key key, std::string_view text) {
    const std::size_t needed = arena_.size() + header + text.size();
    if (needed > arena_.capacity()) {
        // By hand: a string would double beyond the limit. It adds one byte to its capacity.
        std::string larger;
        larger.reserve(std::min(most_bytes_ - 1, 2 * needed));
        larger.append(arena_);
        arena_ = std::move(larger);
    }
    const auto size = static_cast<std::uint32_t>(text.size());
    char fixed[header];
    std::memcpy(fixed, &key, sizeof(key));
    std::memcpy(fixed + sizeof(key), &size, sizeof(size));
    arena_.append(fixed, header);
    arena_.append(text);
}

std::vector<LabelName> LabelNames::all() const {
    std::vector<LabelName> names;
    for (std::size_t at = 0; at < arena_.size();) {
        LabelName& name = names.emplace_back();
        std::uint32_t size = 0;
        std::memcpy(&name.key, arena_.data() + at, sizeof(Key));
        std::memcpy(&size, arena_.data() + at + sizeof(Key), sizeof(size));
        name.text = arena_.substr(at + header, size);
        at += header + size;
    }
    return names;
}

void LabelNames::assign(const std::vector<LabelName>& names) {
    arena_.clear();
    for (const LabelName& name : names) {
        if (fits(name.text)) add(name.key, name.text);
    }
}

void LabelNames::clear() noexcept {
    std::string().swap(arena_);
    threshold_ = 0.0;
}

// The threshold rises even if only labels of keys that are gone were dropped: on a stream of ever
// new labels nearly all events would else store one.
void LabelNames::keep_largest(std::vector<Counted> counted) {
    std::ranges::stable_sort(counted, std::greater<>(), &Counted::count);
    arena_.clear();
    double smallest = 0.0;
    for (const Counted& each : counted) {
        smallest = each.count;
        if (arena_.size() + header + each.name.text.size() > most_bytes_ / 2) break;
        add(each.name.key, each.name.text);
    }
    threshold_ = std::max(1.5 * threshold_, smallest * (1 + 1e-7));
}

}  // namespace entrostream
