#include "core/tree/rows/row_window.hpp"

#include <algorithm>
#include <cstring>

namespace entrostream::tree {

namespace {

constexpr std::size_t word = sizeof(std::uint64_t);

std::size_t words(std::size_t bytes) noexcept {
    return (bytes + word - 1) / word;
}

template <class Item>
void append(std::uint64_t*& place, std::span<const Item> items) noexcept {
    if (!items.empty()) std::memcpy(place, items.data(), items.size_bytes());
    place += words(items.size_bytes());
}

template <class Item>
std::span<const Item> take(const std::uint64_t*& place, std::size_t count) noexcept {
    const std::span<const Item> items{reinterpret_cast<const Item*>(place), count};
    place += words(items.size_bytes());
    return items;
}

}  // namespace

std::size_t RowWindow::bytes_of(const Row& row) noexcept {
    const std::size_t items =
        row.sparse != nullptr
            ? words(row.sparse->numbers.size_bytes()) + words(row.sparse->values.size_bytes())
            : words(row.numbers.size_bytes()) + words(row.values.size_bytes());
    return sizeof(Header) + items * word;
}

void RowWindow::set_bytes(std::size_t bytes) noexcept {
    meter_.add(bytes);
    meter_.take(bytes_);
    bytes_ = bytes;
}

void RowWindow::reserve(const Row& row) {
    const std::size_t needed = words(bytes_of(row));
    if (has_room(needed)) return;
    Chunk chunk;
    chunk.words.resize(std::max(words_of_chunk, needed));
    chunks_.push_back(std::move(chunk));
    if (size_ == 0) begin_ = {chunks_.size() - 1, 0};
}

void RowWindow::add(const Row& row, const Stored& stored) {
    reserve(row);
    Chunk& chunk = chunks_.back();
    std::uint64_t* place = chunk.words.data() + chunk.used;
    const bool sparse = row.sparse != nullptr;
    const std::size_t numbers = sparse ? row.sparse->numbers.size() : row.numbers.size();
    const std::size_t values = sparse ? row.sparse->values.size() : row.values.size();
    const std::size_t bytes = bytes_of(row);
    const Header header{stored, static_cast<std::uint32_t>(numbers),
                        static_cast<std::uint32_t>(values), sparse ? 1u : 0u,
                        static_cast<std::uint32_t>(bytes)};
    std::memcpy(place, &header, sizeof header);
    place += sizeof header / word;
    if (sparse) {
        append(place, row.sparse->numbers);
        append(place, row.sparse->values);
    } else {
        append(place, row.numbers);
        append(place, row.values);
    }
    chunk.used += words(bytes);
    ++size_;
    newest_time_ = stored.time;
    set_bytes(bytes_ + bytes);
}

const RowWindow::Header& RowWindow::header(Place place) const noexcept {
    return *reinterpret_cast<const Header*>(chunks_[place.chunk].words.data() + place.word);
}

Row RowWindow::row_at(Place place) const noexcept {
    const Header& found = header(place);
    const std::uint64_t* at =
        chunks_[place.chunk].words.data() + place.word + sizeof(Header) / word;
    if (found.sparse == 0) {
        const auto numbers = take<double>(at, found.numbers);
        return {.numbers = numbers, .values = take<Code>(at, found.values)};
    }
    sparse_.numbers = take<NumberAt>(at, found.numbers);
    sparse_.values = take<ValueAt>(at, found.values);
    return {.numbers = {}, .values = {}, .sparse = &sparse_};
}

RowWindow::Place RowWindow::after(Place place) const noexcept {
    place.word += words(header(place).bytes);
    const bool ends = place.word == chunks_[place.chunk].used;
    if (ends && place.chunk + 1 < chunks_.size()) return {place.chunk + 1, 0};
    return place;
}

Row RowWindow::oldest_row() const noexcept {
    return row_at(begin_);
}

const RowWindow::Stored& RowWindow::oldest() const noexcept {
    return header(begin_).stored;
}

void RowWindow::remove_oldest() noexcept {
    const std::size_t bytes = header(begin_).bytes;
    begin_ = after(begin_);
    --size_;
    set_bytes(bytes_ - bytes);
    if (!held_) free_left();
}

void RowWindow::free_left() noexcept {
    for (; begin_.chunk != 0; --begin_.chunk)
        chunks_.pop_front();
}

void RowWindow::hold() noexcept {
    held_ = true;
    const std::size_t last = chunks_.empty() ? 0 : chunks_.size() - 1;
    before_ = {
        begin_, {last, chunks_.empty() ? 0 : chunks_.back().used}, size_, bytes_, newest_time_};
}

void RowWindow::release() noexcept {
    if (held_) free_left();
    held_ = false;
}

void RowWindow::roll_back() noexcept {
    if (!held_) return;
    held_ = false;
    begin_ = before_.begin;
    size_ = before_.size;
    newest_time_ = before_.newest_time;
    set_bytes(before_.bytes);
    while (chunks_.size() > before_.end.chunk + 1)
        chunks_.pop_back();
    if (!chunks_.empty()) chunks_.back().used = before_.end.word;
}

}  // namespace entrostream::tree
