#include "bindings/tree/tree_options.hpp"

#include <nanobind/ndarray.h>

#include <cmath>
#include <limits>
#include <span>
#include <string>

#include "bindings/input/times/times.hpp"
#include "bindings/runtime/arguments.hpp"
#include "bindings/runtime/gil.hpp"

namespace entrostream {

namespace {

template <class Choices>
auto chosen(nb::handle given, const Choices& choices, const std::string& what,
            const std::string& or_else = "") {
    std::string names;
    for (const auto& each : choices) {
        if (nb::str(each.name).equal(given)) return each.choice;
        names += std::string(names.empty() ? "" : ", ") + "\"" + each.name + "\"";
    }
    throw nb::value_error(
        (what + " must be one of " + names + or_else + ", got " + repr_short(given)).c_str());
}

double delta_argument(nb::handle given) {
    const double delta = real_number(given, "delta");
    if (delta > 0 && delta < 1) return delta;
    throw nb::value_error(("delta must be above 0 and below 1, got " + repr_short(given)).c_str());
}

double tau_argument(nb::handle given) {
    const double tau = real_number(given, "tau");
    if (tau >= 0 && std::isfinite(tau)) return tau;
    throw nb::value_error(("tau must be 0 or more, got " + repr_short(given)).c_str());
}

// The core checks the range; this only checks that it fits.
std::uint32_t small_number(nb::handle given, const std::string& what) {
    const std::uint64_t number = natural_number(given, what);
    if (number <= std::numeric_limits<std::uint32_t>::max())
        return static_cast<std::uint32_t>(number);
    throw nb::value_error((what + " must be below 2^32, got " + repr_short(given)).c_str());
}

std::uint32_t positive_small_number(nb::handle given, const std::string& what) {
    static_cast<void>(positive_integer(given, what));
    return small_number(given, what);
}

bool flag_argument(nb::handle given, const std::string& what) {
    if (PyBool_Check(given.ptr()) != 0) return given.is(nb::handle(Py_True));
    throw nb::type_error((what + " must be True or False, got " + repr_with_type(given)).c_str());
}

std::uint32_t depth_argument(nb::handle given) {
    if (given.is_none()) return tree::Options::no_depth_limit;
    const std::uint64_t depth = natural_number(given, "max_depth");
    if (depth < tree::Options::no_depth_limit) return static_cast<std::uint32_t>(depth);
    throw nb::value_error(
        ("max_depth must be below 2^32 - 1, got " + repr_short(given) + "; None is no limit")
            .c_str());
}

std::size_t memory_argument(nb::handle given) {
    if (given.is_none()) return tree::Options::no_limit;
    return positive_integer(given, "memory_limit");
}

tree::Criterion criterion_argument(nb::handle given) {
    if (PyCallable_Check(given.ptr()) != 0) return custom_criterion(given);
    return tree::Criterion(chosen(given, tree::criterion_kinds, "split_criterion",
                                  ", or a callable of a table of counts"));
}

// The largest possible gain, if the criterion provides it: for the Hoeffding bound.
double range_of(nb::handle criterion) {
    const nb::object range = nb::getattr(criterion, "range", nb::none());
    if (range.is_none()) return 1.0;
    const double number = real_number(range, "the criterion's range");
    if (number > 0 && std::isfinite(number)) return number;
    throw nb::value_error(
        ("the criterion's range must be above 0, got " + repr_short(range)).c_str());
}

// A copy, since the user may keep it.
nb::object table_array(std::span<const double> table, std::uint32_t classes) {
    auto* numbers = new double[table.size()];
    const nb::capsule owner(numbers,
                            [](void* held) noexcept { delete[] static_cast<double*>(held); });
    std::copy(table.begin(), table.end(), numbers);
    return nb::cast(
        nb::ndarray<nb::numpy, double>(numbers, {table.size() / classes, classes}, owner));
}

}  // namespace

tree::Criterion custom_criterion(nb::handle criterion) {
    const auto merit = [criterion](std::span<const double> table, std::uint32_t classes) {
        const GilHeld locked;
        const nb::object gain = criterion(table_array(table, classes));
        const double number = real_number(gain, "what the criterion returns");
        if (!std::isnan(number)) return number;
        throw nb::value_error("the criterion must return a number, got nan");
    };
    return {merit, range_of(criterion)};
}

namespace {

// A number of rows, or a length of time; a float could be either.
void take_window(nb::handle given, tree::Options& options) {
    if (PyLong_Check(given.ptr()) != 0) {
        options.window = positive_integer(given, "window");
        return;
    }
    if (PyFloat_Check(given.ptr()) != 0)
        throw nb::type_error(
            ("window must be an integer, or a length of time such as \"10min\", got " +
             repr_with_type(given))
                .c_str());
    options.window_span = read_span(given, "window", false);
}

nb::object shown_window(const tree::Options& options) {
    if (options.window_span == 0) return nb::int_(options.window);
    return nb::str(span_text(options.window_span).c_str());
}

}  // namespace

tree::Options tree_options(const nb::kwargs& given) {
    tree::Options options;
    options.learner = chosen(given["learner"], tree::learners, "learner");
    if (options.has_window()) take_window(given["window"], options);
    if (options.re_evaluates_splits())
        options.re_evaluation_period =
            positive_small_number(given["re_evaluation_period"], "re_evaluation_period");
    options.rule = chosen(given["rule"], tree::rules, "rule");
    options.split_schedule =
        chosen(given["split_schedule"], tree::split_schedules, "split_schedule");
    options.leaf_prediction =
        chosen(given["leaf_prediction"], tree::leaf_predictions, "leaf_prediction");
    options.splitter = chosen(given["splitter"], tree::splitters, "splitter");
    options.split_criterion = criterion_argument(given["split_criterion"]);
    options.weight_type = chosen(given["weight_type"], tree::weight_types, "weight_type");
    options.delta = delta_argument(given["delta"]);
    options.explore = small_number(given["explore"], "explore");
    options.tau = tau_argument(given["tau"]);
    options.grace_period = positive_small_number(given["grace_period"], "grace_period");
    options.parent_counts = flag_argument(given["parent_counts"], "parent_counts");
    options.max_depth = depth_argument(given["max_depth"]);
    options.bins.n_bins = positive_small_number(given["n_bins"], "n_bins");
    options.bins.warm_up = positive_small_number(given["warm_up"], "warm_up");
    options.max_values = positive_small_number(given["max_values"], "max_values");
    options.memory_limit = memory_argument(given["memory_limit"]);
    options.check();
    return options;
}

nb::dict options_as_dict(const tree::Options& options, nb::handle custom) {
    nb::dict named;
    named["learner"] = name_of(options.learner, tree::learners);
    named["window"] = shown_window(options);
    named["re_evaluation_period"] = options.re_evaluation_period;
    named["rule"] = name_of(options.rule, tree::rules);
    named["delta"] = options.delta;
    named["tau"] = options.tau;
    named["grace_period"] = options.grace_period;
    named["parent_counts"] = options.parent_counts;
    named["max_depth"] = options.max_depth == tree::Options::no_depth_limit
                             ? nb::object(nb::none())
                             : nb::object(nb::int_(options.max_depth));
    named["split_schedule"] = name_of(options.split_schedule, tree::split_schedules);
    named["splitter"] = name_of(options.splitter, tree::splitters);
    named["n_bins"] = options.bins.n_bins;
    named["warm_up"] = options.bins.warm_up;
    named["leaf_prediction"] = name_of(options.leaf_prediction, tree::leaf_predictions);
    if (custom.is_none()) {
        named["split_criterion"] = name_of(options.split_criterion.kind(), tree::criterion_kinds);
    } else {
        named["split_criterion"] = custom;
    }
    named["explore"] = options.explore;
    const bool limited = options.memory_limit != tree::Options::no_limit;
    named["memory_limit"] =
        limited ? nb::object(nb::int_(options.memory_limit)) : nb::object(nb::none());
    named["max_values"] = options.max_values;
    named["weight_type"] = name_of(options.weight_type, tree::weight_types);
    return named;
}

}  // namespace entrostream
