// SPDX-License-Identifier: Apache-2.0
#include "tb/register_file/power_gate/power_gate_bench.hpp"

#include "tb/cosim/bench/cosim_entry.hpp"
#include "tb/register_file/power_gate/power_gate_coverage.hpp"

namespace heddle {

bool PowerGateBench::stimulate(DrivenPins in, PinValues out) {
  return stimulus_.next(reinterpret_cast<Level<DomainNeeds>*>(in[0])->payload,
                        reinterpret_cast<Level<EntryWrites>*>(in[1])->payload,
                        *reinterpret_cast<Beat<RegisterRange>*>(in[2]),
                        reinterpret_cast<const Level<DomainPower>*>(out[0])->payload);
}

static const Registration<CosimEntry> registration{cosim_entry<PowerGateBench, PowerGateCoverage>()};

}  // namespace heddle
