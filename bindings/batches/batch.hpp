// Many labels at once as codes: what every kind of bulk input becomes.
//
// Each kind has its reader in this folder. A reader gives the rows local codes
// first (no Python, no lock), then passes each distinct value once through the
// label reader, so a label is the same label whichever way it came in.
#pragma once
#include <nanobind/nanobind.h>

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "bindings/label_reader.hpp"
#include "core/counts/code.hpp"

namespace entrostream {

class Batch {
  public:
    explicit Batch(std::size_t rows)
        : codes_(std::make_unique_for_overwrite<Code[]>(rows)), rows_(rows) {}

    [[nodiscard]] std::size_t rows() const noexcept { return rows_; }
    [[nodiscard]] std::span<Code> all() noexcept { return {codes_.get(), rows_}; }

    // Codes of the events: the rows without those skipped.
    [[nodiscard]] Codes events() const noexcept { return {codes_.get(), events_}; }

    // The rows are complete: from here on there are events.
    void finish();

    // Spreads values that stand event by event over all rows: a skipped row has
    // the value of the row before it, the first ones `before`.
    void spread(double* values, double before) const noexcept;

  private:
    std::unique_ptr<Code[]> codes_;
    std::size_t rows_;
    std::size_t events_ = 0;
    std::vector<bool> skipped_;  // empty if none is
};

// The codes of a batch that is still in local codes: `to[local]` each, missing
// rows (no_code) become `missing`.
void translate(std::span<Code> codes, const std::vector<Code>& to, Code missing) noexcept;

// Recognises what `labels` is and reads it. Throws for input that is no column
// of labels; labels that are new have their codes then, with a count of 0.
[[nodiscard]] Batch read_batch(nb::handle labels, LabelReader& reader);

// The readers.
[[nodiscard]] Batch read_objects(nb::handle sequence, LabelReader& reader);  // list or tuple
[[nodiscard]] Batch read_array(nb::handle array, LabelReader& reader);       // numpy.ndarray
[[nodiscard]] Batch read_arrow(nb::handle column, LabelReader& reader);
[[nodiscard]] Batch read_pandas(nb::handle column, LabelReader& reader);

// Rows as places in a list of values, -1 for a missing one.
[[nodiscard]] Batch read_places(nb::handle places, nb::handle values, LabelReader& reader);

}  // namespace entrostream
