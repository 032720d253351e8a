#pragma once

#include <cstdint>

#include "hw/register_file/mov_injector/mov_injector.hpp"
#include "models/base/random.hpp"
#include "tb/cosim/block_bench.hpp"

namespace heddle {

class MovInjectorBench final : public BlockBench {
 public:
  using Block = MovInjector;
  MovInjectorBench(const MovInjectorConfig& config, std::uint64_t seed);

  bool stimulate(DrivenPins in, PinValues out) override;
  void observe(PinValues in, PinValues out, bool rst_n) override;

 private:
  Random random_;
  std::uint64_t& move_;
};

}  // namespace heddle
