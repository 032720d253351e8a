// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <vector>

#include "tb/bench/codec_bench.hpp"
#include "tb/lines/codec_rows.hpp"

namespace heddle::memory_lines {

/// The designs whose speed is measured: line_designs() and other layouts.
std::vector<LineDesign> benched_designs();

/// A codec on these lines. Lines that stay as they are count as compressed, not as decompressed.
CodecWork line_work(const LineDesign& design, std::shared_ptr<const LineCodec> codec, const std::string& data,
                    const std::vector<MemoryLine>& lines);

/// All designs on made lines of each kind, and on those of the files, all together. A design that learns has
/// learned from all lines of the kind.
std::vector<CodecBench::Make> line_works(const std::vector<std::filesystem::path>& files);

}  // namespace heddle::memory_lines
