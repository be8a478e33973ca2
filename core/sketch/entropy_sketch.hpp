// An entropy sketch of any method, chosen by name.
//
// What the chosen method cannot do throws Unsupported, with the reason in one sentence, and changes
// nothing.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <variant>
#include <vector>

#include "core/counts/named.hpp"
#include "core/sketch/ccm07.hpp"
#include "core/sketch/cdm06.hpp"
#include "core/sketch/clifford_cosma.hpp"
#include "core/sketch/hcc.hpp"
#include "core/sketch/key.hpp"
#include "core/sketch/label_names.hpp"
#include "core/sketch/sketch_method.hpp"
#include "core/sketch/table_sketch.hpp"
#include "core/sketch/unsupported.hpp"

namespace entrostream {

// Numbers are written to states: they are never changed or reused.
enum class SketchMethodName : std::uint8_t { hcc = 0, ccm07 = 1, cdm06 = 2, clifford_cosma = 3 };

inline constexpr std::array sketch_method_names{
    Named{Hcc::name, SketchMethodName::hcc},
    Named{Ccm07::name, SketchMethodName::ccm07},
    Named{Cdm06::name, SketchMethodName::cdm06},
    Named{CliffordCosma::name, SketchMethodName::clifford_cosma},
};

class EntropySketch {
  public:
    // In the order of their numbers.
    using Methods = std::variant<Hcc, Ccm07, Cdm06, CliffordCosma>;

    // Throws std::invalid_argument if the memory is out of the method's range.
    EntropySketch(SketchMethodName method, std::size_t memory, std::uint64_t seed);
    explicit EntropySketch(Methods methods) : method_(std::move(methods)) {}

    [[nodiscard]] SketchMethodName method() const noexcept {
        return static_cast<SketchMethodName>(method_.index());
    }
    [[nodiscard]] const char* method_name() const noexcept {
        return name_of(method(), sketch_method_names);
    }
    [[nodiscard]] const Methods& chosen() const noexcept { return method_; }

    // `labels`, if any, has the serialised label of a row, for most_common. Throw
    // std::overflow_error, and `add` Unsupported for a weight that is not whole.
    void add(Key key, double weight, const LabelSource* labels = nullptr, std::size_t row = 0);
    void add_many(std::span<const Key> keys, const LabelSource* labels = nullptr);
    // Whether any positive weight may be added, or whole ones only. Throws Unsupported.
    void require_weight(double weight) const;
    // Throw std::invalid_argument as the method does.
    void remove(Key key, double weight);
    // Precondition: the same method and seed.
    void merge(const EntropySketch& other);
    void scale(double factor);
    void clear() noexcept;

    [[nodiscard]] double n() const noexcept;
    [[nodiscard]] std::size_t memory() const noexcept;
    [[nodiscard]] std::uint64_t seed() const noexcept;
    [[nodiscard]] std::size_t nbytes() const noexcept;
    // Whether entropy() is the exact value: of methods other than hcc only when empty.
    [[nodiscard]] bool is_exact() const noexcept;

    [[nodiscard]] SketchEstimate entropy() const;
    // Of hcc only.
    [[nodiscard]] SketchEstimate gini() const;
    [[nodiscard]] std::vector<FrequentLabel> most_common() const;

    // What the method cannot do throws Unsupported; what it can returns.
    void require_remove() const;
    void require_merge() const;
    void require_scale() const;

    friend bool operator==(const EntropySketch& a, const EntropySketch& b) {
        return a.method_ == b.method_;
    }

  private:
    Methods method_;
};

}  // namespace entrostream
