// A method of a sketch that is restored goes on as if it had never been away, to the bit, and bytes
// that no sketch wrote are refused.
#include <utility>
#include <vector>

#include "core/state/ccm07_state.hpp"
#include "core/state/cdm06_state.hpp"
#include "core/state/clifford_cosma_state.hpp"
#include "core/state/entropy_sketch_state.hpp"
#include "core/state/state_error.hpp"
#include "core/tests/check.hpp"
#include "core/tests/random.hpp"
#include "core/tests/sketch/keyed_streams.hpp"

using namespace entrostream;
using namespace entrostream::testing;

namespace {

constexpr std::size_t memory = 2048;
constexpr std::uint64_t seed = 77;

using Bytes = std::vector<std::uint8_t>;

template <class Sketch>
Bytes bytes_of(const Sketch& sketch) {
    Writer payload;
    encode(payload, sketch);
    const std::string_view written = payload.written();
    return {written.begin(), written.end()};
}

template <auto decode>
auto read(const Bytes& bytes) {
    Reader reader(bytes);
    auto sketch = decode(reader, memory, seed);
    reader.require_end();
    return sketch;
}

template <class Sketch, auto decode>
void test_restored_goes_on(Random& random) {
    Sketch sketch(memory, seed);
    check(read<decode>(bytes_of(sketch)) == sketch, "an empty sketch");
    for (int round = 0; round < 60; ++round) {
        // Nearly pure and wide streams take turns, so that the majority label changes.
        const Keys keys = heavy_stream(random, 40, round / 15 % 2 == 0 ? 0.9 : 0.0, 500);
        Sketch restored = read<decode>(bytes_of(sketch));
        check(restored == sketch && bytes_of(restored) == bytes_of(sketch), "the same state");
        sketch.add_many(keys);
        restored.add_many(keys);
        sketch.add(keys[0], 50);
        restored.add(keys[0], 50);
        check(restored == sketch && bytes_of(restored) == bytes_of(sketch), "the same future");
        check(restored.entropy() == sketch.entropy(), "the same estimate");
    }
}

// Either refused, or a sketch that can be used and writes the same bytes.
template <auto decode>
bool is_read(const Bytes& bytes) {
    try {
        auto sketch = read<decode>(bytes);
        check(bytes_of(sketch) == bytes, "what was read is what is written");
        sketch.add(key_of(1), 1000);
        sketch.add_many(keys_of({1, 2, 3, 4, 5, 6, 1, 1, 1}));
        check(sketch.entropy().value >= 0, "usable");
        return true;
    } catch (const StateError&) {
        return false;
    }
}

template <class Sketch, auto decode>
void test_damaged_bytes(Random& random, int least_refused) {
    Sketch sketch(memory, seed);
    sketch.add_many(heavy_stream(random, 2000, 0.7, 300));
    const Bytes whole = bytes_of(sketch);
    check(is_read<decode>(whole), "undamaged");
    for (std::size_t size = 0; size < whole.size(); ++size) {
        check(!is_read<decode>(Bytes(whole.begin(), whole.begin() + static_cast<int>(size))),
              "cut off");
    }
    int refused = 0;
    for (int i = 0; i < 4000; ++i) {
        Bytes damaged = whole;
        for (std::uint64_t k = 1 + random.below(3); k > 0; --k)
            damaged[random.below(damaged.size())] = static_cast<std::uint8_t>(random.next());
        refused += is_read<decode>(damaged) ? 0 : 1;
    }
    check(refused > least_refused, "many changes contradict the rest");
}

// A state of a few bytes must not allocate what its header claims.
template <auto decode>
void test_a_huge_memory_is_refused() {
    Writer payload;
    payload.varint(1000);
    payload.fixed(0, 8);
    const std::string_view written = payload.written();
    const Bytes bytes(written.begin(), written.end());
    Reader reader(bytes);
    check_throws<StateError>([&] { (void)decode(reader, std::size_t{1} << 60, seed); },
                             "too short");
    Reader again(bytes);
    check_throws<StateError>([&] { (void)decode(again, 10, seed); }, "too little memory");
}

// Whatever the method, the state of an entropy sketch names it.
void test_the_state_of_an_entropy_sketch(Random& random) {
    const Keys keys = skewed_stream(random, 3000, 1000);
    for (EntropySketchMethod method :
         {EntropySketchMethod(Hcc(memory, seed)), EntropySketchMethod(Ccm07(memory, seed)),
          EntropySketchMethod(Cdm06(memory, seed)),
          EntropySketchMethod(CliffordCosma(memory, seed))}) {
        std::visit([&](auto& each) { each.add_many(keys); }, method);
        const StateBytes bytes = encode(EntropySketchState{method, Missing::skip});
        const EntropySketchState restored = decode_entropy_sketch(bytes);
        check(restored.method == method && restored.missing == Missing::skip, "the same sketch");
        check(encode(restored) == bytes, "the same bytes");
    }
}

}  // namespace

int main() {
    Random random(20261118);
    test_restored_goes_on<Ccm07, decode_ccm07>(random);
    test_restored_goes_on<Cdm06, decode_cdm06>(random);
    test_restored_goes_on<CliffordCosma, decode_clifford_cosma>(random);
    test_damaged_bytes<Ccm07, decode_ccm07>(random, 500);
    test_damaged_bytes<Cdm06, decode_cdm06>(random, 500);
    // Nearly all numbers are possible registers.
    test_damaged_bytes<CliffordCosma, decode_clifford_cosma>(random, 10);
    test_a_huge_memory_is_refused<decode_ccm07>();
    test_a_huge_memory_is_refused<decode_cdm06>();
    test_a_huge_memory_is_refused<decode_clifford_cosma>();
    test_the_state_of_an_entropy_sketch(random);
    return report();
}
