// A fuzz target: any bytes go in, nothing may go wrong. The name is libFuzzer's,
// so that the same files can be linked with it; `driver.cpp` needs no more than a
// compiler with sanitizers.
#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

// Inputs worth starting from.
std::vector<std::vector<std::uint8_t>> fuzz_seeds();
