// Many labels at once as codes: what every kind of bulk input becomes.
//
// Each kind has its reader in this folder. A reader finds the distinct values
// first (no Python, no lock) and passes each of them once through the label
// reader, so a label is the same label whichever way it came in.
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

// Gives the codes of some rows when they are wanted; no_code for a row skipped.
class Decoder {
  public:
    Decoder() = default;
    Decoder(const Decoder&) = delete;
    Decoder& operator=(const Decoder&) = delete;
    virtual ~Decoder() = default;
    virtual void decode(std::size_t first, std::span<Code> codes) const = 0;
};

// What a bulk call wants to know of a column.
enum class Wanted : std::uint8_t {
    codes,   // the code of each row
    counts,  // only how often each code occurs: less work, and no memory for the rows
};

// Some rows of a batch, to be filled by a reader.
struct BatchPart {
    std::size_t rows = 0;
    std::span<Code> codes = {};                // one a row, or none if only
    std::vector<CodeCount>* counts = nullptr;  // these are wanted

    // So many distinct labels follow.
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
    // The codes of all rows, or how often each occurs, which a reader puts into `part`.
    Batch(std::size_t rows, Wanted wanted);
    // Codes that are made piece by piece, never all at once: less memory to
    // touch than to store them. `skips`: some of them are no_code.
    Batch(std::size_t rows, std::unique_ptr<Decoder> decoder, bool skips);

    [[nodiscard]] std::size_t rows() const noexcept { return rows_; }
    [[nodiscard]] std::span<Code> all() const noexcept { return codes_->all(); }
    [[nodiscard]] BatchPart part(std::size_t first, std::size_t rows);
    [[nodiscard]] BatchPart whole() { return part(0, rows_); }

    // How often each code occurs, if that is all there is; a code may stand there twice.
    // Readers for which it would be no less work give codes all the same.
    [[nodiscard]] const std::optional<std::vector<CodeCount>>& counts() const noexcept {
        return counts_;
    }

    // The rows of another batch, read with the same reader, follow those of this one. Of this
    // one nothing else was asked yet.
    void append(Batch& next);

    // All codes at once, also those that were to be made piece by piece.
    [[nodiscard]] std::span<Code> store();
    // Leaves the rows out that are skipped. To be called once, before what follows.
    void finish();

    // Calls `use(codes, first)` for all events in turn, at most so many at once; `first` is the
    // number of the first of them. Lets somebody interrupt in between.
    template <class Use>
    void for_each_piece(std::size_t most, Use&& use) const;

    // How many events there are once the batch is finished.
    [[nodiscard]] std::size_t events() const noexcept { return events_; }

    // Leaves the same rows out of what stands beside the labels; gives the rest.
    template <class Number>
    [[nodiscard]] std::span<Number> leave_out_skipped(std::span<Number> numbers) const {
        if (skipped_.empty()) return numbers;
        std::size_t events = 0;
        for (std::size_t row = 0; row < rows_; ++row) {
            if (!skipped_[row]) numbers[events++] = numbers[row];
        }
        return numbers.first(events);
    }

    // Spreads values that stand event by event over all rows: a skipped row has
    // the value of the row before it, the first ones `before`.
    void spread(double* values, double before) const noexcept;

  private:
    void count_events() noexcept;

    static constexpr std::size_t piece = 1 << 14;  // 64 KB of codes: they stay in the cache
    static constexpr std::size_t slice = 1 << 20;  // so many may be decoded without a question

    std::size_t rows_;
    std::size_t events_ = 0;
    std::optional<CodeBuffer> codes_;
    std::optional<std::vector<CodeCount>> counts_;
    std::size_t sum_from_ = 1 << 16;  // so many counts, before those of one code are added up
    std::unique_ptr<Decoder> decoder_;
    std::vector<bool> skipped_;  // empty if none is
};

template <class Use>
void Batch::for_each_piece(std::size_t most, Use&& use) const {
    if (!decoder_) {
        // One piece even of nothing: what is counted may have an end of its own.
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

// The codes of a batch that is still in local codes: `to[local]` each, missing
// rows (no_code) become `missing`.
void translate(std::span<Code> codes, const std::vector<Code>& to, Code missing) noexcept;

// Recognises what `labels` is and reads it. Throws for input that is no column
// of labels; labels that are new have their codes then, with a count of 0.
[[nodiscard]] Batch read_batch(nb::handle labels, LabelReader& reader,
                               Wanted wanted = Wanted::codes);

// The same for an iterable of any kind: of labels, or of columns that follow one another, which
// are read one at a time.
[[nodiscard]] Batch read_iterable(nb::handle labels, LabelReader& reader, Wanted wanted);

// The readers.
[[nodiscard]] Batch read_objects(nb::handle sequence, LabelReader& reader);  // list or tuple
[[nodiscard]] Batch read_array(nb::handle array, LabelReader& reader, Wanted wanted);
[[nodiscard]] Batch read_arrow(nb::handle column, LabelReader& reader, Wanted wanted);
[[nodiscard]] Batch read_pandas(nb::handle column, LabelReader& reader, Wanted wanted);
[[nodiscard]] Batch read_polars(nb::handle series, LabelReader& reader, Wanted wanted);

// Rows as places in a list of values, -1 for a missing one.
[[nodiscard]] Batch read_places(nb::handle places, nb::handle values, LabelReader& reader,
                                Wanted wanted);

}  // namespace entrostream
