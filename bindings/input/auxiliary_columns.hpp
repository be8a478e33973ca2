// Columns that accompany the labels of a bulk call, row by row: none, times or weights.
//
// A bulk call reads its labels, then the auxiliary columns (`read`). Without the GIL, it then
// ensures that nothing can fail (`prepare`) and counts piece by piece. After that, `counted`
// is the last step that may fail; `finish`, where it exists, runs once nothing can be rolled
// back, before unused labels are released.
#pragma once
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <cstddef>
#include <cstdlib>
#include <optional>
#include <span>
#include <type_traits>
#include <utility>

#include "bindings/input/batches/batch.hpp"
#include "bindings/input/batches/column_buffer.hpp"
#include "core/counts/code.hpp"
#include "core/counts/trace.hpp"

namespace entrostream {

namespace nb = nanobind;

struct NoAuxiliaryColumns {
    // Some cores do not depend on the order of events.
    template <class Core>
    [[nodiscard]] static constexpr Wanted wanted() noexcept {
        return requires { Core::any_order; } ? Wanted::counts : Wanted::codes;
    }

    void read(const Batch&) {}
    template <class Core>
    [[nodiscard]] nb::object memory() const {
        return {};
    }

    template <class Core>
    void prepare(Core& core, const Batch& batch) const {
        core.prepare(batch.events());
    }
    template <class Core>
    void update(Core& core, Codes codes, std::size_t) const {
        core.update_many(codes);
    }
    // Some cores are faster if they know where a whole column begins and ends.
    template <class Core>
    void begin_trace(Core& core, const Batch& batch, TraceColumns columns) const {
        if constexpr (requires { core.begin_column(batch.events(), columns); }) {
            core.begin_column(batch.events(), columns);
        } else {
            core.prepare(batch.events());
        }
    }
    template <class Core>
    void trace(Core& core, Codes codes, std::size_t first, TraceColumns columns) const {
        core.trace(codes, columns, first);
    }
    template <class Core>
    void end_trace(Core& core) const noexcept {
        if constexpr (requires { core.end_column(); }) core.end_column();
    }
    template <class Core>
    void counted(const Core&) const noexcept {}
};

// One number per label. `Read` is called with the number of rows and returns their numbers (in
// a vector or a column buffer); it may run foreign code and throw.
template <class Number, class Read>
class AuxiliaryNumbers {
  public:
    explicit AuxiliaryNumbers(Read read) : read_(std::move(read)) {}

    template <class Core>
    [[nodiscard]] static constexpr Wanted wanted() noexcept {
        return Wanted::codes;
    }

    void read(const Batch& batch) {
        numbers_.emplace(read_(batch.rows()));
        events_ = batch.leave_out_skipped(std::span<Number>(*numbers_));
    }

    // The numbers' memory as an array of float64, one per row, if the core guarantees that it
    // reads the number of an event before it writes the first column's value in its place;
    // otherwise none.
    template <class Core>
    [[nodiscard]] nb::object memory() {
        if constexpr (requires { Core::reads_before_it_writes; }) {
            return as_doubles(std::move(*numbers_));
        }
        return {};
    }

    template <class Core>
    void prepare(Core& core, const Batch&) const {
        core.prepare(events_);
    }
    template <class Core>
    void update(Core& core, Codes codes, std::size_t first) const {
        core.update_many(codes, auxiliary(codes, first));
    }
    template <class Core>
    void begin_trace(Core& core, const Batch& batch, TraceColumns columns) const {
        if constexpr (requires { core.begin_column(events_, columns); }) {
            core.begin_column(events_, columns);
        } else {
            prepare(core, batch);
        }
    }
    template <class Core>
    void trace(Core& core, Codes codes, std::size_t first, TraceColumns columns) const {
        core.trace(codes, auxiliary(codes, first), columns, first);
    }
    template <class Core>
    void end_trace(Core& core) const noexcept {
        if constexpr (requires { core.end_column(); }) core.end_column();
    }
    template <class Core>
    void counted(const Core&) const noexcept {}

  private:
    [[nodiscard]] static nb::object as_doubles(ColumnBuffer<Number> numbers) {
        static_assert(sizeof(Number) == sizeof(double));
        const std::size_t rows = numbers.all().size();
        void* memory = numbers.release();
        const nb::capsule owner(memory, [](void* held) noexcept { std::free(held); });
        return nb::cast(nb::ndarray<nb::numpy, double>(memory, {rows}, owner));
    }

    [[nodiscard]] std::span<const Number> auxiliary(Codes codes, std::size_t first) const {
        return events_.subspan(first, codes.size());
    }

    Read read_;
    std::optional<std::invoke_result_t<Read, std::size_t>> numbers_;
    std::span<const Number> events_;  // of the rows that are not skipped
};

template <class Number, class Read>
[[nodiscard]] AuxiliaryNumbers<Number, Read> auxiliary_numbers(Read read) {
    return AuxiliaryNumbers<Number, Read>(std::move(read));
}

}  // namespace entrostream
