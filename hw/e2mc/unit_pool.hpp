// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <systemc>

#include "hw/e2mc/codec_pool/codec_pool.hpp"
#include "hw/memory/line/edge_parts.hpp"

namespace heddle {

/// Chooses the unit of an edge that the next line is given to: a codec_pool in the clock of the edge's owner.
/// An offer of the pool is claimed in the cycle in which it shows, before there is a line for it. So a line
/// that comes while units are free begins at once, and one may begin in each cycle.
class UnitPool final : public sc_core::sc_module, public Clocked {
 public:
  UnitPool(sc_core::sc_module_name name, const CodecPoolConfig& config, const EdgeParts& parts);

  /// This unit may take a line from now on.
  void free(unsigned unit);
  /// In a tick of the owner: takes what is claimed. Without a unit the line must wait; the owner is woken
  /// when there is one.
  std::optional<unsigned> take();
  /// Would `take` give one?
  bool has_unit() const { return claimed_.has_value(); }

  Cycle tick(Cycle now) override;

 private:
  void behind_edge();
  void show(std::uint64_t units);

  Clocked& owner_;
  std::unique_ptr<BlockWith<CodecPoolPins>> block_;
  Wire<Level<FreeUnits>> free_{"free"};
  Wire<Level<TakenOffer>> taken_{"taken"};
  Wire<Level<OfferedUnit>> offer_{"offer"};
  sc_core::sc_event given_;
  std::optional<unsigned> claimed_;
  std::uint64_t claimed_bit_ = 0;  ///< of the unit that was claimed last
  bool line_waits_ = false;
};

}  // namespace heddle
