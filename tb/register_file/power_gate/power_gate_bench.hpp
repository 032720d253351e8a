#pragma once

#include <cstdint>

#include "hw/register_file/power_gate/power_gate.hpp"
#include "models/base/random.hpp"
#include "tb/cosim/block_bench.hpp"

namespace heddle {

class PowerGateBench final : public BlockBench {
 public:
  using Block = PowerGate;
  PowerGateBench(const PowerGateConfig& config, std::uint64_t seed);

  bool stimulate(DrivenPins in, PinValues out) override;
  void observe(PinValues in, PinValues out, bool rst_n) override;

 private:
  Random random_;
  std::uint64_t &awake_, &gated_;
};

}  // namespace heddle
