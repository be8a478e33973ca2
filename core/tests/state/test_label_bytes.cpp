// What labels take: as much as CPython gives away for them, and never less.
#include "core/state/label_bytes.hpp"

#include <string>

#include "core/tests/check.hpp"

using namespace entrostream;
using entrostream::testing::check;

namespace {

std::size_t of_text(const std::string& utf8) {
    return label_bytes({.kind = LabelKind::text, .text = utf8});
}

std::size_t integer(bool negative, const std::string& magnitude) {
    return label_bytes({.kind = LabelKind::integer, .negative = negative, .text = magnitude});
}

std::string times(const std::string& part, int n) {
    std::string made;
    for (int i = 0; i < n; ++i)
        made += part;
    return made;
}

// sys.getsizeof of CPython 3.10, the most of all versions, up to the next multiple of 16.
void check_sizes() {
    check(label_bytes({}) == 0, "None is there once");
    check(of_text("") == 0 && of_text("a") == 0 && of_text("\xc3\xa4") == 0, "and a character");
    check(of_text("ab") == 64 && of_text("user 123") == 64, "48 and a byte for each character");
    check(of_text(times("a", 1000)) == 1056, "of ASCII");
    check(of_text(times("\xc3\xa4", 1000)) == 1088, "of Latin-1: as wide, with more in front");
    check(of_text(times("\xe6\x97\xa5", 1000)) == 2080, "two bytes where one needs them");
    check(of_text("a" + times("\xf0\x9f\x98\x80", 999)) == 4080, "or four");
    check(of_text("\xed\xa0\x80") == 80, "a lone surrogate is a character");
    check(integer(false, "") == 0 && integer(false, "\xff") == 0 && integer(true, "\x05") == 0,
          "so is a small int");
    check(integer(true, "\x06") == 32 && integer(false, "ab") == 32, "others are not");
    check(integer(false, times("x", 125)) == 160, "1000 bits");
    check(label_bytes({.kind = LabelKind::real, .real = 0.5}) == 32, "a float");
    check(label_bytes({.kind = LabelKind::bytes, .text = times("x", 100)}) == 144, "bytes");
}

void check_tuples() {
    const Label text{.kind = LabelKind::text, .text = "ab"};
    const Label pair{.kind = LabelKind::tuple, .items = {text, {}}};
    check(label_bytes(pair) == 80 + of_text("ab"), "a tuple has its items");
    const Label nested{.kind = LabelKind::tuple, .items = {pair, pair}};
    check(label_bytes(nested) == 80 + 2 * label_bytes(pair), "and theirs");
}

}  // namespace

int main() {
    check_sizes();
    check_tuples();
    return testing::report();
}
