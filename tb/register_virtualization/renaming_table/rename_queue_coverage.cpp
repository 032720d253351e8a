// SPDX-License-Identifier: Apache-2.0
#include "tb/register_virtualization/renaming_table/rename_queue_coverage.hpp"

#include <algorithm>
#include <bit>

namespace heddle {
namespace {

const Arises room_kept =
    never_in_system("an instruction is issued when there is room for all of the last two cycles");

}  // namespace

RenameQueueCoverage::RenameQueueCoverage(Coverage& coverage, unsigned ports)
    : queue_(ports),
      waiting_(coverage.points("instructions that wait: {}", 0, RenameQueue::places - 1)),
      full_(
          coverage.point("as many instructions wait as find place",
                         by_chance("more lookups in one bank than it has ports have to follow each other"))),
      unit_(coverage.points("a lookup for collector unit {}", 0, 15)),
      lookup_(coverage.points("a lookup of register {} of an instruction", 0, renamed_registers - 1)),
      destination_(coverage.points("a register requested for destination {}", 0, ptx::max_destinations - 1)),
      request_(coverage.points("request {} of the allocator", 0, allocations - 1)),
      asks_alone_(coverage.point("an instruction asks at the edge that takes it, and none waits")),
      asks_behind_one_(
          coverage.point("an instruction asks at the edge that takes it, behind one that waits")),
      two_ask_at_once_(coverage.point("two instructions ask at the edge that takes them")),
      second_slot_alone_(coverage.point("an instruction enters in the second slot alone",
                                        never_in_system("the first slot is used first"))),
      bank_of_older_(shared() ? coverage.point("a lookup waits for a bank that the older instruction takes")
                              : none_),
      mapping_of_older_(
          shared() ? coverage.point("a destination waits for a bank that the older instruction takes")
                   : none_),
      registers_meet_(coverage.point(
          "more lookups of an instruction meet in a bank than it has ports",
          ports < 4 ? Arises{} : by_chance("three of an instruction's registers have to lie in one bank"))),
      destinations_meet_(
          coverage.point("two destinations of an instruction meet in a bank",
                         by_chance("destinations that are neighbours lie in different banks"))),
      younger_leaves_first_(coverage.point("the younger instruction has asked for all, the older has not")),
      two_leave_(coverage.point("two instructions have asked for all")),
      two_for_two_(coverage.point("two instructions leave a full queue, and two enter", room_kept)),
      lost_(coverage.point("an instruction finds no place", room_kept)) {}

RenameQueue::Questions RenameQueueCoverage::see(const EnteringInstructions& enter) {
  std::array<WaitingInstruction, renamed_slots> entering{};
  for (unsigned s = 0; s < renamed_slots; ++s) {
    entering[s] = entering_instruction(enter, s);
    if (entering[s].registers != 0) present_.push_back(entering[s]);
  }
  const unsigned before = queue_.waiting(), entered = static_cast<unsigned>(present_.size()) - before;
  asks_alone_ += before == 0 && entered == 1;
  asks_behind_one_ += before == 1 && entered != 0;
  two_ask_at_once_ += before == 0 && entered == 2;
  second_slot_alone_ += entering[0].registers == 0 && entering[1].registers != 0;
  const RenameQueue::Questions questions = queue_.ask(entering);
  see_questions(questions);
  see_waiting(questions);
  two_for_two_ += before == RenameQueue::places && entered == 2 && present_.size() == before;
  lost_ += present_.size() > RenameQueue::places;
  if (present_.size() > RenameQueue::places) present_.resize(RenameQueue::places);
  if (queue_.waiting() < RenameQueue::places)
    ++*waiting_[queue_.waiting()];
  else
    ++full_;
  return questions;
}

void RenameQueueCoverage::see_questions(const RenameQueue::Questions& questions) {
  for (const auto& q : questions.lookups) {
    if (!q.valid) continue;
    ++*unit_[q.unit];
    ++*lookup_[q.reg];
  }
  for (const auto& q : questions.allocations) {
    if (!q.valid) continue;
    ++*destination_[q.reg - ptx::max_sources];
    ++*request_[RenameQueue::heads * q.cluster + q.head];
  }
}

/// What the two oldest could not ask for, and which of them leave.
void RenameQueueCoverage::see_waiting(const RenameQueue::Questions& questions) {
  const auto asked = [this](const auto& lanes) {
    for (const RenameQueue::Question& q : lanes)
      if (q.valid) present_[q.head].registers &= static_cast<std::uint16_t>(~(1u << q.reg));
  };
  asked(questions.lookups);
  asked(questions.allocations);
  const std::size_t heads = std::min<std::size_t>(present_.size(), RenameQueue::heads);
  std::array<bool, RenameQueue::heads> gone{};
  for (std::size_t h = 0; h < heads; ++h) {
    gone[h] = present_[h].registers == 0;
    for (unsigned rest = present_[h].registers; rest != 0; rest &= rest - 1) {
      const auto k = static_cast<unsigned>(std::countr_zero(rest));
      const bool fresh = present_[h].is_fresh(k);
      const unsigned bank = present_[h].entries[k] % table_banks;
      const auto head = fresh ? questions.allocations[bank].head : questions.lookups[bank].head;
      const bool of_older = shared() && head != h;
      if (of_older)
        ++(fresh ? mapping_of_older_ : bank_of_older_);
      else
        ++(fresh ? destinations_meet_ : registers_meet_);
    }
  }
  younger_leaves_first_ += gone[1] && !gone[0];
  two_leave_ += gone[0] && gone[1];
  std::erase_if(present_, [](const WaitingInstruction& i) { return i.registers == 0; });
}

}  // namespace heddle
