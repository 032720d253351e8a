// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "hw/caba/assist_warp_controller/assist_warp_controller.hpp"
#include "tb/cosim/coverage/block_coverage.hpp"

namespace heddle {

/// What comes to a controller at an edge.
struct AssistInputs {
  explicit AssistInputs(PinValues in)
      : load(*reinterpret_cast<const Beat<TriggerRow>*>(in[0])),
        event(*reinterpret_cast<const Beat<AssistEvent>*>(in[1])),
        issued(reinterpret_cast<const Level<AssistIssued>*>(in[2])->payload.entries.value),
        redirect(*reinterpret_cast<const Beat<AssistRedirect>*>(in[3])),
        release(*reinterpret_cast<const Beat<AssistEntry>*>(in[4])),
        use(reinterpret_cast<const Level<AssistUse>*>(in[5])->payload) {}

  bool issues(unsigned e) const { return (issued >> e & 1) != 0; }
  bool redirects(unsigned e) const { return redirect.valid && redirect.payload.entry.value == e; }
  bool releases(unsigned e) const { return release.valid && release.payload.entry.value == e; }

  const Beat<TriggerRow>& load;
  const Beat<AssistEvent>& event;
  const std::uint64_t issued;  ///< bit e: an instruction of entry e
  const Beat<AssistRedirect>& redirect;
  const Beat<AssistEntry>& release;
  const AssistUse& use;
};

/// What a controller holds, followed from its pins: it shows what it has decided, and the rest comes to it.
class SeenAssistWarps {
 public:
  struct Warp {
    bool live = false, low = false;
    bool ended = false;  ///< no instruction is left
    unsigned parent = 0, window = 0, last = 0, staged = 0;
    std::optional<unsigned> fetched{};  ///< the instruction that was fetched last
  };

  explicit SeenAssistWarps(const AssistWarpControllerConfig& config)
      : entries(config.entries), config_(config) {}

  /// The edge before has decided this.
  void decided(const Beat<AssistAnswer>& answer, const Beat<AssistFetch>& fetch);
  /// This comes to the edge.
  void come(const AssistInputs& in);
  void reset();

  unsigned living() const;
  unsigned low_staged() const;
  bool any_low() const;
  /// The entry that an edge without redirect and release fetches from.
  std::optional<unsigned> next_in_turn(bool throttled) const;
  /// The entry whose assist warp has this parent and window.
  std::optional<unsigned> holder(unsigned parent, unsigned window) const;

  const unsigned entries;
  std::array<TriggerRow, assist_events> rows{};
  std::array<Warp, most_assist_warps> warps{};
  std::optional<AssistEvent> event{};      ///< that the edge before has sampled,
  TriggerRow triggered{};                  ///< and its row
  std::optional<unsigned> fetched_last{};  ///< the entry

 private:
  const AssistWarpControllerConfig config_;
};

}  // namespace heddle
