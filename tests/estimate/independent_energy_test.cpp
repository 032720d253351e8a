// SPDX-License-Identifier: Apache-2.0
// Two computations of the energy that share only the netlist and the operations: OpenSTA with Heddle's gate
// simulation; and Icarus Verilog with the vendor's cell models, tables and slews, read by
// tests/estimate/independent/cell_energy.py.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "hw/sim/block_entry.hpp"
#include "tb/cosim/process/command.hpp"
#include "tb/cosim/rtl/parameter_sets.hpp"
#include "tb/cosim/rtl/rtl_source.hpp"
#include "tb/estimate/energy.hpp"
#include "tb/estimate/synthesis.hpp"
#include "tests/estimate/tools_present.hpp"

namespace heddle::estimate::independent_energy_test {
namespace {

namespace fs = std::filesystem;

bool is_installed(const char* program) { return run_command({"which", program}).exit_code == 0; }

/// Writes a line of names and widths, and a line for each operation.
void write_operations(const PinSequence& sequence, const fs::path& file) {
  std::ofstream out(file);
  for (const auto& pin : sequence.pins()) out << pin.name << ':' << pin.bits << ' ';
  for (std::size_t operation = 0; operation < sequence.operations(); ++operation) {
    out << '\n';
    for (const auto& pin : sequence.pins()) {
      const std::size_t words = (pin.bits + 31) / 32;
      for (std::size_t w = words; w-- > 0;) out << fmt::format("{:08x}", pin.words[operation * words + w]);
      out << ' ';
    }
  }
}

struct Case {
  const char* block;
  const char* set;
  unsigned latency;
};
void PrintTo(const Case& c, std::ostream* out) { *out << c.block << ' ' << c.set; }

class IndependentEnergy : public testing::TestWithParam<Case> {};

TEST_P(IndependentEnergy, AgreesWithTheEstimate) {
  SKIP_WITHOUT_TOOLS();
  if (!is_installed("iverilog")) GTEST_SKIP() << "iverilog is not installed";
  const Case c = GetParam();
  const auto& entry = Registry<BlockEntry>::instance().find(c.block);
  const ConfigTree tree = parameter_set(c.block, c.set, {});
  const RtlParameters parameters = entry.rtl_parameters(tree);
  const Technology technology = choose_technology();
  const Liberty liberty = read_liberty(technology.liberty);
  const double load = output_load_ff(liberty);
  const ScratchFolder folder;
  const Synthesized cells = synthesize(rtl_source(c.block, "", parameters), liberty, load, folder.path());
  const Netlist netlist(cells.json, c.block, liberty);
  const TimingAndEnergy analysis = analyze(cells.verilog, c.block, liberty, load, folder.path());

  constexpr unsigned operations = 1024;
  Random random(1);
  const PinSequence sequence =
      Registry<Stimulus>::instance().find(c.block).random(parameters, operations, random);
  const OperationEnergy energy = measure_energy(netlist, analysis.energies, sequence, c.latency + 1);
  write_operations(sequence, folder.path() / "operations");
  const CommandResult other = run_command(
      {"python3", HEDDLE_SOURCE_DIR "/tests/estimate/independent/cell_energy.py", cells.json.string(),
       cells.verilog.string(), c.block, technology.liberty,
       fs::path(technology.liberty).replace_extension(".v").string(), (folder.path() / "operations").string(),
       fmt::format("{}", c.latency + 1), fmt::format("{}", load)});
  ASSERT_EQ(other.exit_code, 0) << other.output;
  const auto independent = nlohmann::json::parse(other.output);
  double all = 0;
  const auto expect_close = [&](const char* what, double here, double there, double tolerance) {
    all += there;
    std::printf("%s %s: %s %.4g pJ, by the other route %.4g pJ\n", c.block, c.set, what, here, there);
    EXPECT_NEAR(here, there, tolerance * there) << what;
  };
  // The two weigh the inputs of a gate differently: OpenSTA takes the mean of their tables.
  expect_close("clock", energy.clock_pj, independent["clock"], 0.01);
  expect_close("registers", energy.registers_pj, independent["registers"], 0.1);
  expect_close("logic", energy.logic_pj, independent["logic"], 0.1);
  expect_close("all", energy.without_glitches_pj(), all, 0.05);
}

INSTANTIATE_TEST_SUITE_P(Blocks, IndependentEnergy,
                         testing::Values(Case{"mov_injector", "default", 1},
                                         Case{"thread_compressor", "default", 2},
                                         Case{"bdi_decompressor", "delta0", 1}));

}  // namespace
}  // namespace heddle::estimate::independent_energy_test
