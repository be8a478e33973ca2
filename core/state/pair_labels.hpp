// The labels of pairs (x, y) as states hold them: those of x, then those of y.
//
// Each in the order of its own bytes, none twice, and none that is in no pair.
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

// Where each label stands once they are in order.
struct PairPlaces {
    std::vector<Code> x;
    std::vector<Code> y;

    [[nodiscard]] CodePair of(CodePair pair) const noexcept { return {x[pair.x], y[pair.y]}; }
};

// Throws std::invalid_argument if two labels of x, or of y, are written alike.
PairPlaces encode(Writer& writer, const PairLabels& labels);

// Reads labels, and sees to it that every one of them is used.
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
