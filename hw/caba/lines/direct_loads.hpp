// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <deque>
#include <optional>
#include <utility>

#include "hw/caba/subroutines/line_subroutines.hpp"
#include "hw/caba/warps/assist_warps.hpp"
#include "hw/sm/hooks/encoded_loads.hpp"
#include "models/base/ring.hpp"
#include "models/caba/piece_slot.hpp"
#include "models/energy/storage_use.hpp"

namespace heddle {

/// Loads that take their bytes out of compressed lines (Vijaykumar2015, section 7.6: Direct-Load). The
/// coalescer finds the base and the deltas that each lane wants, in all lines of the load; one assist warp of
/// high priority adds them up, whose parent is the warp that loads.
class DirectLoads final : public EncodedLoads {
 public:
  DirectLoads(AssistWarps& warps, LineSubroutines::Pieces pieces, const SmTechniqueParts& sm);

  /// What the coalescer has found for each of `loads` loads, and where the assist warp leaves their bytes.
  static Storage storage(unsigned loads);

  void take(const LineWaiter& lanes, const unsigned char* bits, const LineFormat& format) override;
  bool extract(InFlight& f) override;
  InFlight* extracted() override;

  void begin_cycle();
  /// Loads whose bytes are not there yet, or that the load/store unit must take back.
  bool busy() const { return waiting_ != 0 || !done_.empty(); }
  void check_balance(const Balance& balance) const;
  void waits(SmWaits& waits) const;

 private:
  /// taking: lines come; waiting: until its cache has read them; running: its assist warp.
  enum class State : std::uint8_t { free, taking, waiting, running };
  struct Load {
    State state = State::free;
    InFlight* of = nullptr;
    LaneMask lanes = 0;  ///< that want bytes of encoded lines
    std::array<std::uint8_t, warp_size> pieces{};
    AssistTask task;
    PieceSlot slot;
  };
  DirectLoads(AssistWarps& warps, LineSubroutines::Pieces pieces, const SmTechniqueParts& sm,
              StatGroup& group);
  Load* taking(const InFlight& f);
  Load& load_of(InFlight& f);
  void begin(Load& load);
  void finish(Load& load);

  AssistWarps& warps_;
  const LineSubroutines::Pieces pieces_;
  std::deque<Load> all_;
  unsigned waiting_ = 0, running_ = 0;
  std::optional<std::size_t> refused_;  ///< the first of them whose event has found no room
  Ring<InFlight*> done_;
  StorageUse storage_;
  Counter &loads_, &lines_, &pieces_taken_;
};

}  // namespace heddle
