// Class counts with all attributes, and the naive Bayes classifier they form.
//
// The splits of a leaf are computed from the same counts, so they are stored once. Scores are log2
// of (prior x densities of numbers x Laplace estimates of values). A missing attribute is left out
// of the product, in the statistics and in the score.
#pragma once
#include <cstdint>
#include <span>

#include "core/count_log/count_log_table.hpp"
#include "core/tree/memory/metered.hpp"
#include "core/tree/rows/example.hpp"
#include "core/tree/rows/schema.hpp"
#include "core/tree/statistics/class_array.hpp"
#include "core/tree/statistics/gaussians.hpp"
#include "core/tree/statistics/missing_counts.hpp"
#include "core/tree/statistics/nominal_table.hpp"

namespace entrostream::tree {

// Which parts are stored: leaves that predict the majority class need neither.
struct BayesParts {
    bool logs = true;
    bool gaussians = true;
    std::uint8_t shift = 0;           // log2 of the units per example in the counts
    std::uint32_t max_values = 1000;  // of a wide attribute

    friend bool operator==(const BayesParts&, const BayesParts&) = default;
};

class NaiveBayes {
  public:
    NaiveBayes(Meter& meter, const Schema& schema, const BayesParts& parts);

    void learn(const Schema& schema, const Example& example, const CountLogTable& logs);

    // Whether an example can have been learned.
    [[nodiscard]] bool holds(const Schema& schema, const Example& example) const {
        return counts_[example.label] >= example.weight && table_.holds(example) &&
               missing_.holds(schema, example);
    }
    // Removes an example that was learned; returns whether its class, or a value, has none left.
    // Precondition: it only counts, and cannot score.
    bool remove(const Schema& schema, const Example& example) noexcept;

    // scores[c] for the classes of the schema, minus infinity for classes not seen. Returns the
    // best class, the lowest of equals, or no_code if there is none. `scores` has room for the
    // schema's class_room().
    Code score(const Schema& schema, const Example& example, double* scores) const;

    // The same for two models of one schema, interleaved so that they hide each other's latency.
    // `scores` has room for the classes twice.
    struct Two {
        Code a = no_code;
        Code b = no_code;
    };
    static void learn_both(NaiveBayes& a, NaiveBayes& b, const Schema& schema,
                           const Example& example, const CountLogTable& logs);
    static Two score_both(const NaiveBayes& a, const NaiveBayes& b, const Schema& schema,
                          const Example& example, double* scores);

    // Prefetches everything that scoring and learning this example will read: for an example with
    // few of many attributes.
    void fetch(const Schema& schema, const Example& example) const;

    [[nodiscard]] std::uint32_t n() const noexcept { return n_; }
    // Counts have 32 bits, and a count plus the number of values of an attribute must fit too.
    static constexpr std::uint32_t most_examples = 1u << 31;
    [[nodiscard]] bool has_room(const Example& example) const noexcept {
        return n_ <= most_examples - example.weight;
    }
    // What was learned counts half from now on, which makes room again.
    void halve(const Schema& schema);
    // Counts are in units of 2^-shift examples from now on: existing ones are converted.
    void refine(const Schema& schema, std::uint32_t shift);
    // The same for a model without counts, or whose counts and scores are in these units already.
    void set_shift(std::uint32_t shift);
    [[nodiscard]] std::uint32_t shift() const noexcept { return parts_.shift; }
    [[nodiscard]] std::span<const std::uint32_t> class_counts() const noexcept { return counts_; }
    [[nodiscard]] bool can_score() const noexcept { return parts_.logs; }
    [[nodiscard]] std::uint32_t seen_classes() const noexcept { return seen_; }
    [[nodiscard]] const NominalTable& table() const noexcept { return table_; }
    [[nodiscard]] const Gaussians& gaussians() const noexcept { return gaussians_; }
    [[nodiscard]] const MissingCounts& missing() const noexcept { return missing_; }

    // From now on only what splits need is stored: no more scores are computed.
    void stop_scoring(bool keep_gaussians);

    // Class counts that only enter the prior: inherited from a split.
    void set_prior(std::span<const std::uint64_t> prior);

    // After the schema grew.
    void move_block(const Schema& schema, const Block& from, const Block& to) {
        table_.move_block(schema, from, to);
    }
    void add_attributes(const Schema& schema, std::uint32_t before, std::uint32_t numeric_before);
    // Whether that needs no allocation if the schema has room for them.
    [[nodiscard]] bool can_add_attributes() const noexcept { return missing_.any() || n_ == 0; }
    void grow_classes(const Schema& schema);

    [[nodiscard]] std::size_t growth(const Schema& schema, const Example& example) const {
        return table_.growth(example) + missing_.growth(schema, example);
    }
    // Of a new model.
    [[nodiscard]] static std::size_t bytes(const Schema& schema, const BayesParts& parts);
    // What the model has grown by.
    [[nodiscard]] std::size_t grown_bytes() const noexcept {
        return table_.wide_bytes() + missing_.bytes() + taken_by(prior_);
    }
    void clear();

    template <class Archive>
    void visit(Archive& archive, const Schema& schema, bool keeps_gaussians) {
        bool scores = parts_.logs;
        archive.flag(scores);
        if (archive.reading && parts_.logs && !scores) stop_scoring(keeps_gaussians);
        archive.require(scores == parts_.logs, "a model cannot predict, or is for nothing");
        archive.counts(counts_, counts_.size());
        if (archive.reading) archive.require(restore(schema), "a class is unknown");
        bool has_prior = !prior_.empty();
        archive.flag(has_prior);
        if (has_prior) archive.counts(prior_, counts_.size());
        archive.require(fit_classes(prior_, schema.classes()), "a class is unknown");
        archive.reals(base_, base_.size());
        table_.visit(archive, schema);
        if (parts_.gaussians) gaussians_.visit(archive);
        missing_.visit(archive, schema, counts_);
        // Tables of logarithms are read without a check per count.
        if (archive.reading)
            archive.require(adds_up(schema), "the examples of an attribute do not add up");
    }
    // Examples that have the attribute of this number: of a class, and of all.
    [[nodiscard]] std::uint32_t present(std::uint32_t number, Code label) const {
        return missing_.present(number, counts_)[label];
    }
    [[nodiscard]] std::uint32_t present(std::uint32_t number) const {
        return missing_.total(number, n_);
    }

  private:
    void count(const Schema& schema, const Example& example);
    void learn_numbers(const Schema& schema, const Example& example, const CountLogTable& logs);
    void renew_base(const Schema& schema, Code label, double log_variances,
                    const CountLogTable& logs) {
        if (parts_.logs) base_[label] = base(schema, label, log_variances, logs);
    }
    // Whether base_ can be used to score the example.
    [[nodiscard]] bool scores_whole(const Example& example) const noexcept {
        return example.is_whole() && !missing_.any();
    }
    // Not inline: rows without missing values would pay for it.
    [[gnu::noinline]] Code score_present(const Schema& schema, const Example& example,
                                         double* scores) const;
    [[nodiscard]] double base(const Schema& schema, Code label, double log_variances,
                              const CountLogTable& logs) const;
    [[nodiscard]] double prior(Code label, const CountLogTable& logs) const;
    // The denominator of the Laplace estimates.
    [[nodiscard]] double log_of_all(std::uint32_t count, std::uint32_t values,
                                    const CountLogTable& logs) const {
        if (parts_.shift == 0) [[likely]]
            return static_cast<double>(logs.log2(count + values));
        return log_of_parts(count + (std::uint64_t{values} << parts_.shift));
    }
    [[nodiscard]] static double log_of_parts(std::uint64_t all);
    void renew_scores(const Schema& schema);
    [[nodiscard]] bool restore(const Schema& schema);
    [[nodiscard]] bool adds_up(const Schema& schema) const;

    BayesParts parts_;
    std::uint32_t n_ = 0;
    std::uint32_t seen_ = 0;
    Metered<std::uint32_t> counts_;  // by class
    Metered<std::uint64_t> prior_;   // empty: none
    // By class: the part of the score that does not depend on the example, if nothing is missing.
    Metered<double> base_;
    NominalTable table_;
    Gaussians gaussians_;
    MissingCounts missing_;
};

}  // namespace entrostream::tree
