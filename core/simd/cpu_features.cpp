// The procedure is that of the Intel 64 and IA-32 manual, volume 1, "Detection of AVX
// Instructions", "Detection of FMA" and "Detection of AVX2":
//
//  1. CPUID.1:ECX.OSXSAVE: the operating system has enabled XGETBV. Without it XGETBV faults.
//  2. XCR0 bits 1 and 2: it saves the SSE and AVX registers of a thread at a context switch.
//  Without
//     that, instructions on 256-bit registers fault, whatever the CPU has.
//  3. CPUID.1:ECX.AVX; then CPUID.1:ECX.FMA, and CPUID.(7,0):EBX.AVX2 if there is a leaf 7.
//  4. For AVX-512 also XCR0 bits 5 to 7, the mask registers and the 512-bit registers.
#include "core/simd/cpu_features.hpp"

#if defined(__x86_64__)
#include <cpuid.h>
#endif

namespace entrostream::simd {

namespace {

// Leaf 1, ECX.
constexpr std::uint32_t fma = 1u << 12;
constexpr std::uint32_t osxsave = 1u << 27;
constexpr std::uint32_t avx = 1u << 28;
// Leaf 7, EBX.
constexpr std::uint32_t avx2 = 1u << 5;
constexpr std::uint32_t avx512 = 1u << 16 | 1u << 17 | 1u << 28 | 1u << 30;  // F, DQ, CD, BW
// XCR0: SSE and AVX registers; with AVX-512.
constexpr std::uint64_t saved_registers = 0b110;
constexpr std::uint64_t saved_wide_registers = 0b1110'0110;

constexpr bool has_all(std::uint64_t bits, std::uint64_t wanted) noexcept {
    return (bits & wanted) == wanted;
}

}  // namespace

CpuFeatures features_in(const CpuidAnswers& answers) noexcept {
    if (!has_all(answers.leaf_1_ecx, osxsave | avx)) return {};
    if (!has_all(answers.xcr0, saved_registers)) return {};
    const std::uint32_t leaf_7 = answers.highest_leaf >= 7 ? answers.leaf_7_ebx : 0;
    return {
        .avx2 = has_all(leaf_7, avx2),
        .fma = has_all(answers.leaf_1_ecx, fma),
        .avx512 = has_all(leaf_7, avx512) && has_all(answers.xcr0, saved_wide_registers),
    };
}

#if defined(__x86_64__)

namespace {

// The instruction itself: the intrinsic needs a compiler option for the whole file.
std::uint64_t read_xcr0() noexcept {
    std::uint32_t low = 0;
    std::uint32_t high = 0;
    __asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
    return std::uint64_t{high} << 32 | low;
}

CpuidAnswers ask_cpu() noexcept {
    CpuidAnswers answers;
    std::uint32_t eax = 0;
    std::uint32_t ebx = 0;
    std::uint32_t ecx = 0;
    std::uint32_t edx = 0;
    answers.highest_leaf = __get_cpuid_max(0, nullptr);
    if (__get_cpuid(1, &eax, &ebx, &ecx, &edx) != 0) answers.leaf_1_ecx = ecx;
    if (__get_cpuid_count(7, 0, &eax, &ebx, &ecx, &edx) != 0) answers.leaf_7_ebx = ebx;
    if (has_all(answers.leaf_1_ecx, osxsave)) answers.xcr0 = read_xcr0();
    return answers;
}

}  // namespace

CpuFeatures detect_cpu_features() noexcept {
    return features_in(ask_cpu());
}

#else

CpuFeatures detect_cpu_features() noexcept {
    return {};
}

#endif

}  // namespace entrostream::simd
