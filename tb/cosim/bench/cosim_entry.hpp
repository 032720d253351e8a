// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <utility>

#include "hw/sim/block_entry.hpp"
#include "models/base/config.hpp"
#include "models/base/registry.hpp"
#include "tb/cosim/bench/block_bench.hpp"

namespace heddle {

/// What a co-simulation needs of a block.
struct CosimParts {
  std::unique_ptr<Block> model;
  std::unique_ptr<BlockBench> bench;
  std::unique_ptr<BlockCoverage> coverage;
  RtlParameters parameters;
  unsigned settle = 0;  ///< edges after which the RTL may sleep in a GPU
};

/// A block with a bench, as the co-simulation knows it.
struct CosimEntry {
  std::string name;
  /// Model, bench and coverage for the parameters in `tree`; `module` is the model's SystemC name.
  std::function<CosimParts(const char* module, const ConfigTree& tree, std::uint64_t seed)> make;
  /// The coverage alone, for a block that something else drives.
  std::function<std::unique_ptr<BlockCoverage>(const ConfigTree& tree)> make_coverage;
  /// RTL behind the block's pins, which may sleep after `settle` edges. Throws Error when its ports do not
  /// fit the pins.
  std::function<std::unique_ptr<Block>(const char* module, std::unique_ptr<RtlModel>, unsigned settle)>
      make_rtl;

  static std::string_view kind() { return "block"; }
};

/// This many edges without any change occur only at the end of a run, not in a gap: only then may RTL sleep
/// in a co-simulation, unless it is to sleep as in a GPU.
inline constexpr unsigned quiet_for_good = 10'000;

/// `Bench` is a BlockBench with a member type `Block` and a constructor from its configuration and a seed;
/// `Seen` a BlockCoverage with a constructor from the configuration.
template <class Bench, class Seen>
CosimEntry cosim_entry() {
  using B = typename Bench::Block;
  using Config = typename B::Config;
  return {B::block_name,
          [](const char* module, const ConfigTree& tree, std::uint64_t seed) {
            const auto config = resolve<Config>(tree);
            tree.check_all_used();
            return CosimParts{std::make_unique<B>(module, config), std::make_unique<Bench>(config, seed),
                              std::make_unique<Seen>(config), rtl_parameters(config), B::settle(config)};
          },
          [](const ConfigTree& tree) -> std::unique_ptr<BlockCoverage> {
            return std::make_unique<Seen>(resolve<Config>(tree));
          },
          [](const char* module, std::unique_ptr<RtlModel> rtl, unsigned settle) -> std::unique_ptr<Block> {
            return make_rtl_block<B>(module, std::move(rtl), settle);
          }};
}

}  // namespace heddle
