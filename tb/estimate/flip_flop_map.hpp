#pragma once

#include <string>

#include "tb/estimate/liberty.hpp"

namespace heddle::estimate {

/// Does the flip-flop store the inverse of its data pin, and have a clear or a preset? yosys 0.23 (dfflibmap)
/// sees that its output is inverted, but not that its clear then sets what the design's register holds.
bool stores_the_inverse(const LibertyCell& cell);

/// The flip-flops of a library for dfflibmap: those that store the inverse of their data are told as the same
/// cells that store the data, with clear and preset, and state and inverted state, exchanged. Empty when the
/// library has none of these: dfflibmap can read it as it is.
std::string flip_flops_for_mapping(const Liberty& liberty);

}  // namespace heddle::estimate
