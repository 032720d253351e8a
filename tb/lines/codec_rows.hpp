// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "models/line/line_codec.hpp"
#include "tb/lines/line_set.hpp"

namespace heddle::memory_lines {

/// A codec of memory lines, as `line_compression.what` names it, with some of its parameters set.
struct LineDesign {
  std::string name;
  std::string what;
  std::vector<std::string> settings{};  ///< "line_compression.e2mc.ways=1"
};

/// The designs that are compared. A codec that is in none of them follows with its default parameters.
std::vector<LineDesign> line_designs();

/// The codec of a design. One that learns has learned from all of these lines.
std::shared_ptr<const LineCodec> codec_of(const LineDesign& design, const LineSet& set);

/// Size in bytes of line `number` as `codec` encodes it, before it is rounded up to bursts. Throws Error,
/// which names the design, when the line is not decoded to what it was.
unsigned encoded_size(const LineCodec& codec, const MemoryLine& line, const std::string& design,
                      std::size_t number);

/// Whose lines have a code of their own.
enum class CodeFor { all, buffer, launch, buffer_and_launch };

/// The same of all lines. With a code for each of several users of memory, a codec that learns has
/// learned from their lines alone; nothing is charged for telling which code a line has.
std::vector<unsigned> encoded_sizes(const LineDesign& design, const LineSet& set,
                                    CodeFor code_for = CodeFor::all);

}  // namespace heddle::memory_lines
