// The checksum of the build equals the one computed independently.
#include "core/exact/checksum.hpp"
#include "core/tests/check.hpp"
#include "core/tests/exact/truth.hpp"

int main() {
    using namespace entrostream;
    testing::check(exact_checksum() == expected_checksum,
                   "the checksum is the expected one (if not: was -ffp-contract=off set?)");
    testing::check(expected_checksum == testing::true_checksum,
                   "the expected checksum is that of make_truth.py");
    return testing::report();
}
