// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "tb/lines/line_set.hpp"

// What lz4 makes of memory lines: its blocks, which have no headers.

namespace heddle::memory_lines {

/// Level of lz4's high compression: its highest. 0 stands for its default, fast compression.
inline constexpr int lz4_high = 12;

/// Sizes in bytes of each line compressed alone. A line that does not become smaller counts 128 bytes.
std::vector<unsigned> lz4_sizes(std::span<const MemoryLine> lines, int level);

/// Size of all lines as one stream.
std::size_t lz4_stream_size(std::span<const MemoryLine> lines, int level);

}  // namespace heddle::memory_lines
