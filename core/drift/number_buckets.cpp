#include "core/drift/number_buckets.hpp"

#include <algorithm>
#include <bit>

#include "core/math/double_double.hpp"

namespace entrostream {

namespace {

// Multiplying by it equals dividing by the size, bit for bit.
double inverse_size(std::size_t row) noexcept {
    return detail::power_of_two(-static_cast<int>(row));
}

// Moments of the union of two sets of numbers (Babcock et al. 2003).
Moments together(const Moments& a, double a_size, const Moments& b, double b_size) noexcept {
    const double apart = a.total / a_size - b.total / b_size;
    const double both = a_size + b_size;
    return {a.total + b.total, a.spread + b.spread + a_size * b_size / both * apart * apart};
}

}  // namespace

NumberBuckets::NumberBuckets(std::size_t most) : most_(most), capacity_(2 * most + block) {}

// A block adds at most six rows, since it has 2^5 numbers.
void NumberBuckets::reserve_rows(std::size_t rows) {
    const std::size_t needed = rows + 6;
    if (rows_.capacity() >= needed && cells_.capacity() >= needed * 2 * capacity_) return;
    rows_.reserve(needed + 6);
    cells_.reserve((needed + 6) * 2 * capacity_);
}

// A row has at least `most - 1` buckets before the next one begins.
void NumberBuckets::prepare(std::uint64_t numbers) {
    const auto rows = static_cast<std::size_t>(std::bit_width((n_ + numbers) / most_)) + 2;
    reserve_rows(std::max(rows, rows_.size()));
}

void NumberBuckets::add_row() {
    cells_.resize((rows_.size() + 1) * 2 * capacity_);
    rows_.emplace_back();
}

double* NumberBuckets::room_in(std::size_t row, std::size_t more) noexcept {
    Row& place = rows_[row];
    double* cells = cells_.data() + 2 * row * capacity_;
    if (place.begin + place.count + more > capacity_) {
        for (double* column : {cells, cells + capacity_}) {
            std::copy_n(column + place.begin, place.count, column);
        }
        place.begin = 0;
    }
    return cells + place.begin + place.count;
}

void NumberBuckets::append(double number) {
    reserve_rows(rows_.size());
    if (rows_.empty()) add_row();
    double* total = room_in(0, 1);
    *total = number + 0.0;  // -0 becomes 0, so that equal contents have equal bytes
    total[capacity_] = 0.0;
    ++rows_[0].count;
    ++n_;
    for (std::size_t row = 0; rows_[row].count > most_; ++row) {
        merge_pairs<true>(row);
    }
}

void NumberBuckets::append(std::span<const double> numbers) {
    reserve_rows(rows_.size());
    if (rows_.empty()) add_row();
    double* totals = room_in(0, numbers.size());
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        totals[i] = numbers[i] + 0.0;
        totals[capacity_ + i] = 0.0;
    }
    rows_[0].count += numbers.size();
    n_ += numbers.size();
    for (std::size_t row = 0; rows_[row].count > most_; ++row) {
        merge_pairs<false>(row);
    }
}

// After a single append, each overfull row has one pair to merge.
template <bool one_pair>
void NumberBuckets::merge_pairs(std::size_t row) {
    if (row + 1 == rows_.size()) add_row();
    const std::size_t pairs = one_pair ? 1 : (rows_[row].count - most_ + 1) / 2;
    double* to = room_in(row + 1, pairs);
    const double* from = begin_of(row);
    const double half = 0.5 * size(row);
    const double inverse = inverse_size(row);
    for (std::size_t i = 0; i < pairs; ++i) {
        const double a = from[2 * i];
        const double b = from[2 * i + 1];
        const double apart = a * inverse - b * inverse;
        to[i] = a + b;
        to[capacity_ + i] =
            from[capacity_ + 2 * i] + from[capacity_ + 2 * i + 1] + half * apart * apart;
    }
    rows_[row + 1].count += pairs;
    rows_[row].begin += 2 * pairs;
    rows_[row].count -= 2 * pairs;
}

void NumberBuckets::drop_oldest() noexcept {
    n_ -= oldest_size();
    ++rows_.back().begin;
    --rows_.back().count;
    // If `most` is 1, the rows below may be empty, too.
    while (!rows_.empty() && rows_.back().count == 0) {
        rows_.pop_back();
    }
}

void NumberBuckets::clear() noexcept {
    rows_.clear();
    n_ = 0;
}

Moments NumberBuckets::moments() const noexcept {
    Moments all;
    double numbers = 0.0;
    for (std::size_t row = 0; row < rows_.size(); ++row) {
        const double size_here = size(row);
        for (std::size_t i = rows_[row].count; i-- > 0;) {  // the small ones first
            const Moments bucket{totals(row)[i], spreads(row)[i]};
            all = numbers == 0.0 ? bucket : together(all, numbers, bucket, size_here);
            numbers += size_here;
        }
    }
    return all;
}

void NumberBuckets::restore_row(std::span<const Moments> buckets) {
    add_row();
    const std::size_t row = rows_.size() - 1;
    double* cells = room_in(row, buckets.size());
    for (std::size_t i = 0; i < buckets.size(); ++i) {
        cells[i] = buckets[i].total;
        cells[capacity_ + i] = buckets[i].spread;
    }
    rows_[row].count = buckets.size();
    n_ += buckets.size() << row;
}

bool operator==(const NumberBuckets& a, const NumberBuckets& b) noexcept {
    if (a.most_ != b.most_ || a.n_ != b.n_ || a.rows() != b.rows()) return false;
    for (std::size_t row = 0; row < a.rows(); ++row) {
        if (!std::ranges::equal(a.totals(row), b.totals(row)) ||
            !std::ranges::equal(a.spreads(row), b.spreads(row))) {
            return false;
        }
    }
    return true;
}

}  // namespace entrostream
