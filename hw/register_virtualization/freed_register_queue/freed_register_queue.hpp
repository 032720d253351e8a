// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <tuple>

#include "hw/register_virtualization/renaming_table/unmapped_registers.hpp"
#include "hw/sim/block.hpp"
#include "models/register_virtualization/freed_register_fifo.hpp"

namespace heddle {

/// Registers that can leave the queue at an edge.
inline constexpr unsigned most_taken = 4;
/// Oldest registers that the queue shows: those that leave at the next edge, and as many behind them.
inline constexpr unsigned waiting_shown = 2 * most_taken;

/// How many of the oldest registers leave: the encoding and the power gate have been notified.
struct TakenRegisters {
  Bits<3> count;  ///< above most_taken it counts as most_taken
  bool operator==(const TakenRegisters&) const = default;
};

struct WaitingRegisters {
  Bits<5> count;                                    ///< 0 to 16
  std::array<RegisterId, waiting_shown> registers;  ///< the oldest first, 0 where there is none
  bool operator==(const WaitingRegisters&) const = default;
};

struct FreedRegisterQueuePins : Pins {
  LevelIn<UnmappedRegisters> unmapped{channels, "unmapped"};
  LevelIn<TakenRegisters> taken{channels, "taken"};
  LevelOut<WaitingRegisters> waiting{channels, "waiting"};
};

struct FreedRegisterQueueConfig {
  static constexpr auto parameters() { return std::tuple{}; }
};

/// Physical registers whose mapping has ended wait here, in order, until the encoding and the power gate have
/// been notified that they hold nothing; only then may the allocator give them away again. At an edge the
/// taken registers leave first, or all, if fewer wait. Then the registers enter whose mapping has ended, in
/// the order of the table's banks. There are 16 places. The sender keeps room; a register without a place is
/// dropped.
class FreedRegisterQueue final : public BlockWith<FreedRegisterQueuePins> {
 public:
  using Config = FreedRegisterQueueConfig;
  using PinsType = FreedRegisterQueuePins;
  static constexpr const char* block_name = "freed_register_queue";
  static unsigned settle(const Config&) { return 2; }
  /// The same registers arrive again, or more leave, at each edge.
  static bool rests(const PinsType& pins);

  FreedRegisterQueue(sc_core::sc_module_name name, const Config&) : BlockWith(name) {}

  Cycle tick(Cycle now) override;

 private:
  FreedRegisterFifo fifo_;
};

}  // namespace heddle
