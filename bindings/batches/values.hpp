// From a column of raw values to codes: shared by the NumPy and Arrow readers.
//
// Local codes are given without a lock on Python; then each distinct value
// becomes a label once.
#pragma once
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "bindings/batches/batch.hpp"
#include "bindings/batches/small_range.hpp"
#include "bindings/label_reader.hpp"
#include "core/counts/value_codes.hpp"

namespace entrostream {

// Where the first missing row is, if any: for the error message.
struct LocalCodes {
    std::size_t first_missing = LabelReader::no_row;

    [[nodiscard]] Code missing(std::size_t row) noexcept {
        first_missing = std::min(first_missing, row);
        return no_code;
    }
};

// Local codes from a table of values; no_code where a row is missing.
template <class Value, class ValueOf, class IsMissing>
void give_codes(ValueCodes<Value>& table, const ValueOf& value_of, std::span<Code> codes,
                const IsMissing& is_missing, LocalCodes& local) {
    const auto skip = [&](std::size_t row) {
        if (!is_missing(row)) return false;
        codes[row] = local.missing(row);
        return true;
    };
    table.for_each(codes.size(), value_of, skip,
                   [&](std::size_t row, Code code) { codes[row] = code; });
}

// Local codes become the reader's: `label_of(i)` makes the label of the i-th
// distinct value.
template <class LabelOf>
void finish_codes(std::span<Code> codes, std::size_t distinct, const LocalCodes& local,
                  const char* missing_value, LabelReader& reader, LabelOf&& label_of) {
    std::vector<Code> to(distinct);
    for (std::size_t i = 0; i < distinct; ++i) {
        to[i] = reader.code_of_value(label_of(i), missing_value, [&] {
            const auto first = std::find(codes.begin(), codes.end(), static_cast<Code>(i));
            const auto row = static_cast<std::size_t>(first - codes.begin());
            return std::min(row, local.first_missing);
        });
    }
    const bool any_missing = local.first_missing != LabelReader::no_row;
    translate(codes, to,
              any_missing ? reader.missing(missing_value, local.first_missing) : no_code);
}

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

// Looks for them; nothing if the values lie far apart. `is_missing(row)` is asked
// for every row; `label_of(value)` makes a label.
template <class Integer, class IsMissing, class LabelOf>
std::optional<CloseIntegers<Integer, IsMissing>> close_integers(std::span<const Integer> values,
                                                                const IsMissing& is_missing,
                                                                const char* missing_value,
                                                                LabelReader& reader,
                                                                LabelOf&& label_of) {
    CloseIntegers<Integer, IsMissing> close{values, is_missing};
    LocalCodes local;
    {
        const nb::gil_scoped_release unlocked;
        const auto on_missing = [&](std::size_t row) { static_cast<void>(local.missing(row)); };
        if (!close.range.scan(values, is_missing, on_missing)) return {};
    }
    const std::vector<Integer> distinct = close.range.values();
    std::vector<Code> to;
    to.reserve(distinct.size());
    for (const Integer value : distinct) {
        to.push_back(reader.code_of_value(label_of(value), missing_value, [&] {
            const auto first = std::find(values.begin(), values.end(), value);
            const auto row = static_cast<std::size_t>(first - values.begin());
            return std::min(row, local.first_missing);
        }));
    }
    close.range.translate(distinct, to);
    close.skips = std::find(to.begin(), to.end(), no_code) != to.end();
    if (local.first_missing != LabelReader::no_row) {
        close.missing = reader.missing(missing_value, local.first_missing);
        close.skips = close.skips || close.missing == no_code;
    }
    return close;
}

template <class Integer, class IsMissing, class LabelOf>
void far_integers(std::span<const Integer> values, std::span<Code> codes,
                  const IsMissing& is_missing, const char* missing_value, LabelReader& reader,
                  LabelOf&& label_of) {
    LocalCodes local;
    ValueCodes<std::uint64_t> table;
    {
        const nb::gil_scoped_release unlocked;
        const auto word_of = [&](std::size_t row) {
            return static_cast<std::uint64_t>(values[row]);
        };
        give_codes(table, word_of, codes, is_missing, local);
    }
    const std::vector<std::uint64_t>& distinct = table.values();
    finish_codes(codes, distinct.size(), local, missing_value, reader,
                 [&](std::size_t i) { return label_of(static_cast<Integer>(distinct[i])); });
}

// All codes at once.
template <class Integer, class IsMissing, class LabelOf>
void code_integers(std::span<const Integer> values, std::span<Code> codes,
                   const IsMissing& is_missing, const char* missing_value, LabelReader& reader,
                   LabelOf&& label_of) {
    const auto close = close_integers(values, is_missing, missing_value, reader, label_of);
    if (close) {
        close->decode(0, codes);
    } else {
        far_integers(values, codes, is_missing, missing_value, reader, label_of);
    }
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
    Owner owner_;  // keeps the column's memory
};

// A batch of its own, whose codes are made when they are wanted if possible.
template <class Integer, class IsMissing, class LabelOf, class Owner>
Batch integer_batch(std::span<const Integer> values, const IsMissing& is_missing,
                    const char* missing_value, LabelReader& reader, LabelOf&& label_of,
                    Owner owner) {
    auto close = close_integers(values, is_missing, missing_value, reader, label_of);
    if (close) {
        using Close = CloseIntegers<Integer, IsMissing>;
        const bool skips = close->skips;
        return {values.size(),
                std::make_unique<CloseDecoder<Close, Owner>>(std::move(*close), std::move(owner)),
                skips};
    }
    Batch batch(values.size());
    far_integers(values, batch.all(), is_missing, missing_value, reader, label_of);
    return batch;
}

// Floats by their bits, once 0.0 and -0.0 are one; NaN is missing.
template <class Real, class IsMissing>
void code_reals(std::span<const Real> values, std::span<Code> codes, const IsMissing& is_missing,
                const char* missing_value, LabelReader& reader) {
    LocalCodes local;
    ValueCodes<std::uint64_t> table;
    {
        const nb::gil_scoped_release unlocked;
        const auto word_of = [&](std::size_t row) {
            return std::bit_cast<std::uint64_t>(static_cast<double>(values[row]) + 0.0);
        };
        const auto is_absent = [&](std::size_t row) {
            return is_missing(row) || std::isnan(values[row]);
        };
        give_codes(table, word_of, codes, is_absent, local);
    }
    finish_codes(codes, table.values().size(), local, missing_value, reader, [&](std::size_t i) {
        return nb::float_(std::bit_cast<double>(table.values()[i]));
    });
}

// Strings and other runs of bytes: `bytes_of(row)` is the row's.
template <class BytesOf, class IsMissing, class LabelOf>
void code_bytes(const BytesOf& bytes_of, std::span<Code> codes, const IsMissing& is_missing,
                const char* missing_value, LabelReader& reader, LabelOf&& label_of) {
    LocalCodes local;
    ValueCodes<std::string_view> table;
    {
        const nb::gil_scoped_release unlocked;
        give_codes(table, bytes_of, codes, is_missing, local);
    }
    finish_codes(codes, table.values().size(), local, missing_value, reader,
                 [&](std::size_t i) { return label_of(table.values()[i]); });
}

}  // namespace entrostream
