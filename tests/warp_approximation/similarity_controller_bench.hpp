// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hw/sim/wire.hpp"
#include "hw/warp_approximation/similarity_controller/similarity_controller.hpp"

namespace heddle {

/// A controller, or another block with the same pins, with its wires in a clock domain of its own.
struct SimilarityControllerTestBench {
  using Made = BlockWith<SimilarityControllerPins>;
  explicit SimilarityControllerTestBench(std::unique_ptr<Made> made, const char* name = "core",
                                         bool skipping = true)
      : domain(name, 1000, skipping), block(std::move(made)) {
    block->io.clk(domain);
    block->io.rst_n(rst_n);
    block->io.launch.port(launch);
    block->io.similar.port(similar);
    block->io.state.port(state);
    rst_n.write(true);
  }
  explicit SimilarityControllerTestBench(const SimilarityControllerConfig& config)
      : SimilarityControllerTestBench(std::make_unique<SimilarityController>("controller", config)) {
    sc_core::sc_start(sc_core::sc_time::from_value(500));
  }

  void run(unsigned edges) { sc_core::sc_start(sc_core::sc_time::from_value(1000) * edges); }
  void begin(const SimilarityLaunch& with) {
    launch.write({with, true});
    run(1);
    launch.write({});
  }
  /// Advances one edge with these results.
  void find(unsigned results) {
    similar.write({{static_cast<std::uint8_t>(results)}});
    run(1);
    similar.write({});
  }
  /// Advances a window of `window` edges with `count` results, one an edge from the first edge on.
  void window(unsigned window, unsigned count) {
    for (unsigned n = 0; n < count; ++n) find(1);
    run(window - count);
  }
  unsigned d() const { return state.read().payload.d.value; }
  unsigned counted() const { return state.read().payload.counted.value; }

  ClockDomain domain;
  Wire<Beat<SimilarityLaunch>> launch;
  Wire<Level<NewSimilar>> similar;
  Wire<Level<SimilarityState>> state;
  Wire<bool> rst_n;
  std::unique_ptr<Made> block;
};

}  // namespace heddle
