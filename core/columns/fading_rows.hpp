// The fading weights of each row of a column: many streams side by side, a tally each.
//
// The rows come in order; each belongs to a stream (a group), and fades by the rows of its
// stream or by time. A row without a label (no_code) ages the others of its stream and adds
// nothing. The values are those of FadingTally, bit for bit.
#pragma once
#include <cstddef>
#include <cstdint>
#include <deque>
#include <utility>
#include <vector>

#include "core/counts/code.hpp"
#include "core/counts/trace.hpp"
#include "core/fading/fading_sums.hpp"
#include "core/windows/fading_tally.hpp"
#include "core/windows/time.hpp"

namespace entrostream {

// A measure that all summaries have, or Kish's effective size, which only weights have.
struct FadingMeasure {
    Measure measure = Measure::entropy;
    bool effective_size = false;
};

// How the rows so far are read.
struct FadingContent {
    using Measure = FadingMeasure;
    struct Sums {
        const FadingSums& weights;
        std::uint64_t rows;  // that have a label
    };

    [[nodiscard]] static std::uint64_t rows(const Sums& sums) noexcept { return sums.rows; }
    [[nodiscard]] static double value(const Sums& sums, Measure of) noexcept {
        return of.effective_size ? sums.weights.effective_size() : read(sums.weights, of.measure);
    }
};

class FadingRows {
  public:
    using Item = Code;  // dense over all streams: a label of another stream has another code

    // The time of a row by its place in the stream, where a half-life is a number of rows: a
    // row is a second, so that the half-life may be a fraction of one.
    static constexpr Time row_length = 1'000'000'000;

    // What each stream begins with, and whether its half-life, if it has one, is in rows.
    FadingRows(FadingTally empty, bool half_life_in_rows)
        : empty_(std::move(empty)), half_life_in_rows_(half_life_in_rows) {}

    [[nodiscard]] FadingContent& content() noexcept { return content_; }

    // Room for streams below `streams`, and for codes below `codes`.
    void grow(std::size_t streams) {
        if (streams > streams_.size()) streams_.resize(streams, Stream{empty_});
    }
    void grow_codes(std::size_t codes) {
        if (codes > in_stream_.size()) in_stream_.resize(codes, no_code);
    }

    // One row more; `number` is its place in the column. `emit(number, sums)` is called at
    // once. Times of a stream must not go back.
    template <class Emit>
    void push(std::size_t stream, std::int64_t number, Time time, Code code, Emit&& emit) {
        Stream& at = streams_[stream];
        if (half_life_in_rows_) time = at.rows * row_length;
        ++at.rows;
        if (code == no_code) {
            skip(at.tally, time);
        } else {
            update(at, time, code);
        }
        emit(number, FadingContent::Sums{at.tally.sums(), at.labelled});
    }

    // No row waits for others.
    template <class Emit>
    void finish(Emit&&) const noexcept {}

  private:
    struct Stream {
        FadingTally tally;
        std::int64_t rows = 0;
        std::uint64_t labelled = 0;
    };

    static void skip(FadingTally& tally, Time time) {
        if (tally.has_times()) {
            tally.advance(time);
        } else {
            tally.skip();
        }
    }
    void update(Stream& at, Time time, Code code) {
        ++at.labelled;
        Code& known = in_stream_[code];
        if (known == no_code) {
            known = static_cast<Code>(at.tally.codes());
            at.tally.grow(at.tally.codes() + 1);
        }
        if (at.tally.has_times()) {
            at.tally.update(known, time);
        } else {
            at.tally.update(known);
        }
    }

    FadingTally empty_;
    bool half_life_in_rows_;
    FadingContent content_;
    std::deque<Stream> streams_;   // not a vector: to grow one takes twice its memory
    std::vector<Code> in_stream_;  // by code: the code in the tally of its stream
};

}  // namespace entrostream
