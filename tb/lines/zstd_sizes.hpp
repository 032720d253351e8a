// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "tb/lines/line_set.hpp"

// What zstd makes of memory lines. No memory could work so fast: it is a bound by software.

namespace heddle::memory_lines {

/// Bytes of a trained dictionary: about what the table of E2MC16 has in its 1024 values and codewords.
inline constexpr std::size_t zstd_dictionary_bytes = 4 * 1024;

/// A dictionary of what the lines have in common; empty when they are too few or too equal to train one.
std::string zstd_dictionary(std::span<const MemoryLine> lines);

/// Sizes in bytes of each line compressed alone, with the dictionary unless that is empty. Headers of frames
/// and blocks do not count: a memory's metadata would stand for them, as for those of its own codecs. A line
/// that does not become smaller counts 128 bytes.
std::vector<unsigned> zstd_sizes(std::span<const MemoryLine> lines, int level,
                                 const std::string& dictionary = {});

/// Size of all lines as one stream.
std::size_t zstd_stream_size(std::span<const MemoryLine> lines, int level);

}  // namespace heddle::memory_lines
