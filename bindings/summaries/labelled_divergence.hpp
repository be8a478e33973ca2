// A divergence window of the core together with Python labels: the basis of es.DivergenceWindow.
//
// The labels of a fixed reference have the first codes and keep them.
#pragma once
#include <nanobind/nanobind.h>

#include <cstdint>
#include <utility>
#include <vector>

#include "bindings/summaries/counter.hpp"
#include "bindings/summaries/labelled.hpp"
#include "bindings/summaries/timed.hpp"
#include "core/columns/divergence_window.hpp"
#include "core/counts/counts.hpp"

namespace entrostream {

namespace nb = nanobind;

class LabelledDivergence : public Timed<DivergenceWindow> {
  public:
    using Base = Timed<DivergenceWindow>;
    using Base::Base;

    [[nodiscard]] const ComparedCounts& counts() const noexcept { return core().counts(); }

    // The divergence after each row.
    template <class Auxiliary>
    [[nodiscard]] nb::object trace(nb::handle self, nb::handle labels, Auxiliary auxiliary);
    [[nodiscard]] nb::object trace_at(nb::handle self, nb::handle labels, nb::handle times);

    // For the garbage collector: without its labels, a sample must not refer to them.
    void forget() noexcept {
        content().drop_all();
        Base::forget();
    }

    // The codes on either side.
    [[nodiscard]] std::vector<CodeCount> used() const;

  private:
    struct Column {
        DivergenceMeasure measure;
        double* values;
    };
    // Writes the values of events that are counted piece by piece.
    struct Tracing {
        DivergenceWindow& core;
        double* next;

        template <class... More>
        void update_many(Codes codes, More... more) {
            core.trace(codes, more..., next);
            next += codes.size();
        }
    };
};

template <class Auxiliary>
nb::object LabelledDivergence::trace(nb::handle self, nb::handle labels, Auxiliary auxiliary) {
    nb::object array;
    feed(self, labels, auxiliary, Wanted::codes, [&](const Batch& batch) {
        const TraceArraysOf<Column> traced({DivergenceMeasure::divergence}, batch.rows(),
                                           [&](DivergenceMeasure) { return core().divergence(); });
        array = traced.arrays().front();
        const GilReleased unlocked;
        // While a window fills, the equally weighted Jensen-Shannon divergence visits all labels.
        constexpr double each = 300.0;
        change_core(content(), BulkSteps{batch.events(), each}, [&](DivergenceWindow& core) {
            auxiliary.prepare(core, batch);
            Tracing tracing{core, traced.columns().front().values};
            batch.for_each_piece(piece_of(core, each), [&](Codes codes, std::size_t first) {
                auxiliary.update(tracing, codes, first);
            });
        });
        traced.spread(batch);
    });
    return array;
}

inline nb::object LabelledDivergence::trace_at(nb::handle self, nb::handle labels,
                                               nb::handle times) {
    Clock given = clock();
    nb::object array;
    with_times(given, [&] { array = trace(self, labels, auxiliary_times(times, clock(), given)); });
    return array;
}

inline std::vector<CodeCount> LabelledDivergence::used() const {
    std::vector<CodeCount> codes;
    codes.reserve(core().used());
    for (Code code = 0; code < labels().size(); ++code) {
        if (core().uses(code)) codes.push_back({code, core().count(code)});
    }
    return codes;
}

// A fixed reference as Python gives it: labels, or a mapping of labels to counts.
struct ReferenceSample {
    nb::list labels;
    std::vector<std::uint64_t> counts;
};

// ValueError if it has no labels.
[[nodiscard]] inline ReferenceSample read_reference(nb::handle given, Missing missing) {
    Labelled<Counts> tally(Counts(), missing);
    begin_with(tally, given, [&] { tally.update_many(nb::none(), given, NoAuxiliaryColumns{}); });
    ReferenceSample sample;
    for (const CodeCount& each : tally.held()) {
        sample.labels.append(tally.labels().label(each.code));
        sample.counts.push_back(each.amount);
    }
    if (sample.counts.empty()) throw nb::value_error("the reference holds no labels");
    return sample;
}

}  // namespace entrostream
