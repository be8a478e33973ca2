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
#include <limits>
#include <span>
#include <stdexcept>
#include <string_view>
#include <type_traits>
#include <vector>

#include "bindings/batches/batch.hpp"
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

// Local codes become the reader's: `label_of(i)` makes the label of the i-th
// distinct value.
template <class LabelOf>
void finish_codes(std::span<Code> codes, std::size_t distinct, const LocalCodes& local,
                  const char* missing_value, LabelReader& reader, LabelOf&& label_of) {
    std::vector<Code> to(distinct);
    for (std::size_t i = 0; i < distinct; ++i) {
        to[i] = reader.code(label_of(i));
    }
    const bool any_missing = local.first_missing != LabelReader::no_row;
    translate(codes, to, any_missing ? reader.missing(missing_value, local.first_missing) : no_code);
}

// Integers of a small range get their codes from an array by value.
template <class Integer>
class SmallRange {
  public:
    static constexpr std::uint64_t widest = 1 << 22;  // 16 MB of codes

    SmallRange(Integer low, Integer high)
        : low_(low), codes_(static_cast<std::size_t>(offset(high)) + 1, no_code) {}

    // Whether the array is worth its while: small, or small beside the column.
    [[nodiscard]] static bool fits(Integer low, Integer high, std::size_t rows) noexcept {
        const std::uint64_t range =
            static_cast<std::uint64_t>(high) - static_cast<std::uint64_t>(low);
        return range < std::max<std::uint64_t>(1024, std::min<std::uint64_t>(widest, rows));
    }

    [[nodiscard]] Code code(Integer value) {
        const std::uint64_t place = offset(value);
        // The column is not ours: somebody may write to it meanwhile.
        if (place >= codes_.size()) throw std::runtime_error("labels changed while they were read");
        Code& code = codes_[place];
        if (code == no_code) {
            code = static_cast<Code>(values_.size());
            values_.push_back(value);
        }
        return code;
    }

    [[nodiscard]] const std::vector<Integer>& values() const noexcept { return values_; }

  private:
    [[nodiscard]] std::uint64_t offset(Integer value) const noexcept {
        return static_cast<std::uint64_t>(value) - static_cast<std::uint64_t>(low_);
    }

    Integer low_;
    std::vector<Code> codes_;
    std::vector<Integer> values_;
};

// `is_missing(row)` is asked for every row; `label_of(value)` makes a label.
template <class Integer, class IsMissing, class LabelOf>
void code_integers(std::span<const Integer> values, std::span<Code> codes, IsMissing&& is_missing,
                   const char* missing_value, LabelReader& reader, LabelOf&& label_of) {
    LocalCodes local;
    const auto finish = [&](const auto& distinct) {
        finish_codes(codes, distinct.size(), local, missing_value, reader,
                     [&](std::size_t i) { return label_of(static_cast<Integer>(distinct[i])); });
    };
    const auto give = [&](auto& table, auto&& key) {
        for (std::size_t row = 0; row < values.size(); ++row) {
            codes[row] = is_missing(row) ? local.missing(row) : table.code(key(values[row]));
        }
    };
    Integer low = std::numeric_limits<Integer>::max();
    Integer high = std::numeric_limits<Integer>::min();
    {
        const nb::gil_scoped_release unlocked;
        for (std::size_t row = 0; row < values.size(); ++row) {
            if (is_missing(row)) continue;
            low = std::min(low, values[row]);
            high = std::max(high, values[row]);
        }
    }
    if (low <= high && SmallRange<Integer>::fits(low, high, values.size())) {
        SmallRange<Integer> table(low, high);
        {
            const nb::gil_scoped_release unlocked;
            give(table, [](Integer value) { return value; });
        }
        finish(table.values());
        return;
    }
    ValueCodes<std::uint64_t> table;
    {
        const nb::gil_scoped_release unlocked;
        give(table, [](Integer value) { return static_cast<std::uint64_t>(value); });
    }
    finish(table.values());
}

// Floats by their bits, once 0.0 and -0.0 are one; NaN is missing.
template <class Real, class IsMissing>
void code_reals(std::span<const Real> values, std::span<Code> codes, IsMissing&& is_missing,
                const char* missing_value, LabelReader& reader) {
    LocalCodes local;
    ValueCodes<std::uint64_t> table;
    {
        const nb::gil_scoped_release unlocked;
        for (std::size_t row = 0; row < values.size(); ++row) {
            const double value = static_cast<double>(values[row]) + 0.0;
            codes[row] = is_missing(row) || std::isnan(value)
                             ? local.missing(row)
                             : table.code(std::bit_cast<std::uint64_t>(value));
        }
    }
    finish_codes(codes, table.values().size(), local, missing_value, reader, [&](std::size_t i) {
        return nb::float_(std::bit_cast<double>(table.values()[i]));
    });
}

// Strings and other runs of bytes: `bytes_of(row)` is the row's.
template <class BytesOf, class IsMissing, class LabelOf>
void code_bytes(BytesOf&& bytes_of, std::span<Code> codes, IsMissing&& is_missing,
                const char* missing_value, LabelReader& reader, LabelOf&& label_of) {
    LocalCodes local;
    ValueCodes<std::string_view> table;
    {
        const nb::gil_scoped_release unlocked;
        for (std::size_t row = 0; row < codes.size(); ++row) {
            codes[row] = is_missing(row) ? local.missing(row) : table.code(bytes_of(row));
        }
    }
    finish_codes(codes, table.values().size(), local, missing_value, reader,
                 [&](std::size_t i) { return label_of(table.values()[i]); });
}

}  // namespace entrostream
