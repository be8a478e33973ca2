// The cache of F returns F, whatever it holds and evicts.
#include "core/count_log/count_log_cache.hpp"

#include <cstdint>

#include "core/count_log/count_log_stages.hpp"
#include "core/tests/check.hpp"
#include "core/tests/random.hpp"

namespace entrostream::testing {
namespace {

template <std::size_t slots>
void check_value(CountLogCache<slots>& cache, std::uint64_t c) {
    check(cache(c) == detail::count_log_wide(c), "the cache returns F(c)");
    check(cache.holds(c), "and holds it from then on");
    check(cache(c) == detail::count_log_wide(c), "a hit returns F(c) too");
}

template <std::size_t slots>
void values_are_those_of_f() {
    Random random(1);
    CountLogCache<slots> cache;
    for (std::uint64_t c = 0; c < 3 * slots + 10; ++c)
        check_value(cache, c);
    for (int i = 0; i < 20000; ++i)
        check_value(cache, random.next() >> (1 + random.below(63)));
    for (std::uint64_t c = 0; c < 3 * slots + 10; ++c)
        check_value(cache, c);
}

// F(0) = 0 is what an empty slot holds; F(1) = 0 is not there yet.
void an_empty_cache_holds_nothing_but_zero() {
    const CountLogCache<2048> cache;
    check(cache.holds(0), "F(0) needs no computation");
    for (std::uint64_t c = 1; c < 10000; ++c)
        check(!cache.holds(c), "nothing else is held");
}

void a_single_slot_holds_the_last_count() {
    CountLogCache<1> cache;
    (void)cache(1000);
    (void)cache(999);
    check(cache.holds(999) && !cache.holds(1000), "the last count evicts the one before");
    (void)cache(0);
    check(cache.holds(0) && !cache.holds(999), "0 is a count like any other");
}

// The tag is the whole count: one bit of difference is a miss.
void every_bit_of_the_tag_matters() {
    const std::uint64_t c = 1000003;
    for (int bit = 0; bit < 62; ++bit) {
        CountLogCache<1> cache;
        (void)cache(c);
        check(!cache.holds(c ^ std::uint64_t{1} << bit), "another count is not held");
        check_value(cache, c ^ std::uint64_t{1} << bit);
    }
}

// A window compared with a reference of m rows looks up multiples of m: they must not share slots.
void multiples_spread_over_the_slots() {
    for (const std::uint64_t scale : {1u, 64u, 1000u, 2048u, 4096u, 50000u, 65536u}) {
        CountLogCache<2048> cache;
        for (std::uint64_t c = 1; c <= 512; ++c)
            (void)cache(c * scale);
        int held = 0;
        for (std::uint64_t c = 1; c <= 512; ++c)
            held += cache.holds(c * scale);
        check(held > 400, "most of 512 multiples are held by 2048 slots");
    }
}

void what_is_cached_does_not_matter_to_equality() {
    CountLogCache<1> one;
    const CountLogCache<1> other;
    (void)one(1000);
    check(one == other, "caches are equal whatever they hold");
}

}  // namespace
}  // namespace entrostream::testing

int main() {
    using namespace entrostream::testing;
    values_are_those_of_f<1>();
    values_are_those_of_f<2>();
    values_are_those_of_f<2048>();
    an_empty_cache_holds_nothing_but_zero();
    a_single_slot_holds_the_last_count();
    every_bit_of_the_tag_matters();
    multiples_spread_over_the_slots();
    what_is_cached_does_not_matter_to_equality();
    return report();
}
