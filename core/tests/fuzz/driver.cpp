// Feeds a fuzz target with mutations of its seeds: fuzz_x [--seconds N] [--seed S].
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "core/tests/fuzz/target.hpp"
#include "core/tests/random.hpp"

using entrostream::testing::Random;
using Input = std::vector<std::uint8_t>;

namespace {

std::uint64_t option(int count, char** words, const char* name, std::uint64_t otherwise) {
    for (int i = 1; i + 1 < count; ++i) {
        if (std::strcmp(words[i], name) == 0) return std::strtoull(words[i + 1], nullptr, 10);
    }
    return otherwise;
}

void mutate(Input& input, Random& random) {
    const std::size_t place = input.empty() ? 0 : random.below(input.size());
    const auto byte = static_cast<std::uint8_t>(random.next());
    switch (random.below(5)) {
        case 0:
            if (!input.empty()) input[place] = byte;
            break;
        case 1:
            if (!input.empty()) input[place] ^= static_cast<std::uint8_t>(1u << random.below(8));
            break;
        case 2:
            input.insert(input.begin() + static_cast<std::ptrdiff_t>(place), byte);
            break;
        case 3:
            if (!input.empty()) input.erase(input.begin() + static_cast<std::ptrdiff_t>(place));
            break;
        default:
            input.resize(random.below(input.size() + 64), byte);
    }
}

}  // namespace

int main(int count, char** words) {
    const std::uint64_t seconds = option(count, words, "--seconds", 5);
    Random random(option(count, words, "--seed", 1403));
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(seconds);
    const std::vector<Input> seeds = fuzz_seeds();
    std::uint64_t inputs = 0;
    while (std::chrono::steady_clock::now() < end) {
        Input input = seeds[random.below(seeds.size())];
        for (std::uint64_t i = random.below(8); i > 0; --i) {
            mutate(input, random);
        }
        LLVMFuzzerTestOneInput(input.data(), input.size());
        ++inputs;
    }
    std::printf("%llu passed, 0 failed\n", static_cast<unsigned long long>(inputs));
    return inputs == 0;
}
