// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>

#include "tb/estimate/estimate.hpp"

namespace heddle::estimate {

/// The estimate of one block as text for people, with the published figures beside it, the scaling, its error
/// band and the conventions.
std::string report_text(const Estimate& estimate);

/// The published figures that cover several units ("2 bdi_compressor, 4 bdi_decompressor"), beside the sum of
/// the estimates of all of them. Empty when the estimates do not complete any.
std::string report_groups(std::span<const Estimate> estimates);

/// The same figures with their units in the keys; scaled ones are absent when nothing was scaled.
nlohmann::json report_json(const Estimate& estimate);

}  // namespace heddle::estimate
