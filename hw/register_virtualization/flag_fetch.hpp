// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hw/register_virtualization/release_flag_cache/release_flag_cache.hpp"
#include "hw/register_virtualization/release_flag_latch/release_flag_latch.hpp"
#include "hw/register_virtualization/stats_of.hpp"
#include "hw/sim/wire.hpp"
#include "hw/sm/hooks/fetch_hook.hpp"
#include "models/base/ring.hpp"

namespace heddle {

/// The release flag cache of an SM, and the 54 flags that each warp has latched from it or from a pir that it
/// decoded (Jeon2015 section 7.2). Both are read beside the instruction cache. What they answer waits with
/// the words that were fetched; no other fetch of that warp is under way meanwhile.
class FlagFetch {
 public:
  FlagFetch(const ReleaseFlagCacheConfig& config, const SmTechniqueParts& parts);

  /// `identity` of the code that the next launch runs.
  void begin(std::uint64_t identity);
  void begin_cycle();
  void end_cycle();
  bool busy() const { return told_ || under_way_ != 0 || dropping_; }

  void probe(unsigned w, std::uint32_t word, std::size_t count);
  FetchHook::Known known();
  void latch(unsigned w, std::uint64_t flags) {
    load(w, flags);
    ++skipped_;
  }
  void decoded(unsigned w, std::uint32_t word, std::uint64_t bits);
  /// Of the next instruction of the fetch whose answers `known` gave last.
  std::uint8_t next_flags(unsigned w);

 private:
  /// What was answered to a fetch.
  struct Answer {
    std::uint8_t next = 0;  ///< flags of the next two instructions of its warp
    FetchHook::Known known;
  };
  void load(unsigned w, std::uint64_t flags);

  Wire<Level<FlagProbes>> probe_pins_{"release_flag_probe"};
  Wire<Beat<FlagFill>> fill_pins_{"release_flag_fill"};
  Wire<Level<FlagReset>> drop_pins_{"release_flag_drop"};
  Wire<Level<FlagHits>> answer_pins_{"release_flag_answer"};
  std::unique_ptr<BlockWith<ReleaseFlagCachePins>> block_;
  Wire<Beat<FlagStep>> step_pins_{"release_flag_step"};
  Wire<Beat<LatchRead>> read_pins_{"release_flag_read"};
  Wire<Beat<NextFlags>> next_pins_{"release_flag_next"};
  std::unique_ptr<BlockWith<ReleaseFlagLatchPins>> latch_;

  Level<FlagProbes> probe_;
  Beat<FlagFill> fill_;  ///< of this cycle
  Beat<LatchRead> read_;
  Ring<Answer> answers_;
  Beat<FlagStep> step_;     ///< of this cycle
  std::uint64_t next_ = 0;  ///< wires: flags of the instructions that are handed to the warp in this cycle
  std::uint64_t identity_ = 0;
  unsigned under_way_ = 0;  ///< bit k: a probe was sent k + 1 cycles ago
  bool dropping_ = false, told_ = false;
  Counter &skipped_, &decoded_;
};

}  // namespace heddle
