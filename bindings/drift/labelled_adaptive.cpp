#include "bindings/drift/labelled_adaptive.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <optional>

#include "bindings/drift/options.hpp"

namespace entrostream {

namespace {

double share(std::uint64_t part, std::uint64_t whole) {
    return static_cast<double>(part) / static_cast<double>(whole);
}

// None instead of NaN: changes are compared.
nb::object known(double value) {
    return std::isnan(value) ? nb::none() : nb::object(nb::float_(value));
}

}  // namespace

nb::object shown_change(const Adaptive::FoundChange& found, Clock clock) {
    const nb::module_ module = nb::module_::import_("entrostream.change");
    const nb::object shift = module.attr("LabelShift");
    const Change& change = found.change;
    nb::list labels;
    for (std::size_t i = 0; i < found.labels.size(); ++i) {
        labels.append(shift(found.labels[i], share(change.labels[i].before, change.events.before),
                            share(change.labels[i].after, change.events.after)));
    }
    const auto time = [&](const std::optional<Time>& at) {
        return at ? shown_time(*at, clock) : nb::none();
    };
    const bool one_moved = change.statistic != Statistic::sum && change.events.before != 0;
    const auto moved = [&](std::uint64_t part, std::uint64_t whole) -> nb::object {
        return one_moved ? nb::object(nb::float_(share(part, whole))) : nb::none();
    };
    const bool frequency = change.statistic == Statistic::frequency;
    return module.attr("Change")(
        change.position, change.found, time(change.at), time(change.found_at),
        statistic_name(change.statistic), change.strength, change.threshold,
        frequency ? nb::object(nb::int_(change.at_most)) : nb::none(),
        moved(change.moved.before, change.events.before),
        moved(change.moved.after, change.events.after), nb::tuple(labels), known(change.severity),
        known(change.severity_error), known(change.entropy.before), known(change.entropy.after),
        known(change.gini.before), known(change.gini.after), change.events.before,
        time(change.began_at));
}

// Converts the changes before the first callback, since a callback may change the window.
void Adaptive::call_back(std::uint64_t newest) {
    if (!on_change_.is_valid() || on_change_.is_none()) return;
    std::vector<nb::object> shown;
    const auto count =
        static_cast<std::ptrdiff_t>(std::min<std::uint64_t>(newest, found_changes_.size()));
    for (auto found = std::prev(found_changes_.end(), count); found != found_changes_.end();
         ++found) {
        shown.push_back(shown_change(*found, clock_));
    }
    const nb::object callback = on_change_;
    for (const nb::object& change : shown) {
        callback(change);
    }
}

}  // namespace entrostream
