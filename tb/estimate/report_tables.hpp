// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

#include "tb/estimate/estimate.hpp"

namespace heddle::estimate {

/// The block with its tables as memory macros instead of flip-flops, when it has any and the estimate is at
/// the node of the model; otherwise empty, or the reason.
std::string tables_text(const Estimate& estimate);

/// What the modules beside the block cost, and the block with them; empty when there are none.
std::string readers_text(const Estimate& estimate);

/// um2 and mW of the block with its tables as macros, at the model's node; `leakage_mw` is of the macros
/// alone beside the library's own for the rest.
struct WithSram {
  double area_um2 = 0, leakage_mw = 0;
};
/// Empty when the block has no tables, or the estimate is not scaled to the model's node.
std::optional<WithSram> with_sram(const Estimate& estimate);

nlohmann::json tables_json(const Estimate& estimate);
nlohmann::json readers_json(const Estimate& estimate);

}  // namespace heddle::estimate
