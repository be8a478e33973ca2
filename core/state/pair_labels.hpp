// The labels of pairs (x, y) as stored in states: those of x, then those of y.
//
// Each list is sorted by encoded bytes, without duplicates, and every label is in some pair.
#pragma once
#include <vector>

#include "core/counts/code_pair.hpp"
#include "core/state/label.hpp"
#include "core/state/missing.hpp"
#include "core/state/reader.hpp"
#include "core/state/writer.hpp"

namespace entrostream {

struct PairLabels {
    std::vector<Label> x = {};
    std::vector<Label> y = {};
};

// The position of each label after sorting.
struct PairPlaces {
    std::vector<Code> x;
    std::vector<Code> y;

    [[nodiscard]] CodePair of(CodePair pair) const noexcept { return {x[pair.x], y[pair.y]}; }
};

// Throws std::invalid_argument if two labels of x, or of y, have the same encoding.
PairPlaces encode(Writer& writer, const PairLabels& labels);

// Reads labels, and checks that every one of them is used.
class PairLabelReader {
  public:
    PairLabelReader(Reader& reader, Missing missing);

    [[nodiscard]] PairLabels& labels() noexcept { return labels_; }
    // Throws StateError if there is no such pair of labels.
    void use(CodePair pair);
    void require_all_used() const;

  private:
    Reader& reader_;
    PairLabels labels_;
    std::vector<bool> x_used_;
    std::vector<bool> y_used_;
};

}  // namespace entrostream
