// Parts shared by the uses of all summaries.
#pragma once
#include <array>
#include <cstddef>
#include <stdexcept>
#include <vector>

#include "core/counts/code.hpp"
#include "core/counts/trace.hpp"
#include "core/state/label.hpp"
#include "core/tests/fuzz/target.hpp"

namespace entrostream::testing {

inline constexpr auto& all_measures = MeasureTable<Measure>::rows;

// Some events of codes below `codes`; none if there are none.
[[nodiscard]] inline std::vector<Code> some_events(std::size_t codes, std::size_t events = 40) {
    std::vector<Code> result(codes == 0 ? 0 : events);
    for (std::size_t i = 0; i < result.size(); ++i) {
        result[i] = static_cast<Code>((i * i + i / 3) % codes);
    }
    return result;
}

// Columns for this many rows: every measure, or the two that are computed in blocks.
struct Columns {
    std::vector<std::vector<double>> values;
    std::vector<TraceColumn> columns;

    Columns(std::size_t rows, std::size_t measures) : values(measures, std::vector<double>(rows)) {
        for (std::size_t i = 0; i < measures; ++i) {
            columns.push_back({all_measures[i].measure, values[i].data()});
        }
    }
};

template <class Sums>
void require_sound(const Sums& sums) {
    const double entropy = sums.entropy();
    const double gini = sums.gini();
    require(entropy >= 0.0 && entropy <= 63.0, "an entropy is out of range");
    require(gini >= 0.0 && gini < 1.0, "a Gini index is out of range");
    require(sums.distinct() >= 2 || (entropy == 0.0 && gini == 0.0), "one label is pure");
    for (const auto& each : all_measures) {
        const double value = read(sums, each.measure);
        require(value >= 0.0 && value <= 0x1.fffffffffffffp1023, "a measure is no number");
    }
}

// A full summary may reject more events.
template <class Operation>
void unless_full(Operation&& operation) {
    try {
        operation();
    } catch (const std::overflow_error&) {
        return;
    }
}

// The last value of a trace equals the property.
template <class Core>
void require_traced(const Core& core, const Columns& traced) {
    for (std::size_t i = 0; i < traced.columns.size(); ++i) {
        const std::vector<double>& values = traced.values[i];
        require(values.empty() || values.back() == read(core.sums(), all_measures[i].measure),
                "a trace does not end with the value of the property");
    }
}

// Removes the codes that are not held, and their labels.
template <class Core>
void throw_out_dead(Core& core, std::vector<Label>& labels) {
    Renumbering to(core.codes(), no_code);
    std::vector<Label> remaining;
    for (Code code = 0; code < core.codes(); ++code) {
        if (core.count(code) == 0) continue;
        to[code] = static_cast<Code>(remaining.size());
        remaining.push_back(labels[code]);
    }
    core.renumber(to, remaining.size());
    labels = std::move(remaining);
}

[[nodiscard]] inline Renumbering same_codes(std::size_t codes) {
    Renumbering to(codes);
    for (std::size_t code = 0; code < codes; ++code) {
        to[code] = static_cast<Code>(code);
    }
    return to;
}

}  // namespace entrostream::testing
