// Prequential run of the tree over a stream: run_stream STREAM.bin [name=value ...]
//
// Prints a line of JSON: accuracy and kappa in percent, the size of the tree, its work, the
// most bytes that its meter showed and by how many the process grew, CPU seconds of each of
// `repeat` runs, and fingerprints of all splits and of all predictions: equal trees, equal number.
// `rows` takes the first rows alone, `passes` is how often they are read, `weights=3` gives
// the rows the weights 1, 2, 3, 1, ...
#include <unistd.h>

#include <algorithm>
#include <bit>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <map>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

#ifdef __GLIBC__  // known once a header of the system has been read
#include <malloc.h>
#endif

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
        found[word.substr(0, equals)] = std::strtod(word.c_str() + equals + 1, nullptr);
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
    CriterionKind split_criterion = CriterionKind::info_gain;
    take(found, "learner", options.learner);
    if (options.re_evaluates_splits()) options.weight_type = WeightType::frequency;
    if (options.has_window()) options.window = 20000;
    take(found, "window", options.window);
    take(found, "re_evaluation_period", options.re_evaluation_period);
    take(found, "rule", options.rule);
    take(found, "split_schedule", options.split_schedule);
    take(found, "leaf_prediction", options.leaf_prediction);
    take(found, "splitter", options.splitter);
    take(found, "split_criterion", split_criterion);
    take(found, "delta", options.delta);
    take(found, "explore", options.explore);
    take(found, "tau", options.tau);
    take(found, "grace_period", options.grace_period);
    take(found, "parent_counts", options.parent_counts);
    take(found, "n_bins", options.bins.n_bins);
    take(found, "warm_up", options.bins.warm_up);
    take(found, "max_values", options.max_values);
    take(found, "max_depth", options.max_depth);
    take(found, "memory_limit", options.memory_limit);
    options.split_criterion = Criterion(split_criterion);
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

class Fingerprint {
  public:
    void operator()(std::uint64_t word) noexcept { hash_ = (hash_ ^ word) * 1099511628211u; }
    [[nodiscard]] std::uint64_t hash() const noexcept { return hash_; }

  private:
    std::uint64_t hash_ = 1469598103934665603u;
};

std::uint64_t fingerprint(const Vfdt& tree) {
    Fingerprint mix;
    for (const NodeId id : tree.model().subtree(root)) {
        const NodeView node = tree.model().view(id);
        mix(node.parent);
        mix(static_cast<std::uint64_t>(node.kind));
        mix(node.attribute);
        mix(std::bit_cast<std::uint64_t>(node.threshold));
        for (const double count : tree.model().class_weights(id))
            mix(node.kind == NodeKind::leaf ? static_cast<std::uint64_t>(count) : 0);
    }
    return mix.hash();
}

// Of the process, in bytes; 0 where the system does not tell.
std::size_t resident() {
    std::ifstream file("/proc/self/statm");
    std::size_t all = 0;
    std::size_t pages = 0;
    file >> all >> pages;
    return pages * static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
}

// Gives back what loading has left free, so that growth shows from here on.
void give_back_memory() {
#ifdef __GLIBC__
    malloc_trim(0);
#endif
}

// Which rows, how often.
struct Plan {
    std::size_t rows = static_cast<std::size_t>(-1);
    std::size_t passes = 1;
    std::uint32_t weights = 1;
    int repeat = 1;
};

Plan plan_of(std::map<std::string, double>& found) {
    Plan plan;
    take(found, "rows", plan.rows);
    take(found, "passes", plan.passes);
    take(found, "weights", plan.weights);
    take(found, "repeat", plan.repeat);
    return plan;
}

// What one run came to.
struct Outcome {
    std::unique_ptr<Vfdt> tree;
    std::size_t rows = 0;
    std::size_t right = 0;
    std::size_t most_bytes = 0;
    std::size_t resident_growth = 0;
    double seconds = 0;
    Fingerprint predictions;
    std::vector<double> predicted, truth;  // of each class; predicted: one more for none

    [[nodiscard]] double accuracy() const {
        return static_cast<double>(right) / static_cast<double>(rows);
    }
    [[nodiscard]] double kappa() const {
        const auto n = static_cast<double>(rows);
        double chance = 0;
        for (std::size_t c = 0; c < truth.size(); ++c)
            chance += predicted[c] * truth[c] / n / n;
        return chance < 1 ? (accuracy() - chance) / (1 - chance) : 0;
    }
};

Outcome run(const Stream& stream, const Options& options, const Plan& plan) {
    Outcome outcome;
    outcome.predicted.resize(stream.classes + 1);
    outcome.truth.resize(stream.classes);
    give_back_memory();
    const std::size_t before = resident();
    const double start = cpu_seconds();
    outcome.tree = new_tree(stream, options);
    Vfdt& tree = *outcome.tree;
    const std::size_t rows = std::min(stream.rows, plan.rows);
    constexpr std::size_t block = 32;
    NodeId from[block];
    for (std::size_t pass = 0; pass < plan.passes; ++pass) {
        for (std::size_t i = 0; i < rows; ++i) {
            if (i % block == 0)
                tree.model().route_block(stream.row(i).numbers.data(), std::min(block, rows - i),
                                         from);
            Row row = stream.row(i);
            row.from = from[i % block];
            const Code label = stream.labels[i];
            const auto weight = static_cast<std::uint32_t>(1 + i % plan.weights);
            const Code predicted = tree.learn(row, label, weight);
            outcome.right += predicted == label;
            outcome.predictions(predicted);
            ++outcome.predicted[std::min<std::size_t>(predicted, stream.classes)];
            ++outcome.truth[label];
            outcome.most_bytes = std::max(outcome.most_bytes, tree.bytes());
        }
        outcome.rows += rows;
    }
    outcome.seconds = cpu_seconds() - start;
    const std::size_t after = resident();
    outcome.resident_growth = after > before ? after - before : 0;
    return outcome;
}

void print(const Outcome& outcome, const std::vector<double>& seconds) {
    const Vfdt& tree = *outcome.tree;
    const Work& work = tree.work();
    std::ostringstream out;
    out.precision(10);
    out << "{\"accuracy\": " << 100 * outcome.accuracy() << ", \"kappa\": " << 100 * outcome.kappa()
        << ", \"rows\": " << outcome.rows << ", \"leaves\": " << tree.model().leaves()
        << ", \"active_leaves\": " << tree.model().active_leaves()
        << ", \"splits\": " << work.splits << ", \"explorations\": " << work.explorations
        << ", \"deactivations\": " << work.deactivations
        << ", \"split_attempts\": " << work.split_attempts
        << ", \"attribute_evaluations\": " << work.attribute_evaluations
        << ", \"most_bytes\": " << outcome.most_bytes
        << ", \"resident_growth\": " << outcome.resident_growth << ", \"cpu\": [";
    for (std::size_t i = 0; i < seconds.size(); ++i)
        out << (i ? ", " : "") << seconds[i];
    out << "], \"fingerprint\": \"" << std::hex << fingerprint(tree) << "\", \"predictions\": \""
        << outcome.predictions.hash() << "\"}";
    std::puts(out.str().c_str());
}

}  // namespace

int main(int count, char** words) {
    if (count < 2) return 2;
    auto found = arguments(count, words);
    const Plan plan = plan_of(found);
    const Options options = options_of(found);
    for (const auto& [name, value] : found) {
        std::fprintf(stderr, "unknown option %s\n", name.c_str());
        return 2;
    }
    const Stream stream = Stream::load(words[1]);
    std::vector<double> seconds;
    Outcome outcome;
    for (int r = 0; r < plan.repeat; ++r) {
        outcome = {};
        outcome = run(stream, options, plan);
        seconds.push_back(outcome.seconds);
    }
    print(outcome, seconds);
}
