// The AVX-512 kernels of the registers, and stubs for platforms other than x86-64.
#include <algorithm>
#include <bit>
#include <utility>

#include "core/simd/cpu_features.hpp"
#include "core/sketch/register_kernels.hpp"
#include "core/sketch/variate_block.hpp"

#if defined(__x86_64__)
#include <immintrin.h>

namespace entrostream::detail {

bool has_vector_registers() noexcept {
    return simd::has_avx512();
}

namespace {

[[gnu::target("avx512f,avx512bw,avx512cd,avx512dq"), gnu::always_inline]] inline __m512i all(
    std::uint64_t x) {
    return _mm512_set1_epi64(static_cast<long long>(x));
}

// scramble(key + key_step), ..., scramble(key + 8 key_step).
[[gnu::target("avx512f,avx512bw,avx512cd,avx512dq"), gnu::always_inline]] inline __m512i words_of(
    Key key) {
    alignas(64) static constexpr std::uint64_t steps[8] = {key_step,     2 * key_step, 3 * key_step,
                                                           4 * key_step, 5 * key_step, 6 * key_step,
                                                           7 * key_step, 8 * key_step};
    __m512i x = _mm512_add_epi64(all(key), _mm512_load_si512(steps));
    x = _mm512_xor_si512(x, _mm512_srli_epi64(x, 30));
    x = _mm512_mullo_epi64(x, all(0xBF58476D1CE4E5B9));
    x = _mm512_xor_si512(x, _mm512_srli_epi64(x, 27));
    x = _mm512_mullo_epi64(x, all(0x94D049BB133111EB));
    return _mm512_xor_si512(x, _mm512_srli_epi64(x, 31));
}

// A column of 32 coefficients, selected by the lanes of `row`.
[[gnu::target("avx512f,avx512bw,avx512cd,avx512dq"), gnu::always_inline]] inline __m512
coefficients(const float (&column)[4 * near_octaves], __m512i row) {
    return _mm512_permutex2var_ps(_mm512_load_ps(column), row, _mm512_load_ps(column + 16));
}

// As near_variate.
[[gnu::target("avx512f,avx512bw,avx512cd,avx512dq"), gnu::always_inline]] inline __m512
near_variates(__m512i side, __m512i octave, __m512i place) {
    const __m512i row =
        _mm512_or_si512(_mm512_or_si512(_mm512_slli_epi32(side, 4), _mm512_slli_epi32(octave, 1)),
                        _mm512_srli_epi32(place, 31));
    const __m512i mantissa = _mm512_srli_epi32(_mm512_slli_epi32(place, 1), 9);
    const __m512 one = _mm512_set1_ps(1.0f);
    const __m512 m = _mm512_or_ps(_mm512_castsi512_ps(mantissa), one);
    __m512 value = coefficients(stable_cubics[3], row);
    for (int power = 2; power >= 0; --power) {
        value = _mm512_add_ps(_mm512_mul_ps(value, m), coefficients(stable_cubics[power], row));
    }
    const __m512 rounder = _mm512_set1_ps(grid_rounder);
    return _mm512_sub_ps(_mm512_add_ps(value, rounder), rounder);
}

// The variates of a key, of which those beyond the cubics are wrong; returns the set of these.
[[gnu::target("avx512f,avx512bw,avx512cd,avx512dq"), gnu::always_inline]] inline std::uint32_t
write_near_variates(Key key, float* to) {
    const __m512i halves = words_of(key);
    const __m512i one = _mm512_set1_epi32(1);
    const __m512i rest = _mm512_srli_epi32(halves, 1);
    const __m512i zeros = _mm512_lzcnt_epi32(rest);
    const __m512i octave = _mm512_sub_epi32(zeros, one);
    const __m512i place = _mm512_sllv_epi32(rest, _mm512_add_epi32(zeros, one));
    _mm512_store_ps(to, near_variates(_mm512_and_si512(halves, one), octave, place));
    return _mm512_cmpge_epu32_mask(octave, _mm512_set1_epi32(near_octaves));
}

// Word w of a double is word 2 lane + w - 2 of the high row for w >= 2, word `lane` of the low row
// (numbered from 32 on) for w = 1, and 0 for w = 0.
struct WordPlaces {
    alignas(64) std::uint16_t first[32];   // lanes 0 to 7 as doubles
    alignas(64) std::uint16_t second[32];  // lanes 8 to 15
    alignas(64) std::uint16_t high[32];    // from both, numbered from 0 and 32 on, to the rows
    alignas(64) std::uint16_t low[32];
};
constexpr std::uint32_t not_word_0 = 0xEEEEEEEE;

constexpr WordPlaces make_word_places() noexcept {
    WordPlaces places{};
    for (std::uint16_t lane = 0; lane < 16; ++lane) {
        const auto in_half = static_cast<std::uint16_t>(lane & 7);
        std::uint16_t* doubles = (lane < 8 ? places.first : places.second) + 4 * in_half;
        doubles[1] = static_cast<std::uint16_t>(32 + lane);
        doubles[2] = static_cast<std::uint16_t>(2 * lane);
        doubles[3] = static_cast<std::uint16_t>(2 * lane + 1);
        const auto from = static_cast<std::uint16_t>((lane < 8 ? 0 : 32) + 4 * in_half);
        places.high[2 * lane] = static_cast<std::uint16_t>(from + 2);
        places.high[2 * lane + 1] = static_cast<std::uint16_t>(from + 3);
        places.low[lane] = static_cast<std::uint16_t>(from + 1);
    }
    return places;
}
constexpr WordPlaces word_places = make_word_places();

[[gnu::target("avx512f,avx512bw,avx512cd,avx512dq"), gnu::always_inline]] inline __m512i words_at(
    __m512i a, const std::uint16_t (&places)[32], __m512i b) {
    return _mm512_permutex2var_epi16(a, _mm512_load_si512(places), b);
}
[[gnu::target("avx512f,avx512bw,avx512cd,avx512dq"), gnu::always_inline]] inline __m512i doubles_at(
    __m512i a, const std::uint16_t (&places)[32], __m512i b) {
    return _mm512_maskz_permutex2var_epi16(not_word_0, a, _mm512_load_si512(places), b);
}

// Eight sums of doubles, rounded to 48 bits.
[[gnu::target("avx512f,avx512bw,avx512cd,avx512dq"), gnu::always_inline]] inline __m512i
rounded_sums(__m512i doubles, __m512d terms) {
    const __m512d sum = _mm512_add_pd(_mm512_castsi512_pd(doubles), terms);
    return _mm512_add_epi64(_mm512_castpd_si512(sum), all(0x8000));
}

// One key in sixteen has a variate beyond the cubics.
inline void write_far_variates(Key key, std::uint32_t far, float* to) noexcept {
    for (; far != 0; far &= far - 1) {
        const auto lane = static_cast<std::uint32_t>(std::countr_zero(far));
        to[lane] = variate(key, half_of(key, lane), lane);
    }
}

// What leaves the table, pushed in batches: three short loops whose iterations overlap, where one
// long dependency chain per key would not (measured: 9 ns per key instead of 13).
struct Leaving {
    static constexpr std::size_t most = 64;
    std::size_t size = 0;
    Key keys[most];
    double weights[most];
    std::uint32_t far[most];
    alignas(64) float values[most][variates];
};

[[gnu::target("avx512f,avx512bw,avx512cd,avx512dq"), gnu::always_inline]] inline void add_row(
    const EntropyRegisters::View& registers, Key key, double weight, const float* variates) {
    const std::uint32_t bucket = bucket_of(key, registers.buckets);
    const __m512d weights = _mm512_set1_pd(weight);
    const __m512d first = _mm512_cvtps_pd(_mm256_load_ps(variates));
    const __m512d second = _mm512_cvtps_pd(_mm256_load_ps(variates + 8));
    auto* row = reinterpret_cast<__m512i*>(registers.high + bucket);
    auto* half_row = reinterpret_cast<__m256i*>(registers.low + bucket);
    const __m512i high = _mm512_load_si512(row);
    const __m512i low = _mm512_castsi256_si512(_mm256_load_si256(half_row));
    const __m512i a =
        rounded_sums(doubles_at(high, word_places.first, low), _mm512_mul_pd(first, weights));
    const __m512i b =
        rounded_sums(doubles_at(high, word_places.second, low), _mm512_mul_pd(second, weights));
    _mm512_store_si512(row, words_at(a, word_places.high, b));
    _mm256_store_si256(half_row, _mm512_castsi512_si256(words_at(a, word_places.low, b)));
    __m128d* totals = reinterpret_cast<__m128d*>(registers.totals + bucket);
    *totals = _mm_add_pd(*totals, _mm_set_pd(weight * sign_of(key), weight));
}

[[gnu::target("avx512f,avx512bw,avx512cd,avx512dq"), gnu::noinline]] void push_all(
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
constexpr __mmask8 protected_lanes = (1u << HeavyHitters::protected_slots) - 1;

// A key on probation for the protected one with the smallest priority, the first of equal ones.
[[gnu::target("avx512f,avx512bw,avx512cd,avx512dq"), gnu::noinline]] void exchange_least(
    const HeavyHitters::View& table, std::uint32_t set, std::uint32_t slot, __m512d priority) {
    const double least = _mm512_mask_reduce_min_pd(protected_lanes, priority);
    const __mmask8 where =
        _mm512_mask_cmpeq_pd_mask(protected_lanes, priority, _mm512_set1_pd(least));
    const auto other = static_cast<std::uint32_t>(__builtin_ctz(where));
    std::swap(table.keys[set].at[slot], table.keys[set].at[other]);
    std::swap(table.counts[set].at[slot], table.counts[set].at[other]);
    std::swap(table.errors[set].at[slot], table.errors[set].at[other]);
    const std::uint32_t named = table.named[set];
    const std::uint32_t differ = (named >> slot ^ named >> other) & 1;
    table.named[set] = static_cast<std::uint8_t>(named ^ (differ << slot | differ << other));
}

// As HeavyHitters::vacate: whether any protected key has a smaller priority takes no search for
// the smallest one.
[[gnu::target("avx512f,avx512bw,avx512cd,avx512dq"), gnu::always_inline]] inline std::uint32_t
vacate(const HeavyHitters::View& table, std::uint32_t set) {
    const double* counts = table.counts[set].at.data();
    const float* errors = table.errors[set].at.data();
    const __m512d priority =
        _mm512_add_pd(_mm512_load_pd(counts), _mm512_cvtps_pd(_mm256_load_ps(errors)));
    const double* on_probation = counts + first_on_probation;
    const double larger = std::max(on_probation[0], on_probation[1]);
    if (_mm512_mask_cmp_pd_mask(protected_lanes, priority, _mm512_set1_pd(larger), _CMP_LT_OQ) != 0)
        [[unlikely]] {
        const std::uint32_t second = on_probation[0] < on_probation[1] ? 1 : 0;
        exchange_least(table, set, first_on_probation + second, priority);
    }
    const double first = on_probation[0] + static_cast<double>(errors[first_on_probation]);
    const double second = on_probation[1] + static_cast<double>(errors[first_on_probation + 1]);
    return first_on_probation + (second < first ? 1 : 0);
}

// As HeavyHitters::insert; what leaves is noted.
[[gnu::target("avx512f,avx512bw,avx512cd,avx512dq"), gnu::always_inline]] inline std::uint32_t
insert(const HeavyHitters::View& table, std::uint32_t set, Key key, double weight,
       Leaving& leaving) {
    const std::uint32_t slot = vacate(table, set);
    Key& place = table.keys[set].at[slot];
    double& count = table.counts[set].at[slot];
    float& error = table.errors[set].at[slot];
    const float offset = table.offsets[set];
    const float priority = float_above(count + static_cast<double>(error));
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
[[gnu::target("avx512f,avx512bw,avx512cd,avx512dq"), gnu::always_inline]] inline bool is_repetitive(
    const Key* keys, std::size_t size) {
    std::size_t equal = 0;
    std::size_t pairs = 0;
    for (; pairs + 8 < size; pairs += 8) {
        const __m512i each = _mm512_loadu_si512(keys + pairs);
        const __m512i next = _mm512_loadu_si512(keys + pairs + 1);
        equal += static_cast<std::size_t>(std::popcount(_mm512_cmpeq_epi64_mask(each, next)));
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
[[gnu::target("avx512f,avx512bw,avx512cd,avx512dq"), gnu::always_inline]] inline Added add_segment(
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
        const __m512i held = _mm512_load_si512(table.keys[set].at.data());
        const __mmask8 where = _mm512_cmpeq_epi64_mask(held, all(key));
        std::uint32_t slot = 0;
        if (where != 0) {
            slot = static_cast<std::uint32_t>(__builtin_ctz(where));
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

}  // namespace

[[gnu::target("avx512f,avx512bw,avx512cd,avx512dq")]] Variates variates_avx512(Key key) noexcept {
    alignas(64) Variates to;
    write_far_variates(key, write_near_variates(key, to.data()), to.data());
    return to;
}

[[gnu::target("avx512f,avx512bw,avx512cd,avx512dq")]] void push_avx512(
    const EntropyRegisters::View& registers, Key key, double weight) noexcept {
    alignas(64) float to[variates];
    write_far_variates(key, write_near_variates(key, to), to);
    add_row(registers, key, weight, to);
}

[[gnu::target("avx512f,avx512bw,avx512cd,avx512dq")]] void write_block_avx512(
    Key key, VariateBlock& to) noexcept {
    std::uint32_t far[block_keys];
    for (std::size_t i = 0; i < block_keys; ++i) {
        far[i] = write_near_variates(key_ahead(key, i), to.at.data() + i * variates);
    }
    for (std::size_t i = 0; i < block_keys; ++i) {
        write_far_variates(key_ahead(key, i), far[i], to.at.data() + i * variates);
    }
}

[[gnu::target("avx512f,avx512bw,avx512cd,avx512dq")]] std::size_t add_keys_avx512(
    const HeavyHitters::View& table, const EntropyRegisters::View& registers, const Key* keys,
    std::size_t size, double threshold) noexcept {
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

}  // namespace entrostream::detail

#else

namespace entrostream::detail {

bool has_vector_registers() noexcept {
    return false;
}
Variates variates_avx512(Key) noexcept {
    return {};
}
void push_avx512(const EntropyRegisters::View&, Key, double) noexcept {}
void write_block_avx512(Key, VariateBlock&) noexcept {}
std::size_t add_keys_avx512(const HeavyHitters::View&, const EntropyRegisters::View&, const Key*,
                            std::size_t, double) noexcept {
    return 0;
}

}  // namespace entrostream::detail

#endif
