#pragma once

#include "tb/cosim/block_bench.hpp"
#include "tb/register_file/power_gate/power_gate_coverage.hpp"
#include "tb/register_file/power_gate/power_gate_stimulus.hpp"

namespace heddle {

class PowerGateBench final : public BlockBench {
 public:
  using Block = PowerGate;
  PowerGateBench(const PowerGateConfig& config, std::uint64_t seed)
      : stimulus_(config.rows_per_domain, seed), seen_(coverage, config) {}

  bool stimulate(DrivenPins in, PinValues out) override;
  void observe(PinValues in, PinValues out, bool rst_n) override;

 private:
  PowerGateStimulus stimulus_;
  PowerGateCoverage seen_;
};

}  // namespace heddle
