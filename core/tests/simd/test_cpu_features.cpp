// A vector instruction is used only if CPU and operating system both support it.
#include "core/simd/cpu_features.hpp"

#include <cstdint>
#include <fstream>
#include <set>
#include <sstream>
#include <string>
#include <string_view>

#include "core/tests/check.hpp"

namespace entrostream::testing {
namespace {

using simd::CpuFeatures;
using simd::CpuidAnswers;

constexpr std::uint32_t fma = 1u << 12;
constexpr std::uint32_t osxsave = 1u << 27;
constexpr std::uint32_t avx = 1u << 28;
constexpr std::uint32_t avx2 = 1u << 5;
constexpr std::uint32_t avx512 = 1u << 16 | 1u << 17 | 1u << 28 | 1u << 30;

constexpr CpuidAnswers everything{
    .highest_leaf = 7, .leaf_1_ecx = fma | osxsave | avx, .leaf_7_ebx = avx2, .xcr0 = 0b111};

CpuFeatures with_leaf_1(std::uint32_t ecx) {
    CpuidAnswers answers = everything;
    answers.leaf_1_ecx = ecx;
    return features_in(answers);
}

void every_condition_is_needed() {
    constexpr CpuFeatures none{};
    check(features_in(everything) == CpuFeatures{.avx2 = true, .fma = true}, "all is there");
    check(with_leaf_1(fma | avx) == none, "without OSXSAVE, XCR0 is unknown");
    check(with_leaf_1(fma | osxsave) == none, "AVX2 and FMA need AVX");
    check(with_leaf_1(osxsave | avx) == CpuFeatures{.avx2 = true}, "no FMA");
    for (std::uint64_t xcr0 = 0; xcr0 < 8; ++xcr0) {
        CpuidAnswers answers = everything;
        answers.xcr0 = xcr0;
        check((features_in(answers) == none) == (xcr0 < 6), "both kinds of registers are saved");
    }
    CpuidAnswers answers = everything;
    answers.leaf_7_ebx = ~(avx2 | avx512);
    check(features_in(answers) == CpuFeatures{.fma = true}, "no AVX2");
    answers = everything;
    answers.highest_leaf = 6;
    check(features_in(answers) == CpuFeatures{.fma = true}, "no leaf 7");
    check(features_in(CpuidAnswers{}) == none, "nothing is there");
}

void avx512_needs_its_parts_and_its_registers() {
    CpuidAnswers answers = everything;
    answers.leaf_7_ebx = avx2 | avx512;
    answers.xcr0 = 0xE7;
    check(features_in(answers).avx512, "all is there");
    for (const std::uint32_t bit : {16u, 17u, 28u, 30u}) {
        CpuidAnswers less = answers;
        less.leaf_7_ebx &= ~(1u << bit);
        check(!features_in(less).avx512, "F, DQ, CD and BW are needed");
    }
    for (const std::uint32_t bit : {5u, 6u, 7u}) {
        CpuidAnswers less = answers;
        less.xcr0 &= ~(1ull << bit);
        check(!features_in(less).avx512, "the wide registers are saved");
        check(features_in(less).avx2, "AVX2 needs none of them");
    }
}

// Of the first CPU in /proc/cpuinfo, empty where there is no such line.
std::set<std::string> flags_of_linux() {
    std::ifstream file("/proc/cpuinfo");
    for (std::string line; std::getline(file, line);) {
        if (!line.starts_with("flags")) continue;
        std::istringstream words(line.substr(line.find(':') + 1));
        std::set<std::string> flags;
        for (std::string word; words >> word;)
            flags.insert(word);
        return flags;
    }
    return {};
}

// Linux lists a flag only if it saves the registers.
void the_kernel_agrees() {
#if defined(__x86_64__)
    const std::set<std::string> flags = flags_of_linux();
    if (flags.empty()) return;
    check(simd::has_avx2() == flags.contains("avx2"), "AVX2, as in /proc/cpuinfo");
    check(simd::detect_cpu_features().fma == flags.contains("fma"), "FMA, as in /proc/cpuinfo");
    check(simd::has_avx2_and_fma() == (flags.contains("avx2") && flags.contains("fma")), "both");
    check(simd::has_avx512() == (flags.contains("avx512f") && flags.contains("avx512dq") &&
                                 flags.contains("avx512cd") && flags.contains("avx512bw")),
          "AVX-512, as in /proc/cpuinfo");
#else
    check(simd::detect_cpu_features() == CpuFeatures{}, "no AVX2 on other architectures");
#endif
}

}  // namespace
}  // namespace entrostream::testing

// With `--without-avx2`, the CPU must have none of the features. An emulated CPU needs this: Linux
// lists the flags of the host.
int main(int count, char** arguments) {
    using namespace entrostream::testing;
    every_condition_is_needed();
    avx512_needs_its_parts_and_its_registers();
    if (count > 1 && std::string_view(arguments[1]) == "--without-avx2") {
        check(entrostream::simd::detect_cpu_features() == entrostream::simd::CpuFeatures{}, "none");
        check(!entrostream::simd::has_avx2(), "no AVX2");
        check(!entrostream::simd::has_avx2_and_fma(), "not both");
    } else {
        the_kernel_agrees();
    }
    return report();
}
