#include "core/sketch/entropy_registers.hpp"

#include "core/sketch/register_kernels.hpp"

namespace entrostream {

void EntropyRegisters::push(Key key, double weight) noexcept {
    if (const auto* kernels = detail::vector_kernels()) return kernels->push(view(), key, weight);
    const std::uint32_t bucket = bucket_of(key, buckets());
    const detail::Variates variates = detail::variates_of(key);
    for (std::uint32_t j = 0; j < registers; ++j) {
        detail::add_to(high_[bucket].at[j], low_[bucket].at[j],
                       weight * static_cast<double>(variates[j]));
    }
    totals_[bucket].mass += weight;
    totals_[bucket].signed_sum += weight * sign_of(key);
}

std::size_t EntropyRegisters::add_keys(HeavyHitters& table, std::span<const Key> keys,
                                       double threshold) noexcept {
    if (const auto* kernels = detail::vector_kernels()) {
        return kernels->add_keys(table.view(), view(), keys.data(), keys.size(), threshold);
    }
    return detail::add_keys_plain(table, *this, keys, threshold);
}

void EntropyRegisters::add_bucket(std::uint32_t bucket, const EntropyRegisters& other,
                                  std::uint32_t from) noexcept {
    for (std::uint32_t j = 0; j < registers; ++j) {
        const PackedReal more = other.packed(from, j);
        detail::add_to(high_[bucket].at[j], low_[bucket].at[j], unpack(more.high, more.low));
    }
    totals_[bucket].mass += other.totals_[from].mass;
    totals_[bucket].signed_sum += other.totals_[from].signed_sum;
}

void EntropyRegisters::merge(const EntropyRegisters& other) noexcept {
    for (std::uint32_t bucket = 0; bucket < buckets(); ++bucket) {
        add_bucket(bucket, other, bucket);
    }
}

void EntropyRegisters::scale(double factor) noexcept {
    for (std::uint32_t bucket = 0; bucket < buckets(); ++bucket) {
        const Values now = values(bucket);
        for (std::uint32_t j = 0; j < registers; ++j) {
            set_packed(bucket, j, pack(now[j] * factor));
        }
        totals_[bucket].mass *= factor;
        totals_[bucket].signed_sum *= factor;
    }
}

EntropyRegisters EntropyRegisters::folded(std::uint32_t buckets) const {
    EntropyRegisters folded(buckets);
    const std::uint32_t together = this->buckets() / buckets;
    for (std::uint32_t bucket = 0; bucket < this->buckets(); ++bucket) {
        folded.add_bucket(bucket / together, *this, bucket);
    }
    return folded;
}

EntropyRegisters::Values EntropyRegisters::values(std::uint32_t bucket) const noexcept {
    Values values;
    for (std::uint32_t j = 0; j < registers; ++j) {
        values[j] = unpack(high_[bucket].at[j], low_[bucket].at[j]);
    }
    return values;
}

}  // namespace entrostream
