#include "core/counts/mixing.hpp"

#include <random>

namespace entrostream {

const std::uint64_t hash_seed = [] {
    std::random_device device;
    return (std::uint64_t{device()} << 32) ^ device();
}();

}  // namespace entrostream
