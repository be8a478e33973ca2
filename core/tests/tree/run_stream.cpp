// Prequential run of the tree over a stream: run_stream STREAM.bin [name=value ...]
//
// Prints accuracy, kappa, leaves, looks, looks at attributes, thousand examples a CPU second
// (the best of `repeat`), MB on the meter, and a fingerprint of all splits: equal trees, equal
// number.
#include <algorithm>
#include <bit>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <map>
#include <memory>
#include <string>

#include "core/tests/tree/stream.hpp"
#include "core/tree/vfdt.hpp"

using namespace entrostream;
using namespace entrostream::tree;
using entrostream::testing::Stream;

namespace {

double cpu_seconds() {
    timespec now{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

std::map<std::string, double> arguments(int count, char** words) {
    std::map<std::string, double> found;
    for (int i = 2; i < count; ++i) {
        const std::string word = words[i];
        const std::size_t equals = word.find('=');
        found[word.substr(0, equals)] = std::atof(word.c_str() + equals + 1);
    }
    return found;
}

template <class Value>
void take(std::map<std::string, double>& found, const char* name, Value& value) {
    const auto at = found.find(name);
    if (at == found.end()) return;
    value = static_cast<Value>(static_cast<long long>(at->second));
    found.erase(at);
}

void take(std::map<std::string, double>& found, const char* name, double& value) {
    const auto at = found.find(name);
    if (at == found.end()) return;
    value = at->second;
    found.erase(at);
}

Options options_of(std::map<std::string, double>& found) {
    Options options;
    CriterionKind criterion = CriterionKind::information_gain;
    take(found, "rule", options.rule);
    take(found, "looks", options.looks);
    take(found, "leaf", options.leaf);
    take(found, "observer", options.observer);
    take(found, "criterion", criterion);
    take(found, "delta", options.delta);
    take(found, "explore", options.explore);
    take(found, "tie", options.tie);
    take(found, "grace", options.grace_period);
    take(found, "parent", options.parent_counts);
    take(found, "bins", options.bins.bins);
    take(found, "warm", options.bins.warm);
    take(found, "values", options.most_values);
    take(found, "memory", options.memory_limit);
    options.criterion = Criterion(criterion);
    return options;
}

std::unique_ptr<Vfdt> new_tree(const Stream& stream, const Options& options) {
    auto tree = std::make_unique<Vfdt>(options);
    for (const std::uint32_t kind : stream.kinds) {
        if (kind == 0)
            tree->add_numeric();
        else
            tree->add_nominal();
    }
    return tree;
}

std::uint64_t fingerprint(const Vfdt& tree) {
    std::uint64_t hash = 1469598103934665603u;
    const auto mix = [&](std::uint64_t word) { hash = (hash ^ word) * 1099511628211u; };
    for (NodeId id = 0; id < tree.size(); ++id) {
        const NodeView node = tree.node(id);
        mix(node.parent);
        mix(static_cast<std::uint64_t>(node.kind));
        mix(node.attribute);
        mix(std::bit_cast<std::uint64_t>(node.threshold));
        for (const std::uint64_t count : tree.class_counts(id))
            mix(node.kind == NodeKind::leaf ? count : 0);
    }
    return hash;
}

}  // namespace

int main(int count, char** words) {
    if (count < 2) return 2;
    auto found = arguments(count, words);
    int repeat = 1;
    take(found, "repeat", repeat);
    const Options options = options_of(found);
    for (const auto& [name, value] : found) {
        std::fprintf(stderr, "unknown option %s\n", name.c_str());
        return 2;
    }
    const Stream stream = Stream::load(words[1]);
    std::unique_ptr<Vfdt> tree;
    double best = 1e9;
    std::size_t right = 0;
    std::size_t most_bytes = 0;
    std::vector<double> said(stream.classes + 1), truth(stream.classes);
    for (int r = 0; r < repeat; ++r) {
        tree = new_tree(stream, options);
        right = 0;
        most_bytes = 0;
        said.assign(said.size(), 0);
        truth.assign(truth.size(), 0);
        const double start = cpu_seconds();
        for (std::size_t i = 0; i < stream.rows; ++i) {
            const Code answer = tree->learn(stream.row(i), stream.labels[i]);
            right += answer == stream.labels[i];
            ++said[std::min<std::size_t>(answer, stream.classes)];
            ++truth[stream.labels[i]];
            most_bytes = std::max(most_bytes, tree->bytes());
        }
        best = std::min(best, cpu_seconds() - start);
    }
    const auto rows = static_cast<double>(stream.rows);
    const double accuracy = static_cast<double>(right) / rows;
    double chance = 0;
    for (std::size_t c = 0; c < stream.classes; ++c)
        chance += said[c] * truth[c] / rows / rows;
    std::printf("%.2f %.1f %zu %llu %llu %.0f %.2f %016llx\n", 100 * accuracy,
                100 * (accuracy - chance) / (1 - chance), tree->leaves(),
                static_cast<unsigned long long>(tree->work().looks),
                static_cast<unsigned long long>(tree->work().attribute_looks), rows / best / 1000,
                static_cast<double>(most_bytes) / 1048576.0,
                static_cast<unsigned long long>(fingerprint(*tree)));
}
