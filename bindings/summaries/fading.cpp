#include "bindings/summaries/fading.hpp"

namespace entrostream {

double fading_factor(nb::handle value) {
    const double alpha = real_number(value, "alpha");
    if (alpha > 0.0 && alpha <= 1.0) return alpha;
    throw nb::value_error(
        ("alpha must be above 0 and at most 1, got " + repr_short(value)).c_str());
}

std::uint64_t label_limit(nb::handle value, std::uint64_t no_limit) {
    return value.is_none() ? no_limit : positive_integer(value, "max_labels");
}

nb::object shown_limit(std::uint64_t limit, std::uint64_t no_limit) {
    if (limit == no_limit) return nb::none();
    return nb::int_(limit);
}

std::vector<Label> numbers_for_labels(std::size_t size) {
    std::vector<Label> numbers;
    numbers.reserve(size);
    for (std::size_t i = 0; i < size; ++i) {
        numbers.push_back(to_state(nb::int_(i)));
    }
    return numbers;
}

nb::list labels_for_numbers(const std::vector<Label>& numbers, nb::handle labels) {
    const nb::list given = list_of(labels);
    nb::list ordered;
    for (const Label& number : numbers) {
        std::size_t place = 0;
        const bool known = nb::try_cast(from_state(number), place) && place < nb::len(given);
        if (known) ordered.append(given[place]);
    }
    if (nb::len(ordered) != numbers.size() || nb::len(given) != numbers.size()) {
        throw StateError("state is damaged: labels and weights differ");
    }
    return ordered;
}

}  // namespace entrostream
