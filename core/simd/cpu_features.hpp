// Which vector instructions may be executed here, asked of the CPU itself.
//
// The compiler's __builtin_cpu_supports reads a table of the compiler's run-time library, which
// not every C library is linked with (musl); CPUID and XGETBV need no library.
#pragma once
#include <cstdint>

namespace entrostream::simd {

struct CpuFeatures {
    bool avx2 = false;
    bool fma = false;
    bool avx512 = false;  // F, BW, CD and DQ

    friend bool operator==(const CpuFeatures&, const CpuFeatures&) = default;
};

// What the CPU answers.
struct CpuidAnswers {
    std::uint32_t highest_leaf = 0;  // leaf 0, EAX
    std::uint32_t leaf_1_ecx = 0;
    std::uint32_t leaf_7_ebx = 0;  // subleaf 0
    std::uint64_t xcr0 = 0;        // XGETBV(0)
};

// The features that these answers allow to use.
[[nodiscard]] CpuFeatures features_in(const CpuidAnswers& answers) noexcept;

// The features of this CPU; none on other architectures than x86-64.
[[nodiscard]] CpuFeatures detect_cpu_features() noexcept;

// Detected by the first call.
[[nodiscard]] inline bool has_avx2() noexcept {
    static const bool has = detect_cpu_features().avx2;
    return has;
}
[[nodiscard]] inline bool has_avx2_and_fma() noexcept {
    static const CpuFeatures features = detect_cpu_features();
    return features.avx2 && features.fma;
}
[[nodiscard]] inline bool has_avx512() noexcept {
    static const bool has = detect_cpu_features().avx512;
    return has;
}

}  // namespace entrostream::simd
