// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "tb/lines/line_set.hpp"

namespace heddle::memory_lines {

/// Lines of one kind, made for benches.
struct LineKind {
  std::string name;
  std::vector<MemoryLine> lines{};
};

/// So many lines of each kind: zeros, integers of up to 12 bits with their sign and every fourth of them
/// zero, pointers of 64 bits into 128 KB, quarters of whole numbers as floating-point numbers, and random
/// bytes. The integers' sizes follow no pattern, so that no processor predicts a codec's way through them.
/// The same lines on every machine.
std::vector<LineKind> line_kinds(unsigned count);

}  // namespace heddle::memory_lines
