// Whatever the method, an entropy sketch does what the method can and refuses the rest by name.
#include "core/sketch/entropy_sketch.hpp"

#include <cmath>
#include <string>

#include "core/tests/check.hpp"
#include "core/tests/random.hpp"
#include "core/tests/sketch/keyed_streams.hpp"

using namespace entrostream;
using namespace entrostream::testing;

namespace {

constexpr std::size_t memory = 16384;

template <class Call>
std::string refusal(Call call) {
    try {
        call();
    } catch (const Unsupported& error) {
        return error.what();
    }
    return {};
}

// A label has the same key in all methods, and all agree on what a stream's entropy is.
void test_all_methods_estimate_the_entropy(Random& random) {
    const Keys keys = skewed_stream(random, 20000, 3000);
    for (const auto& [name, method] : sketch_method_names) {
        EntropySketch sketch(method, memory, 1);
        check(sketch.is_exact() && sketch.entropy() == SketchEstimate{}, "empty");
        sketch.add_many(std::span(keys).first(10000));
        for (std::size_t i = 10000; i < keys.size(); ++i)
            sketch.add(keys[i], 1);
        const SketchEstimate estimate = sketch.entropy();
        check(sketch.method() == method && std::string(sketch.method_name()) == name, "by name");
        check(sketch.n() == 20000 && sketch.memory() == memory && sketch.seed() == 1, "sizes");
        check(std::abs(estimate.value - entropy_of(keys)) <
                  4 * estimate.standard_error + estimate.bias_bound + 1e-9,
              "close to the truth");
        check(sketch.nbytes() <= memory, "within the memory");
        check(estimate.standard_error > 0 ? !sketch.is_exact() : sketch.is_exact(), "exact or not");
        EntropySketch copy = sketch;
        check(copy == sketch, "a copy is equal");
        copy.clear();
        check(copy == EntropySketch(method, memory, 1), "cleared is new");
    }
}

void test_what_a_method_cannot_do_is_refused(Random& random) {
    const Keys keys = skewed_stream(random, 1000, 100);
    for (const auto& [name, method] : sketch_method_names) {
        EntropySketch sketch(method, memory, 1);
        sketch.add_many(keys);
        const EntropySketch before = sketch;
        const bool samples = method == SketchMethodName::ccm07 || method == SketchMethodName::cdm06;
        const std::string said[] = {
            refusal([&] { sketch.remove(keys[0], 1); }),
            refusal([&] { sketch.merge(before); }),
            refusal([&] { sketch.scale(0.5); }),
            refusal([&] { sketch.add(keys[0], 0.5); }),
        };
        for (const std::string& text : said) {
            check(text.empty() != samples, "samples only");
            check(text.empty() || text.find(name) != std::string::npos, "by the method's name");
        }
        if (samples) check(sketch == before, "nothing has changed");
        const bool has_table = method == SketchMethodName::hcc;
        check(refusal([&] { (void)before.gini(); }).empty() == has_table, "Gini index");
        check(refusal([&] { (void)before.most_common(); }).empty() == has_table, "most common");
    }
}

}  // namespace

int main() {
    Random random(20261118);
    test_all_methods_estimate_the_entropy(random);
    test_what_a_method_cannot_do_is_refused(random);
    return report();
}
