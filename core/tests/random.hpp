// Pseudo-random numbers for tests, the same on every machine for the same seed.
#pragma once
#include <cstdint>
#include <random>

namespace entrostream::testing {

class Random {
  public:
    explicit Random(std::uint64_t seed) : engine_(seed) {}
    [[nodiscard]] std::uint64_t next() { return engine_(); }
    // 0 .. bound-1
    [[nodiscard]] std::uint64_t below(std::uint64_t bound) { return engine_() % bound; }

  private:
    std::mt19937_64 engine_;
};

}  // namespace entrostream::testing
