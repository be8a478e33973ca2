// A minimal test framework: `check` conditions, `report` at the end.
//
// A failed check prints its location and message; the program continues, and its exit code is 0
// only if all checks passed.
#pragma once
#include <cstdint>
#include <cstdio>
#include <source_location>

namespace entrostream::testing {

struct Tally {
    std::uint64_t passed = 0;
    std::uint64_t failed = 0;
};
inline Tally checks;

// Failures beyond these are counted, not printed.
inline constexpr std::uint64_t printed_failures = 20;

inline void check(bool holds, const char* what,
                  std::source_location where = std::source_location::current()) {
    if (holds) [[likely]] {
        ++checks.passed;
        return;
    }
    if (checks.failed++ < printed_failures)
        std::fprintf(stderr, "%s:%u: failed: %s\n", where.file_name(),
                     static_cast<unsigned>(where.line()), what);
}

// That `call` throws an Error.
template <class Error, class Call>
void check_throws(Call call, const char* what,
                  std::source_location where = std::source_location::current()) {
    bool thrown = false;
    try {
        call();
    } catch (const Error&) {
        thrown = true;
    }
    check(thrown, what, where);
}

[[nodiscard]] inline int report() {
    std::printf("%llu passed, %llu failed\n", static_cast<unsigned long long>(checks.passed),
                static_cast<unsigned long long>(checks.failed));
    return checks.failed == 0 && checks.passed > 0 ? 0 : 1;
}

}  // namespace entrostream::testing
