// _core.DictionaryEncoder: dictionary-encodes columns of labels, piece by piece. Private to
// the package.
#include <cstddef>
#include <utility>

#include "bindings/columns/arrays.hpp"
#include "bindings/input/batches/batch.hpp"
#include "bindings/labels/label_reader.hpp"
#include "bindings/labels/label_table.hpp"
#include "bindings/runtime/arguments.hpp"
#include "bindings/runtime/gil.hpp"
#include "bindings/runtime/interruptible.hpp"
#include "bindings/runtime/reentrancy_guard.hpp"
#include "core/counts/code_pair.hpp"
#include "core/tables/pair_codes.hpp"

namespace entrostream {

namespace {

constexpr const char* encoder_doc =
    R"doc(Gives each label of a column its code: 0, 1, 2, ... as they come.

A missing value gets 2**32 - 1 if it is to be skipped. Codes last from piece to piece; `first` is
the row of the column with which a piece begins, for errors.)doc";

class DictionaryEncoder {
  public:
    explicit DictionaryEncoder(nb::handle missing) : missing_(missing_rule(missing)) {}

    [[nodiscard]] nb::object codes(nb::handle self, nb::handle values, std::size_t first) {
        const ReentrancyGuard at_work(busy_, self);
        Additions additions(labels_);
        Interruptible open;
        LabelReader reader(labels_, missing_);
        reader.begin_column(first);
        Batch batch = read_batch(values, reader);
        CodeBuffer codes = batch.release_codes();
        additions.keep();
        return as_array(std::move(codes));
    }
    [[nodiscard]] Code size() const noexcept { return labels_.size(); }
    [[nodiscard]] nb::list labels() const {
        nb::list all;
        for (Code code = 0; code < labels_.size(); ++code) {
            all.append(labels_.label(code));
        }
        return all;
    }

  private:
    LabelTable labels_;
    Missing missing_;
    bool busy_ = false;
};

// Codes of pairs of codes; no_code if either is no_code.
class PairEncoder {
  public:
    [[nodiscard]] nb::object codes(nb::handle self, const CodeArray& x, const CodeArray& y) {
        const ReentrancyGuard at_work(busy_, self);
        const std::span<const Code> xs = numbers(x);
        const std::span<const Code> ys = numbers(y);
        if (xs.size() != ys.size()) throw std::invalid_argument("columns differ in length");
        ColumnBuffer<Code> codes(xs.size());
        {
            Interruptible open;
            const GilReleased unlocked;
            in_slices(xs.size(), 1 << 16, [&](std::size_t first, std::size_t size) {
                for (std::size_t row = first; row < first + size; ++row) {
                    codes.begin()[row] = code({xs[row], ys[row]});
                }
            });
        }
        return as_array(std::move(codes));
    }
    [[nodiscard]] std::size_t size() const noexcept { return pairs_.size(); }

  private:
    [[nodiscard]] Code code(CodePair pair) {
        if (pair.x == no_code || pair.y == no_code) return no_code;
        const Code known = pairs_.find(pair);
        return known != no_code ? known : pairs_.add(pair);
    }

    PairCodes pairs_;
    bool busy_ = false;
};

}  // namespace

void bind_encoders(nb::module_& module) {
    nb::class_<DictionaryEncoder>(module, "DictionaryEncoder", encoder_doc)
        .def(nb::init<nb::handle>(), nb::arg("missing"))
        .def(
            "codes",
            [](nb::handle self, nb::handle values, std::size_t first) {
                return nb::cast<DictionaryEncoder&>(self).codes(self, values, first);
            },
            nb::arg("values"), nb::arg("first") = 0,
            nb::sig("def codes(self, values: Iterable[Any], first: int = 0) -> "
                    "NDArray[numpy.uint32]"))
        .def("labels", &DictionaryEncoder::labels, nb::sig("def labels(self) -> list[Any]"))
        .def("__len__", &DictionaryEncoder::size);
    nb::class_<PairEncoder>(module, "PairEncoder", "Gives each pair of codes a code of its own.")
        .def(nb::init<>())
        .def(
            "codes",
            [](nb::handle self, const CodeArray& x, const CodeArray& y) {
                return nb::cast<PairEncoder&>(self).codes(self, x, y);
            },
            nb::arg("x"), nb::arg("y"),
            nb::sig("def codes(self, x: NDArray[numpy.uint32], y: NDArray[numpy.uint32]) -> "
                    "NDArray[numpy.uint32]"))
        .def("__len__", &PairEncoder::size);
}

}  // namespace entrostream
