// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "hw/register_virtualization/renaming_table/renaming_table.hpp"
#include "tb/cosim/coverage/coverage.hpp"

namespace heddle {

/// Which instructions waited in the queue of a renaming table, and what they asked for.
class RenameQueueCoverage {
 public:
  RenameQueueCoverage(Coverage& coverage, unsigned ports);
  /// An edge: what is asked for.
  RenameQueue::Questions see(const EnteringInstructions& enter);
  void reset() { queue_.reset(); }

 private:
  void see_questions(const RenameQueue::Questions& questions);
  void see_waiting(const RenameQueue::Questions& questions);

  bool shared() const { return queue_.ports() == 1; }

  RenameQueue queue_;
  std::uint64_t none_ = 0;                   // what counts nothing: a point that the ports exclude
  std::vector<WaitingInstruction> present_;  // those that wait and enter, by age
  std::vector<std::uint64_t*> waiting_;
  std::uint64_t& full_;
  std::vector<std::uint64_t*> unit_, lookup_, destination_, request_;
  std::uint64_t &asks_alone_, &asks_behind_one_, &two_ask_at_once_, &second_slot_alone_;
  std::uint64_t &bank_of_older_, &mapping_of_older_, &registers_meet_, &destinations_meet_;
  std::uint64_t &younger_leaves_first_, &two_leave_, &two_for_two_, &lost_;
};

}  // namespace heddle
