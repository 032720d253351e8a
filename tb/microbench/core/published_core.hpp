// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string_view>

namespace heddle {

/// What others have published of an SM of the GTX 480, in the units of CoreMeasurement. A cycle is one of the
/// clock at which a pipeline has 32 lanes: two of the card's hot clocks.
struct PublishedCore {
  std::string_view name{};  ///< of the measurement
  double value = 0;
  bool at_most = false;  ///< the value is a bound
  std::string_view source{};
};

/// Null where nothing was found.
const PublishedCore* published_core(std::string_view name);
/// How many there are.
std::size_t published_cores();

/// Is it a preset of a GTX 480 whose SMs run at half of the hot clock? Presets at the hot clock, and those of
/// other cards, have cycles of another length.
bool has_published_core(std::string_view gpu);

}  // namespace heddle
