// The measures of labels: one table with the name, the description and the read of each.
//
// A new measure is an enumerator, a line of the table and a case of `read`, all in this file, and
// a read of the sums. Properties, traces, error messages, stubs and tests walk the table.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>

namespace entrostream {

// A line of a table of measures; not a Named, since each also carries its doc.
template <class AnyMeasure>
struct MeasureRow {
    AnyMeasure measure;
    const char* name;  // public
    const char* doc;   // what the property with this name says of itself
};

// The table of a kind of measure, `rows`; specialised where the kind is defined.
template <class AnyMeasure>
struct MeasureTable;

enum class Measure : std::uint8_t {
    entropy,
    gini,
    n,
    distinct,
    nats,
    evenness,
    perplexity,
    renyi2,
    inverse_simpson,
};

template <>
struct MeasureTable<Measure> {
    static constexpr std::array rows{
        MeasureRow{Measure::entropy, "entropy",
                   "Shannon entropy in bits, within 0.51 ulp (Definition 2)."},
        MeasureRow{Measure::gini, "gini",
                   "Gini index 1 - sum p^2, correctly rounded (Definition 1)."},
        MeasureRow{Measure::n, "n", "How many events are held."},
        MeasureRow{Measure::distinct, "distinct", "How many different labels are held."},
        MeasureRow{Measure::nats, "nats", "Entropy in nats."},
        MeasureRow{Measure::evenness, "evenness",
                   "entropy / log2(distinct), from 0 to 1; 0.0 below two labels."},
        MeasureRow{Measure::perplexity, "perplexity",
                   "2 ** entropy: the number of equally frequent labels with this entropy."},
        MeasureRow{Measure::renyi2, "renyi2", "Renyi entropy of order 2 in bits, -log2(1 - gini)."},
        MeasureRow{Measure::inverse_simpson, "inverse_simpson",
                   "1 / sum p^2, the effective number of labels; 1.0 when empty."},
    };
};

// The current value of the measure; `Sums` is ExactSums or has the same reads.
template <class Sums>
[[nodiscard]] double read(const Sums& sums, Measure measure) noexcept {
    switch (measure) {
        case Measure::entropy:
            return sums.entropy();
        case Measure::gini:
            return sums.gini();
        case Measure::n:
            return static_cast<double>(sums.n());
        case Measure::distinct:
            return static_cast<double>(sums.distinct());
        case Measure::nats:
            return sums.nats();
        case Measure::evenness:
            return sums.evenness();
        case Measure::perplexity:
            return sums.perplexity();
        case Measure::renyi2:
            return sums.renyi2();
        case Measure::inverse_simpson:
            return sums.inverse_simpson();
    }
    return 0.0;
}

// Whether the measure is a number of events or labels, which Python shows as an integer.
[[nodiscard]] constexpr bool is_count(Measure measure) noexcept {
    return measure == Measure::n || measure == Measure::distinct;
}

}  // namespace entrostream
