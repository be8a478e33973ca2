// Feeds a fuzz target with mutations of its seeds and of what it accepted:
// fuzz_x [--seconds N] [--seed S] [--input FILE]. The current input stays in memory, so that
// a crash can print it in hexadecimal; --input runs one that was saved as bytes.
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <map>
#include <string>

#include "core/tests/fuzz/mutation.hpp"
#include "core/tests/fuzz/target.hpp"
#include "core/tests/random.hpp"

using namespace entrostream::testing;

namespace {

constexpr std::size_t largest_corpus = 4000;
constexpr std::size_t largest_input = 6000;

Input at_work;

const char* option(int count, char** words, const char* name) {
    for (int i = 1; i + 1 < count; ++i) {
        if (std::strcmp(words[i], name) == 0) return words[i + 1];
    }
    return nullptr;
}

std::uint64_t number(const char* text, std::uint64_t otherwise) {
    return text == nullptr ? otherwise : std::strtoull(text, nullptr, 10);
}

// Called by the sanitizers when they end the program, and when a `require` fails.
void show_input() {
    std::fputs("the input was ", stderr);
    for (const std::uint8_t byte : at_work) {
        std::fprintf(stderr, "%02x", byte);
    }
    std::fputs("\n", stderr);
}

void on_abort(int) {
    show_input();
}

struct Tally {
    std::uint64_t executed = 0;
    std::uint64_t accepted = 0;
};

void report(const char* name, const Tally& tally) {
    std::printf("%-18s %9llu inputs, %9llu accepted\n", name,
                static_cast<unsigned long long>(tally.executed),
                static_cast<unsigned long long>(tally.accepted));
}

class Fuzzer {
  public:
    explicit Fuzzer(std::uint64_t seed) : random_(seed), corpus_(fuzz_seeds()) {
        for (const Input& input : corpus_) {
            run(input);
        }
    }

    void step() {
        Input input = corpus_[random_.below(corpus_.size())];
        for (std::uint64_t i = random_.below(6); i > 0; --i) {
            mutate(input, relative_of(input), random_);
        }
        if (input.size() > largest_input) input.resize(largest_input);
        if (run(input)) keep(std::move(input));
    }

    [[nodiscard]] int finish() const {
        Tally all;
        for (const auto& [part, tally] : tallies_) {
            if (!part.empty()) report(part.c_str(), tally);
            all.executed += tally.executed;
            all.accepted += tally.accepted;
        }
        report("in all", all);
        return all.accepted == 0;
    }

  private:
    bool run(const Input& input) {
        at_work = input;
        const bool accepted = LLVMFuzzerTestOneInput(input.data(), input.size()) == 0;
        const char* part = fuzz_part(input.data(), input.size());
        Tally& tally = tallies_[part == nullptr ? "" : part];
        ++tally.executed;
        tally.accepted += static_cast<std::uint64_t>(accepted);
        return accepted;
    }

    // Another input that begins with the same byte, if some tries find one.
    const Input& relative_of(const Input& input) {
        for (int tries = 0; tries < 30; ++tries) {
            const Input& other = corpus_[random_.below(corpus_.size())];
            if (!input.empty() && !other.empty() && other[0] == input[0]) return other;
        }
        return input;
    }

    void keep(Input input) {
        if (corpus_.size() < largest_corpus) {
            corpus_.push_back(std::move(input));
        } else {
            corpus_[random_.below(corpus_.size())] = std::move(input);
        }
    }

    Random random_;
    std::vector<Input> corpus_;
    std::map<std::string, Tally> tallies_;
};

int run_file(const char* path) {
    std::ifstream file(path, std::ios::binary);
    at_work.assign(std::istreambuf_iterator<char>(file), {});
    const int result = LLVMFuzzerTestOneInput(at_work.data(), at_work.size());
    std::puts(result == 0 ? "accepted" : "refused");
    return 0;
}

}  // namespace

// Defined by the sanitizers, if linked.
extern "C" __attribute__((weak)) void __sanitizer_set_death_callback(void (*callback)());

int main(int count, char** words) {
    std::signal(SIGABRT, on_abort);
    if (__sanitizer_set_death_callback != nullptr) __sanitizer_set_death_callback(show_input);
    if (const char* path = option(count, words, "--input")) return run_file(path);
    const auto seconds = number(option(count, words, "--seconds"), 5);
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(seconds);
    Fuzzer fuzzer(number(option(count, words, "--seed"), 1403));
    while (std::chrono::steady_clock::now() < end) {
        fuzzer.step();
    }
    return fuzzer.finish();
}
