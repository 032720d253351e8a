// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "hw/memory/line/line_edges.hpp"
#include "hw/sm/hooks/technique.hpp"
#include "models/base/config_tree.hpp"
#include "models/line/line_codec.hpp"

namespace heddle {

/// What the blocks of an edge do: both, or encode alone.
enum class LineWork : std::uint8_t { both, encoding };

/// What a unit of an edge takes each time that one of some counters of the edge counts.
struct UnitEnergy {
  std::string name, description;
  double pj = 0;
  std::vector<std::string> counters{};
};

/// A way to compress memory lines, configured.
struct LineCompressor {
  std::shared_ptr<const LineCodec> codec;  ///< its model, for copies by the host and for an ideal unit
  /// Makes its blocks at an edge; compressed lines take a multiple of `granularity` bytes.
  std::function<std::unique_ptr<LineExecutor>(LineWork, unsigned granularity, const EdgeParts&)> blocks;

  std::vector<UnitEnergy> energy{};  ///< of its blocks
  /// Its blocks that decompress a line, and what each takes: for an L2 that does so by the model.
  std::vector<ModelledBlock> decompressors{};

  // All of what follows may be left out.

  /// What it has beside its blocks at an edge, which encodes or only sees lines.
  std::function<std::vector<Storage>(EdgePlace, bool encodes)> storage{};

  /// Makes what sees the lines that a controller reads or writes uncompressed.
  using Observer = std::function<void(const SeenLine&)>;
  std::function<Observer(const EdgeParts&)> observe{};
  /// In how many bytes a line that a controller sees uncompressed is stored, or would be, before they are
  /// rounded up to bursts; not set: as the codec encodes it now.
  std::function<unsigned(const SeenLine&)> size{};
  /// Makes what sees the stored lines of an edge: those that it has encoded, or left as they were, and those
  /// that it has decoded.
  using StoredObserver = std::function<void(const StoredLine&, bool encoded)>;
  std::function<StoredObserver(const EdgeParts&)> observe_stored{};
  /// Of a codec that learns from lines: makes it anew, as if it had seen all of these ahead.
  using Line = std::array<unsigned char, line_bytes>;
  std::function<std::shared_ptr<const LineCodec>(std::span<const Line>)> learned{};
  /// As in Technique and LineEdges.
  std::vector<std::string> first_pass{};
  std::map<std::string, std::function<std::string()>> files{};
  /// `encoders`: the sum of a statistic over all edges that encode.
  std::function<std::vector<Technique::ReportLine>(const Technique::Statistic& of,
                                                   const Technique::Statistic& encoders)>
      report{};
};

/// A way to compress memory lines that `line_compression.what` can name. Its configuration is the section of
/// its name in that of the technique; a ConfigSection beside it describes it.
struct LineCompressorEntry {
  std::string name;
  std::string description;
  /// Resolves its section, and throws Error as `resolve` does.
  std::function<LineCompressor(const ConfigTree&)> make;
  /// Reads its costs from the technology, where they have a section of their own.
  std::function<void(const ConfigTree&)> read_costs = [](const ConfigTree&) {};

  static std::string_view kind() { return "compression of lines"; }
};

}  // namespace heddle
