// Codes are dense, in the order of first appearance, and equal for equal values.
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/counts/byte_codes.hpp"
#include "core/counts/hash_index.hpp"
#include "core/counts/word_codes.hpp"
#include "core/tests/check.hpp"
#include "core/tests/random.hpp"

using namespace entrostream;
using namespace entrostream::testing;

namespace {

template <class Table, class Value>
void test_one_by_one(const std::vector<Value>& values) {
    Table codes;
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

// Every seventh row is skipped.
template <class Table, class Value, class ValueOf>
void test_as_column(const std::vector<Value>& values, const ValueOf& value_of) {
    Table one_by_one;
    Table column;
    std::size_t next = 0;
    column.for_each(
        values.size(), value_of, [](std::size_t row) { return row % 7 == 0; },
        [&](std::size_t row, Code code) {
            next += next % 7 == 0;
            check(row == next++, "rows come in order");
            check(code == one_by_one.code(values[row]), "the same code as for a single row");
        });
    check(column.values() == one_by_one.values(), "the same values in the same order");
}

void test_words(Random& random) {
    std::vector<std::uint64_t> words(20000);
    for (std::uint64_t& word : words) {
        word = random.below(2) == 0 ? random.next() : random.below(3000) << 40;
    }
    test_one_by_one<WordCodes>(words);
    test_as_column<WordCodes>(words, [&](std::size_t row) { return words[row]; });
}

// Strings in one contiguous buffer, as in a column, with no readable byte after the last.
void test_runs(const std::vector<std::string>& runs) {
    std::string joined;
    for (const std::string& run : runs) {
        joined += run;
    }
    const std::vector<char> memory(joined.begin(), joined.end());
    std::vector<std::string_view> views;
    std::size_t end = 0;
    for (const std::string& run : runs) {
        views.emplace_back(memory.data() + end, run.size());
        end += run.size();
    }
    test_one_by_one<ByteCodes>(views);
    test_as_column<ByteCodes>(views, [&](std::size_t row) {
        const auto before = static_cast<std::size_t>(views[row].data() - memory.data());
        return Bytes{views[row].data(), views[row].size(), memory.size() - before};
    });
}

void test_bytes(Random& random) {
    std::vector<std::string> runs;
    for (int i = 0; i < 5000; ++i) {
        runs.emplace_back(random.below(40), static_cast<char>('a' + random.below(3)));
        runs.emplace_back(std::to_string(random.below(2000)));
        runs.emplace_back(random.below(20), '\0');
    }
    test_runs(runs);
    test_runs({"", "", ""});
}

// Strings of one size that differ in one byte, each also with a zero byte appended.
void test_every_byte_matters() {
    std::vector<std::string> runs;
    for (std::size_t size = 0; size < 70; ++size) {
        runs.emplace_back(size, 'x');
        for (std::size_t at = 0; at < size; ++at) {
            runs.emplace_back(size, 'x').at(at) = 'y';
        }
        runs.push_back(runs.back() + '\0');
    }
    test_runs(runs);
}

void test_index_finds_what_was_added(Random& random, std::size_t reserved) {
    std::vector<std::uint64_t> hashes;
    HashIndex index;
    const auto hash_of = [&](Code code) { return hashes[code]; };
    for (Code code = 0; code < 5000; ++code) {
        if (code == 1000) index.reserve(reserved, code, hash_of);
        hashes.push_back(random.below(3) == 0 ? code % 7 : random.next());  // many collisions
        index.add(code, hash_of);
    }
    index.rebuild(4000, hash_of);
    for (Code code = 0; code < 5000; ++code) {
        const Code found = index.find(hashes[code], [&](Code met) { return met == code; });
        check(found == (code < 4000 ? code : no_code), "a code is found until it is erased");
    }
}

}  // namespace

int main() {
    Random random(2);
    test_words(random);
    test_bytes(random);
    test_every_byte_matters();
    test_index_finds_what_was_added(random, 0);
    test_index_finds_what_was_added(random, 3000);
    return report();
}
