// The measures of a table of pairs as properties.
#pragma once
#include <nanobind/nanobind.h>

#include "bindings/runtime/hot_slots.hpp"
#include "bindings/runtime/measures.hpp"
#include "bindings/runtime/reentrancy_guard.hpp"
#include "core/tables/table_sums.hpp"

namespace entrostream {

template <class Table>
struct TableReadSlot {
    template <TableMeasure measure>
    static PyObject* get(PyObject* self, void*) noexcept {
        return translate_exceptions([&]() -> PyObject* {
            const Table& table = summary_in<Table>(self);
            require_idle(table.busy());
            const TableSums sums = table.core().sums();
            if constexpr (is_count(measure)) {
                return PyLong_FromUnsignedLongLong(read_count(sums, measure));
            }
            return PyFloat_FromDouble(read(sums, measure));
        });
    }
};

template <class Table>
inline constinit auto table_reads = read_slots<TableMeasure, TableReadSlot<Table>>(
    [](const MeasureRow<TableMeasure>& row) { return row.doc; });

}  // namespace entrostream
