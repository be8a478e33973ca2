// The tree by evidence, written as plainly as possible: it keeps all rows of every leaf, attempts a
// split after every example, and computes every gain from the rows by its definition.
#pragma once
#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <vector>

#include "core/tests/tree/random_stream.hpp"

namespace entrostream::testing {

class NaiveTree {
  public:
    struct Node {
        std::vector<RandomRow> rows;
        bool leaf = true;
        std::uint32_t attribute = 0;  // numeric ones first
        double threshold = 0;
        std::map<Code, std::unique_ptr<Node>> children;
        Code default_child = 0;
    };

    NaiveTree(std::uint32_t numeric, std::uint32_t nominal, double delta, std::uint32_t warm,
              std::uint32_t bins, std::uint32_t max_depth)
        : numeric_(numeric),
          nominal_(nominal),
          delta_(delta),
          warm_(warm),
          bins_(bins),
          max_depth_(max_depth) {}

    void learn(const RandomRow& row) {
        Node* node = &root;
        std::uint32_t depth = 0;
        for (; !node->leaf; ++depth) {
            std::unique_ptr<Node>& next = node->children[branch(*node, row)];
            if (!next) next = std::make_unique<Node>();
            node = next.get();
        }
        node->rows.push_back(row);
        if (depth < max_depth_) attempt_split(*node);
    }

    Node root;

  private:
    struct Best {
        long double evidence = 0;
        std::uint32_t attribute = 0;
        double threshold = 0;
        bool there = false;
    };
    using Counts = std::map<Code, std::map<Code, long double>>;

    [[nodiscard]] bool is_missing(std::uint32_t attribute, const RandomRow& row) const {
        if (attribute < numeric_) return row.numbers[attribute] != row.numbers[attribute];
        return row.values[attribute - numeric_] == tree::missing_value;
    }
    [[nodiscard]] Code branch(const Node& node, const RandomRow& row) const {
        if (is_missing(node.attribute, row)) return node.default_child;
        if (node.attribute < numeric_) return row.numbers[node.attribute] > node.threshold;
        return row.values[node.attribute - numeric_];
    }

    static long double information(const std::map<Code, long double>& counts) {
        long double n = 0, sum = 0;
        for (const auto& [label, count] : counts) {
            n += count;
            sum += count * std::log2(count);
        }
        return n > 0 ? n * std::log2(n) - sum : 0;
    }

    void consider(Best& best, const Counts& branches, std::size_t classes, std::size_t choices,
                  std::uint32_t attribute, double threshold) const {
        if (branches.size() < 2) return;
        std::map<Code, long double> all;
        long double gain = 0, n = 0;
        for (const auto& [value, counts] : branches) {
            gain -= information(counts);
            for (const auto& [label, count] : counts) {
                all[label] += count;
                n += count;
            }
        }
        gain += information(all);
        const long double v = static_cast<long double>(branches.size());
        const long double half = 0.5L * static_cast<long double>(classes);
        const long double regret = std::lgamma(n / v + half) - std::lgamma(n / v + 0.5L) +
                                   std::lgamma(0.5L) - std::lgamma(half);
        const long double evidence =
            gain * std::log(2.0L) - v * regret - std::log(static_cast<long double>(choices));
        if (best.there && evidence <= best.evidence + 1e-9L) return;
        best = {evidence, attribute, threshold, true};
    }

    // Thresholds between the first numbers of the leaf.
    [[nodiscard]] std::vector<double> edges(const Node& node, std::uint32_t attribute) const {
        std::vector<double> first;
        for (const RandomRow& row : node.rows)
            if (!is_missing(attribute, row) && first.size() < warm_)
                first.push_back(row.numbers[attribute]);
        if (first.size() < warm_) return {};
        std::sort(first.begin(), first.end());
        std::vector<std::size_t> places;
        for (std::size_t i = 1; i < first.size(); ++i)
            if (first[i] > first[i - 1]) places.push_back(i);
        std::vector<double> found;
        std::size_t next = 0;
        const bool all = places.size() < bins_;
        for (std::size_t bin = 1; bin < bins_ && next < places.size(); ++bin) {
            const std::size_t wanted = all ? 0 : first.size() * bin / bins_;
            while (next + 1 < places.size() && places[next] < wanted)
                ++next;
            if (places[next] < wanted) break;
            found.push_back(first[places[next] - 1] / 2 + first[places[next]] / 2);
            ++next;
        }
        return found;
    }

    void attempt_split(Node& node) {
        std::map<Code, long double> classes;
        for (const RandomRow& row : node.rows)
            classes[row.label] += row.weight;
        if (classes.size() < 2) return;
        Best best;
        for (std::uint32_t a = 0; a < numeric_ + nominal_; ++a) {
            const std::vector<double> thresholds =
                a < numeric_ ? edges(node, a) : std::vector<double>{0};
            for (const double threshold : thresholds) {
                Counts branches;
                for (const RandomRow& row : node.rows) {
                    if (is_missing(a, row)) continue;
                    const Code value =
                        a < numeric_ ? row.numbers[a] > threshold : row.values[a - numeric_];
                    branches[value][row.label] += row.weight;
                }
                consider(best, branches, classes.size(), thresholds.size(), a, threshold);
            }
        }
        const long double need = std::log(static_cast<long double>(numeric_ + nominal_) / delta_);
        if (best.there && best.evidence > need) split(node, best);
    }

    void split(Node& node, const Best& best) {
        std::map<Code, long double> sizes;
        node.attribute = best.attribute;
        node.threshold = best.threshold;
        for (const RandomRow& row : node.rows)
            if (!is_missing(best.attribute, row)) sizes[branch(node, row)] += row.weight;
        long double most = 0;
        for (const auto& [value, size] : sizes) {
            node.children[value] = std::make_unique<Node>();
            if (size > most) {
                most = size;
                node.default_child = value;
            }
        }
        node.leaf = false;
        node.rows.clear();
    }

    std::uint32_t numeric_;
    std::uint32_t nominal_;
    double delta_;
    std::uint32_t warm_;
    std::uint32_t bins_;
    std::uint32_t max_depth_;
};

}  // namespace entrostream::testing
