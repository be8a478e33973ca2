#include "core/counts/weighted_counts.hpp"

#include <cmath>
#include <stdexcept>
#include <string>

#include "core/count_log/count_log.hpp"

namespace entrostream {

double WeightedCounts::weight(std::uint64_t units) const noexcept {
    return std::ldexp(static_cast<double>(units), exponent_);
}

std::uint64_t WeightedCounts::units(double weight) const {
    if (!(weight > 0.0) || std::isinf(weight)) {
        throw std::invalid_argument("must be 0 or a positive number");
    }
    const double scaled = std::ldexp(weight, -exponent_);
    if (scaled >= 0x1p62) {
        throw std::overflow_error("weights sum to less than 2^62 units of " + unit_text());
    }
    const double below = std::floor(scaled);
    const double rest = scaled - below;
    if (exact_ && rest != 0.0) {
        throw std::invalid_argument("is no multiple of the unit " + unit_text() +
                                    "; choose a smaller unit, or exact=False to round");
    }
    auto units = static_cast<std::uint64_t>(below);
    if (rest > 0.5 || (rest == 0.5 && units % 2 == 1)) ++units;
    if (units == 0) {
        throw std::invalid_argument("would be rounded to 0 units of " + unit_text() +
                                    "; choose a smaller unit");
    }
    return units;
}

std::string WeightedCounts::unit_text() const {
    return "2^" + std::to_string(exponent_);
}

void WeightedCounts::require_room(std::uint64_t more) const {
    if (more > max_events - sums().n()) throw_too_much();
}

void WeightedCounts::throw_too_much() const {
    throw std::overflow_error("weights sum to less than 2^62 units of " + unit_text() +
                              ", and these do not fit; a larger unit holds more");
}

void WeightedCounts::update(Code code, std::uint64_t units) {
    if (units == 0) return;
    require_room(units);
    counts_.add(code, units);
}

void WeightedCounts::add_many(CodeCounts more) {
    std::uint64_t total = 0;
    for (const CodeCount& each : more) {
        require_room(total + each.amount);  // both are below 2^62, so this cannot wrap
        total += each.amount;
    }
    counts_.add_many(more);
}

void WeightedCounts::prepare(Units units) const {
    std::uint64_t total = 0;
    for (const std::uint64_t each : units) {
        require_room(total + each);
        total += each;
    }
}

void WeightedCounts::update_many(Codes codes, Units units) {
    trace(codes, units, {});
}

void WeightedCounts::trace(Codes codes, Units units, TraceColumns columns, std::size_t row) {
    for (std::size_t i = 0; i < codes.size(); ++i) {
        update(codes[i], units[i]);
        read_row(sums(), columns, row + i);
    }
    show_weights(columns, row, codes.size());
}

void WeightedCounts::show_weights(TraceColumns columns, std::size_t row,
                                  std::size_t rows) const noexcept {
    for (const TraceColumn& column : columns) {
        if (column.measure != Measure::n) continue;
        for (std::size_t i = 0; i < rows; ++i) {
            column.values[row + i] = std::ldexp(column.values[row + i], exponent_);
        }
    }
}

}  // namespace entrostream
