// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <set>
#include <tlm>
#include <unordered_map>

#include "hw/memory/line/line_format.hpp"
#include "hw/sim/chrome_trace.hpp"
#include "hw/sm/warps/sm_observer.hpp"
#include "models/base/ring.hpp"

namespace heddle {

/// Core cycles, both included.
struct TimelineWindow {
  Cycle first = 0, last = never;
};

/// Reads "FIRST:LAST"; either may be left out. Throws Error for anything else.
TimelineWindow parse_timeline_window(const std::string& text);

/// Draws a run: kernels; CTAs, warps and pipelines of each SM; each memory request of an SM from its sending
/// to its answer. Intervals that lie partly in the window are cut at its edges. A request's level is dram
/// when its line was fetched from memory while it was under way, else l2. With virtual registers, also the
/// lifetimes of the registers of the warps in slot 0 (Jeon2015 Figure 2(a) shows those of one warp).
class Timeline final : public SmObserver {
 public:
  using Payload = tlm::tlm_generic_payload;

  /// `period_fs` is that of the core clock.
  Timeline(const std::string& file, TimelineWindow window, std::uint64_t period_fs);
  /// Draws what is still under way up to the last cycle seen, and closes the file. Otherwise the destructor
  /// does so, and ignores errors.
  void close();
  ~Timeline() override;

  void kernel_begins(std::string_view name, const Dim3& grid, const Dim3& cta);
  void kernel_ends();
  /// A payload passes the port of an SM, or one of the L2 towards memory.
  void request(unsigned sm, const Payload& payload, const tlm::tlm_phase& phase);
  void fetch(const Payload& payload, const tlm::tlm_phase& phase);
  /// A request that a line edge has sent for its own sake, or its answer: drawn apart, as "line edge", in the
  /// process of the edge's SM or in that of the GPU.
  void edge_request(EdgePlace place, unsigned index, const Payload& payload, const tlm::tlm_phase& phase);

  void cta_begins(unsigned sm, unsigned slot, const Dim3& id, Cycle now) override;
  void cta_ends(unsigned sm, unsigned slot, Cycle now) override;
  void warp_begins(unsigned sm, unsigned warp, unsigned cta_slot, unsigned index, Cycle now) override;
  void warp_ends(unsigned sm, unsigned warp, Cycle now) override;
  void dispatched(unsigned sm, const char* kind, unsigned number, const InFlight& f, Cycle cycles,
                  Cycle now) override;
  void memory_queued(unsigned sm, const InFlight& f, Cycle now) override;
  void memory_left(unsigned sm, const InFlight& f, Cycle now) override;
  void register_lives(unsigned sm, unsigned warp, unsigned r, Cycle now) override;
  void register_dies(unsigned sm, unsigned warp, unsigned r, Cycle now) override;

 private:
  struct Open {
    std::string name, arguments;
    double begin = 0;
  };
  struct Request {
    std::uint64_t id = 0, address = 0;
    unsigned process = 0, bytes = 0;
    std::string name;
    double begin = 0;
    bool of_edge = false, fetched = false;
  };
  struct LoadStore {
    Ring<Cycle> queued;
    Cycle free = 0;
  };
  using Track = std::pair<unsigned, unsigned>;  ///< process, thread

  /// The thread of that kind and number in an SM's process, named when it is first drawn.
  unsigned thread(unsigned sm, const char* kind, unsigned number);
  void begin(unsigned sm, const char* kind, unsigned number, std::string name, std::string arguments,
             Cycle now);
  void end(unsigned sm, const char* kind, unsigned number, Cycle now);
  void draw(unsigned process, unsigned thread, std::string_view name, double begin, double end,
            std::string_view arguments);
  void draw(const Request& r, double end);
  bool cut(double& begin, double& end) const;
  double now();

  ChromeTrace trace_;
  const TimelineWindow window_;
  const double period_fs_;
  double seen_ = 0;        ///< time of the last event
  std::set<Track> named_;  ///< with thread 0, the process itself
  std::map<Track, Open> open_;
  std::map<unsigned, LoadStore> load_store_;
  std::unordered_map<const Payload*, Request> requests_;
  std::unordered_multimap<std::uint64_t, Request*> by_line_;
  std::unordered_map<std::uint64_t, unsigned> fetches_;  ///< under way, by line
  bool has_l2_ = false;
  std::uint64_t next_id_ = 0;
};

}  // namespace heddle
