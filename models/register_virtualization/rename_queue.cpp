#include "models/register_virtualization/rename_queue.hpp"

#include <algorithm>

namespace heddle {

RenameQueue::Questions RenameQueue::ask(std::span<const WaitingInstruction> entering) {
  for (const WaitingInstruction& i : entering)
    if (i.registers != 0) waiting_.push_back(i);
  Questions questions;
  for (unsigned head = 0; head < std::min(heads, waiting()); ++head) {
    WaitingInstruction& i = waiting_[head];
    for (unsigned k = 0; k < renamed_registers; ++k) {
      if ((i.registers >> k & 1) == 0) continue;
      const unsigned bank = i.entries[k] % table_banks;
      Question& q = i.is_fresh(k) ? questions.allocations[bank] : questions.lookups[bank];
      if (q.valid) continue;
      q = {.valid = true,
           .head = static_cast<std::uint8_t>(head),
           .unit = i.unit,
           .reg = static_cast<std::uint8_t>(k),
           .cluster = static_cast<std::uint8_t>((bank + i.rotation) % clusters),
           .row = static_cast<std::uint16_t>(i.entries[k] / table_banks)};
      i.registers = static_cast<std::uint16_t>(i.registers & ~(1u << k));
    }
  }
  std::erase_if(waiting_, [](const WaitingInstruction& i) { return i.registers == 0; });
  if (waiting() > places) waiting_.resize(places);
  return questions;
}

}  // namespace heddle
