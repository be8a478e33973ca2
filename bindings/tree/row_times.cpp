// The times of rows, for a window with a length of time.
#include <string>

#include "bindings/runtime/arguments.hpp"
#include "bindings/tree/labelled_tree.hpp"

namespace entrostream {

bool LabelledTree::takes_times(nb::handle given, const char* parameter) const {
    const bool timed = core_->options().window_span != 0;
    if (timed != given.is_none()) return timed;
    const std::string message =
        timed ? std::string(parameter) + " is missing: the window has a length of time"
              : std::string(parameter) +
                    " is for windows with a length of time, such as "
                    "CVFDTClassifier(window=\"1h\")";
    throw nb::value_error(message.c_str());
}

Time LabelledTree::row_time(nb::handle at, const char* parameter) {
    if (!takes_times(at, parameter)) return 0;
    const ReadTime read = read_time(at);
    require_same_clock(clock_, read.clock);
    clock_ = read.clock;
    return read.at;
}

ColumnBuffer<Time> LabelledTree::row_times(nb::handle times, std::size_t rows) {
    if (!takes_times(times, "times")) return ColumnBuffer<Time>(0);
    ReadTimes read = read_times(times, rows);
    require_same_clock(clock_, read.clock);
    const auto all = read.times.all();
    for (std::size_t row = 1; row < all.size(); ++row)
        if (all[row] < all[row - 1])
            throw nb::value_error(("times must not go back" + at_row(row)).c_str());
    if (rows != 0) clock_ = read.clock;
    return std::move(read.times);
}

}  // namespace entrostream
