// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/base/random.hpp"
#include "tb/fuzz/draw/generator.hpp"

namespace heddle::fuzz {

/// Draws the launch, the buffers and the flags of a kernel: everything but its statements.
void draw_shape(Random& random, const GeneratorLimits& limits, KernelTree& kernel);

}  // namespace heddle::fuzz
