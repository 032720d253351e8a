// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hw/caba/pins/assist_pins.hpp"
#include "hw/sim/block.hpp"
#include "models/base/parameter.hpp"
#include "models/caba/assist_store.hpp"

namespace heddle {

/// A word of code to be kept.
struct StoreWord {
  Bits<assist_address_bits> address;  ///< beyond the store it is ignored
  std::uint64_t word;
  bool operator==(const StoreWord&) const = default;
};

/// Where a subroutine begins.
struct StoreSubroutine {
  Bits<subroutine_id_bits> subroutine;  ///< SR.ID
  Bits<assist_address_bits> first;      ///< address of its first word
  bool operator==(const StoreSubroutine&) const = default;
};

struct AssistWarpStorePins : Pins {
  BeatIn<StoreWord> load{channels, "load"};
  BeatIn<StoreSubroutine> begin{channels, "begin"};
  BeatIn<AssistFetch> fetch{channels, "fetch"};
  BeatOut<AssistWord> word{channels, "word"};
};

struct AssistWarpStoreConfig {
  unsigned words = 512;

  static constexpr auto parameters() {
    using C = AssistWarpStoreConfig;
    return std::tuple{parameter(&C::words, "words", "words", 1u, most_store_words,
                                "modelling choice: the subroutines of BDI have 304, those of best 683",
                                "words of 64 bits that the store holds, an instruction each")};
  }
};

/// Holds the code of the subroutines of assist warps (Vijaykumar2015, section 4.3: Assist Warp Store). It is
/// loaded before the program runs, and read by SR.ID and Inst.ID, a word a cycle: the edge that samples a
/// fetch shows its word. A fetch does not see what is loaded at its own edge.
class AssistWarpStore final : public BlockWith<AssistWarpStorePins> {
 public:
  using Config = AssistWarpStoreConfig;
  using PinsType = AssistWarpStorePins;
  static constexpr const char* block_name = "assist_warp_store";
  static unsigned settle(const Config&) { return 1; }

  AssistWarpStore(sc_core::sc_module_name name, const Config& config)
      : BlockWith(name), state_(config.words) {}

  Cycle tick(Cycle now) override;

 private:
  AssistStoreState state_;
};

}  // namespace heddle
