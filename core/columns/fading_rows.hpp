// Exponentially decayed values for each row of a column: many interleaved streams, a tally each.
//
// The rows come in order; each belongs to a stream (a group), and decays by the rows of its
// stream or by time. A row without a label (no_code) ages the others of its stream and adds
// nothing. The values are those of FadingTally, bit for bit.
#pragma once
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <limits>
#include <utility>
#include <vector>

#include "core/counts/code.hpp"
#include "core/counts/measure.hpp"
#include "core/counts/trace.hpp"
#include "core/fading/fading_sums.hpp"
#include "core/fading/fading_tally.hpp"
#include "core/time/time.hpp"

namespace entrostream {

// A measure of all summaries, or Kish's effective size, which only weights have.
struct FadingMeasure {
    Measure measure = Measure::entropy;
    bool effective_size = false;
};

// Whether the measure is an amount of rows or labels, which is 0 if there are none.
[[nodiscard]] constexpr bool is_count(FadingMeasure of) noexcept {
    return of.effective_size || is_count(of.measure);
}

template <>
struct MeasureTable<FadingMeasure> {
    static constexpr auto rows = [] {
        constexpr auto& common = MeasureTable<Measure>::rows;
        std::array<MeasureRow<FadingMeasure>, common.size() + 1> all{};
        for (std::size_t i = 0; i < common.size(); ++i) {
            all[i] = {{common[i].measure}, common[i].name, common[i].doc};
        }
        all.back() = {{Measure::n, true}, "effective_size", "(sum w)^2 / sum w^2."};
        return all;
    }();
};

// Computes values from the rows so far.
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
    using Item = Code;  // dense over all streams: not shared between streams

    // `empty`: the initial tally of each stream.
    explicit FadingRows(FadingTally empty) : empty_(std::move(empty)) {}

    [[nodiscard]] bool has_times() const noexcept { return empty_.has_times(); }
    [[nodiscard]] FadingContent& content() noexcept { return content_; }

    // Make room for streams below `streams`, and for codes below `codes`.
    void grow(std::size_t streams) {
        if (streams > streams_.size()) streams_.resize(streams, Stream{empty_});
    }
    void grow_codes(std::size_t codes) {
        if (codes > in_stream_.size()) in_stream_.resize(codes, no_code);
    }

    // Adds one row; `number` is its index in the column. `emit(number, sums)` is called
    // immediately. Times within a stream must not decrease.
    template <class Emit>
    void push(std::size_t stream, std::int64_t number, Time time, Code code, Emit&& emit) {
        Stream& at = streams_[stream];
        if (code == no_code) {
            skip(at.tally, time);
        } else {
            update(at, time, code);
        }
        emit(number, FadingContent::Sums{at.tally.sums(), at.labelled});
    }

    // Adds rows of the first stream, for entropy and Gini index only: rows with labels are
    // processed in blocks. The value of row i goes to row i of the columns; it is NaN below
    // `min_periods` rows with a label. `times` has the same length or is empty.
    void trace(Codes codes, Times times, TraceColumns columns, std::uint64_t min_periods) {
        Stream& at = streams_[0];
        const bool own_codes = use_codes_as_they_are(at);
        std::vector<Code> run;  // consecutive rows with labels
        for (std::size_t row = 0; row < codes.size();) {
            const std::size_t first = row;
            const auto end =
                std::find(codes.begin() + static_cast<std::ptrdiff_t>(row), codes.end(), no_code);
            row = static_cast<std::size_t>(end - codes.begin());
            Codes labels = codes.subspan(first, row - first);
            if (!own_codes) {
                run.clear();
                for (const Code code : labels) {
                    run.push_back(code_in(at, code));
                }
                labels = run;
            }
            trace_run(at.tally, labels, times, columns, first);
            hide_few(at, columns, first, row, min_periods);
            if (row == codes.size()) break;
            skip(at.tally, times.empty() ? 0 : times[row]);
            read_row(at.tally.sums(), columns, row);
            // Only entropy and Gini index come here: no labels have neither.
            if (at.labelled < std::max<std::uint64_t>(min_periods, 1)) hide(columns, row);
            ++row;
        }
    }

    // No row waits for later ones.
    template <class Emit>
    void finish(Emit&&) const noexcept {}

  private:
    struct Stream {
        FadingTally tally;
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
        const Code known = code_in(at, code);
        if (at.tally.has_times()) {
            at.tally.update(known, time);
        } else {
            at.tally.update(known);
        }
    }
    [[nodiscard]] Code code_in(Stream& at, Code code) {
        Code& known = in_stream_[code];
        if (known == no_code) {
            known = static_cast<Code>(at.tally.codes());
            at.tally.grow(at.tally.codes() + 1);
            same_codes_ = same_codes_ && known == code;
        }
        return known;
    }
    // Whether the tally of the only stream counts the codes of the column. New codes then become
    // codes of the tally, which saves a look-up per row.
    [[nodiscard]] bool use_codes_as_they_are(Stream& at) {
        if (!same_codes_ || streams_.size() != 1) return false;
        const std::size_t known = at.tally.codes();
        for (std::size_t code = known; code < in_stream_.size(); ++code) {
            in_stream_[code] = static_cast<Code>(code);
        }
        if (known < in_stream_.size()) at.tally.grow(in_stream_.size());
        return true;
    }

    static void trace_run(FadingTally& tally, Codes run, Times times, TraceColumns columns,
                          std::size_t row) {
        if (tally.has_times()) {
            tally.trace(run, times.subspan(row, run.size()), columns, row);
        } else {
            tally.trace(run, columns, row);
        }
    }
    static void hide_few(Stream& at, TraceColumns columns, std::size_t first, std::size_t end,
                         std::uint64_t min_periods) noexcept {
        for (std::size_t row = first; row < end && at.labelled + (row - first) + 1 < min_periods;
             ++row) {
            hide(columns, row);
        }
        at.labelled += end - first;
    }
    static void hide(TraceColumns columns, std::size_t row) noexcept {
        for (const TraceColumn& column : columns) {
            column.values[row] = std::numeric_limits<double>::quiet_NaN();
        }
    }

    FadingTally empty_;
    FadingContent content_;
    std::deque<Stream> streams_;   // not a vector, which needs twice its memory to grow
    std::vector<Code> in_stream_;  // by code: the code in the tally of its stream
    bool same_codes_ = true;       // whether these are the same codes so far
};

}  // namespace entrostream
