// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "hw/memory/line/edge_parts.hpp"
#include "models/base/config_tree.hpp"
#include "models/base/wait_graph.hpp"
#include "models/line/line_codec.hpp"

namespace heddle {

/// A line to be encoded or decoded, and then the result.
struct LineJob {
  bool encodes = false;
  const LineCodec* codec = nullptr;
  std::uint64_t address = 0;
  unsigned warp = 0;  ///< of an SM's edge: slot of the warp that loads or stores it; of several the first
  std::uint64_t version = 0;  ///< in the L2, of a line that is decoded; 0: it does not come from there
  std::array<unsigned char, line_bytes> line{};
  StoredLine stored;
  std::uint64_t end_fs = 0;  ///< the executor's note
  void* work = nullptr;      ///< the same: what it keeps for the job

  /// Encodes or decodes, without simulated time.
  void perform() {
    if (encodes)
      stored = codec->encode_at(address, line);
    else
      codec->decode(stored, line);
  }
};

/// Encodes and decodes the lines of an edge. Called in ticks of the edge's owner; an executor with a clock of
/// its own, or of unknown latency, wakes the owner when a job is done.
class LineExecutor {
 public:
  virtual ~LineExecutor() = default;
  /// Begins a job, which stays where it is until it is done; false while there is no room.
  virtual bool start(LineJob& job) = 0;
  /// Is its result in the job?
  virtual bool done(LineJob& job) = 0;
  /// The owner's cycle in which a started job will be done, or a job of that kind may start; 0: it is done,
  /// or may start; never: the owner will be woken, and asks again.
  virtual Cycle done_at(const LineJob& job) const = 0;
  virtual Cycle start_at(bool encodes) const = 0;
  /// Draws which lines wait for something else than time.
  virtual void waits(WaitGraph&) const {}
};

/// An executor that can be named. Its configuration is the section of its name.
struct LineExecutorEntry {
  std::string name;
  std::string description;
  std::vector<ParameterInfo> parameters;
  std::function<std::unique_ptr<LineExecutor>(const ConfigTree&, const EdgeParts&)> make;

  static std::string_view kind() { return "line executor"; }
};

/// Where a codec stands, by name.
struct LinePlacementEntry {
  std::string name;
  std::string description;
  std::vector<EdgePlace> places;

  static std::string_view kind() { return "line placement"; }
};

}  // namespace heddle
