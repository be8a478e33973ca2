// Times in Arrow columns: timestamps, and numbers of seconds.
#include <string>
#include <type_traits>
#include <variant>
#include <vector>

#include "bindings/input/batches/arrow_column.hpp"
#include "bindings/input/batches/arrow_objects.hpp"
#include "bindings/input/batches/arrow_type.hpp"
#include "bindings/input/batches/arrow_type_name.hpp"
#include "bindings/input/batches/arrow_view.hpp"
#include "bindings/input/batches/numbers.hpp"
#include "bindings/input/times/columns.hpp"
#include "bindings/input/times/point.hpp"
#include "bindings/input/times/ticks.hpp"
#include "bindings/runtime/arguments.hpp"

namespace entrostream {

namespace {

void require_no_nulls(const ArrowView& view, std::size_t rows_before) {
    if (!view.has_nulls()) return;
    for (std::size_t row = 0; row < view.rows(); ++row) {
        if (view.is_null(row)) throw_missing_time("null", rows_before + row);
    }
}

char number_kind(ArrowKind kind) {
    if (kind == ArrowKind::real) return 'f';
    return kind == ArrowKind::signed_integer ? 'i' : 'u';
}

// Both return whether all rows fit.
bool read_numbers(const ArrowView& view, const ArrowType& type, std::span<Time> times) {
    if (type.kind == ArrowKind::real && type.width == 2) {
        std::vector<double> wide(times.size());
        for (std::size_t row = 0; row < times.size(); ++row) {
            wide[row] = view.real(row);
        }
        return convert_rows(std::span<const double>(wide), times, SecondsToTime{});
    }
    return with_numbers(
        number_kind(type.kind), type.width,
        [&]<class T>(std::type_identity<T>) { return view.values<T>(); },
        [&](auto numbers) { return convert_rows(numbers, times, SecondsToTime{}); });
}

bool read_chunk(const ArrowView& view, const ArrowType& type, std::span<Time> times) {
    if (type.kind != ArrowKind::timestamp) return read_numbers(view, type, times);
    const auto convert_by = [&](const auto& convert) {
        return convert_rows(view.values<std::int64_t>(), times, convert);
    };
    return std::visit(convert_by, ticks_of_second(type.ticks_per_second));
}

void require_no_nulls(const ArrowColumn& column, const ArrowType& type) {
    std::size_t done = 0;
    for (const auto& chunk : column.chunks) {
        const ArrowView view(**chunk, type);
        require_no_nulls(view, done);
        done += view.rows();
    }
}

TimeBuffer read_chunks(const ArrowColumn& column, const ArrowType& type, nb::handle given) {
    TimeBuffer times(column.rows());
    std::size_t done = 0;
    bool all_fit = true;
    for (const auto& chunk : column.chunks) {
        const ArrowView view(**chunk, type);
        all_fit = read_chunk(view, type, times.all().subspan(done, view.rows())) && all_fit;
        done += view.rows();
    }
    if (!all_fit) throw_bad_row(times.all(), given);
    return times;
}

bool is_text(const ArrowType& type) {
    return type.text && (type.kind == ArrowKind::bytes || type.kind == ArrowKind::bytes_view);
}

TimeBuffer read_strings(const ArrowColumn& column, const ArrowType& type) {
    TimeBuffer times(column.rows());
    std::size_t row = 0;
    InterruptPoll<4096> poll;
    for (const auto& chunk : column.chunks) {
        const ArrowView view(**chunk, type);
        for (std::size_t i = 0; i < view.rows(); ++i, ++row) {
            poll();
            times.all()[row] = text_in_row(view.bytes(i), row).at;
        }
    }
    return times;
}

Clock clock_of(const ArrowType& type, const ArrowSchema& schema) {
    switch (type.kind) {
        case ArrowKind::timestamp:
            return Clock::instants;
        case ArrowKind::signed_integer:
        case ArrowKind::unsigned_integer:
        case ArrowKind::real:
            return Clock::seconds;
        case ArrowKind::null:
            return Clock::unset;
        default:
            if (is_text(type)) return Clock::instants;
            throw nb::type_error(
                ("times must be timestamps, numbers of seconds or ISO 8601 text, got " +
                 shown_column(schema))
                    .c_str());
    }
}

}  // namespace

ReadTimes arrow_times(nb::handle given, std::size_t rows) {
    ArrowColumn column;
    open_column(given, column);
    if (is_encoded(*column.schema))
        return object_times(arrow_objects(given, column, "times"), rows);
    const ArrowType type = arrow_type(*column.schema, "times");
    const Clock clock = clock_of(type, *column.schema);
    require_rows(column.rows(), rows);
    if (rows == 0) return {TimeBuffer(0), Clock::unset};
    require_no_nulls(column, type);
    return {is_text(type) ? read_strings(column, type) : read_chunks(column, type, given), clock};
}

}  // namespace entrostream
