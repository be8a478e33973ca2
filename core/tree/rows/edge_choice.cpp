#include "core/tree/rows/edge_choice.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <numeric>

#include "core/simd/lanes.hpp"

namespace entrostream::tree {

using namespace simd;

namespace {

// The key of a number has its row in the last bits, so that sorting the keys suffices. Numbers
// that differ only in these bits may come in the wrong order: see take_order_of_keys.
constexpr std::uint64_t most_rows = 128;
constexpr std::uint64_t row_bits = most_rows - 1;

double key_of(double number, std::uint64_t row) noexcept {
    return std::bit_cast<double>((std::bit_cast<std::uint64_t>(number) & ~row_bits) | row);
}
std::uint32_t row_of(double key) noexcept {
    return static_cast<std::uint32_t>(std::bit_cast<std::uint64_t>(key) & row_bits);
}

// At least a, below b.
double between(double a, double b) {
    const double middle = a / 2 + b / 2;  // their difference may overflow
    return middle >= a && middle < b ? middle : a;
}

// Puts the smaller of two rows of keys first, lane by lane.
template <class Lanes>
[[gnu::always_inline]] inline void exchange(double* a, double* b) noexcept {
    for (std::uint32_t i = 0; i < lanes; i += width<Lanes>) {
        const typename Lanes::Doubles x = at<Lanes>(a + i);
        const typename Lanes::Doubles y = at<Lanes>(b + i);
        at<Lanes>(a + i) = x < y ? x : y;
        at<Lanes>(b + i) = x < y ? y : x;
    }
}

// Batcher's merge exchange (Knuth, The Art of Computer Programming 3, Algorithm 5.2.2M).
template <class Lanes>
[[gnu::always_inline]] inline void sort_lanes(double* keys, std::size_t rows) noexcept {
    const std::size_t top = std::bit_ceil(rows) / 2;
    for (std::size_t p = top; p != 0; p /= 2) {
        std::size_t first = 0;
        std::size_t apart = p;
        for (std::size_t q = top;; q /= 2) {
            for (std::size_t block = first; block + apart < rows; block += 2 * p) {
                const std::size_t end = std::min(block + p, rows - apart);
                for (std::size_t i = block; i < end; ++i)
                    exchange<Lanes>(keys + i * lanes, keys + (i + apart) * lanes);
            }
            if (q == p) break;
            apart = q - p;
            first = p;
        }
    }
}

}  // namespace

void EdgeChoice::reserve(std::uint32_t rows) {
    keys_.reserve(std::min<std::size_t>(rows, most_rows) * lanes);
    order_.reserve(rows);
    sorted_.reserve(rows);
    starts_.reserve(rows);
}

void EdgeChoice::sort(const Columns& columns) {
    columns_ = columns;
    if (columns.rows > most_rows) return;  // sorted one by one on demand
    keys_.assign(std::size_t{columns.rows} * lanes, 0);
    for (std::uint32_t row = 0; row < columns.rows; ++row)
        for (std::uint32_t column = 0; column < columns.columns; ++column)
            keys_[row * lanes + column] = key_of(columns.data[row * columns.stride + column], row);
    sort_keys();
}

void EdgeChoice::sort_keys() {
    double* const keys = keys_.data();
    const std::size_t rows = columns_.rows;
    in_lanes_of_four([=](auto vectors) __attribute__((always_inline)) {
        sort_lanes<decltype(vectors)>(keys, rows);
    });
}

void EdgeChoice::choose(std::uint32_t column, std::uint32_t bins) {
    order_.resize(columns_.rows);
    sorted_.resize(columns_.rows);
    if (columns_.rows > most_rows)
        sort_alone(column);
    else
        take_order_of_keys(column);
    find_changes();
    if (starts_.size() >= bins) take_equal_shares(bins);
}

// The order is nearly right: numbers with ambiguous keys are moved into place.
void EdgeChoice::take_order_of_keys(std::uint32_t column) {
    for (std::uint32_t i = 0; i < columns_.rows; ++i) {
        const std::uint32_t row = row_of(keys_[i * lanes + column]);
        const double number = columns_.data[row * columns_.stride + column];
        std::uint32_t place = i;
        for (; place != 0 && sorted_[place - 1] > number; --place) {
            sorted_[place] = sorted_[place - 1];
            order_[place] = order_[place - 1];
        }
        sorted_[place] = number;
        order_[place] = row;
    }
}

void EdgeChoice::sort_alone(std::uint32_t column) {
    const auto number = [&](std::uint32_t row) {
        return columns_.data[row * columns_.stride + column];
    };
    std::iota(order_.begin(), order_.end(), 0u);
    std::sort(order_.begin(), order_.end(),
              [&](std::uint32_t a, std::uint32_t b) { return number(a) < number(b); });
    std::transform(order_.begin(), order_.end(), sorted_.begin(), number);
}

// Places i where sorted[i - 1] < sorted[i].
void EdgeChoice::find_changes() {
    starts_.resize(sorted_.size());
    std::size_t found = 0;
    for (std::uint32_t i = 1; i < sorted_.size(); ++i) {
        starts_[found] = i;
        found += sorted_[i] > sorted_[i - 1] ? 1 : 0;
    }
    starts_.resize(found);
}

// Of the changes, those nearest above equal shares.
void EdgeChoice::take_equal_shares(std::uint32_t bins) {
    std::size_t taken = 0;
    std::size_t next = 0;
    for (std::size_t bin = 1; bin < bins && next < starts_.size(); ++bin) {
        const std::size_t wanted = sorted_.size() * bin / bins;
        while (next + 1 < starts_.size() && starts_[next] < wanted)
            ++next;
        if (starts_[next] < wanted) break;
        starts_[taken++] = starts_[next++];
    }
    starts_.resize(taken);
}

double EdgeChoice::edge(std::uint32_t start) const {
    return between(sorted_[start - 1], sorted_[start]);
}

}  // namespace entrostream::tree
