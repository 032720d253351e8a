// SPDX-License-Identifier: Apache-2.0
#include "tb/fuzz/run/case_files.hpp"

#include <fmt/format.h>

#include "tb/fuzz/compiled/cpp_printer.hpp"
#include "tb/fuzz/interpret/scalar_interpreter.hpp"
#include "tb/fuzz/machine/probe_subroutine.hpp"
#include "tb/fuzz/tree/buffer_files.hpp"

namespace heddle::fuzz {
namespace fs = std::filesystem;
namespace {

/// As the technique writes the memory of a subroutine.
std::string csv_of(std::uint64_t word) {
  return "word,value\n" + (word == 0 ? "" : fmt::format("0,{}\n", word));
}

}  // namespace

std::string write_case(const Case& c, const fs::path& folder, const std::string& name) {
  const KernelTree& k = c.kernel;
  const std::vector<Probe> probes = c.machines.empty() ? std::vector<Probe>{} : c.machines[0].probes;
  const Buffers expected = run_scalar(k, probes);
  std::error_code none;
  fs::create_directories(folder, none);
  const BufferWriter buffers(folder, name);
  std::string yaml = fmt::format("kernel: {}\ngrid: [{}]\ncta: [{}, {}]\narguments:\n", kernel_name,
                                 k.shape.grid, k.shape.cta_x, k.shape.cta_y);
  for (std::size_t i = 0; i < k.inputs.size(); ++i) {
    const std::string buffer = fmt::format("in{}", i);
    yaml += buffers.begin(buffer, k.inputs[i].bytes) + buffers.fill(buffer, content_of(k.inputs[i]));
  }
  yaml += buffers.begin("out", k.output_bytes()) + buffers.expect("out", expected.output);
  if (k.cells != 0)
    yaml += buffers.begin("cells", 8 * k.cells) + buffers.fill("cells", first_cells(k)) +
            buffers.expect("cells", expected.cells);
  for (std::size_t i = 0; i < k.scalars.size(); ++i)
    yaml += fmt::format("  - {{name: s{}, type: {}, value: {}}}\n", i,
                        bits_of(k.scalars[i].kind) == 64 ? "u64" : "u32", k.scalars[i].bits);
  const auto write_text = [&](const char* suffix, const std::string& text) {
    write_file(folder / (name + suffix), text);
  };
  if (c.compiled) write_text(".cpp", cpp_of(k));
  write_text(".ptx", ptx_of(c));
  write_text(".yaml", yaml);
  std::string command = fmt::format("heddle run {} --launch {}", (folder / (name + ".ptx")).string(),
                                    (folder / (name + ".yaml")).string());
  if (k.max_registers != ptx::most_registers) command += fmt::format(" --max-registers {}", k.max_registers);
  if (c.machines.empty()) return command + " --no-out";
  if (probes.empty()) return command + " --no-out " + options_of(c.machines[0]);
  command += " " + options_of(with_subroutines(c.machines[0], printed(k), folder, name + "."));
  std::string sums;  // that the launch file cannot expect
  const auto results = folder / (name + ".results");
  for (std::size_t n = 0; n < probes.size(); ++n) {
    if (probes[n].does != Probe::Does::observe) continue;
    const std::string file = name_of_probe(n) + ".csv";
    write_text(("." + file).c_str(), csv_of(expected.observed[n]));
    sums += fmt::format(" && cmp {} {}", (results / file).string(), (folder / (name + "." + file)).string());
  }
  return command + (sums.empty() ? " --no-out" : fmt::format(" --out {}{}", results.string(), sums));
}

}  // namespace heddle::fuzz
