#include "bindings/tree/many_rows.hpp"

#include <nanobind/ndarray.h>

#include <cstdlib>

#include "bindings/columns/arrays.hpp"
#include "bindings/runtime/gil.hpp"
#include "bindings/runtime/signals.hpp"
#include "bindings/summaries/summary.hpp"
#include "bindings/tree/rows_to_learn.hpp"
#include "bindings/tree/tree_columns.hpp"

namespace entrostream {

namespace {

void learn_columns(const Self<LabelledTree>& self, nb::handle columns, nb::handle y,
                   nb::handle weights, nb::handle times) {
    RowsToLearn rows(self, columns, y, weights, times);
    rows.learn_all([&](std::size_t row) { rows.learn(row); }, [](std::size_t) {});
}

// Calls `each(row)` for all rows without the GIL; Ctrl-C interrupts it.
template <class Each>
void for_all_rows(std::size_t rows, Each each) {
    constexpr std::size_t rows_between_polls = 256;
    Signals signals;
    const GilReleased unlocked;
    for (std::size_t row = 0; row < rows; ++row) {
        each(row);
        if (row % rows_between_polls == 0) signals.poll();
    }
}

// Predictions for rows that are not learned.
nb::object predict_columns(const Self<LabelledTree>& self, nb::handle columns, std::size_t rows) {
    LabelledTree& tree = *self.p;
    const ReentrancyGuard at_work = tree.work(self.h);
    TreeColumns read(tree, columns, {rows, {}, TreeColumns::For::predicting});
    ColumnBuffer<Code> predicted(rows);
    for_all_rows(rows, [&](std::size_t row) {
        predicted.begin()[row] = tree.core().predict(read.row(row));
    });
    return as_array(std::move(predicted));
}

nb::object predict_proba_columns(const Self<LabelledTree>& self, nb::handle columns,
                                 std::size_t rows) {
    LabelledTree& tree = *self.p;
    const ReentrancyGuard at_work = tree.work(self.h);
    TreeColumns read(tree, columns, {rows, {}, TreeColumns::For::predicting});
    const std::size_t classes = tree.core().schema().classes();
    ColumnBuffer<double> shares(rows * classes);
    for_all_rows(rows, [&](std::size_t row) {
        tree.core().predict_votes(read.row(row), shares.all().subspan(row * classes, classes));
    });
    void* memory = shares.release();
    const nb::capsule owner(memory, [](void* held) noexcept { std::free(held); });
    return nb::cast(nb::ndarray<nb::numpy, double>(memory, {rows, classes}, owner));
}

}  // namespace

void def_many_rows(nb::class_<LabelledTree>& type) {
    type.def("_learn_columns", &learn_columns, "columns"_a, "y"_a.none(), "weights"_a.none(),
             "times"_a.none() = nb::none(),
             nb::sig("def _learn_columns(self, columns: typing.Any, y: typing.Any, "
                     "weights: typing.Any, times: typing.Any = None) -> None"))
        .def("_predict_columns", &predict_columns, "columns"_a, "rows"_a,
             nb::sig("def _predict_columns(self, columns: typing.Any, rows: int) -> "
                     "NDArray[numpy.uint32]"))
        .def("_predict_proba_columns", &predict_proba_columns, "columns"_a, "rows"_a,
             nb::sig("def _predict_proba_columns(self, columns: typing.Any, rows: int) -> "
                     "NDArray[numpy.float64]"));
}

}  // namespace entrostream
