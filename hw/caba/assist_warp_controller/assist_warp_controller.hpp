// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hw/caba/pins/assist_pins.hpp"
#include "hw/sim/block.hpp"
#include "models/base/parameter.hpp"
#include "models/caba/assist_control.hpp"

namespace heddle {

/// A row of the trigger table, as in AssistTrigger.
struct TriggerRow {
  Bits<assist_event_bits> event;
  bool enabled;
  Bits<subroutine_id_bits> subroutine;
  Bits<assist_address_bits> last;
  bool low;
  Bits<assist_window_bits> window;
  std::uint32_t lanes;
  bool operator==(const TriggerRow&) const = default;
};

/// An event that has happened in a warp.
struct AssistEvent {
  Bits<assist_event_bits> event;
  Bits<parent_bits> parent;  ///< warp slot
  bool operator==(const AssistEvent&) const = default;
};

/// The assist warp goes on with another instruction than the next one.
struct AssistRedirect {
  Bits<assist_entry_bits> entry;
  Bits<assist_address_bits> instruction;  ///< Inst.ID
  bool operator==(const AssistRedirect&) const = default;
};

/// How the SM's resources were used in this cycle.
struct AssistUse {
  bool idle;  ///< an issue slot was left idle
  bool busy;  ///< functional units could take no more
  bool operator==(const AssistUse&) const = default;
};

/// The answer to an event, as in AssistControlState::Answer.
struct AssistAnswer {
  bool enabled;
  bool accepted;
  Bits<assist_entry_bits> entry;
  Bits<subroutine_id_bits> subroutine;
  bool low;
  std::uint32_t lanes;
  bool operator==(const AssistAnswer&) const = default;
};

struct AssistState {
  Bits<most_assist_warps> live;  ///< bit e: entry e holds an assist warp
  std::uint64_t blocked;         ///< bit w: warp w waits for an assist warp of high priority
  bool throttled;                ///< nothing of low priority is fetched
  bool operator==(const AssistState&) const = default;
};

struct AssistWarpControllerPins : Pins {
  BeatIn<TriggerRow> load{channels, "load"};
  BeatIn<AssistEvent> event{channels, "event"};
  LevelIn<AssistIssued> issued{channels, "issued"};
  BeatIn<AssistRedirect> redirect{channels, "redirect"};
  BeatIn<AssistEntry> release{channels, "release"};
  LevelIn<AssistUse> use{channels, "use"};
  BeatOut<AssistAnswer> answer{channels, "answer"};
  BeatOut<AssistFetch> fetch{channels, "fetch"};
  LevelOut<AssistState> state{channels, "state"};
};

struct AssistWarpControllerConfig {
  unsigned entries = 8;
  unsigned depth = 2;
  unsigned low_slots = 2;
  unsigned throttle_window = 256;
  unsigned least_idle = 0;
  unsigned most_busy = 65535;

  static constexpr auto parameters() {
    using C = AssistWarpControllerConfig;
    return std::tuple{
        parameter(&C::entries, "entries", "assist warps", 1u, most_assist_warps,
                  "Vijaykumar2015 section 4.2.2: an instance of each subroutine for each warp; of the "
                  "table's size it says "
                  "nothing",
                  "entries of the assist warp table: assist warps that live at a time"),
        parameter(&C::depth, "depth", "instructions", 1u, most_staged,
                  "GPGPU-Sim: two instructions of a warp in its instruction buffer",
                  "instructions of an assist warp of high priority that are staged at a time"),
        parameter(&C::low_slots, "low_slots", "instructions", 1u, most_staged,
                  "Vijaykumar2015 section 4.3: a partition with two entries",
                  "instructions of all assist warps of low priority that are staged at a time"),
        parameter(&C::throttle_window, "throttle_window", "cycles", 1u, 65535u, "modelling choice",
                  "over which idle issue slots and busy functional units are counted"),
        parameter(&C::least_idle, "least_idle", "cycles", 0u, 65535u,
                  "Vijaykumar2015 section 4.4 leaves it open; 0: never throttled for it",
                  "of a window, in which an issue slot must be idle so that assist warps of low priority are "
                  "not throttled in the next one"),
        parameter(&C::most_busy, "most_busy", "cycles", 0u, 65535u,
                  "Vijaykumar2015 section 4.4 leaves it open; 65535: never throttled for it",
                  "of a window, in which functional units may be busy, for the same")};
  }
  AssistControlShape shape() const {
    return {entries, depth, low_slots, throttle_window, least_idle, most_busy};
  }
};

/// Triggers, tracks and fetches assist warps (Vijaykumar2015, sections 4.3 and 4.4: Assist Warp Controller);
/// AssistControlState has the rule. The edge that samples an event shows its answer; each edge shows the
/// instruction to be fetched that the state before it has chosen, and the state behind it.
class AssistWarpController final : public BlockWith<AssistWarpControllerPins> {
 public:
  using Config = AssistWarpControllerConfig;
  using PinsType = AssistWarpControllerPins;
  static constexpr const char* block_name = "assist_warp_controller";
  /// RTL never sleeps in a GPU: it counts cycles.
  static unsigned settle(const Config&) { return 0; }

  AssistWarpController(sc_core::sc_module_name name, const Config& config)
      : BlockWith(name), state_(config.shape()) {}

  Cycle tick(Cycle now) override;

 private:
  AssistControlState state_;
};

}  // namespace heddle
