// The mean and variance of every number in every class, for naive Bayes.
//
// Class by class, arrays over the attributes padded to whole SIMD lanes. A step touches one class
// and scoring runs over all, both in plain four-lane arithmetic that a compiler turns into vectors
// of any width without changing a bit. Variances are increased by a millionth of the squared range
// of the attribute over all classes, so that a constant does not become a certainty.
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>

#include "core/tree/memory/metered.hpp"
#include "core/tree/rows/example.hpp"
#include "core/tree/rows/schema.hpp"
#include "core/tree/statistics/missing_counts.hpp"

namespace entrostream::tree {

class Gaussians {
  public:
    Gaussians(Meter& meter, const Schema& schema);

    // Totals and weights are in units of 2^-shift examples throughout.

    // Learns one example of a class whose count is `total` including it, in a model that has never
    // had a missing number. Returns the sum of log2(variance) of the class over all attributes.
    double learn(const Example& example, std::uint32_t total, std::uint32_t shift);
    // The same for any other model; `gaps` and `all` include the example.
    [[gnu::noinline]] void learn_present(const Schema& schema, const Example& example,
                                         const MissingCounts& gaps, MissingCounts::ClassCounts all);

    // The same as learn for two models of one schema.
    struct LogVariances {
        double a;
        double b;
    };
    static LogVariances learn_both(Gaussians& a, std::uint32_t total_a, Gaussians& b,
                                   std::uint32_t total_b, const Example& example,
                                   std::uint32_t shift);

    // out[c] = from[c] - log2(e)/2 * sum (x - mean)^2 / variance for the first `classes` classes.
    // The example has no missing value and the model has never had one; `from` includes the sum of
    // log2(variance).
    void subtract_distances(const Example& example, std::uint32_t classes, const double* from,
                            double* out) const;
    static void subtract_distances_of_both(const Gaussians& a, const double* from_a, double* out_a,
                                           const Gaussians& b, const double* from_b, double* out_b,
                                           const Example& example, std::uint32_t classes);

    // scores[c] += the sum of log2 of the densities of the numbers present, up to a constant, for
    // any model. It uses the current variances.
    void add_densities(const Schema& schema, const Example& example, const MissingCounts& gaps,
                       MissingCounts::ClassCounts all, std::uint32_t shift, double* scores) const;

    // Prefetches what the above will soon read of the number.
    void fetch(std::uint32_t slot, std::uint32_t classes) const noexcept {
        if (room_ == 0) return;
        __builtin_prefetch(ends() + slot, 1);
        __builtin_prefetch(ends() + room_ + slot, 1);
        for (Code label = 0; label < classes; ++label) {
            __builtin_prefetch(of(label) + slot, 1);
            __builtin_prefetch(of(label) + room_ + slot, 1);
        }
    }

    // For splits by Gaussians.
    [[nodiscard]] double low(std::uint32_t slot) const { return ends()[slot]; }
    [[nodiscard]] double high(std::uint32_t slot) const { return ends()[room_ + slot]; }
    [[nodiscard]] double mean(std::uint32_t slot, Code label) const { return of(label)[slot]; }
    // The sum of squared differences from the mean.
    [[nodiscard]] double squares(std::uint32_t slot, Code label) const {
        return of(label)[room_ + slot];
    }

    // What was learned counts half: variances stay about the same.
    void halve();
    // Counts are in units of 2^-by of the former ones.
    void refine(std::uint32_t by);
    // Recomputes the variances of a class with count `total`, in a model that has never had a
    // missing number. Returns the sum of their log2.
    double renew(Code label, std::uint32_t total, std::uint32_t shift);

    // After the schema grew; `numeric_before` is the former number of numeric attributes.
    void grow(const Schema& schema, std::uint32_t numeric_before);
    [[nodiscard]] static std::size_t bytes(const Schema& schema);
    void clear();

    template <class Archive>
    void visit(Archive& archive) {
        archive.reals(data_, data_.size());
    }

    [[nodiscard]] static std::size_t numbers(const Schema& schema);
    // A class has three arrays: means, squares, and log2(e)/2 / variance.
    static constexpr std::size_t arrays = 3;
    // The arrays that an example of the class changes.
    struct ClassArrays {
        double* mean;
        double* squares;
        double* precision;
        double* low;  // of all classes
        double* high;
        double* log_variances;
    };

  private:
    [[nodiscard]] const double* of(Code label) const {
        return data_.data() + std::size_t{label} * arrays * room_;
    }
    [[nodiscard]] double* of(Code label) {
        return data_.data() + std::size_t{label} * arrays * room_;
    }
    // The lowest number of every attribute, then the highest.
    [[nodiscard]] const double* ends() const { return of(classes_); }
    [[nodiscard]] double* ends() { return of(classes_); }
    // Their sum by class, as of the last renewal of the precisions.
    [[nodiscard]] double* log_variances() { return ends() + std::size_t{2} * room_; }

    [[nodiscard]] ClassArrays arrays_of(Code label);
    void move_to(const Schema& schema, std::uint32_t numeric);
    void begin(std::uint32_t slot);
    void forget_ends();

    std::uint32_t room_;     // numeric attributes, rounded up to whole SIMD lanes
    std::uint32_t classes_;  // room
    Metered<double> data_;
};

}  // namespace entrostream::tree
