// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "hw/memory/line/line_codecs.hpp"
#include "hw/memory/line/line_directory.hpp"
#include "hw/memory/line/line_executor.hpp"

namespace heddle {

/// A whole line that an edge sees unencoded.
struct SeenLine {
  std::uint64_t address = 0;
  bool to_dram = false;       ///< it comes to be written; else it was read
  bool ever_written = false;  ///< the host or a kernel has written in it; DRAM holds zeros before that
  std::span<const unsigned char, line_bytes> bytes;
};

/// The units of one edge, made for one SM, slice or channel.
struct EdgeUnits {
  std::unique_ptr<LineExecutor> executor;    ///< encodes and decodes; needed where there is a codec
  std::unique_ptr<LineDirectory> directory;  ///< asked ahead of each access; null: none
  unsigned buffer = 16;                      ///< payloads that the edge holds in each direction
  bool ideal = false;                        ///< nothing waits in it: it needs no storage
  /// Of an edge without a codec: it encodes what comes unencoded with the codec of the edge at this place
  /// above, and decodes nothing. So lines that were merged between the two are encoded again.
  std::optional<EdgePlace> encodes_for{};
  /// Sees each whole line that comes to be written and is not encoded, or leaves as it was read, decoded. It
  /// must not change anything in the edge.
  std::function<void(const SeenLine&)> observe{};
};

/// The edges of a machine, as its techniques put them; by default all lines pass as they are.
struct LineEdges {
  using Make = std::function<EdgeUnits(const EdgeParts&)>;

  LineCodecs codecs{};
  std::array<Make, edge_places> make{};  ///< makes the units of each place; not set: there is no edge
  /// The L2 cannot decode: it refuses accesses to parts of encoded lines, which SMs restore (RefusedPart).
  bool sms_restore_parts = false;
  Wire<bool>* rst_n = nullptr;  ///< resets the blocks of edges
  BlockMaker blocks{};
  Clocking clocking{};  ///< of units with a clock of their own
  std::function<std::uint64_t()>
      instructions{};  ///< thread instructions that the SMs have issued; may be null
  std::function<LineUse(std::uint64_t address)> use{};  ///< what a line is used for; may be null
  /// What its units leave behind at the end of a run, beside statistics: name of a file, and its text.
  std::map<std::string, std::function<std::string()>> files{};

  bool stands_at(EdgePlace place) const { return make[static_cast<unsigned>(place)] != nullptr; }
  /// Puts an edge at a place; `codec` may be null: then the edge has a directory alone. Throws Error where
  /// there is an edge already.
  void put(EdgePlace place, std::shared_ptr<const LineCodec> codec, Make units);
};

}  // namespace heddle
