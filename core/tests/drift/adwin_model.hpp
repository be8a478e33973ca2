// Reference model: the ADWIN of MOA and river, step by step.
//
// Unlike theirs it finds the oldest bucket also where rows are empty (max_buckets of 1).
#pragma once
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/drift/adwin.hpp"

namespace entrostream::testing {

struct AdwinModel {
    struct Bucket {
        double total;
        double variance;
    };
    Adwin::Rule rule;
    std::vector<std::vector<Bucket>> rows = std::vector<std::vector<Bucket>>(1);
    double width = 0.0;
    double total = 0.0;
    double variance = 0.0;
    std::uint64_t tick = 0;

    // Whether a change was found.
    bool update(double value) {
        insert(value);
        ++tick;
        if (tick % rule.clock != 0 || width <= static_cast<double>(rule.grace_period)) return false;
        bool found = false;
        while (cut()) {
            drop();
            found = true;
        }
        return found;
    }

    void insert(double value) {
        rows[0].push_back({value, 0.0});
        width += 1.0;
        if (width > 1.0) {
            const double delta = value - total / (width - 1.0);
            variance += (width - 1.0) * delta * delta / width;
        }
        total += value;
        for (std::size_t row = 0; rows[row].size() > rule.max_buckets; ++row) {
            if (row + 1 == rows.size()) rows.emplace_back();
            const double size = std::ldexp(1.0, static_cast<int>(row));
            const Bucket a = rows[row][0];
            const Bucket b = rows[row][1];
            const double mu1 = a.total / size;
            const double mu2 = b.total / size;
            const double between = size * 0.5 * (mu1 - mu2) * (mu1 - mu2);
            rows[row + 1].push_back({a.total + b.total, a.variance + b.variance + between});
            rows[row].erase(rows[row].begin(), rows[row].begin() + 2);
        }
    }

    void drop() {
        const std::size_t row = rows.size() - 1;
        const double size = std::ldexp(1.0, static_cast<int>(row));
        const Bucket oldest = rows[row][0];
        width -= size;
        total -= oldest.total;
        const double apart = oldest.total / size - total / width;
        variance -= oldest.variance + size * width * apart * apart / (size + width);
        rows[row].erase(rows[row].begin());
        while (rows.size() > 1 && rows.back().empty())
            rows.pop_back();
    }

    [[nodiscard]] bool cut() const {
        double n0 = 0.0;
        double n1 = width;
        double u0 = 0.0;
        double u1 = total;
        const auto least = static_cast<double>(rule.min_window_length);
        for (std::size_t row = rows.size(); row-- > 0;) {
            const double size = std::ldexp(1.0, static_cast<int>(row));
            for (const Bucket& bucket : rows[row]) {
                n0 += size;
                n1 -= size;
                u0 += bucket.total;
                u1 -= bucket.total;
                if (n0 < least || n1 < least) continue;
                const double d = std::log(2.0 * std::log(width) / rule.delta);
                const double m = 1.0 / (n0 - least + 1.0) + 1.0 / (n1 - least + 1.0);
                const double epsilon =
                    std::sqrt(2.0 * m * (variance / width) * d) + 2.0 / 3.0 * d * m;
                if (std::fabs(u0 / n0 - u1 / n1) > epsilon) return true;
            }
        }
        return false;
    }
};

}  // namespace entrostream::testing
