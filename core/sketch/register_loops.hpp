// The loops of the vector kernels, written once for all instruction sets.
//
// Not an ordinary header: a kernel file includes it once, after it has
// defined ENTROSTREAM_TARGET, the instructions to compile for, and these operations:
//
//     std::uint32_t equal_lanes(const Key* keys, Key key);            // eight keys, a bit for each
//     std::uint32_t equal_to_next(const Key* keys);                   // as above
//     std::uint32_t lanes_below(const double* counts, const float* errors, double bound);
//                                                                     // count + error < bound
//     std::uint32_t write_near_variates(Key key, float* to);          // see below
//     void add_row(const EntropyRegisters::View& registers, Key key, double weight,
//                  const float* variates);
//
// write_near_variates writes the variates of a key and returns the set of those beyond the cubics,
// which are wrong. All pointers are aligned to the rows of the table, those of `keys` need not be.
#ifndef ENTROSTREAM_TARGET
#error "ENTROSTREAM_TARGET must be defined"
#endif

namespace entrostream::detail {

namespace {

// One key in sixteen has a variate beyond the cubics.
inline void write_far_variates(Key key, std::uint32_t far, float* to) noexcept {
    for (; far != 0; far &= far - 1) {
        const auto lane = static_cast<std::uint32_t>(std::countr_zero(far));
        to[lane] = variate(key, half_of(key, lane), lane);
    }
}

// What leaves the table, pushed in batches: three short loops whose iterations overlap, where one
// long dependency chain per key would not (measured with AVX-512: 9 ns per key instead of 13).
struct Leaving {
    static constexpr std::size_t most = 64;
    std::size_t size = 0;
    Key keys[most];
    double weights[most];
    std::uint32_t far[most];
    alignas(64) float values[most][variates];
};

[[gnu::target(ENTROSTREAM_TARGET), gnu::noinline]] void push_all(
    const EntropyRegisters::View& registers, Leaving& leaving) {
    for (std::size_t i = 0; i < leaving.size; ++i) {
        leaving.far[i] = write_near_variates(leaving.keys[i], leaving.values[i]);
    }
    for (std::size_t i = 0; i < leaving.size; ++i) {
        write_far_variates(leaving.keys[i], leaving.far[i], leaving.values[i]);
    }
    for (std::size_t i = 0; i < leaving.size; ++i) {
        add_row(registers, leaving.keys[i], leaving.weights[i], leaving.values[i]);
    }
    leaving.size = 0;
}

constexpr std::uint32_t first_on_probation = HeavyHitters::protected_slots;
constexpr std::uint32_t protected_lanes = (1u << HeavyHitters::protected_slots) - 1;

// A key on probation for the protected one with the smallest priority, the first of equal ones.
[[gnu::noinline]] void exchange_least(const HeavyHitters::View& table, std::uint32_t set,
                                      std::uint32_t slot) {
    std::uint32_t least = 0;
    const auto priority = [&](std::uint32_t at) {
        return table.counts[set].at[at] + static_cast<double>(table.errors[set].at[at]);
    };
    for (std::uint32_t other = 1; other < HeavyHitters::protected_slots; ++other) {
        if (priority(other) < priority(least)) least = other;
    }
    std::swap(table.keys[set].at[slot], table.keys[set].at[least]);
    std::swap(table.counts[set].at[slot], table.counts[set].at[least]);
    std::swap(table.errors[set].at[slot], table.errors[set].at[least]);
    const std::uint32_t named = table.named[set];
    const std::uint32_t differ = (named >> slot ^ named >> least) & 1;
    table.named[set] = static_cast<std::uint8_t>(named ^ (differ << slot | differ << least));
}

// As HeavyHitters::vacate.
[[gnu::target(ENTROSTREAM_TARGET), gnu::always_inline]] inline std::uint32_t vacate(
    const HeavyHitters::View& table, std::uint32_t set) {
    const double* counts = table.counts[set].at.data();
    const float* errors = table.errors[set].at.data();
    const double* on_probation = counts + first_on_probation;
    const double larger = std::max(on_probation[0], on_probation[1]);
    if ((lanes_below(counts, errors, larger) & protected_lanes) != 0) [[unlikely]] {
        const std::uint32_t second = on_probation[0] < on_probation[1] ? 1 : 0;
        exchange_least(table, set, first_on_probation + second);
    }
    const double first = on_probation[0] + static_cast<double>(errors[first_on_probation]);
    const double second = on_probation[1] + static_cast<double>(errors[first_on_probation + 1]);
    return first_on_probation + (second < first ? 1 : 0);
}

// As HeavyHitters::insert; what leaves is noted.
[[gnu::target(ENTROSTREAM_TARGET), gnu::always_inline]] inline std::uint32_t insert(
    const HeavyHitters::View& table, std::uint32_t set, Key key, double weight, Leaving& leaving) {
    const std::uint32_t slot = vacate(table, set);
    Key& place = table.keys[set].at[slot];
    double& count = table.counts[set].at[slot];
    float& error = table.errors[set].at[slot];
    const float offset = table.offsets[set];
    const float priority = error_bound(count + static_cast<double>(error));
    const float raised = place != 0 ? std::max(offset, priority) : offset;
    leaving.keys[leaving.size] = place;
    leaving.weights[leaving.size] = count;
    leaving.size += count > 0.0 ? 1 : 0;
    place = key;
    count = weight;
    table.offsets[set] = raised;
    error = raised;
    table.named[set] = static_cast<std::uint8_t>(table.named[set] & ~(1u << slot));
    return slot;
}

// Whether most of the keys are equal to the next one.
[[gnu::target(ENTROSTREAM_TARGET), gnu::always_inline]] inline bool is_repetitive(
    const Key* keys, std::size_t size) {
    std::size_t equal = 0;
    std::size_t pairs = 0;
    for (; pairs + 8 < size; pairs += 8) {
        equal += static_cast<std::size_t>(std::popcount(equal_to_next(keys + pairs)));
    }
    return 2 * equal > pairs;
}

struct Added {
    std::size_t keys = 0;  // of all
    bool stopped = false;  // behind a key that is to be named
};
struct Segment {
    std::size_t first;
    std::size_t end;
    std::size_t all;  // a run may lie across the end
};

template <bool has_runs>
[[gnu::target(ENTROSTREAM_TARGET), gnu::always_inline]] inline Added add_segment(
    const HeavyHitters::View& table, const EntropyRegisters::View& registers, const Key* keys,
    Segment segment, double threshold, Leaving& leaving) {
    std::size_t i = segment.first;
    while (i < segment.end) {
        const Key key = keys[i];
        std::size_t run = 1;
        double count = 1.0;
        if (has_runs && i + 1 < segment.all && keys[i + 1] == key) {
            run = run_at(keys, i, segment.all);
            count = static_cast<double>(run);
        }
        i += run;
        const std::uint32_t set = set_of(key, table.sets);
        const std::uint32_t where = equal_lanes(table.keys[set].at.data(), key);
        std::uint32_t slot = 0;
        if (where != 0) {
            slot = static_cast<std::uint32_t>(std::countr_zero(where));
            count = table.counts[set].at[slot] += count;
        } else {
            slot = insert(table, set, key, count, leaving);
            if (leaving.size == Leaving::most) push_all(registers, leaving);
        }
        // One branch that is predicted: whether a count is large is not (1.4 ns per key).
        const unsigned unnamed = ~(unsigned{table.named[set]} >> slot) & 1;
        if ((unnamed & static_cast<unsigned>(count >= threshold)) != 0) [[unlikely]] {
            const std::size_t more = run_at(keys, i - 1, segment.all) - 1;
            table.counts[set].at[slot] += static_cast<double>(more);
            return {i + more, true};
        }
    }
    return {i, false};
}

[[gnu::target(ENTROSTREAM_TARGET)]] std::size_t add_keys(const HeavyHitters::View& table,
                                                         const EntropyRegisters::View& registers,
                                                         const Key* keys, std::size_t size,
                                                         double threshold) noexcept {
    constexpr std::size_t segment = 1024;  // keys, of which the first are a sample
    constexpr std::size_t sample = 128;
    Leaving leaving;
    Added added;
    for (std::size_t end = 0; added.keys < size && !added.stopped;) {
        const std::size_t first = added.keys;
        end = std::min(size, first + segment);
        // A run of equal keys is one addition. Where runs are short, a branch for each of them
        // would be mispredicted: 2 ns per key for Zipf shares with an exponent of 1.5.
        const bool has_runs = is_repetitive(keys + first, std::min(sample, end - first));
        added = has_runs ? add_segment<true>(table, registers, keys, {first, end, size}, threshold,
                                             leaving)
                         : add_segment<false>(table, registers, keys, {first, end, size}, threshold,
                                              leaving);
    }
    push_all(registers, leaving);
    return added.keys;
}

[[gnu::target(ENTROSTREAM_TARGET)]] void write_variates(Key key, Variates& to) noexcept {
    alignas(64) Variates values;
    write_far_variates(key, write_near_variates(key, values.data()), values.data());
    to = values;
}

[[gnu::target(ENTROSTREAM_TARGET)]] void push(const EntropyRegisters::View& registers, Key key,
                                              double weight) noexcept {
    alignas(64) Variates values;
    write_far_variates(key, write_near_variates(key, values.data()), values.data());
    add_row(registers, key, weight, values.data());
}

[[gnu::target(ENTROSTREAM_TARGET)]] void write_variate_block(Key key, VariateBlock& to) noexcept {
    std::uint32_t far[block_keys];
    for (std::size_t i = 0; i < block_keys; ++i) {
        far[i] = write_near_variates(key_ahead(key, i), to.at.data() + i * variates);
    }
    for (std::size_t i = 0; i < block_keys; ++i) {
        write_far_variates(key_ahead(key, i), far[i], to.at.data() + i * variates);
    }
}

constexpr RegisterKernels kernels{write_variates, push, add_keys, write_variate_block};

}  // namespace

}  // namespace entrostream::detail
