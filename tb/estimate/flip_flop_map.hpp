// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "tb/estimate/liberty.hpp"

namespace heddle::estimate {

/// Does yosys 0.23 (dfflibmap) read this flip-flop wrongly, or not at all? One that stores the inverse of its
/// data pin and has a clear or a preset: yosys sees that its output is inverted, but not that its clear then
/// sets what the design's register holds. And one whose output is told as the inverse of a state (`!IQ`):
/// yosys passes over it.
bool is_told_otherwise(const LibertyCell& cell);

/// The flip-flops of a library for dfflibmap: those that store the inverse of their data are told as the same
/// cells that store the data, with clear and preset, and state and inverted state, exchanged. Empty when the
/// library has none of these: dfflibmap can read it as it is.
std::string flip_flops_for_mapping(const Liberty& liberty);

}  // namespace heddle::estimate
