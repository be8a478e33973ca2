// An entropy sketch of any method, as one core.
//
// What a method cannot do throws TypeError with the reason that the method gives.
#pragma once
#include <nanobind/nanobind.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "core/sketch/label_names.hpp"
#include "core/sketch/sketch_method.hpp"
#include "core/sketch/table_sketch.hpp"
#include "core/state/entropy_sketch_state.hpp"

namespace entrostream {

namespace nb = nanobind;

class EntropyCore {
    // First, since their result types are deduced.
    template <class Use>
    decltype(auto) visit(Use&& use) {
        return std::visit(std::forward<Use>(use), method_);
    }
    template <class Use>
    decltype(auto) visit(Use&& use) const {
        return std::visit(std::forward<Use>(use), method_);
    }

  public:
    explicit EntropyCore(EntropySketchMethod method) : method_(std::move(method)) {}

    [[nodiscard]] const EntropySketchMethod& method() const noexcept { return method_; }
    [[nodiscard]] const char* name() const {
        return visit([](const auto& each) { return std::decay_t<decltype(each)>::name; });
    }

    void add(Key key, double weight, const LabelSource* labels, std::size_t row) {
        visit([&](auto& each) {
            if constexpr (requires { each.add(key, weight, labels, row); }) {
                each.add(key, weight, labels, row);
            } else {
                require_weight(each, weight);
                each.add(key, weight);
            }
        });
    }
    void add_many(std::span<const Key> keys, const LabelSource* labels) {
        visit([&](auto& each) {
            if constexpr (requires { each.add_many(keys, labels); }) {
                each.add_many(keys, labels);
            } else {
                each.add_many(keys);
            }
        });
    }
    void remove(Key key, double weight) {
        visit([&](auto& each) {
            if constexpr (requires { each.remove(key, weight); }) {
                each.remove(key, weight);
            } else {
                throw_cannot(each, "remove", std::decay_t<decltype(each)>::cannot_remove);
            }
        });
    }
    // Precondition: the same seed.
    void merge(const EntropyCore& other) {
        if (method_.index() != other.method_.index()) {
            throw nb::value_error((std::string("sketches with methods \"") + name() + "\" and \"" +
                                   other.name() + "\" cannot merge")
                                      .c_str());
        }
        visit([&](auto& each) {
            using Method = std::decay_t<decltype(each)>;
            if constexpr (requires { each.merge(each); }) {
                each.merge(std::get<Method>(other.method_));
            } else {
                throw_cannot(each, "merge", Method::cannot_merge);
            }
        });
    }
    void scale(double factor) {
        visit([&](auto& each) {
            if constexpr (requires { each.scale(factor); }) {
                each.scale(factor);
            } else {
                throw_cannot(each, "decay", std::decay_t<decltype(each)>::cannot_scale);
            }
        });
    }
    void clear() {
        visit([](auto& each) { each.clear(); });
    }

    [[nodiscard]] double n() const {
        return visit([](const auto& each) { return each.n(); });
    }
    [[nodiscard]] bool is_whole() const {
        return visit([](const auto& each) {
            if constexpr (requires { each.is_whole(); }) return each.is_whole();
            return true;
        });
    }
    [[nodiscard]] bool is_exact() const {
        return visit([](const auto& each) {
            if constexpr (requires { each.is_exact(); }) return each.is_exact();
            return false;
        });
    }
    [[nodiscard]] std::size_t memory() const {
        return visit([](const auto& each) { return each.memory(); });
    }
    [[nodiscard]] std::uint64_t seed() const {
        return visit([](const auto& each) { return each.seed(); });
    }
    [[nodiscard]] std::size_t nbytes() const {
        return visit([](const auto& each) { return each.nbytes(); });
    }
    [[nodiscard]] SketchEstimate entropy() const {
        return visit([](const auto& each) { return each.entropy(); });
    }
    [[nodiscard]] SketchEstimate gini() const {
        return visit([](const auto& each) -> SketchEstimate {
            if constexpr (requires { each.gini(); }) {
                return each.gini();
            } else {
                throw_cannot(each, "estimate the Gini index", "use GiniSketch");
            }
        });
    }
    [[nodiscard]] std::vector<FrequentLabel> most_common() const {
        return visit([](const auto& each) -> std::vector<FrequentLabel> {
            if constexpr (requires { each.most_common(); }) {
                return each.most_common();
            } else {
                throw_cannot(each, "list frequent labels", "it does not store labels");
            }
        });
    }

    friend bool operator==(const EntropyCore& a, const EntropyCore& b) {
        return a.method_ == b.method_;
    }

  private:
    template <class Method>
    [[noreturn]] static void throw_cannot(const Method&, const char* verb, const char* reason) {
        throw nb::type_error((std::string("a sketch with method \"") + Method::name + "\" cannot " +
                              verb + ": " + reason)
                                 .c_str());
    }
    template <class Method>
    static void require_weight(const Method& method, double weight) {
        if constexpr (requires { Method::cannot_weigh; }) {
            if (weight != std::floor(weight))
                throw_cannot(method, "add a weight that is not whole", Method::cannot_weigh);
        }
    }

    EntropySketchMethod method_;
};

}  // namespace entrostream
