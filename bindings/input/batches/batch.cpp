#include "bindings/input/batches/batch.hpp"

#include <algorithm>

#include "bindings/input/batches/column_kind.hpp"

namespace entrostream {

namespace {

void sum_by_code(std::vector<CodeCount>& counts) {
    std::ranges::sort(counts, {}, &CodeCount::code);
    std::size_t last = 0;
    for (std::size_t i = 1; i < counts.size(); ++i) {
        if (counts[i].code == counts[last].code) {
            counts[last].amount += counts[i].amount;
        } else {
            counts[++last] = counts[i];
        }
    }
    counts.resize(std::min(counts.size(), last + 1));
}

}  // namespace

Batch read_batch(nb::handle labels, LabelReader& reader, Wanted wanted) {
    switch (column_kind(labels)) {
        case ColumnKind::sequence:
            return read_objects(labels, reader);
        case ColumnKind::array:
            return read_array(labels, reader, wanted);
        case ColumnKind::pandas:
            return read_pandas(labels, reader, wanted);
        case ColumnKind::polars:
            return read_polars(labels, reader, wanted);
        case ColumnKind::arrow:
            return read_arrow(labels, reader, wanted);
        case ColumnKind::buffer:
            return read_array(as_array(labels), reader, wanted);
        case ColumnKind::other:
            break;
    }
    return read_iterable(labels, reader, wanted);
}

Batch::Batch(std::size_t rows, Wanted wanted) : rows_(rows) {
    if (wanted == Wanted::counts) {
        counts_.emplace();
    } else {
        codes_.emplace(rows);
    }
}

BatchPart Batch::part(std::size_t first, std::size_t rows) {
    if (counts_) return {.rows = rows, .counts = &*counts_};
    return {.rows = rows, .codes = all().subspan(first, rows)};
}

Batch::Batch(std::size_t rows, std::unique_ptr<Decoder> decoder, bool skips)
    : rows_(rows), decoder_(std::move(decoder)) {
    if (skips) static_cast<void>(store());
}

void Batch::append(Batch& next) {
    if (counts_ && next.counts_) {
        counts_->insert(counts_->end(), next.counts_->begin(), next.counts_->end());
    } else if (counts_) {
        for (const Code code : next.store()) {
            if (code != no_code) counts_->push_back({code, 1});
        }
    } else {
        const std::span<const Code> more = next.store();
        codes_->grow(rows_ + next.rows_);
        std::ranges::copy(more, codes_->begin() + rows_);
    }
    rows_ += next.rows_;
    if (counts_ && counts_->size() > sum_from_) {
        sum_by_code(*counts_);
        sum_from_ = std::max(sum_from_, 2 * counts_->size());
    }
}

std::span<Code> Batch::store() {
    if (decoder_) {
        codes_.emplace(rows_);
        in_slices(rows_, slice, [&](std::size_t first, std::size_t size) {
            decoder_->decode(first, all().subspan(first, size));
        });
        decoder_.reset();
    }
    return all();
}

CodeBuffer Batch::release_codes() {
    static_cast<void>(store());
    return *std::move(codes_);
}

void Batch::finish() {
    events_ = rows_;
    if (counts_) return count_events();
    if (decoder_) return;
    const std::span<Code> codes = all();
    if (std::find(codes.begin(), codes.end(), no_code) == codes.end()) return;
    skipped_.resize(rows_);
    events_ = 0;
    for (std::size_t row = 0; row < rows_; ++row) {
        skipped_[row] = codes[row] == no_code;
        if (!skipped_[row]) codes[events_++] = codes[row];
    }
}

void Batch::count_events() noexcept {
    events_ = 0;
    for (const CodeCount& each : *counts_) {
        events_ += each.amount;
    }
}

void Batch::spread(double* values, double before) const noexcept {
    if (skipped_.empty()) return;
    std::size_t events = events_;
    for (std::size_t row = rows_; row-- > 0;) {
        values[row] = events > 0 ? values[events - 1] : before;
        if (!skipped_[row]) --events;
    }
}

void translate(std::span<Code> codes, const std::vector<Code>& to, Code missing) noexcept {
    bool same = missing == no_code;
    for (Code local = 0; same && local < to.size(); ++local) {
        same = to[local] == local;
    }
    if (same) return;
    for (Code& code : codes) {
        code = code == no_code ? missing : to[code];
    }
}

}  // namespace entrostream
