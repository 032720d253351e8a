// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tb/cosim/bench/block_bench.hpp"
#include "tb/register_file/power_gate/power_gate_stimulus.hpp"

namespace heddle {

class PowerGateBench final : public BlockBench {
 public:
  using Block = PowerGate;
  PowerGateBench(const PowerGateConfig& config, std::uint64_t seed)
      : stimulus_(config.rows_per_domain, seed) {}

  bool stimulate(DrivenPins in, PinValues out) override;

 private:
  PowerGateStimulus stimulus_;
};

}  // namespace heddle
