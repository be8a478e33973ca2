// Many labels at once as codes: the common form of all bulk input.
//
// Each kind of input has its reader in this folder. A reader first finds the distinct values
// (without Python or the GIL) and passes each of them once through the label reader, so a
// label is the same label whichever way it came in.
#pragma once
#include <nanobind/nanobind.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "bindings/input/batches/column_buffer.hpp"
#include "bindings/labels/label_reader.hpp"
#include "core/counts/code.hpp"
#include "core/counts/interruption.hpp"

namespace entrostream {

// Decodes a range of rows on demand; no_code for a skipped row.
class Decoder {
  public:
    Decoder() = default;
    Decoder(const Decoder&) = delete;
    Decoder& operator=(const Decoder&) = delete;
    virtual ~Decoder() = default;
    virtual void decode(std::size_t first, std::span<Code> codes) const = 0;
};

// What a bulk call needs from a column.
enum class Wanted : std::uint8_t {
    codes,   // the code of each row
    counts,  // only how often each code occurs: less work, and no memory per row
};

// A range of rows of a batch, to be filled by a reader.
struct BatchPart {
    std::size_t rows = 0;
    std::span<Code> codes = {};                // one per row; empty if only
    std::vector<CodeCount>* counts = nullptr;  // these are wanted

    // Announces this many distinct labels.
    void expect(std::size_t distinct, LabelReader& reader) const {
        reader.expect(distinct);
        if (counts != nullptr && counts->empty()) counts->reserve(distinct);
    }
    void add(Code code, std::uint64_t events) const {
        if (code != no_code && events != 0) counts->push_back({code, events});
    }
};

class Batch {
  public:
    // Codes that the reader writes into `all`.
    explicit Batch(std::size_t rows) : rows_(rows), codes_(std::in_place, rows) {}
    // The codes of all rows, or the count of each code, which a reader writes into `part`.
    Batch(std::size_t rows, Wanted wanted);
    // Codes that are decoded piece by piece, never all at once: touches less memory than
    // storing them. `skips`: some of them are no_code.
    Batch(std::size_t rows, std::unique_ptr<Decoder> decoder, bool skips);

    [[nodiscard]] std::size_t rows() const noexcept { return rows_; }
    [[nodiscard]] std::span<Code> all() const noexcept { return codes_->all(); }
    [[nodiscard]] BatchPart part(std::size_t first, std::size_t rows);
    [[nodiscard]] BatchPart whole() { return part(0, rows_); }

    // The count of each code, if only counts were collected; a code may occur twice. Readers
    // that would not save work this way return codes anyway.
    [[nodiscard]] const std::optional<std::vector<CodeCount>>& counts() const noexcept {
        return counts_;
    }

    // Appends the rows of another batch, read with the same reader. Must precede any other use
    // of this batch.
    void append(Batch& next);

    // Materialises all codes, also those that would be decoded piece by piece.
    [[nodiscard]] std::span<Code> store();
    // The same; the batch must not be used afterwards.
    [[nodiscard]] CodeBuffer release_codes();
    // Removes the skipped rows. Must be called once, before everything below.
    void finish();

    // Calls `use(codes, first)` for all events in order, at most `most` at a time; `first` is
    // the index of the first of them. Can be interrupted in between.
    template <class Use>
    void for_each_piece(std::size_t most, Use&& use) const;

    // The number of events, once the batch is finished.
    [[nodiscard]] std::size_t events() const noexcept { return events_; }

    // Removes the same rows from an auxiliary column and returns the rest.
    template <class Number>
    [[nodiscard]] std::span<Number> leave_out_skipped(std::span<Number> numbers) const {
        if (skipped_.empty()) return numbers;
        std::size_t events = 0;
        for (std::size_t row = 0; row < rows_; ++row) {
            if (!skipped_[row]) numbers[events++] = numbers[row];
        }
        return numbers.first(events);
    }

    // Expands per-event values to all rows: a skipped row gets the value of the row before it,
    // leading ones get `before`.
    void spread(double* values, double before) const noexcept;

  private:
    void count_events() noexcept;

    static constexpr std::size_t piece = 1 << 14;  // 64 KB of codes: they stay in cache
    static constexpr std::size_t slice = 1 << 20;  // rows decoded between interruption checks

    std::size_t rows_;
    std::size_t events_ = 0;
    std::optional<CodeBuffer> codes_;
    std::optional<std::vector<CodeCount>> counts_;
    std::size_t sum_from_ = 1 << 16;  // number of counts above which those of one code are merged
    std::unique_ptr<Decoder> decoder_;
    std::vector<bool> skipped_;  // empty if no row is skipped
};

template <class Use>
void Batch::for_each_piece(std::size_t most, Use&& use) const {
    if (!decoder_) {
        // Calls `use` once even without events: it may have a final step of its own.
        if (events_ == 0) return use(Codes(), std::size_t{0});
        return in_slices(events_, std::min(most, events_),
                         [&](std::size_t first, std::size_t size) {
                             use(Codes(all().subspan(first, size)), first);
                         });
    }
    const CodeBuffer buffer(piece);
    in_slices(rows_, std::min(most, piece), [&](std::size_t first, std::size_t size) {
        const std::span<Code> codes = buffer.all().first(size);
        decoder_->decode(first, codes);
        use(Codes(codes), first);
    });
}

// Translates local codes to `to[local]`; missing rows (no_code) become `missing`.
void translate(std::span<Code> codes, const std::vector<Code>& to, Code missing) noexcept;

// Detects what `labels` is and reads it. Throws if it is not a column of labels; labels that
// are new by then have codes, with a count of 0.
[[nodiscard]] Batch read_batch(nb::handle labels, LabelReader& reader,
                               Wanted wanted = Wanted::codes);

// The same for any iterable: of labels, or of columns, which are read one at a time.
[[nodiscard]] Batch read_iterable(nb::handle labels, LabelReader& reader, Wanted wanted);

// The readers.
[[nodiscard]] Batch read_objects(nb::handle sequence, LabelReader& reader);  // list or tuple
[[nodiscard]] Batch read_array(nb::handle array, LabelReader& reader, Wanted wanted);
[[nodiscard]] Batch read_arrow(nb::handle column, LabelReader& reader, Wanted wanted);
[[nodiscard]] Batch read_pandas(nb::handle column, LabelReader& reader, Wanted wanted);
[[nodiscard]] Batch read_polars(nb::handle series, LabelReader& reader, Wanted wanted);

// Rows as indices into a list of values, -1 if missing.
[[nodiscard]] Batch read_places(nb::handle places, nb::handle values, LabelReader& reader,
                                Wanted wanted);

}  // namespace entrostream
