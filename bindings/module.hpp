// The parts of the module: one function for each class.
#pragma once
#include <nanobind/nanobind.h>

namespace entrostream {

void bind_tally(nanobind::module_& module);
void bind_sliding_window(nanobind::module_& module);
void bind_time_window(nanobind::module_& module);
void bind_weighted_time_window(nanobind::module_& module);
void bind_weighted_tally(nanobind::module_& module);
void bind_contingency_table(nanobind::module_& module);
void bind_contingency_window(nanobind::module_& module);
void bind_contingency_time_window(nanobind::module_& module);
void bind_fading_tally(nanobind::module_& module);
void bind_fading_window(nanobind::module_& module);
void bind_adaptive_window(nanobind::module_& module);
void bind_adwin(nanobind::module_& module);
void bind_tree(nanobind::module_& module);                 // private, for entrostream.tree
void bind_encoders(nanobind::module_& module);             // private, for columns
void bind_column_readers(nanobind::module_& module);       // private, for columns
void bind_halt(nanobind::module_& module);                 // private, for columns
void bind_row_windows(nanobind::module_& module);          // private, for columns
void bind_fading_rows(nanobind::module_& module);          // private, for columns
void bind_divergence(nanobind::module_& module);           // private, for columns
void bind_time_readers(nanobind::module_& module);         // private, for tests
void bind_adaptive_thresholds(nanobind::module_& module);  // private, for tests

}  // namespace entrostream
