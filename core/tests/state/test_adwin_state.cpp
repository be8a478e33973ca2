// An Adwin that is restored goes on as if it had never been away, to the bit.
#include "core/state/adwin_state.hpp"

#include <limits>
#include <vector>

#include "core/state/state_error.hpp"
#include "core/tests/check.hpp"
#include "core/tests/random.hpp"

using namespace entrostream;
using namespace entrostream::testing;

namespace {

double number(Random& random, double level) {
    return 0.5 * level + static_cast<double>(random.next() >> 11) * 0x1p-54;
}

void test_restored_goes_on(Random& random) {
    const Adwin::Rule rules[] = {{},
                                 {.delta = 0.3, .clock = 1, .max_buckets = 1},
                                 {.delta = 0.1, .clock = 7, .max_buckets = 30}};
    for (const Adwin::Rule& rule : rules) {
        Adwin adwin(rule);
        std::vector<MeanChange> found;
        double level = 0.1;
        for (int i = 0; i < 3000; ++i) {
            if (random.below(300) == 0) level = 1.0 - level;
            if (i % 131 == 0) {
                Adwin restored = decode_adwin(encode(adwin));
                check(restored == adwin && encode(restored) == encode(adwin), "the same state");
                for (int k = 0; k < 60; ++k) {
                    const double next = number(random, level);
                    adwin.update(next, found);
                    restored.update(next, found);
                }
                check(restored == adwin && encode(restored) == encode(adwin), "the same future");
            }
            adwin.update(number(random, level), found);
        }
        check(adwin.n_changes() > 2, "there were changes");
    }
}

void test_equal_content_has_equal_bytes() {
    Adwin plus(Adwin::Rule{});
    Adwin minus(Adwin::Rule{});
    std::vector<MeanChange> found;
    for (int i = 0; i < 100; ++i) {
        plus.update(0.0, found);
        minus.update(-0.0, found);
    }
    check(plus == minus && encode(plus) == encode(minus), "0 has no sign here");
    plus.clear();
    check(encode(plus) == encode(Adwin(Adwin::Rule{})), "cleared is new");
}

// A payload whose field `which` (in the order of the bytes) is another number.
StateBytes with(int which, double value) {
    double fields[] = {0.002, 0.75, 0.125, 0.5, 0.25};
    fields[which] = value;
    Writer payload;
    payload.real(fields[0]);
    for (const int parameter : {32, 5, 5, 10})
        payload.varint(static_cast<std::uint64_t>(parameter));
    payload.varint(2);  // seen
    payload.varint(0);  // changes
    payload.varint(0);
    payload.real(fields[1]);  // running
    payload.real(fields[2] * 0.25);
    payload.varint(1);  // rows
    payload.varint(2);  // buckets
    payload.real(fields[3]);
    payload.real(fields[4]);
    return Writer::frame(StateKind::adwin, payload);
}

void test_numbers_out_of_range_are_refused() {
    check(decode_adwin(with(0, 0.002)).n() == 2, "the payload is right as it is");
    const double nan = std::numeric_limits<double>::quiet_NaN();
    const double infinity = std::numeric_limits<double>::infinity();
    for (int which = 0; which < 5; ++which) {
        for (const double value : {nan, infinity, -infinity, -0.5, 2.5, 1e300, -1e-300}) {
            check_throws<StateError>([&] { static_cast<void>(decode_adwin(with(which, value))); },
                                     "a number out of range");
        }
    }
    for (const int which : {1, 2, 3, 4}) {
        check_throws<StateError>([&] { static_cast<void>(decode_adwin(with(which, -0.0))); },
                                 "0 with a sign");
    }
    check_throws<StateError>([&] { static_cast<void>(decode_adwin(with(1, 0.7))); },
                             "a total that is not that of the buckets");
}

}  // namespace

int main() {
    Random random(62);
    test_restored_goes_on(random);
    test_equal_content_has_equal_bytes();
    test_numbers_out_of_range_are_refused();
    return report();
}
