#pragma once

#include <functional>
#include <memory>
#include <string>

#include "hw/memory/line/line_executor.hpp"
#include "models/base/config_tree.hpp"
#include "models/line/line_codec.hpp"

namespace heddle {

/// A way to compress memory lines, configured.
struct LineCompressor {
  std::shared_ptr<const LineCodec> codec;  ///< its model, for copies by the host and for an ideal unit
  /// Makes its blocks at an edge; compressed lines take a multiple of `granularity` bytes.
  std::function<std::unique_ptr<LineExecutor>(unsigned granularity, const EdgeParts&)> blocks;
};

/// A way to compress memory lines that `line_compression.what` can name. Its configuration is the section of
/// its name in that of the technique; a ConfigSection beside it describes it.
struct LineCompressorEntry {
  std::string name;
  std::string description;
  /// Resolves its section, and throws Error as `resolve` does.
  std::function<LineCompressor(const ConfigTree&)> make;

  static std::string_view kind() { return "compression of lines"; }
};

}  // namespace heddle
