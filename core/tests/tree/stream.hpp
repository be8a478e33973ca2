// The binary streams of the tree benchmarks: a line "n d k", a line with the number of values
// of each attribute (0: numeric), n x d doubles (NaN: missing; values as codes), n labels.
#pragma once
#include <cmath>
#include <cstdint>
#include <fstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "core/tree/rows/row.hpp"

namespace entrostream::testing {

struct Stream {
    std::size_t rows = 0;
    std::uint32_t classes = 0;
    std::vector<std::uint32_t> kinds;  // number of values, 0: numeric
    std::size_t numeric = 0;
    std::size_t nominal = 0;
    std::vector<double> numbers;
    std::vector<Code> values;
    std::vector<Code> labels;

    [[nodiscard]] tree::Row row(std::size_t i) const {
        return {{numbers.data() + i * numeric, numeric}, {values.data() + i * nominal, nominal}};
    }

    [[nodiscard]] static Stream load(const std::string& path) {
        std::ifstream file(path, std::ios::binary);
        Stream made;
        std::size_t attributes = 0;
        file >> made.rows >> attributes >> made.classes;
        made.kinds.resize(attributes);
        for (std::uint32_t& kind : made.kinds) {
            file >> kind;
            ++(kind == 0 ? made.numeric : made.nominal);
        }
        file.get();
        std::vector<double> cells(made.rows * attributes);
        std::vector<std::int32_t> labels(made.rows);
        file.read(reinterpret_cast<char*>(cells.data()),
                  static_cast<std::streamsize>(cells.size() * sizeof(double)));
        file.read(reinterpret_cast<char*>(labels.data()),
                  static_cast<std::streamsize>(labels.size() * sizeof(std::int32_t)));
        if (!file) throw std::runtime_error("cannot read " + path);
        made.labels.assign(labels.begin(), labels.end());
        for (std::size_t i = 0; i < cells.size(); ++i) {
            const double x = cells[i];
            if (made.kinds[i % attributes] == 0)
                made.numbers.push_back(x);
            else
                made.values.push_back(std::isnan(x) ? tree::missing_value : static_cast<Code>(x));
        }
        return made;
    }
};

}  // namespace entrostream::testing
