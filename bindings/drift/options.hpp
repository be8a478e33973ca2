// The parameters of es.AdaptiveWindow, from Python and back.
#pragma once
#include <nanobind/nanobind.h>

#include "core/drift/adaptive_window.hpp"

namespace entrostream {

namespace nb = nanobind;

// Throws TypeError or ValueError that names the invalid parameter.
[[nodiscard]] AdaptiveOptions options_from(nb::handle rate, nb::handle block, nb::handle max_size,
                                           nb::handle statistics, nb::handle calibrate,
                                           nb::handle recurring, nb::handle min_shift);
// Sets the season, None for none, and its bins.
void set_season(AdaptiveOptions& options, nb::handle season, nb::handle bins);

[[nodiscard]] nb::object max_size_shown(const AdaptiveOptions& options);
[[nodiscard]] nb::object season_shown(const AdaptiveOptions& options);
[[nodiscard]] nb::tuple names_of(Statistics statistics);
[[nodiscard]] const char* statistic_name(Statistic statistic) noexcept;

}  // namespace entrostream
