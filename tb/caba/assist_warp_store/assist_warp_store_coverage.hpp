// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <bitset>
#include <cstdint>
#include <vector>

#include "hw/caba/assist_warp_store/assist_warp_store.hpp"
#include "tb/cosim/coverage/block_coverage.hpp"

namespace heddle {

/// Which words were loaded and fetched, by which subroutines, and what lay close together in time.
class AssistWarpStoreCoverage final : public BlockCoverage {
 public:
  explicit AssistWarpStoreCoverage(const AssistWarpStoreConfig& config);
  void observe(PinValues in, PinValues out, bool rst_n) override;

 private:
  void see_reset();
  void see_fetch(const AssistFetch& fetch, const Beat<StoreWord>& load, const Beat<StoreSubroutine>& begin);
  void see_held(unsigned address, const AssistFetch& fetch);
  void see_load(unsigned address);
  void see_begin(const StoreSubroutine& begin);
  /// Does the address lie beyond the store, and differ by its upper bits from a loaded word's?
  bool aliases(unsigned address) const;

  const unsigned words_;
  AssistStoreState held_;
  std::bitset<most_store_words> loaded_, before_reset_;  ///< since the reset; and at the reset before
  std::bitset<most_subroutines> begun_;                  ///< since the reset
  std::array<unsigned, most_subroutines> first_{};
  Beat<StoreWord> last_load_{};
  Beat<StoreSubroutine> last_begin_{};
  Beat<AssistFetch> last_fetch_{};
  unsigned last_address_ = 0, in_a_row_ = 0;
  bool in_reset_ = true;

  std::vector<std::uint64_t*> subroutine_, begun_at_, instruction_bit_, address_bit_, one_, zero_, entry_;
  std::uint64_t &idle_, &all_at_once_, &low_, &high_, &first_word_, &last_word_, &in_turn_, &long_row_,
      &same_again_, &two_subroutines_, &not_begun_, &blank_, &was_loaded_, &beyond_, &carry_, &alias_,
      &load_same_, &load_same_blank_, &load_other_, &load_before_, &held_load_, &begin_same_, &begin_before_,
      &replaced_, &moved_, &all_words_, &reset_loaded_, &reset_fetch_;
  std::uint64_t *load_beyond_ = nullptr, *load_alias_ = nullptr;
};

}  // namespace heddle
