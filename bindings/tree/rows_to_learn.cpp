#include "bindings/tree/rows_to_learn.hpp"

#include <span>

#include "bindings/runtime/arguments.hpp"
#include "bindings/tree/tree_weight.hpp"
#include "core/tree/vfdt.hpp"

namespace entrostream {

namespace {

// The classes of all rows. ValueError if one is missing.
std::vector<Code> class_codes(nb::handle y, LabelTable& classes, std::span<const double> weights) {
    const Batch read = read_codes(y, classes, weights);
    std::vector<Code> codes(read.all().begin(), read.all().end());
    for (std::size_t row = 0; row < codes.size(); ++row) {
        if (codes[row] != no_code) continue;
        throw nb::value_error(
            ("y is missing" + at_row(row) + "; leave rows without a class out").c_str());
    }
    return codes;
}

}  // namespace

RowsToLearn::RowsToLearn(const Self<LabelledTree>& self, nb::handle columns, nb::handle y,
                         nb::handle weights, nb::handle times)
    : tree_(*self.p),
      at_work_(tree_.work(self.h)),
      limited_(tree_.is_limited()),
      classes_(tree_.class_table()),
      weights_(tree_weights(weights, tree_.core().options().weight_type)),
      labels_(class_codes(y, tree_.class_table(), weights_)),
      times_(tree_.row_times(times, labels_.size())),
      columns_(tree_, columns, {labels_.size(), weights_, TreeColumns::For::learning}) {}

// Keeps all new labels that the tree comes to know.
void RowsToLearn::accept() {
    if (limited_) tree_.count_new_classes();
    columns_.accept();
    classes_.keep();
}

// The number of nodes that would count a new class is known only now.
void RowsToLearn::charge(std::size_t row) {
    tree::Vfdt& core = tree_.core();
    const Code label = labels_[row];
    if (label >= core.schema().classes()) [[unlikely]] {
        const LabelBudget& budget = tree_.budget();
        const std::size_t bytes = budget.classes(label + 1);
        if (!core.has_room_for_class(bytes - budget.classes(label))) {
            const GilHeld locked;
            tree_.refuse_class(tree_.classes().label(label), row);
        }
        core.charge_classes(bytes);
    }
    columns_.charge(row);
}

void RowsToLearn::learn(std::size_t row) {
    if (weight(row) == 0) return;
    if (limited_) charge(row);
    static_cast<void>(tree_.core().learn(this->row(row), labels_[row], weight(row)));
}

tree::Row RowsToLearn::row(std::size_t at) {
    tree::Row found = columns_.row(at);
    if (!times_.all().empty()) found.time = times_.begin()[at];
    return found;
}

// New labels of a row must not help to predict it: the tree predicts before it learns of a
// new attribute. It handles new values and classes itself.
Code RowsToLearn::predict_and_learn(std::size_t row) {
    tree::Vfdt& core = tree_.core();
    if (weight(row) == 0) return core.predict(columns_.known_row(row));
    if (!columns_.brings_attributes(row)) [[likely]] {
        if (limited_) charge(row);
        return core.learn(this->row(row), labels_[row], weight(row));
    }
    const Code predicted = core.predict(columns_.known_row(row));
    learn(row);
    return predicted;
}

}  // namespace entrostream
