// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tb/microbench/core/core_measurement.hpp"

namespace heddle {

/// A row a measurement. `published`: with what others have published of the GTX 480, measured over published,
/// and where that stands; "not found" where nothing was.
std::string text_of(const std::vector<CoreMeasurement>& all, bool published);
std::string csv_of(const std::vector<CoreMeasurement>& all, bool published);
nlohmann::ordered_json json_of(const std::vector<CoreMeasurement>& all, bool published);

}  // namespace heddle
