#include "bindings/drift/options.hpp"

#include <cstdint>
#include <string>

#include "bindings/input/times/times.hpp"
#include "bindings/runtime/arguments.hpp"

namespace entrostream {

namespace {

double rate_argument(nb::handle value) {
    const double rate = real_number(value, "rate");
    if (rate > 0 && rate < 1) return rate;
    throw nb::value_error(("rate must be above 0 and below 1, got " + repr_short(value)).c_str());
}

std::uint32_t block_argument(nb::handle value) {
    const std::uint64_t block = positive_integer(value, "block");
    if (block <= AdaptiveOptions::largest_block) return static_cast<std::uint32_t>(block);
    throw nb::value_error(("block must be at most 65536, got " + repr_short(value)).c_str());
}

std::uint64_t max_size_argument(nb::handle value, std::uint32_t block) {
    if (value.is_none()) return AdaptiveOptions::no_limit;
    const std::uint64_t size = positive_integer(value, "max_size");
    if (size >= block) return size;
    throw nb::value_error(("max_size must be at least the block, " + std::to_string(block) +
                           ", got " + repr_short(value))
                              .c_str());
}

std::string all_statistic_names() {
    std::string names;
    for (const auto& [name, statistic] : statistic_names) {
        names += (names.empty() ? "" : ", ") + std::string(name);
    }
    return names;
}

std::uint8_t statistic_bit(nb::handle given) {
    for (const auto& [name, statistic] : statistic_names) {
        if (nb::str(name).equal(given)) return Statistics::bit(statistic);
    }
    throw nb::value_error(
        ("statistic must be one of " + all_statistic_names() + ", got " + repr_short(given))
            .c_str());
}

Statistics statistics_argument(nb::handle names) {
    if (PyUnicode_Check(names.ptr())) return Statistics(statistic_bit(names));
    std::uint8_t bits = 0;
    for (const nb::handle name : list_of(names))
        bits |= statistic_bit(name);
    if (bits == 0)
        throw nb::value_error(
            ("statistics must name at least one of " + all_statistic_names()).c_str());
    return Statistics(bits);
}

bool calibrate_argument(nb::handle value) {
    if (PyBool_Check(value.ptr()) != 0) return value.ptr() == Py_True;
    throw nb::type_error(("calibrate must be True or False, got " + repr_with_type(value)).c_str());
}

bool skip_recurring_argument(nb::handle value) {
    if (nb::str("skip").equal(value)) return true;
    if (nb::str("report").equal(value)) return false;
    throw nb::value_error(
        ("recurring must be \"skip\" or \"report\", got " + repr_short(value)).c_str());
}

double min_shift_argument(nb::handle value) {
    const double shift = real_number(value, "min_shift");
    if (shift >= 0 && shift < 1) return shift;
    throw nb::value_error(
        ("min_shift must be at least 0 and below 1, got " + repr_short(value)).c_str());
}

}  // namespace

AdaptiveOptions options_from(nb::handle rate, nb::handle block, nb::handle max_size,
                             nb::handle statistics, nb::handle calibrate, nb::handle recurring,
                             nb::handle min_shift) {
    AdaptiveOptions options;
    options.rate = rate_argument(rate);
    options.block = block_argument(block);
    options.max_size = max_size_argument(max_size, options.block);
    options.statistics = statistics_argument(statistics);
    options.calibrate = calibrate_argument(calibrate);
    options.skip_recurring = skip_recurring_argument(recurring);
    options.min_shift = min_shift_argument(min_shift);
    return options;
}

void set_season(AdaptiveOptions& options, nb::handle season, nb::handle bins) {
    const std::uint64_t count = positive_integer(bins, "season_bins");
    if (count < SeasonProfile::min_bins || count > SeasonProfile::max_bins) {
        throw nb::value_error(
            ("season_bins must be from 2 to 1000, got " + repr_short(bins)).c_str());
    }
    options.season_bins = static_cast<std::uint32_t>(count);
    if (!season.is_none()) options.season = read_span(season, "season", false);
}

nb::object season_shown(const AdaptiveOptions& options) {
    return options.season == 0 ? nb::none() : shown_span(options.season);
}

nb::object max_size_shown(const AdaptiveOptions& options) {
    if (options.max_size == AdaptiveOptions::no_limit) return nb::none();
    return nb::int_(options.max_size);
}

nb::tuple names_of(Statistics statistics) {
    nb::list names;
    for (const auto& [name, statistic] : statistic_names) {
        if (statistics.has(statistic)) names.append(name);
    }
    return nb::tuple(names);
}

const char* statistic_name(Statistic statistic) noexcept {
    return name_of(statistic, statistic_names);
}

}  // namespace entrostream
