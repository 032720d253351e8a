// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>

#include "tb/cosim/watch/system_coverage.hpp"

namespace heddle {

/// What the blocks of a run did, as coverage.json holds it: by block its instances, its channels and its
/// points.
nlohmann::ordered_json json_of(const ReachedByBlock& reached);

/// The reverse. Throws nlohmann::json::exception for any other text.
ReachedByBlock reached_of(const nlohmann::ordered_json& json);

}  // namespace heddle
