#include "bindings/tree/prequential.hpp"

#include <nanobind/stl/optional.h>

#include <optional>
#include <span>
#include <stdexcept>
#include <utility>

#include "bindings/columns/arrays.hpp"
#include "bindings/summaries/summary.hpp"
#include "bindings/tree/rows_to_learn.hpp"
#include "core/tree/prequential.hpp"

namespace entrostream {

namespace {

using Curve = tree::Prequential;

constexpr const char* curve_doc = R"doc(The scores of a prequential run so far.

Private: entrostream.tree.prequential makes it.)doc";

// One score of all points, as an array.
nb::object score_array(std::span<const Curve::Point> points, tree::Scores Curve::Point::* which,
                       double tree::Scores::* score) {
    ColumnBuffer<double> numbers(points.size());
    for (std::size_t i = 0; i < points.size(); ++i) {
        numbers.begin()[i] = points[i].*which.*score;
    }
    return as_array(std::move(numbers));
}

nb::dict score_arrays(std::span<const Curve::Point> points) {
    using Point = Curve::Point;
    ColumnBuffer<std::int64_t> rows(points.size());
    for (std::size_t i = 0; i < points.size(); ++i) {
        rows.begin()[i] = static_cast<std::int64_t>(points[i].rows);
    }
    nb::dict arrays;
    arrays["rows"] = as_array(std::move(rows));
    arrays["accuracy"] = score_array(points, &Point::overall, &tree::Scores::accuracy);
    arrays["kappa"] = score_array(points, &Point::overall, &tree::Scores::kappa);
    arrays["no_change"] = score_array(points, &Point::overall, &tree::Scores::no_change);
    arrays["recent_accuracy"] = score_array(points, &Point::recent, &tree::Scores::accuracy);
    arrays["recent_kappa"] = score_array(points, &Point::recent, &tree::Scores::kappa);
    arrays["recent_no_change"] = score_array(points, &Point::recent, &tree::Scores::no_change);
    return arrays;
}

// `tell(rows)` is called from time to time unless it is None; an exception ends the run.
nb::object prequential(const Self<LabelledTree>& self, nb::handle columns, nb::handle y,
                       nb::handle weights, Curve& curve, nb::handle tell, nb::handle times) {
    RowsToLearn rows(self, columns, y, weights, times);
    ColumnBuffer<Code> predicted(rows.size());
    Curve next = curve;  // `curve` is unchanged unless all rows are learned
    rows.learn_all(
        [&](std::size_t row) {
            predicted.begin()[row] = rows.predict_and_learn(row);
            next.add(predicted.begin()[row], rows.label(row), rows.weight(row));
        },
        [&](std::size_t learned) {
            if (!tell.is_none()) tell(learned);
        });
    curve = std::move(next);
    return as_array(std::move(predicted));
}

// Rows of which the labels and their predictions are known already, as codes.
void add_rows(Curve& curve, const CodeArray& predicted, const CodeArray& labels,
              const std::optional<ArrayIn<double>>& weights) {
    const std::span<const Code> codes = numbers(labels);
    if (predicted.shape(0) != codes.size()) throw std::invalid_argument("columns differ in length");
    const std::span<const double> each = numbers(weights, codes.size());
    Curve next = curve;
    for (std::size_t row = 0; row < codes.size(); ++row) {
        next.add(predicted.data()[row], codes[row], each.empty() ? 1 : each[row]);
    }
    curve = std::move(next);
}

}  // namespace

void add_prequential_curve(nb::module_& module) {
    nb::class_<Curve>(module, "PrequentialCurve", curve_doc)
        .def(nb::init<std::uint64_t>(), "every"_a,
             nb::sig("def __init__(self, every: int) -> None"))
        .def("add", &add_rows, "predicted"_a, "labels"_a, "weights"_a.none(),
             nb::sig("def add(self, predicted: NDArray[numpy.uint32], "
                     "labels: NDArray[numpy.uint32], weights: NDArray[numpy.float64] | None) -> "
                     "None"))
        .def(
            "finish",
            [](Curve& curve) {
                curve.finish();
                return score_arrays(curve.points());
            },
            nb::sig("def finish(self) -> dict[str, typing.Any]"));
}

void def_prequential(nb::class_<LabelledTree>& type) {
    type.def("_prequential", &prequential, "columns"_a, "y"_a.none(), "weights"_a.none(), "curve"_a,
             "tell"_a.none(), "times"_a.none() = nb::none(),
             nb::sig("def _prequential(self, columns: typing.Any, y: typing.Any, "
                     "weights: typing.Any, curve: PrequentialCurve, tell: typing.Any, "
                     "times: typing.Any = None) -> NDArray[numpy.uint32]"));
}

}  // namespace entrostream
