// The rows of a window, oldest first, so that a tree can remove them again.
//
// A row takes as many bytes as it has numbers and values, whatever the schema has. Rows are stored
// one after the other in chunks, which are freed when all their rows have left. While a transaction
// is open the rows that leave are kept, so that it can be undone without a copy of the window.
#pragma once
#include <cstddef>
#include <cstdint>
#include <deque>
#include <vector>

#include "core/counts/code.hpp"
#include "core/tree/memory/metered.hpp"
#include "core/tree/rows/row.hpp"

namespace entrostream::tree {

class RowWindow {
  public:
    // The meter counts the bytes of the rows, not those of the chunks: a function of the content.
    explicit RowWindow(Meter& meter) noexcept : meter_(meter) {}
    ~RowWindow() { meter_.take(bytes_); }
    RowWindow(const RowWindow&) = delete;
    RowWindow& operator=(const RowWindow&) = delete;

    [[nodiscard]] std::uint64_t size() const noexcept { return size_; }
    [[nodiscard]] std::size_t bytes() const noexcept { return bytes_; }
    [[nodiscard]] static std::size_t bytes_of(const Row& row) noexcept;

    struct Stored {
        Code label = 0;
        std::uint32_t weight = 1;
        std::uint64_t number = 0;  // of the row in the stream
        std::int64_t time = 0;
    };
    // After this, adding the row does not allocate.
    void reserve(const Row& row);
    void add(const Row& row, const Stored& stored);

    // The oldest row, until it is removed. Precondition: size() != 0.
    [[nodiscard]] Row oldest_row() const noexcept;
    [[nodiscard]] const Stored& oldest() const noexcept;
    // The time of the newest row.
    [[nodiscard]] std::int64_t newest_time() const noexcept { return newest_time_; }
    void remove_oldest() noexcept;

    // Keeps the rows that leave until release(); roll_back() returns to when this was called.
    void hold() noexcept;
    void release() noexcept;
    void roll_back() noexcept;

    // Calls visit(row, stored) for all rows, oldest first.
    template <class Visit>
    void each(Visit visit) const {
        Place place = begin_;
        for (std::uint64_t i = 0; i < size_; ++i, place = after(place))
            visit(row_at(place), header(place).stored);
    }

  private:
    struct Header {
        Stored stored;
        std::uint32_t numbers;
        std::uint32_t values;
        std::uint32_t sparse;
        std::uint32_t bytes;  // of the row with its header
    };
    // Rows do not straddle chunks.
    struct Chunk {
        std::vector<std::uint64_t> words;  // 8 bytes each, so that numbers are aligned
        std::size_t used = 0;              // words
    };
    struct Place {
        std::size_t chunk = 0;
        std::size_t word = 0;
    };
    struct State {
        Place begin;
        Place end;
        std::uint64_t size = 0;
        std::size_t bytes = 0;
        std::int64_t newest_time = 0;
    };
    static constexpr std::size_t words_of_chunk = 8192;

    [[nodiscard]] bool has_room(std::size_t words) const noexcept {
        return !chunks_.empty() && chunks_.back().used + words <= chunks_.back().words.size();
    }
    [[nodiscard]] const Header& header(Place place) const noexcept;
    [[nodiscard]] Row row_at(Place place) const noexcept;
    [[nodiscard]] Place after(Place place) const noexcept;
    void free_left() noexcept;
    void set_bytes(std::size_t bytes) noexcept;

    Meter& meter_;
    std::deque<Chunk> chunks_;
    Place begin_;
    std::uint64_t size_ = 0;
    std::size_t bytes_ = 0;
    std::int64_t newest_time_ = 0;  // if there is a row
    bool held_ = false;
    State before_;              // hold()
    mutable SparseRow sparse_;  // of the row read last
};

}  // namespace entrostream::tree
