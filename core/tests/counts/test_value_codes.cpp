// Codes are dense, in the order of first appearance, and equal for equal values.
#include "core/counts/value_codes.hpp"

#include <map>
#include <string>
#include <vector>

#include "core/counts/hash_index.hpp"
#include "core/tests/check.hpp"
#include "core/tests/random.hpp"

using namespace entrostream;
using namespace entrostream::testing;

namespace {

template <class Value>
void test_codes(const std::vector<Value>& values) {
    ValueCodes<Value> codes;
    std::map<Value, Code> expected;
    for (const Value& value : values) {
        const auto [place, first] = expected.emplace(value, static_cast<Code>(expected.size()));
        check(codes.code(value) == place->second, "a value has the code of its first appearance");
    }
    check(codes.values().size() == expected.size(), "every distinct value has one code");
    for (const auto& [value, code] : expected) {
        check(codes.values()[code] == value, "a code gives its value back");
    }
}

void test_words(Random& random) {
    std::vector<std::uint64_t> words(20000);
    for (std::uint64_t& word : words) {
        word = random.below(2) == 0 ? random.next() : random.below(3000) << 40;
    }
    test_codes(words);
}

void test_bytes(Random& random) {
    std::vector<std::string> owners;
    for (int i = 0; i < 5000; ++i) {
        owners.emplace_back(random.below(20), static_cast<char>('a' + random.below(3)));
        owners.emplace_back(std::to_string(random.below(2000)));
    }
    test_codes(std::vector<std::string_view>(owners.begin(), owners.end()));
}

void test_index_finds_what_was_added(Random& random) {
    std::vector<std::uint64_t> hashes;
    HashIndex index;
    const auto hash_of = [&](Code code) { return hashes[code]; };
    for (Code code = 0; code < 5000; ++code) {
        hashes.push_back(random.below(3) == 0 ? code % 7 : random.next());  // many collisions
        index.add(code, hash_of);
    }
    index.rebuild(4000, hash_of);
    for (Code code = 0; code < 5000; ++code) {
        const Code found = index.find(hashes[code], [&](Code met) { return met == code; });
        check(found == (code < 4000 ? code : no_code), "a code is found until it is left out");
    }
}

}  // namespace

int main() {
    Random random(2);
    test_words(random);
    test_bytes(random);
    test_index_finds_what_was_added(random);
    return report();
}
