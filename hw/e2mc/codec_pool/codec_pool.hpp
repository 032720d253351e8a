// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hw/sim/block.hpp"
#include "models/base/parameter.hpp"
#include "models/e2mc/codec_pool.hpp"

namespace heddle {

/// Bit u: unit u is free. Bits of units that there are not are ignored.
struct FreeUnits {
  Bits<e2mc::most_pool_units> units;
  bool operator==(const FreeUnits&) const = default;
};

/// Whether the unit that is offered in this cycle is taken; without an offer it means nothing.
struct TakenOffer {
  bool offer;
  bool operator==(const TakenOffer&) const = default;
};

/// The unit that the next line may have.
struct OfferedUnit {
  bool valid;         ///< there is one
  std::uint8_t unit;  ///< 0 when there is none
  bool operator==(const OfferedUnit&) const = default;
};

struct CodecPoolPins : Pins {
  LevelIn<FreeUnits> free{channels, "free"};
  LevelIn<TakenOffer> taken{channels, "taken"};
  LevelOut<OfferedUnit> offer{channels, "offer"};
};

struct CodecPoolConfig {
  unsigned units = 12;
  e2mc::PoolPolicy policy = e2mc::PoolPolicy::lowest_free;

  static constexpr auto parameters() {
    using C = CodecPoolConfig;
    return std::tuple{
        parameter(&C::units, "units", "", 1u, e2mc::most_pool_units,
                  "Lal2017 Table IV: 136 compressors for twelve channels",
                  "compressors of an edge, or decoders for a line each"),
        parameter(&C::policy, "policy", "modelling choice",
                  "which of the free units is offered: the lowest one, or the next one behind the unit that "
                  "was taken last")};
  }
};

/// Offers the next memory line one of the compressors, or decoders, that are free (Lal2017 section III-G).
/// The edge that samples `free` shows the offer. What is taken is not offered in the next cycle, when the
/// unit may not have withdrawn its bit yet; so one may be taken in each cycle.
class CodecPool final : public BlockWith<CodecPoolPins> {
 public:
  using Config = CodecPoolConfig;
  using PinsType = CodecPoolPins;
  static constexpr const char* block_name = "codec_pool";
  /// What was taken last changes only with an offer that is taken, which changes the offer, too.
  static unsigned settle(const Config&) { return 1; }

  CodecPool(sc_core::sc_module_name name, const Config& config)
      : BlockWith(name), state_(config.units, config.policy) {}

  Cycle tick(Cycle now) override;

 private:
  e2mc::CodecPoolState state_;
};

}  // namespace heddle
