// Pairs and codes correspond one to one, also after some were removed.
#include "core/tables/pair_codes.hpp"

#include <map>
#include <utility>

#include "core/tests/check.hpp"
#include "core/tests/random.hpp"

using namespace entrostream;
using namespace entrostream::testing;

namespace {

PairCodes some_pairs(Random& random, std::size_t wanted) {
    PairCodes codes;
    while (codes.size() < wanted) {
        const CodePair pair{static_cast<Code>(random.below(100)), static_cast<Code>(random.next())};
        if (codes.find(pair) == no_code) {
            const Code code = codes.add(pair);
            check(code + 1 == codes.size(), "codes are dense");
        }
    }
    return codes;
}

void check_all(const PairCodes& codes) {
    for (Code code = 0; code < codes.size(); ++code) {
        check(codes.find(codes[code]) == code, "a pair is found under its code");
    }
    check(codes.find({1000, 0}) == no_code, "an unknown pair has none");
}

void test_pairs_are_found(Random& random) {
    check_all(some_pairs(random, 20000));
}

void test_renumbering(Random& random) {
    const PairCodes before = some_pairs(random, 5000);
    Renumbering to(before.size(), no_code);
    Code remaining = 0;
    for (Code code = 0; code < to.size(); ++code) {
        if (random.below(3) == 0) to[code] = remaining++;
    }
    const PairCodes after = before.renumbered(to, remaining);
    check(after.size() == remaining, "the number of remaining pairs");
    check_all(after);
    for (Code code = 0; code < to.size(); ++code) {
        check(after.find(before[code]) == to[code], "removed pairs have no code");
    }
}

void test_new_codes_of_x_and_y() {
    PairCodes codes;
    codes.add({0, 7});
    codes.add({2, 7});
    codes.add({2, 1});
    const Renumbering x{1, no_code, 0};
    const Renumbering y{no_code, 0, no_code, no_code, no_code, no_code, no_code, 1};
    const PairCodes found = codes.with_x(x).with_y(y);
    check(found[0] == CodePair{1, 1} && found[1] == CodePair{0, 1} && found[2] == CodePair{0, 0},
          "the pairs are the same under new codes");
    check_all(found);
}

}  // namespace

int main() {
    Random random(11);
    test_pairs_are_found(random);
    test_renumbering(random);
    test_new_codes_of_x_and_y();
    return report();
}
