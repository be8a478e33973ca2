#include "core/sketch/clifford_cosma.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

#include "core/counts/require.hpp"
#include "core/math/double_logs.hpp"
#include "core/math/natural_exp.hpp"
#include "core/sketch/register_kernels.hpp"
#include "core/sketch/require_memory.hpp"
#include "core/sketch/stable_variates.hpp"
#include "core/sketch/variate_block.hpp"

namespace entrostream {

namespace {

// Fewer, and the series of the bias is too short.
constexpr std::size_t least_registers = detail::variates;
constexpr std::size_t most_registers = std::size_t{1} << 30;
constexpr std::size_t batch = 65536;

// Weights sum to less than 2^53, and no variate is below -2^52.
constexpr double most_value = 0x1p105;

bool is_possible(double value) noexcept {
    return std::abs(value) <= most_value;
}

}  // namespace

std::size_t CliffordCosma::min_memory() noexcept {
    return sizeof(CliffordCosma) + least_registers * sizeof(double);
}

void CliffordCosma::require_enough() const {
    require_memory(name, memory_, min_memory());
}

// Whole blocks of variates.
std::size_t CliffordCosma::registers() const noexcept {
    const std::size_t fit = (memory_ - sizeof(CliffordCosma)) / sizeof(double);
    return std::min(most_registers, fit / detail::variates * detail::variates);
}

std::size_t CliffordCosma::nbytes() const noexcept {
    return sizeof(CliffordCosma) + registers_.capacity() * sizeof(double);
}

// ------------------------------------------------------------------ events

void CliffordCosma::require_room(double weight) const {
    if (!(n_ + weight < most_weight))
        throw std::overflow_error("the weights of a sketch must sum to less than 2^53");
}

void CliffordCosma::allocate() {
    if (registers_.empty()) registers_ = std::vector<double>(registers());
}

void CliffordCosma::push(Key key, double weight) noexcept {
    const auto* kernels = detail::vector_kernels();
    const auto write = kernels != nullptr ? kernels->write_block : detail::write_block;
    detail::VariateBlock block;
    Key ahead = key;
    for (std::span<double> left = registers_; !left.empty();) {
        write(ahead, block);
        const std::size_t size = std::min(left.size(), block.at.size());
        for (std::size_t i = 0; i < size; ++i) {
            left[i] += weight * static_cast<double>(block.at[i]);
        }
        left = left.subspan(size);
        ahead = detail::key_ahead(ahead, detail::block_keys);
    }
}

void CliffordCosma::add(Key key, double weight) {
    require_room(weight);
    allocate();
    push(key, weight);
    n_ += weight;
    note(weight);
}

void CliffordCosma::add_many(std::span<const Key> keys) {
    require_room(static_cast<double>(keys.size()));
    if (keys.empty()) return;
    std::vector<Key> sorted(std::min(keys.size(), batch));
    allocate();
    for (std::size_t start = 0; start < keys.size(); start += batch) {
        const std::span<const Key> part = keys.subspan(start, std::min(batch, keys.size() - start));
        const auto end = std::copy(part.begin(), part.end(), sorted.begin());
        std::sort(sorted.begin(), end);
        for (auto run = sorted.begin(); run != end;) {
            const auto next = std::upper_bound(run, end, *run);
            push(*run, static_cast<double>(next - run));
            run = next;
        }
    }
    n_ += static_cast<double>(keys.size());
}

// Sums with whole weights are exact: when all is removed, the sketch is as new.
void CliffordCosma::remove(Key key, double weight) {
    require(weight <= n_, "no more can be removed than was added");
    push(key, -weight);
    n_ -= weight;
    note(weight);
    const auto is_zero = [](double value) { return value == 0; };
    if (n_ == 0 && std::all_of(registers_.begin(), registers_.end(), is_zero)) clear();
}

void CliffordCosma::merge(const CliffordCosma& other) {
    require_room(other.n_);
    if (other.memory_ < memory_) {
        CliffordCosma smaller(other.memory_, seed_, 0);
        const auto size = static_cast<std::ptrdiff_t>(smaller.registers());
        if (!registers_.empty())
            smaller.registers_.assign(registers_.begin(), registers_.begin() + size);
        smaller.n_ = n_;
        smaller.whole_ = whole_;
        *this = std::move(smaller);
    }
    whole_ = whole_ && other.whole_;
    if (other.registers_.empty()) return;
    allocate();
    for (std::size_t i = 0; i < registers_.size(); ++i) {
        // Beyond it only by states that nobody wrote.
        registers_[i] = std::clamp(registers_[i] + other.registers_[i], -most_value, most_value);
    }
    n_ += other.n_;
}

void CliffordCosma::scale(double factor) noexcept {
    n_ *= factor;
    whole_ = false;
    for (double& value : registers_) {
        value *= factor;
    }
}

void CliffordCosma::clear() noexcept {
    n_ = 0;
    whole_ = true;
    registers_ = {};
}

// ------------------------------------------------------------------ estimate

SketchEstimate CliffordCosma::entropy() const noexcept {
    if (!(n_ > 0)) return {};
    // Relative to the largest, so that no power overflows.
    const double largest = *std::max_element(registers_.begin(), registers_.end());
    double sum = 0;
    for (const double value : registers_) {
        sum += detail::natural_exp((value - largest) / n_);
    }
    const auto k = static_cast<double>(registers_.size());
    const double log_mean = largest / n_ + detail::natural_log(sum / k);
    const double bias = 1.5 / k + 13.0 / (12 * k * k);
    const double variance = 3 / k + 5.5 / (k * k);
    return {.value = std::max(0.0, -log_mean - bias) * detail::inverse_ln2,
            .standard_error = std::sqrt(variance) * detail::inverse_ln2};
}

// ------------------------------------------------------------------ state

void CliffordCosma::restore(double n, bool whole, std::vector<double> values) {
    require(0 <= n && n < most_weight, "the total weight is out of range");
    require(values.size() == registers() || (values.empty() && n == 0),
            "it has a wrong number of registers");
    require(std::all_of(values.begin(), values.end(), is_possible), "a register is out of range");
    require(!whole || n == std::floor(n), "the total weight is not whole");
    n_ = n;
    whole_ = whole;
    registers_ = std::move(values);
}

}  // namespace entrostream
