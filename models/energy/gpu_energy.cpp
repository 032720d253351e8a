// SPDX-License-Identifier: Apache-2.0
#include "models/energy/gpu_energy.hpp"

namespace heddle {
namespace {

// The statistics that count the events of each energy term.
const std::vector<std::string> issued{"sm_total.warp_instructions", "sm_total.injected_moves",
                                      "sm_total.offered_instructions"};
const std::vector<std::string> integer{"sm_total.lane_operations.integer"};
const std::vector<std::string> multiply{"sm_total.lane_operations.integer_multiply"};
const std::vector<std::string> single_float{"sm_total.lane_operations.float"};
const std::vector<std::string> double_float{"sm_total.lane_operations.double"};
const std::vector<std::string> special{"sm_total.lane_operations.special"};
// A read-only cache moves a line for each access, and once more for each miss or prefetch, when the fill
// writes the line.
const std::vector<std::string> l1i{"sm_total.l1i.accesses", "sm_total.l1i.misses"};
const std::vector<std::string> l1d{"sm_total.l1d.line_accesses"};
const std::vector<std::string> l1d_tags{"sm_total.l1d.tag_lookups"};
const std::vector<std::string> l1c{"sm_total.l1c.line_accesses"};
const std::vector<std::string> l1t{"sm_total.l1t.accesses", "sm_total.l1t.misses"};
const std::vector<std::string> shared{"sm_total.load_store.shared_accesses"};
const std::vector<std::string> l2{"l2_total.port_busy", "l2_total.fill_busy"};
const std::vector<std::string> request_bytes{"crossbar.requests.bytes"};
const std::vector<std::string> response_bytes{"crossbar.responses.bytes"};
const std::vector<std::string> reads{"dram_total.read_bursts"};
const std::vector<std::string> writes{"dram_total.write_bursts"};
const std::vector<std::string> bursts{reads.front(), writes.front()};
const std::vector<std::string> activates{"dram_total.activates"};
const std::vector<std::string> refreshes{"dram_total.refreshes"};

}  // namespace

std::vector<EnergyTerm> energy_terms(const GpuCosts& costs, const EnergyMachine& m) {
  const CoreCosts& core = costs.core;
  const SramCosts& sram = costs.sram;
  const DramCosts& dram = costs.dram;
  constexpr double burst = 32;  // bytes
  std::vector<EnergyTerm> all;
  const auto add = [&](const char* component, const char* name, const char* description, double pj,
                       const std::vector<std::string>& paths) {
    all.push_back({component, name, description, pj, paths});
  };
  // mW x ns = pJ
  const auto leak = [&](const char* component, const char* name, const char* description, double mw) {
    add(component, name, description, mw * m.core_ns, {"cycles"});
    all.back().is_static = true;
  };
  const auto sram_leak = [&](const char* name, const char* description, double bytes) {
    if (bytes != 0) leak("caches", name, description, bytes / 1024 * sram.leakage_mw_per_kib);
  };
  const auto cache = [&](const char* name, const char* description, const EnergyCache& c,
                         const std::vector<std::string>& paths) {
    if (c.bytes != 0) add("caches", name, description, sram.pj(c.bytes, c.line), paths);
  };

  add("cores", "control", "fetch, decode and scheduling", core.control_pj, issued);
  add("cores", "integer", "integer lane operations", core.integer_pj, integer);
  add("cores", "integer_multiply", "integer multiplications and divisions", core.integer_multiply_pj,
      multiply);
  add("cores", "float", "single-precision lane operations", core.float_pj, single_float);
  add("cores", "double", "double-precision lane operations", core.double_pj, double_float);
  add("cores", "special", "lane operations of special functions", core.special_pj, special);
  leak("cores", "execution_leakage", "of the execution units", core.execution_leakage_mw * m.sms);
  if (m.scalar_lanes != 0)
    leak("cores", "scalar_units", "leakage of scalar units, a lane each",
         sp_lane_leakage_mw(costs, m) * m.scalar_lanes * m.sms);
  leak("cores", "other_leakage", "of the rest of the SMs", core.other_leakage_mw * m.sms);

  std::vector<std::string> instruction_lines = l1i;
  if (m.prefetches_instructions) instruction_lines.push_back("sm_total.l1i.prefetches");
  cache("l1i", "instruction caches", m.l1i, instruction_lines);
  cache("l1d", "L1 data caches: lines", m.l1d, l1d);
  if (m.l1d.bytes != 0)
    add("caches", "l1d_tags", "L1 data caches: tags of what goes past them",
        sram.pj(m.l1d.bytes / m.l1d.line * SramCosts::tag_bytes, m.l1d.ways * SramCosts::tag_bytes),
        l1d_tags);
  cache("l1c", "constant caches", m.l1c, l1c);
  cache("l1t", "texture caches", m.l1t, l1t);
  if (m.shared != 0)
    add("caches", "shared_memory", "shared memory, a word in each bank",
        m.shared_banks * sram.pj(m.shared / m.shared_banks, 4), shared);
  if (m.l2 != 0) {
    add("caches", "l2", "L2: cycles of its ports", sram.pj(m.l2, m.l2_port), l2);
    add("caches", "l2_fills", "bursts that DRAM brings to the L2", sram.pj(m.l2, burst), reads);
  }
  sram_leak("l1_leakage", "of the caches and the shared memory of the SMs",
            m.sms * (m.l1i.bytes + m.l1d.bytes + m.l1c.bytes + m.l1t.bytes + m.shared));
  sram_leak("l2_leakage", "of the L2", m.l2_slices * m.l2);

  const double byte_pj = costs.interconnect.wires_pj(1);
  add("interconnect", "requests", "bytes to the L2", byte_pj, request_bytes);
  add("interconnect", "responses", "bytes to the SMs", byte_pj, response_bytes);
  add("memory_controllers", "bursts", "bursts of 32 B", dram.controller_burst_pj, bursts);

  add("dram", "activate", "activates and their precharges", dram.activate_pj(), activates);
  add("dram", "read", "read bursts in the devices", dram.read_pj(), reads);
  add("dram", "write", "write bursts in the devices", dram.write_pj(), writes);
  add("dram", "refresh", "refreshes", dram.refresh_pj(), refreshes);
  leak("dram", "background", "standby with open rows", dram.background_mw() * m.channels);
  add("dram_pins", "data", "drivers and termination of the data pins", dram.io_pj(m.bit_ns), bursts);
  return all;
}

double sp_lane_leakage_mw(const GpuCosts& costs, const EnergyMachine& machine) {
  return machine.sp_lanes == 0 ? 0 : costs.core.sp_leakage_mw / machine.sp_lanes;
}

double energy_of(const EnergyTerm& term, const EventCount& count) {
  double events = 0;
  for (const std::string& path : term.paths) events += count(path);
  return events * term.pj;
}

}  // namespace heddle
