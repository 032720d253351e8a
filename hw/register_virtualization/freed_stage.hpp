// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hw/register_virtualization/freed_register_queue/freed_register_queue.hpp"
#include "hw/sim/wire.hpp"
#include "hw/sm/hooks/sm_technique.hpp"

namespace heddle {

/// Physical registers without a mapping, of which the encoding and the power gate have yet to be notified:
/// the freed_register_queue and its pins. They can be notified of a register in the cycle in which the
/// renaming table shows that its mapping has ended. The queue then receives and releases it at the next
/// edges.
class FreedStage {
 public:
  /// `unmapped`: the table's pins.
  FreedStage(Wire<Level<UnmappedRegisters>>& unmapped, const SmTechniqueParts& parts);

  void begin_cycle();
  void end_cycle() { taken_pins_.write({{{static_cast<std::uint8_t>(taken_)}}}); }
  bool busy() const { return taken_ != 0 || size_ != 0; }

  /// Registers that wait. Between cycles: those that waited at the end of the last one.
  unsigned size() const { return size_; }
  /// Is there room for one more register, besides those of the releases that the table has yet to answer?
  bool room(unsigned under_way) const { return size_ + under_way < FreedRegisterFifo::capacity; }
  /// The oldest. At most four are popped in a cycle.
  RegisterId front() const;
  void pop() {
    ++taken_;
    --size_;
  }

 private:
  /// Registers that were popped in the cycle before, which the queue still shows.
  unsigned gone() const { return taken_pins_.shown().payload.count.value; }

  Wire<Level<UnmappedRegisters>>& unmapped_;
  Wire<Level<TakenRegisters>> taken_pins_{"freed_taken"};
  Wire<Level<WaitingRegisters>> waiting_pins_{"freed_waiting"};
  std::unique_ptr<BlockWith<FreedRegisterQueuePins>> queue_;
  unsigned taken_ = 0;  ///< in this cycle
  unsigned size_ = 0;
};

}  // namespace heddle
