#include "core/tree/statistics/first_numbers.hpp"

#include <algorithm>
#include <utility>

#include "core/tree/statistics/halving.hpp"

namespace entrostream::tree {

namespace {

constexpr std::uint32_t first_room = 24;

}  // namespace

FirstNumbers::FirstNumbers(Meter& meter, const Schema& schema, std::uint32_t most)
    : most_(most),
      attributes_(schema.numeric()),
      stride_(schema.numeric_room()),
      kept_(MeteredAllocator<std::uint32_t>(meter)),
      numbers_(MeteredAllocator<double>(meter)),
      owners_(MeteredAllocator<Owner>(meter)) {}

// Many leaves never see many numbers: the room grows in two steps.
std::uint32_t FirstNumbers::next_room() const noexcept {
    return room_ == 0 ? std::min(most_, first_room) : most_;
}

std::uint32_t FirstNumbers::most_kept() const noexcept {
    return is_level() ? rows_ : *std::max_element(kept_.begin(), kept_.end());
}

void FirstNumbers::keep_row(const Example& example) {
    if (rows_ == room_) move_to(next_room(), stride_);
    std::copy_n(example.numbers(), stride_, numbers_.data() + std::size_t{rows_} * stride_);
    owners_[rows_++] = {example.label, example.weight};
}

void FirstNumbers::keep(std::uint32_t slot, const Example& example) {
    if (is_level()) part();
    if (kept_[slot] == room_) move_to(next_room(), stride_);
    const std::size_t place = std::size_t{kept_[slot]++} * stride_ + slot;
    numbers_[place] = example.number(slot);
    owners_[place] = {example.label, example.weight};
}

void FirstNumbers::remove_row() noexcept {
    if (rows_ == 0) return;  // a forged state
    --rows_;
    std::copy_n(numbers_.data() + stride_, std::size_t{rows_} * stride_, numbers_.data());
    std::copy_n(owners_.data() + 1, rows_, owners_.data());
}

void FirstNumbers::remove_oldest(std::uint32_t slot) noexcept {
    if (kept_[slot] == 0) return;  // a forged state
    --kept_[slot];
    for (std::size_t i = 0; i < kept_[slot]; ++i) {
        numbers_[i * stride_ + slot] = numbers_[(i + 1) * stride_ + slot];
        owners_[i * stride_ + slot] = owners_[(i + 1) * stride_ + slot];
    }
}

void FirstNumbers::part() {
    Metered<Owner> owners(owners_.get_allocator());
    make_room_for(owners, std::size_t{room_} * stride_);
    for (std::size_t row = 0; row < rows_; ++row)
        std::fill_n(owners.data() + row * stride_, stride_, owners_[row]);
    owners_ = std::move(owners);
    resize_in_steps(kept_, attributes_, rows_);
    rows_ = 0;
}

void FirstNumbers::move_to(std::uint32_t room, std::uint32_t stride) {
    Metered<double> numbers(numbers_.get_allocator());
    Metered<Owner> owners(owners_.get_allocator());
    make_room_for(numbers, std::size_t{room} * stride);
    make_room_for(owners, is_level() ? room : std::size_t{room} * stride);
    const std::uint32_t kept = most_kept();
    for (std::size_t row = 0; row < kept; ++row) {
        std::copy_n(numbers_.data() + row * stride_, stride_, numbers.data() + row * stride);
        if (!is_level())
            std::copy_n(owners_.data() + row * stride_, stride_, owners.data() + row * stride);
    }
    if (is_level()) std::copy_n(owners_.data(), kept, owners.data());
    numbers_ = std::move(numbers);
    owners_ = std::move(owners);
    room_ = room;
    stride_ = stride;
}

void FirstNumbers::halve(std::uint32_t slot, std::uint32_t classes) {
    if (is_level() && slot != 0) return;
    ClassHalving halving(classes);
    for (std::uint32_t i = 0; i < kept(slot); ++i) {
        Owner& owner = owners_[place_of_owner(slot, i)];
        owner.weight = halving.half(owner.label, owner.weight);
    }
}

void FirstNumbers::refine(std::uint32_t by) noexcept {
    for (std::uint32_t slot = 0; slot < (is_level() ? 1 : attributes_); ++slot)
        for (std::uint32_t i = 0; i < kept(slot); ++i)
            owners_[place_of_owner(slot, i)].weight <<= by;
}

void FirstNumbers::forget_all() {
    release(kept_);
    release(numbers_);
    release(owners_);
    rows_ = 0;
    room_ = 0;
}

void FirstNumbers::add_attributes(const Schema& schema) {
    if (rows_ != 0) part();
    attributes_ = schema.numeric();
    if (!is_level()) resize_in_steps(kept_, attributes_, 0u);
    if (schema.numeric_room() != stride_) move_to(room_, schema.numeric_room());
}

std::size_t FirstNumbers::row_growth() const {
    if (rows_ != room_) return 0;
    const std::size_t room = next_room();
    return taken(room * stride_ * sizeof(double)) + taken(room * sizeof(Owner));
}

std::size_t FirstNumbers::growth(const Schema& schema, const Example& example) const {
    bool full = false;
    example.each_number(schema, [&](std::uint32_t slot) { full = full || kept(slot) == room_; });
    const std::size_t numbers = std::size_t{full ? next_room() : room_} * stride_;
    std::size_t bytes = 0;
    if (is_level()) bytes += taken(in_steps(attributes_) * sizeof(std::uint32_t));
    if (is_level()) bytes += taken(std::size_t{room_} * stride_ * sizeof(Owner));
    if (full) bytes += taken(numbers * sizeof(double)) + taken(numbers * sizeof(Owner));
    return bytes;
}

void FirstNumbers::restore(bool level) {
    if (!level) resize_in_steps(kept_, attributes_, 0u);
    if (room_ == 0) return;
    resize_exactly(numbers_, std::size_t{room_} * stride_, 0.0);
    resize_exactly(owners_, level ? room_ : std::size_t{room_} * stride_, Owner{0, 0});
}

}  // namespace entrostream::tree
