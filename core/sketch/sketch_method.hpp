// What every method of an entropy sketch offers, whichever algorithm it is.
//
// A method is constructed from (memory, seed): the bytes that it may take in total, and the seed
// of its keys, which also seeds its own random numbers if it draws any. The constructor throws
// std::invalid_argument, naming the minimum, if the memory is too small. Beyond the concept a
// method may have
//
//     void remove(Key key, double weight);     // takes back what was added before
//     void merge(const Method& other);         // of the same seed and memory
//     void scale(double factor);               // multiplies all weights, for exponential decay
//     bool is_exact() const noexcept;          // whether the estimate is the exact value
//
// and whatever it lacks is refused by name, with the reason in `cannot_merge`, `cannot_remove`
// and `cannot_scale`. Its codec is core/state/<method>_state.hpp: `encode(Writer&, const Method&)`
// and `decode_<method>(Reader&, std::size_t memory, std::uint64_t seed)`.
#pragma once
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>

#include "core/sketch/key.hpp"

namespace entrostream {

// An estimate of the empirical entropy, in bits, or of the Gini index. The expectation of `value`
// over the seed is the truth and its standard deviation `standard_error`, where the state tells
// both; `bias_bound` is what a correction may be off where it does not. Both are 0 if the value is
// exact.
struct SketchEstimate {
    double value = 0.0;
    double standard_error = 0.0;
    double bias_bound = 0.0;

    friend bool operator==(const SketchEstimate&, const SketchEstimate&) = default;
};

template <class Method>
concept SketchMethod =
    std::copyable<Method> && std::constructible_from<Method, std::size_t, std::uint64_t> &&
    requires(Method method, const Method fixed, Key key, double weight, std::span<const Key> keys) {
        { Method::name } -> std::convertible_to<const char*>;  // of the argument `method`
        method.add(key, weight);  // weight > 0; throws std::overflow_error, nothing changed
        method.add_many(keys);    // each with weight 1
        method.clear();
        { fixed.n() } -> std::same_as<double>;  // the total weight
        { fixed.entropy() } -> std::same_as<SketchEstimate>;
        { fixed.memory() } -> std::same_as<std::size_t>;  // as given
        { fixed.seed() } -> std::same_as<std::uint64_t>;
        { fixed.nbytes() } -> std::same_as<std::size_t>;  // in use now, at most memory()
        { fixed == fixed } -> std::same_as<bool>;
    };

}  // namespace entrostream
