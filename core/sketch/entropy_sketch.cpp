#include "core/sketch/entropy_sketch.hpp"

#include <cmath>
#include <string>
#include <type_traits>
#include <utility>

namespace entrostream {

static_assert(SketchMethod<Hcc> && SketchMethod<Ccm07> && SketchMethod<Cdm06> &&
              SketchMethod<CliffordCosma>);

namespace {

template <class Method>
concept Removes = requires(Method method) { method.remove(Key{}, 1.0); };
template <class Method>
concept Merges = requires(Method method) { method.merge(method); };
template <class Method>
concept Scales = requires(Method method) { method.scale(1.0); };
template <class Method>
concept HasTable = requires(const Method method) { method.most_common(); };
template <class Method>
concept WholeWeights = requires { Method::cannot_weigh; };

template <class Visited>
using MethodOf = std::remove_cvref_t<Visited>;

[[noreturn]] void refuse(const char* method, const char* what, const char* reason) {
    throw Unsupported("an entropy sketch with method='" + std::string(method) + "' " + what + ": " +
                      reason);
}

constexpr const char* without_table = "it does not count single labels; method='hcc' does";

EntropySketch::Methods chosen_method(SketchMethodName method, std::size_t memory,
                                     std::uint64_t seed) {
    switch (method) {
        case SketchMethodName::ccm07:
            return Ccm07(memory, seed);
        case SketchMethodName::cdm06:
            return Cdm06(memory, seed);
        case SketchMethodName::clifford_cosma:
            return CliffordCosma(memory, seed);
        case SketchMethodName::hcc:
            break;
    }
    return Hcc(memory, seed);
}

}  // namespace

EntropySketch::EntropySketch(SketchMethodName method, std::size_t memory, std::uint64_t seed)
    : method_(chosen_method(method, memory, seed)) {}

// ------------------------------------------------------------------ what a method can do

void EntropySketch::require_weight(double weight) const {
    std::visit(
        [&](const auto& method) {
            if constexpr (WholeWeights<MethodOf<decltype(method)>>) {
                if (weight != std::floor(weight))
                    refuse(method.name, "takes whole weights only", method.cannot_weigh);
            }
        },
        method_);
}

void EntropySketch::require_remove() const {
    std::visit(
        [](const auto& method) {
            if constexpr (!Removes<MethodOf<decltype(method)>>)
                refuse(method.name, "cannot remove", method.cannot_remove);
        },
        method_);
}

void EntropySketch::require_merge() const {
    std::visit(
        [](const auto& method) {
            if constexpr (!Merges<MethodOf<decltype(method)>>)
                refuse(method.name, "cannot merge", method.cannot_merge);
        },
        method_);
}

void EntropySketch::require_scale() const {
    std::visit(
        [](const auto& method) {
            if constexpr (!Scales<MethodOf<decltype(method)>>)
                refuse(method.name, "cannot decay", method.cannot_scale);
        },
        method_);
}

// ------------------------------------------------------------------ events

void EntropySketch::add(Key key, double weight, const LabelSource* labels, std::size_t row) {
    require_weight(weight);
    std::visit(
        [&](auto& method) {
            if constexpr (HasTable<MethodOf<decltype(method)>>) {
                method.add(key, weight, labels, row);
            } else {
                method.add(key, weight);
            }
        },
        method_);
}

void EntropySketch::add_many(std::span<const Key> keys, const LabelSource* labels) {
    std::visit(
        [&](auto& method) {
            if constexpr (HasTable<MethodOf<decltype(method)>>) {
                method.add_many(keys, labels);
            } else {
                method.add_many(keys);
            }
        },
        method_);
}

void EntropySketch::remove(Key key, double weight) {
    require_remove();
    std::visit(
        [&](auto& method) {
            if constexpr (Removes<MethodOf<decltype(method)>>) method.remove(key, weight);
        },
        method_);
}

void EntropySketch::merge(const EntropySketch& other) {
    require_merge();
    std::visit(
        [&](auto& method) {
            using Method = MethodOf<decltype(method)>;
            if constexpr (Merges<Method>) method.merge(std::get<Method>(other.method_));
        },
        method_);
}

void EntropySketch::scale(double factor) {
    require_scale();
    std::visit(
        [&](auto& method) {
            if constexpr (Scales<MethodOf<decltype(method)>>) method.scale(factor);
        },
        method_);
}

void EntropySketch::clear() noexcept {
    std::visit([](auto& method) { method.clear(); }, method_);
}

// ------------------------------------------------------------------ reads

double EntropySketch::n() const noexcept {
    return std::visit([](const auto& method) { return method.n(); }, method_);
}

std::size_t EntropySketch::memory() const noexcept {
    return std::visit([](const auto& method) { return method.memory(); }, method_);
}

std::uint64_t EntropySketch::seed() const noexcept {
    return std::visit([](const auto& method) { return method.seed(); }, method_);
}

std::size_t EntropySketch::nbytes() const noexcept {
    return std::visit([](const auto& method) { return method.nbytes(); }, method_);
}

bool EntropySketch::is_exact() const noexcept {
    const Hcc* hcc = std::get_if<Hcc>(&method_);
    return hcc != nullptr ? hcc->is_exact() : n() == 0;
}

SketchEstimate EntropySketch::entropy() const {
    return std::visit([](const auto& method) { return method.entropy(); }, method_);
}

SketchEstimate EntropySketch::gini() const {
    const Hcc* hcc = std::get_if<Hcc>(&method_);
    if (hcc == nullptr)
        refuse(method_name(), "has no Gini index", "it estimates the entropy only; use GiniSketch");
    return hcc->gini();
}

std::vector<FrequentLabel> EntropySketch::most_common() const {
    const Hcc* hcc = std::get_if<Hcc>(&method_);
    if (hcc == nullptr) refuse(method_name(), "has no most common labels", without_table);
    return hcc->most_common();
}

}  // namespace entrostream
