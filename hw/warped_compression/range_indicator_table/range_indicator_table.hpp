// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hw/sim/bits.hpp"
#include "hw/sim/block.hpp"
#include "models/base/parameter.hpp"
#include "models/register_file/bank_arbitration.hpp"
#include "models/warped_compression/range_indicators.hpp"

namespace heddle {

/// Registers that are written in this cycle, one a write requester, and the BdiEncoding of each as its
/// number. Registers that the table does not have are ignored, and so are an encoding's upper bits. Of
/// several updates of one register the one with the highest number counts.
struct IndicatorUpdates {
  Bits<write_requesters> valid;
  std::array<std::uint16_t, write_requesters> registers;
  std::array<std::uint8_t, write_requesters> encodings;
  bool operator==(const IndicatorUpdates&) const = default;
};

struct RangeIndicatorTablePins : Pins {
  LevelIn<IndicatorUpdates> update{channels, "update"};
  /// Registers whose warp has ended: they count as uncompressed again. Registers beyond the last are ignored.
  BeatIn<RegisterRange> clear{channels, "clear"};
  LevelOut<Indicators> indicators{channels, "indicators"};
};

struct RangeIndicatorTableConfig {
  unsigned bits = 2;

  static constexpr auto parameters() {
    using C = RangeIndicatorTableConfig;
    return std::tuple{
        parameter(&C::bits, "bits", "bits", 2u, 3u, "Lee2015 section 4",
                  "of an indicator: 2 for <4,0>, <4,1>, <4,2> and uncompressed; 3 for all encodings of "
                  "Fig. 5")};
  }
};

/// The range indicators of all warp registers (Lee2015 sections 4 and 5): a vector beside the bank arbiter,
/// read in parallel with the access to a register. The outputs are the flip-flops themselves; a reader
/// selects from them by `indicator`. In a cycle the clearing acts first and then the updates.
class RangeIndicatorTable final : public BlockWith<RangeIndicatorTablePins> {
 public:
  using Config = RangeIndicatorTableConfig;
  using PinsType = RangeIndicatorTablePins;
  static constexpr const char* block_name = "range_indicator_table";
  static unsigned settle(const Config&) { return 2; }

  RangeIndicatorTable(sc_core::sc_module_name name, const Config& config)
      : BlockWith(name), indicators_(config.bits) {}

  Cycle tick(Cycle now) override;

 private:
  RangeIndicators indicators_;
};

}  // namespace heddle
