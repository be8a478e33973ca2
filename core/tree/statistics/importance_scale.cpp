#include "core/tree/statistics/importance_scale.hpp"

#include <algorithm>
#include <limits>

namespace entrostream::tree {

namespace {

// A number in [0, 1) for each row, by the finaliser of SplitMix64: consecutive rows give bits
// that look independent.
double chance_of(std::uint64_t row) noexcept {
    std::uint64_t bits = (row + 1) * 0x9E3779B97F4A7C15u;
    bits = (bits ^ (bits >> 30)) * 0xBF58476D1CE4E5B9u;
    bits = (bits ^ (bits >> 27)) * 0x94D049BB133111EBu;
    return static_cast<double>((bits ^ (bits >> 31)) >> 11) * 0x1p-53;
}

}  // namespace

std::uint32_t ImportanceScale::units_of_part(double part, std::uint64_t row) const noexcept {
    const double exact = part * static_cast<double>(1u << shift_);
    const auto below = static_cast<std::uint32_t>(exact);
    return below + (chance_of(row) < exact - below ? 1 : 0);
}

std::uint32_t ImportanceScale::refine(std::uint64_t most) noexcept {
    constexpr std::uint64_t room = std::uint64_t{1} << 30;  // half of what a leaf can count
    std::uint32_t by = 0;
    while (!differ_ && by < finest && most << (by + 1) <= room)
        ++by;
    differ_ = true;
    shift_ = static_cast<std::uint8_t>(shift_ + by);
    return by;
}

std::uint64_t ImportanceScale::surplus(double weight) const noexcept {
    constexpr double most = 0x1p40;
    if (!(weight > whole_)) return 0;
    return static_cast<std::uint64_t>(
        std::min((weight / whole_ - 1) * static_cast<double>(1u << shift_), most));
}

std::uint32_t ImportanceScale::surplus_with(double weight) const noexcept {
    constexpr std::uint64_t most = std::numeric_limits<std::uint32_t>::max();
    return static_cast<std::uint32_t>(std::min(surplus_ + surplus(weight), most));
}

bool ImportanceScale::doubles_for(double weight, std::uint64_t counted) noexcept {
    surplus_ = surplus_with(weight);
    if (!is_too_much(surplus_, counted)) return false;
    whole_ *= 2;
    surplus_ = 0;
    return true;
}

}  // namespace entrostream::tree
