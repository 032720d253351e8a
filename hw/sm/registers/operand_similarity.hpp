// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>

#include "hw/sm/warps/sm_observer.hpp"
#include "models/base/statistics.hpp"

namespace heddle {

/// Counts in how many low bits the operands of an instruction differ from lane to lane: Wong2016 figure 1
/// ("d-similar"). Group `operand_similarity`: `level_<d>` are the instructions whose most different register
/// operand differs in the d lowest bits, over the lanes that execute it. Immediate values, parameters and the
/// special registers that are equal for all lanes do not differ; a lane-varying one (%tid) and a predicate
/// that is not the same in all lanes count as 32 bits. Branches, barriers and instructions without any
/// operand are counted in `without_operands`.
class OperandSimilarity final : public SmObserver {
 public:
  explicit OperandSimilarity(StatGroup& stats);

  void issued(unsigned sm, const IssuedInstruction& i, Cycle now) override;
  void launch_begins(unsigned sm, const Launch& launch) override;
  void collected(unsigned sm, const InFlight& f, Cycle now) override;

  static constexpr unsigned levels = 33;

 private:
  std::array<Counter*, levels> counts_{};
  Counter& without_;
  const ptx::Kernel* kernel_ = nullptr;
};

}  // namespace heddle
