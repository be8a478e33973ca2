// The last `size` codes, with their counts and exact sums.
//
// Algorithms 1 and 3 of Sovdat (2014) as meant: it holds `size` events, not one
// more (erratum E1), as a bounded queue does: the oldest leaves when a new one
// enters a full window. Memory grows with what is held, not with `size`.
#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/counts/code.hpp"
#include "core/counts/counts.hpp"
#include "core/counts/trace.hpp"
#include "core/exact/sums.hpp"

namespace entrostream {

class SlidingWindow {
  public:
    using Amount = std::uint64_t;

    // Throws std::invalid_argument unless 0 < size < 2^62.
    explicit SlidingWindow(std::uint64_t size);

    [[nodiscard]] std::uint64_t size() const noexcept { return size_; }
    [[nodiscard]] const ExactSums& sums() const noexcept { return counts_.sums(); }
    [[nodiscard]] std::size_t codes() const noexcept { return counts_.codes(); }
    [[nodiscard]] std::uint64_t count(Code code) const noexcept { return counts_.count(code); }

    void grow(std::size_t codes) { counts_.grow(codes); }

    void update(Code code) {
        if (ring_.size() < size_) {
            fill(code);
            return;
        }
        const Code leaving = ring_[start_];
        ring_[start_] = code;
        start_ = start_ + 1 == ring_.size() ? 0 : start_ + 1;
        counts_.slide(code, leaving);
    }
    // Makes room for so many events more; if that succeeds, the calls below
    // cannot fail for so many in all.
    void prepare(std::uint64_t events);
    void update_many(Codes codes);
    // As update_many, and the values after each event go to the columns from
    // row `row` on.
    void trace(Codes codes, TraceColumns columns, std::size_t row = 0);
    // A long column in pieces is traced faster, and gives the same, between these: so
    // many events follow, and nothing else may be asked until the end.
    void begin_column(std::uint64_t events, TraceColumns columns);
    void end_column() noexcept { counts_.end_slides(); }

    // So many events of each code enter, one code after the other.
    void add_many(CodeCounts more);
    // The oldest events of each code leave, the others keep their order; they
    // must be there. Cost: the window's length.
    void take_many(CodeCounts less);

    // The codes now held, oldest first.
    [[nodiscard]] std::vector<Code> events() const;

    void clear() noexcept;
    void renumber(const Renumbering& to, std::size_t kept);

  private:
    void fill(Code code);
    void slide_many(Codes codes, TraceColumns columns, std::size_t row);
    void replace_all(Codes codes);
    void write_ring(Codes codes);

    std::uint64_t size_;
    std::vector<Code> ring_;  // never longer than size_
    std::size_t start_ = 0;   // where the oldest event is; 0 until the window is full
    Counts counts_;
};

}  // namespace entrostream
