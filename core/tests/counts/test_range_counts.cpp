// Integers in a narrow range are counted as by a std::map.
#include "core/counts/range_counts.hpp"

#include <cstdint>
#include <limits>
#include <map>
#include <vector>

#include "core/tests/check.hpp"
#include "core/tests/random.hpp"

using namespace entrostream;
using namespace entrostream::testing;

namespace {

template <class Integer>
using Limits = std::numeric_limits<Integer>;

// In one piece and in pieces of any size.
template <class Integer>
void test_counts(const std::vector<Integer>& values, std::size_t piece) {
    std::map<Integer, SmallCount> expected;
    for (const Integer value : values) {
        ++expected[value];
    }
    RangeCounts<Integer> counts(values.size());
    const std::span<const Integer> all(values);
    for (std::size_t first = 0; first < all.size(); first += piece) {
        check(counts.count(all.subspan(first, std::min(piece, all.size() - first))), "close");
    }
    check(counts.distinct() == expected.size(), "the number of distinct values");
    auto next = expected.begin();
    counts.for_each([&](Integer value, SmallCount count) {
        check(next != expected.end() && value == next->first, "ascending, none left out");
        check(count == next->second, "as often as it occurs");
        ++next;
    });
}

template <class Integer>
void test_range(Random& random, Integer low, std::uint64_t range) {
    std::vector<Integer> values(10'000);
    for (Integer& value : values) {
        value = static_cast<Integer>(static_cast<std::uint64_t>(low) + random.below(range));
    }
    test_counts(values, values.size());
    test_counts(values, 777);
    std::sort(values.begin(), values.end());  // the range must grow repeatedly
    test_counts(values, values.size());
    std::reverse(values.begin(), values.end());
    test_counts(values, values.size());
}

template <class Integer>
void test_type(Random& random) {
    for (const std::uint64_t range : {1, 2, 10, 100, 128, 3000, 5000, 9999}) {
        if (range - 1 > static_cast<std::uint64_t>(Limits<Integer>::max())) continue;
        test_range<Integer>(random, 0, range);
        test_range<Integer>(random, Limits<Integer>::min(), range);
        test_range<Integer>(random, static_cast<Integer>(Limits<Integer>::max() - (range - 1)),
                            range);
        if (Limits<Integer>::is_signed) {
            test_range<Integer>(random, static_cast<Integer>(-static_cast<int>(range / 2)), range);
        }
    }
    test_counts<Integer>({}, 1);
}

template <class Integer>
void test_whole_type(Random& random) {
    const std::uint64_t values = std::uint64_t{Limits<std::make_unsigned_t<Integer>>::max()} + 1;
    std::vector<Integer> all(100'000);
    for (Integer& value : all) {
        value = static_cast<Integer>(random.below(values));
    }
    test_counts(all, all.size());
}

template <class Integer>
void test_far_values(Integer low, Integer high) {
    std::vector<Integer> values(5000, low);
    values.back() = high;
    check(!RangeCounts<Integer>(values.size()).count(values), "too far apart");
    values.front() = high;
    check(!RangeCounts<Integer>(values.size()).count(values), "too far apart, in descending order");
}

}  // namespace

int main() {
    Random random(7);
    test_type<std::int8_t>(random);
    test_type<std::uint8_t>(random);
    test_type<std::int16_t>(random);
    test_type<std::uint16_t>(random);
    test_type<std::int32_t>(random);
    test_type<std::uint32_t>(random);
    test_type<std::int64_t>(random);
    test_type<std::uint64_t>(random);
    test_whole_type<std::int8_t>(random);
    test_whole_type<std::uint8_t>(random);
    test_whole_type<std::int16_t>(random);
    test_whole_type<std::uint16_t>(random);
    test_far_values<std::int64_t>(0, 5000);
    test_far_values<std::int64_t>(Limits<std::int64_t>::min(), Limits<std::int64_t>::max());
    test_far_values<std::uint64_t>(0, Limits<std::uint64_t>::max());
    test_far_values<std::int32_t>(Limits<std::int32_t>::min(), Limits<std::int32_t>::max());
    return report();
}
