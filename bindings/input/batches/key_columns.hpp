// The keys of a column's labels: what a sketch reads instead of codes.
//
// Columns of numbers, strings and their dictionaries are hashed in place, without Python objects
// and without the GIL; of other columns, each distinct value becomes a label once per call. A
// label has the same key whichever way it comes in.
#pragma once
#include <nanobind/nanobind.h>

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "bindings/labels/label_reader.hpp"
#include "bindings/labels/label_table.hpp"
#include "core/sketch/label_hash.hpp"
#include "core/sketch/label_names.hpp"
#include "core/state/missing.hpp"

namespace entrostream {

namespace nb = nanobind;

// Takes the keys of consecutive rows: 0 for a row that is skipped. `labels` has the labels of
// these rows. May be called without the GIL; `labels` then needs none.
class KeySink {
  public:
    virtual ~KeySink() = default;
    virtual void take(std::span<const Key> keys, const LabelSource& labels) = 0;
};

class KeyReader {
  public:
    KeyReader(const LabelHash& hash, Missing missing)
        : hash_(hash), missing_(missing), names_(table_, missing) {}

    // Passes all rows to the sink, in order. Throws if it is not a column of labels, or for a
    // label without a key, when part of the rows may have been passed.
    void read(nb::handle labels, KeySink& sink);

    // The key of one label, 0 if it is skipped. `row`: its position, for errors.
    [[nodiscard]] Key key(nb::handle label, std::size_t row = no_row);
    // The key of a missing row; needs no GIL.
    [[nodiscard]] Key missing_key(const char* value, std::size_t row);

    [[nodiscard]] const LabelHash& hash() const noexcept { return hash_; }

  private:
    void read_column(nb::handle labels, KeySink& sink);
    void read_sequence(nb::handle labels, KeySink& sink);
    void read_distinct(nb::handle labels, KeySink& sink);
    void read_array(nb::handle array, KeySink& sink);
    void read_arrow(nb::handle column, KeySink& sink);
    void read_pandas(nb::handle column, KeySink& sink);

    LabelHash hash_;
    Missing missing_;
    LabelTable table_;   // of columns that are read as labels
    LabelReader names_;  // also for errors about missing labels
};

// The serialised label of a Python label, None if it is missing.
[[nodiscard]] std::string serialised_any(nb::handle label);

}  // namespace entrostream
