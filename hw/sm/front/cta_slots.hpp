// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "hw/sm/banks/register_clearing.hpp"
#include "hw/sm/front/instruction_fetch.hpp"
#include "hw/sm/memory/load_store_unit.hpp"
#include "hw/sm/warps/barriers.hpp"

namespace heddle {

/// The CTA slots of an SM: starts the warps of arriving CTAs, ends warps that have finished, and CTAs with
/// their last warp. With sm.cta_start_delay each CTA starts some cycles later, a draw by its position and
/// sm.cta_start_seed, so that machines which differ otherwise draw the same.
class CtaSlots {
 public:
  struct Neighbours {
    WarpTable& warps;
    InstructionFetch& fetch;
    Barriers& barriers;
    LoadStoreUnit& load_store;
    RegisterClearing& clearing;
    const RegisterBanks& banks;
  };
  CtaSlots(unsigned sm, const SmTechniqueParts& parts, const Neighbours& neighbours, const SmHooks& hooks,
           std::span<const std::unique_ptr<SmTechnique>> techniques, const SmEvents& events);

  void begin(const Launch& launch);
  /// CTA `id` is to begin at the first edge after now, or as much later as is drawn.
  void arrive(Dim3 id) { arriving_.emplace_back(sc_core::sc_time_stamp() + delay(id), id); }
  bool arriving() const { return !arriving_.empty(); }
  /// CTAs that could be started now.
  unsigned free() const { return static_cast<unsigned>(free_.size() - arriving_.size()); }
  unsigned live() const { return live_ + static_cast<unsigned>(arriving_.size()); }
  /// Is a warp in a slot?
  bool any_warp() const { return live_warps_ != 0; }

  /// Starts the warps of CTAs that have arrived. No CTA begins before the registers of those before it are
  /// cleared.
  void accept();
  /// Ends the warps that have finished. True when a CTA has ended.
  bool retire() { return to_.warps.any_drained() && end_warps(); }

 private:
  sc_core::sc_time delay(const Dim3& id) const;
  void start_warp(unsigned slot, unsigned index, Dim3 id);
  bool end_warps();
  bool end_warp(unsigned w);

  const unsigned sm_;
  const unsigned most_delay_;  ///< cycles
  const std::uint64_t seed_;
  const sc_core::sc_time period_;
  Neighbours to_;
  RegisterMapper* const mapper_;
  const std::span<const std::unique_ptr<SmTechnique>> techniques_;
  const SmEvents& events_;
  RegisterEncoding& encoding_;

  const Launch* launch_ = nullptr;
  std::vector<unsigned> warps_left_;  ///< by CTA slot: warps that have not ended
  std::vector<unsigned> free_;
  std::vector<std::pair<sc_core::sc_time, Dim3>> arriving_;
  unsigned live_ = 0, live_warps_ = 0;
  WarpMask drained_ = 0;  ///< warps of which observers have received `drained`
};

}  // namespace heddle
