#pragma once

#include <functional>
#include <memory>

#include "hw/memory/line/line_codecs.hpp"
#include "hw/memory/line/line_directory.hpp"
#include "hw/memory/line/line_executor.hpp"

namespace heddle {

/// What stands at an edge, made for one SM, slice or channel.
struct EdgeUnits {
  std::unique_ptr<LineExecutor> executor;    ///< who encodes and decodes; needed where there is a codec
  std::unique_ptr<LineDirectory> directory;  ///< asked ahead of each access; null: nobody is asked
  unsigned buffer = 16;                      ///< payloads that the edge holds in each direction
};

/// The edges of a machine, as the techniques want them; by default all lines pass as they are.
struct LineEdges {
  using Make = std::function<EdgeUnits(const EdgeParts&)>;

  LineCodecs codecs{};
  std::array<Make, edge_places> make{};  ///< what stands at each place; where none is set, nothing does
  Wire<bool>* rst_n = nullptr;           ///< resets the blocks of edges
  BlockMaker blocks{};

  bool stands_at(EdgePlace place) const { return make[static_cast<unsigned>(place)] != nullptr; }
  /// Puts an edge at a place; `codec` may be null: then its directory alone stands there. Throws Error where
  /// one stands already.
  void put(EdgePlace place, std::shared_ptr<const LineCodec> codec, Make units);
};

}  // namespace heddle
