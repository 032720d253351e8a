// SPDX-License-Identifier: Apache-2.0
#include "models/register_virtualization/rename_queue.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "models/base/error.hpp"

namespace heddle {

RenameQueue::RenameQueue(unsigned ports) : ports_(ports) {
  if (!std::has_single_bit(ports) || ports > most_ports)
    throw Error({.place = "renaming table",
                 .what = "number of read ports of a bank that it cannot have",
                 .value = fmt::format("{}", ports),
                 .legal = "1, 2 or 4"});
}

/// The first port of the bank that is left for an instruction, or null.
RenameQueue::Question* RenameQueue::lane_for(Questions& questions, unsigned head, unsigned bank,
                                             bool fresh) const {
  if (fresh) {
    Question& q = questions.allocations[(shared() ? 0 : table_banks * head) + bank];
    return q.valid ? nullptr : &q;
  }
  const unsigned mine = shared() ? 1 : ports_ / heads, first = shared() ? 0 : mine * head;
  for (unsigned port = first; port < first + mine; ++port)
    if (Question& q = questions.lookups[table_banks * port + bank]; !q.valid) return &q;
  return nullptr;
}

RenameQueue::Questions RenameQueue::ask(std::span<const WaitingInstruction> entering) {
  for (const WaitingInstruction& i : entering)
    if (i.registers != 0) waiting_.push_back(i);
  Questions questions;
  for (unsigned head = 0; head < std::min(heads, waiting()); ++head) {
    WaitingInstruction& i = waiting_[head];
    for (unsigned k = 0; k < renamed_registers; ++k) {
      if ((i.registers >> k & 1) == 0) continue;
      const unsigned bank = i.entries[k] % table_banks;
      Question* q = lane_for(questions, head, bank, i.is_fresh(k));
      if (q == nullptr) continue;
      *q = {.valid = true,
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
