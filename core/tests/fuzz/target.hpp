// A fuzz target: must handle any bytes. The name and the result are libFuzzer's,
// so that the same files can be linked with it; `driver.cpp` needs no more than a
// compiler with sanitizers.
#pragma once
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

// 0 if the input was accepted and used, -1 if it was rejected with the right exception.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

// Seed inputs. Those that begin with the same byte may be spliced.
std::vector<std::vector<std::uint8_t>> fuzz_seeds();

// What an input is about, for the report: its name, or nullptr.
const char* fuzz_part(const std::uint8_t* data, std::size_t size);

namespace entrostream::testing {

// Unlike an assertion it is there in every build, and the driver shows the input.
inline void require(bool holds, const char* what) {
    if (holds) return;
    std::fprintf(stderr, "%s\n", what);
    std::abort();
}

}  // namespace entrostream::testing
