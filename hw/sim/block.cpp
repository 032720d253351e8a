// SPDX-License-Identifier: Apache-2.0
#include "hw/sim/block.hpp"

namespace heddle {

void Block::end_of_elaboration() {
  auto* clock = pins().clk.operator->();
  pins().rst_n_wire_ = dynamic_cast<const Wire<bool>*>(pins().rst_n.get_interface());
  if (auto* domain = dynamic_cast<ClockDomain*>(clock)) return domain->attach(*this);
  sc_core::sc_spawn_options options;
  options.spawn_method();
  options.dont_initialize();
  options.set_sensitivity(&clock->posedge_event());
  sc_core::sc_spawn(
      [this] {
        credit(1);
        tick(++cycle_);
      },
      sc_core::sc_gen_unique_name("edge"), &options);
}

}  // namespace heddle
