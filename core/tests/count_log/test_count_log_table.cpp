// The table of F and log2 for small counts agrees with the functions, within it and beyond.
#include "core/count_log/count_log_table.hpp"

#include <cmath>
#include <cstdint>
#include <cstdlib>

#include "core/count_log/count_log_stages.hpp"
#include "core/tests/check.hpp"

namespace entrostream::testing {
namespace {

void check_count(const CountLogTable& table, std::uint32_t c) {
    const auto f = static_cast<int128>(detail::count_log_wide(c));
    check(table.f(c) == f, "F(c) is the integer of count_log");
    check(table.bits(c) == static_cast<double>(f) * 0x1p-58, "bits are F(c), rounded once");
    if (c == 0) return;
    check(table.log2(c) == static_cast<float>(std::log2(static_cast<long double>(c))),
          "log2 is the nearest float");
}

void counts_agree_with_f() {
    const CountLogTable& table = CountLogTable::table();
    for (std::uint32_t c = 0; c < CountLogTable::size + 1000; ++c)
        check_count(table, c);
    for (std::uint32_t c = 0xffffffff; c > 0xffffffff - 1000; --c)
        check_count(table, c);
}

void arrays_are_the_same_table() {
    const CountLogTable& table = CountLogTable::table();
    const std::uint32_t last = CountLogTable::size - 1;
    for (const std::uint32_t c : {0u, 1u, 2u, 1000u, last}) {
        check(table.f_up_to(last)[c] == table.f(c), "F");
        check(table.bits_up_to(last)[c] == table.bits(c), "F in bits");
        if (c != 0) check(table.log2_up_to(last)[c] == table.log2(c), "log2");
    }
    const std::uint32_t beyond = CountLogTable::size;
    check(table.f_up_to(beyond) == nullptr && table.bits_up_to(beyond) == nullptr &&
              table.log2_up_to(beyond) == nullptr,
          "no array for counts beyond the table");
}

// Registered before the first use of the table, so it runs after all that the use has registered.
// Other threads, such as daemon threads of Python, may be at work until the process has ended.
void table_is_there_until_the_end() {
    const CountLogTable& table = CountLogTable::table();
    if (table.bits(4) != 8.0 || table.log2(4) != 2.0f) std::_Exit(1);
}

}  // namespace
}  // namespace entrostream::testing

int main() {
    using namespace entrostream::testing;
    if (std::atexit(table_is_there_until_the_end) != 0) return 1;
    counts_agree_with_f();
    arrays_are_the_same_table();
    return report();
}
