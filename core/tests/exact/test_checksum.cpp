// The build gives the numbers that were worked out apart from it.
#include "core/exact/checksum.hpp"
#include "core/tests/check.hpp"
#include "core/tests/exact/truth.hpp"

int main() {
    using namespace entrostream;
    testing::check(exact_checksum() == expected_checksum,
                   "the checksum is the promised one (if not: was -ffp-contract=off set?)");
    testing::check(expected_checksum == testing::true_checksum,
                   "the promised checksum is that of make_truth.py");
    return testing::report();
}
