// SPDX-License-Identifier: Apache-2.0
#include "tb/estimate/machine/machine_report.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "tb/estimate/gate_simulation.hpp"
#include "tb/estimate/wrapped_text.hpp"

namespace heddle::estimate {
namespace {

/// Names a block: "bdi_compressor", with its parameters where the machine has it with several sets of them.
std::string name_of(const MachineEstimate& e, const BlockCost& b) {
  unsigned same = 0;
  for (const BlockCost& other : e.blocks) same += other.estimate.card.name == b.estimate.card.name;
  if (same == 1) return b.estimate.card.name;
  std::string text;
  for (const auto& [name, value] : b.estimate.parameters)
    text += fmt::format("{}{}={}", text.empty() ? "" : " ", name, value);
  return fmt::format("{} ({})", b.estimate.card.name, text);
}

/// Prints how many instances an SM has; nothing when the SMs do not all have the same number.
std::string in_an_sm(const MachineRun& run, const BlockCost& b) {
  return run.sms != 0 && b.instances % run.sms == 0 ? fmt::format("{}", b.instances / run.sms) : "";
}

std::string of_an_sm(const MachineRun& run, double all_mm2) {
  return run.sms == 0 || run.sm_mm2 == 0 ? "" : fmt::format("{:.2f} %", 100 * all_mm2 / run.sms / run.sm_mm2);
}

std::string areas(const MachineEstimate& e) {
  constexpr auto row = "  {:<34}{:>8}{:>8}{:>14}{:>10}{:>10}{:>14}{:>11}\n";
  std::string text = fmt::format(row, "block", "in an SM", "in all", "um2 of one", "mm2", "of an SM",
                                 "leakage, mW", "path, ns");
  for (const BlockCost& b : e.blocks)
    text += fmt::format(
        row, name_of(e, b), in_an_sm(e.run, b), b.instances, fmt::format("{:.0f}", b.area_mm2() * 1e6),
        fmt::format("{:.3f}", b.area_mm2() * b.instances), of_an_sm(e.run, b.area_mm2() * b.instances),
        fmt::format("{:.3g}", b.estimate.leakage_mw * b.instances),
        fmt::format("{:.2f}", b.critical_path_ns()));
  const BlockCost& critical = e.critical();
  const double period_ns = 1000 / e.run.clock_mhz;
  unsigned slower = 0;
  for (const BlockCost& b : e.blocks) slower += b.critical_path_ns() > period_ns;
  return text +
         fmt::format(row, "all", "", "", "", fmt::format("{:.3f}", e.area_mm2()),
                     of_an_sm(e.run, e.area_mm2()), fmt::format("{:.3g}", e.leakage_mw()), "") +
         (e.area_with_memories_mm2() == e.area_mm2()
              ? ""
              : fmt::format(row, "all, with tables as memories", "", "", "",
                            fmt::format("{:.3f}", e.area_with_memories_mm2()),
                            of_an_sm(e.run, e.area_with_memories_mm2()), "", "")) +
         fmt::format(
             "\n  The critical block is {}: its path of {:.2f} ns allows {:.0f} MHz. A period of the "
             "machine's {:g} MHz is {:.2f} ns; {} of {} blocks need longer.\n",
             name_of(e, critical), critical.critical_path_ns(), 1000 / critical.critical_path_ns(),
             e.run.clock_mhz, period_ns, slower, e.blocks.size());
}

std::string energies(const MachineEstimate& e) {
  constexpr auto row = "  {:<34}{:>10}{:>12}{:>24}{:>12}{:>13}{:>15}{:>11}{:>13}{:>9}  {}\n";
  std::string text =
      fmt::format(row, "energy of the run", "moving, %", "applied, %", "pJ a moving cycle", "operations",
                  "pJ for each", "switching, uJ", "clock, uJ", "leakage, uJ", "all, uJ", "");
  double switching = 0, clock = 0, leakage = 0;
  for (const BlockCost& b : e.blocks) {
    switching += b.switching_uj();
    clock += b.clock_uj(e.run);
    leakage += b.leakage_uj(e.run);
    const double all_cycles = static_cast<double>(e.run.cycles) * b.instances;
    text += fmt::format(
        row, name_of(e, b), fmt::format("{:.2f}", 100 * static_cast<double>(b.moving) / all_cycles),
        b.moving == 0
            ? ""
            : fmt::format("{:.1f}", 100 * static_cast<double>(b.moving_kept) / static_cast<double>(b.moving)),
        fmt::format("{:.3g} ({:.3g}-{:.3g})", b.switching_pj(), b.switching_pj_spread().least,
                    b.switching_pj_spread().most),
        b.counts.empty() ? "" : fmt::format("{}", b.operations),
        b.operations == 0 ? "" : fmt::format("{:.3g}", b.operation_pj()),
        fmt::format("{:.3g}", b.switching_uj()), fmt::format("{:.3g}", b.clock_uj(e.run)),
        fmt::format("{:.3g}", b.leakage_uj(e.run)), fmt::format("{:.3g}", b.total_uj(e.run)), b.counts);
  }
  return text + fmt::format(row, "all", "", "", "", "", "", fmt::format("{:.3g}", switching),
                            fmt::format("{:.3g}", clock), fmt::format("{:.3g}", leakage),
                            fmt::format("{:.3g}", switching + clock + leakage), "");
}

std::string conventions(const MachineEstimate& e) {
  const Estimate& any = e.blocks.front().estimate;
  std::string text =
      "\n" + wrapped("  Cells: ", fmt::format("{} ({})", any.technology.liberty, any.technology.source));
  if (any.scaling)
    text += wrapped(
        "  Scaled: ",
        fmt::format("to {:g} nm: area / {:g}, delay / {:g}, energy / {:g}; leakage is the "
                    "library's own",
                    any.scaling->node_nm, any.scaling->area, any.scaling->delay, any.scaling->energy));
  text += wrapped(
      "  Synthesis: ",
      fmt::format("{} of the gates; no wires, no clock tree; tables are flip-flops, but "
                  "for a line that says otherwise; areas have the modules beside a block, energies not",
                  any.orders == 1 ? "one order" : fmt::format("medians over {} orders", any.orders)));
  text += wrapped("  Moving: ", "cycles in which a pin of the block changes or carries a valid beat");
  text += wrapped(
      "  Switching: ",
      fmt::format(
          "of the netlist, driven by what the pins of up to {} instances showed in the first {} cycles in "
          "which they moved or had moved within {}; its outputs must be those of the run. The mean, beside "
          "the least and the most of four quarters, is taken for all moving cycles; the share of them that "
          "was applied is given. An operation has its share of all switching energy",
          GateSimulation::streams, e.run.most_kept, PinChanges::patience));
  text += wrapped("  Clock: ", "of all registers' clock pins in each cycle of the run; nothing is gated");
  if (e.run.sm_mm2 != 0)
    text += wrapped("  An SM: ", fmt::format("{:g} mm2 (gpu_costs.core.sm_mm2)", e.run.sm_mm2));
  return text;
}

}  // namespace

std::string report_text(const MachineEstimate& e) {
  return fmt::format("{}: {} SMs; {}, {} cycles ({:.1f} us)\n\n", e.run.machine, e.run.sms, e.run.workload,
                     e.run.cycles, static_cast<double>(e.run.cycles) / e.run.clock_mhz) +
         areas(e) + "\n" + energies(e) + conventions(e) + beside_text(e.beside, e.beside_model, e.run.sm_mm2);
}

nlohmann::json report_json(const MachineEstimate& e) {
  nlohmann::json blocks = nlohmann::json::array();
  for (const BlockCost& b : e.blocks)
    blocks.push_back({{"block", b.estimate.card.name},
                      {"parameters", b.estimate.parameters},
                      {"instances", b.instances},
                      {"area_mm2_of_one", b.area_mm2()},
                      {"area_mm2", b.area_mm2() * b.instances},
                      {"leakage_mw", b.estimate.leakage_mw * b.instances},
                      {"critical_path_ns", b.critical_path_ns()},
                      {"moving_cycles", b.moving},
                      {"moving_cycles_on_netlist", b.moving_kept},
                      {"switching_pj_a_moving_cycle", b.switching_pj()},
                      {"operations", b.operations},
                      {"operations_are", b.counts},
                      {"operation_pj", b.operation_pj()},
                      {"switching_uj", b.switching_uj()},
                      {"clock_uj", b.clock_uj(e.run)},
                      {"leakage_uj", b.leakage_uj(e.run)},
                      {"cycles_on_netlist", b.kept}});
  const auto& scaling = e.blocks.front().estimate.scaling;
  return {{"machine", e.run.machine},
          {"workload", e.run.workload},
          {"sms", e.run.sms},
          {"clock_mhz", e.run.clock_mhz},
          {"cycles", e.run.cycles},
          {"node_nm", scaling ? scaling->node_nm : e.blocks.front().estimate.technology.node_nm},
          {"area_mm2", e.area_mm2()},
          {"area_with_memories_mm2", e.area_with_memories_mm2()},
          {"leakage_mw", e.leakage_mw()},
          {"sm_mm2", e.run.sm_mm2},
          {"critical_block", e.critical().estimate.card.name},
          {"blocks", std::move(blocks)},
          {"beside_blocks", beside_json(e.beside)}};
}

}  // namespace heddle::estimate
