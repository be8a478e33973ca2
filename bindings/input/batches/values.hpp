// From a column of raw values to codes or counts: shared by the NumPy and Arrow readers.
//
// The distinct values are found without the GIL; then each of them becomes a label once.
#pragma once
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "bindings/input/batches/batch.hpp"
#include "bindings/input/batches/small_range.hpp"
#include "bindings/labels/label_reader.hpp"
#include "bindings/runtime/gil.hpp"
#include "core/counts/byte_codes.hpp"
#include "core/counts/interruption.hpp"
#include "core/counts/range_counts.hpp"
#include "core/counts/word_codes.hpp"

namespace entrostream {

// The first missing row, if any, for error messages.
struct MissingRows {
    std::size_t first = no_row;

    void meet(std::size_t row) noexcept { first = std::min(first, row); }
    [[nodiscard]] bool any() const noexcept { return first != no_row; }
    // The code of all missing rows, once every row has been scanned.
    [[nodiscard]] Code code(const char* missing_value, LabelReader& reader) const {
        return any() ? reader.missing(missing_value, first) : no_code;
    }
};

// The first row for which `is_it(row)` is true.
template <class IsIt>
[[nodiscard]] std::size_t first_row(std::size_t rows, const IsIt& is_it) {
    std::size_t row = 0;
    while (row < rows && !is_it(row)) {
        ++row;
    }
    return row;
}

// Encodes values with a table (WordCodes, ByteCodes) that is filled without the GIL.
// `value_of(row)` is what the table looks up; `label_of(i)` makes the label of its i-th value,
// in the table's order.
template <class Table, class ValueOf, class IsMissing>
class TableReader {
  public:
    TableReader(BatchPart part, const ValueOf& value_of, const IsMissing& is_missing)
        : part_(part), value_of_(value_of), is_missing_(is_missing) {
        const GilReleased unlocked;
        if (part.counts != nullptr) {
            look_up([&](std::size_t, Code code) { count(code); });
        } else {
            look_up([&](std::size_t row, Code code) { part_.codes[row] = code; });
        }
    }

    [[nodiscard]] const Table& table() const noexcept { return table_; }

    template <class LabelOf>
    void finish(const char* missing_value, LabelReader& reader, LabelOf&& label_of) {
        std::vector<Code> to(table_.values().size());
        part_.expect(to.size(), reader);
        InterruptPoll<4096> poll;
        for (std::size_t i = 0; i < to.size(); ++i) {
            poll();
            to[i] = reader.code_of_value(label_of(i), missing_value, [&] {
                return std::min(first_row_of(static_cast<Code>(i)), missing_.first);
            });
        }
        const Code missing = missing_.code(missing_value, reader);
        if (part_.counts == nullptr) return translate(part_.codes, to, missing);
        std::uint64_t left = part_.rows;
        for (std::size_t i = 0; i < to.size(); ++i) {
            part_.add(to[i], counts_[i]);
            left -= counts_[i];
        }
        part_.add(missing, left);
    }

  private:
    template <class Use>
    void look_up(Use&& use) {
        const auto skip = [&](std::size_t row) {
            if (!is_missing_(row)) return false;
            missing_.meet(row);
            if (!part_.codes.empty()) part_.codes[row] = no_code;
            return true;
        };
        in_slices(part_.rows, slice, [&](std::size_t first, std::size_t size) {
            table_.for_each(
                size, [&](std::size_t i) { return value_of_(first + i); },
                [&](std::size_t i) { return skip(first + i); },
                [&](std::size_t i, Code code) { use(first + i, code); });
        });
    }

    void count(Code code) {
        if (code == counts_.size()) counts_.push_back(0);
        ++counts_[code];
    }

    // A second table assigns the same codes; only needed for an error, so it may be slow.
    [[nodiscard]] std::size_t first_row_of(Code code) const {
        Table again;
        std::size_t found = no_row;
        again.for_each(part_.rows, value_of_, is_missing_, [&](std::size_t row, Code met) {
            if (met == code) found = std::min(found, row);
        });
        return found;
    }

    static constexpr std::size_t slice = 1 << 16;  // rows looked up between interruption checks

    BatchPart part_;
    const ValueOf& value_of_;
    const IsMissing& is_missing_;
    Table table_;
    MissingRows missing_;
    std::vector<std::uint64_t> counts_;  // indexed by the table's codes
};

// Integers that lie close together, and the codes of their labels.
template <class Integer, class IsMissing>
struct CloseIntegers {
    std::span<const Integer> values;
    IsMissing is_missing;
    SmallRange<Integer> range = {};
    Code missing = no_code;
    bool skips = false;  // some rows are missing and skipped

    void decode(std::size_t first, std::span<Code> codes) const noexcept {
        range.decode(values, is_missing, missing, first, codes);
    }
};

// Returns nullopt if the values lie far apart. `is_missing(row)` is called for every row;
// `label_of(value)` makes a label.
template <class Integer, class IsMissing, class LabelOf>
std::optional<CloseIntegers<Integer, IsMissing>> close_integers(std::span<const Integer> values,
                                                                const IsMissing& is_missing,
                                                                const char* missing_value,
                                                                LabelReader& reader,
                                                                LabelOf&& label_of) {
    CloseIntegers<Integer, IsMissing> close{values, is_missing};
    MissingRows absent;
    {
        const GilReleased unlocked;
        const auto on_missing = [&](std::size_t row) { absent.meet(row); };
        if (!close.range.scan(values, is_missing, on_missing)) return {};
    }
    const std::vector<Integer> distinct = close.range.values();
    std::vector<Code> to;
    to.reserve(distinct.size());
    reader.expect(distinct.size());
    InterruptPoll<4096> poll;
    for (const Integer value : distinct) {
        poll();
        to.push_back(reader.code_of_value(label_of(value), missing_value, [&] {
            const auto is_it = [&](std::size_t row) { return values[row] == value; };
            return std::min(first_row(values.size(), is_it), absent.first);
        }));
    }
    close.range.translate(distinct, to);
    close.skips = std::find(to.begin(), to.end(), no_code) != to.end();
    if (absent.any()) {
        close.missing = absent.code(missing_value, reader);
        close.skips = close.skips || close.missing == no_code;
    }
    return close;
}

// Counts the values of all rows that are not missing; false if they lie far apart.
template <class Integer, class IsMissing>
[[nodiscard]] bool count_close(RangeCounts<Integer>& range, std::span<const Integer> values,
                               const IsMissing& is_missing, MissingRows& absent) {
    if (values.size() > RangeCounts<Integer>::max_values) return false;
    if constexpr (std::is_same_v<IsMissing, NeverMissing>) {
        bool close = true;
        in_slices(values.size(), 1 << 20, [&](std::size_t first, std::size_t size) {
            close = close && range.count(values.subspan(first, size));
        });
        return close;
    }
    InterruptPoll<256> poll;
    std::array<Integer, RangeCounts<Integer>::block> present;
    for (std::size_t first = 0; first < values.size(); first += present.size()) {
        poll();
        const std::size_t end = std::min(values.size(), first + present.size());
        std::size_t size = 0;
        for (std::size_t row = first; row < end; ++row) {
            const bool missing = is_missing(row);
            if (missing) absent.meet(row);
            present[size] = values[row];
            size += missing ? 0 : 1;
        }
        if (!range.count(std::span(present).first(size))) return false;
    }
    return true;
}

// Counts how often each value occurs; false, with nothing done, if the values lie far apart.
template <class Integer, class IsMissing, class LabelOf>
[[nodiscard]] bool count_integers(std::span<const Integer> values, BatchPart part,
                                  const IsMissing& is_missing, const char* missing_value,
                                  LabelReader& reader, LabelOf&& label_of) {
    RangeCounts<Integer> range(values.size());
    MissingRows absent;
    {
        const GilReleased unlocked;
        if (!count_close(range, values, is_missing, absent)) return false;
    }
    part.expect(range.distinct(), reader);
    std::uint64_t left = values.size();
    InterruptPoll<4096> poll;
    range.for_each([&](Integer value, std::uint64_t events) {
        poll();
        left -= events;
        const auto is_it = [&](std::size_t row) {
            return values[row] == value && !is_missing(row);
        };
        const Code code = reader.code_of_value(label_of(value), missing_value, [&] {
            return std::min(first_row(values.size(), is_it), absent.first);
        });
        part.add(code, events);
    });
    part.add(absent.code(missing_value, reader), left);
    return true;
}

template <class Integer, class IsMissing, class LabelOf>
void far_integers(std::span<const Integer> values, BatchPart part, const IsMissing& is_missing,
                  const char* missing_value, LabelReader& reader, LabelOf&& label_of) {
    const auto word_of = [&](std::size_t row) { return static_cast<std::uint64_t>(values[row]); };
    TableReader<WordCodes, decltype(word_of), IsMissing> found(part, word_of, is_missing);
    found.finish(missing_value, reader, [&](std::size_t i) {
        return label_of(static_cast<Integer>(found.table().values()[i]));
    });
}

// Encodes all rows at once.
template <class Integer, class IsMissing, class LabelOf>
void code_integers(std::span<const Integer> values, BatchPart part, const IsMissing& is_missing,
                   const char* missing_value, LabelReader& reader, LabelOf&& label_of) {
    if (part.counts != nullptr) {
        if (count_integers(values, part, is_missing, missing_value, reader, label_of)) return;
    } else if (const auto close =
                   close_integers(values, is_missing, missing_value, reader, label_of)) {
        return close->decode(0, part.codes);
    }
    far_integers(values, part, is_missing, missing_value, reader, label_of);
}

template <class Close, class Owner>
class CloseDecoder : public Decoder {
  public:
    CloseDecoder(Close close, Owner owner) : close_(std::move(close)), owner_(std::move(owner)) {}
    void decode(std::size_t first, std::span<Code> codes) const override {
        close_.decode(first, codes);
    }

  private:
    Close close_;
    Owner owner_;  // keeps the column's memory alive
};

// A batch whose codes are decoded on demand if possible.
template <class Integer, class IsMissing, class LabelOf, class Owner>
Batch integer_batch(std::span<const Integer> values, const IsMissing& is_missing,
                    const char* missing_value, LabelReader& reader, LabelOf&& label_of, Owner owner,
                    Wanted wanted) {
    if (wanted == Wanted::codes) {
        auto close = close_integers(values, is_missing, missing_value, reader, label_of);
        if (close) {
            using Close = CloseIntegers<Integer, IsMissing>;
            using CloseOwned = CloseDecoder<Close, Owner>;
            const bool skips = close->skips;
            return {values.size(),
                    std::make_unique<CloseOwned>(std::move(*close), std::move(owner)), skips};
        }
    }
    Batch batch(values.size(), wanted);
    const BatchPart whole = batch.whole();
    if (wanted == Wanted::codes ||
        !count_integers(values, whole, is_missing, missing_value, reader, label_of)) {
        far_integers(values, whole, is_missing, missing_value, reader, label_of);
    }
    return batch;
}

// Encodes floats by their bits, with -0.0 as 0.0; NaN is missing.
template <class Real, class IsMissing>
void code_reals(std::span<const Real> values, BatchPart part, const IsMissing& is_missing,
                const char* missing_value, LabelReader& reader) {
    const auto word_of = [&](std::size_t row) {
        return std::bit_cast<std::uint64_t>(static_cast<double>(values[row]) + 0.0);
    };
    const auto is_absent = [&](std::size_t row) {
        return is_missing(row) || std::isnan(values[row]);
    };
    TableReader<WordCodes, decltype(word_of), decltype(is_absent)> found(part, word_of, is_absent);
    found.finish(missing_value, reader, [&](std::size_t i) {
        return nb::float_(std::bit_cast<double>(found.table().values()[i]));
    });
}

// Encodes strings and other byte sequences; `bytes_of(row)` returns those of a row.
template <class BytesOf, class IsMissing, class LabelOf>
void code_bytes(const BytesOf& bytes_of, BatchPart part, const IsMissing& is_missing,
                const char* missing_value, LabelReader& reader, LabelOf&& label_of) {
    TableReader<ByteCodes, BytesOf, IsMissing> found(part, bytes_of, is_missing);
    found.finish(missing_value, reader,
                 [&](std::size_t i) { return label_of(found.table().values()[i]); });
}

}  // namespace entrostream
