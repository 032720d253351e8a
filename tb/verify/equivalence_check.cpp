// SPDX-License-Identifier: Apache-2.0
#include "tb/verify/equivalence_check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>

#include "models/base/error.hpp"
#include "models/base/text_file.hpp"
#include "tb/cosim/rtl/rtl_source.hpp"
#include "tb/estimate/tools.hpp"
#include "tb/estimate/yosys_script.hpp"
#include "tb/verify/equal_registers.hpp"

namespace heddle::verify {

namespace fs = std::filesystem;
using namespace estimate;

namespace {

constexpr unsigned most_step_seconds = 60;

/// Returns text(name, bits) of each input or output pin of the block, one after another.
template <class Text>
std::string for_pins(std::span<const CosimChannel> channels, bool input, Text text) {
  std::string all;
  for (const CosimChannel& c : channels)
    if (c.input == input)
      for (const Field& f : c.layout.fields()) all += text(f.name, f.bits);
  return all;
}

/// Returns a Verilog expression that is true when a channel differs. The payload counts only when its beat is
/// valid, and in reset.
std::string difference(const CosimChannel& c) {
  std::string payload = "1'b0";
  const auto& fields = c.layout.fields();
  const std::size_t count = fields.size() - (c.layout.has_valid() ? 1 : 0);
  for (std::size_t i = 0; i < count; ++i) payload += fmt::format(" || a_{0} != b_{0}", fields[i].name);
  if (!c.layout.has_valid()) return payload;
  return fmt::format("a_{0} != b_{0} || (a_{0} || !rst_n) && ({1})", fields.back().name, payload);
}

/// Returns a module that gives both machines the same inputs, and resets them before it compares their
/// outputs.
std::string harness(const std::string& block, const MutatedRtl& mutated,
                    std::span<const CosimChannel> channels) {
  const auto instance = [&](const char* name, const std::string& selected) {
    return fmt::format(
        "  {} {}(.clk_i(clk_i), .rst_ni(rst_n), .{}({}){}{});\n", block, name, MutatedRtl::selector, selected,
        for_pins(channels, true,
                 [](const std::string& pin, unsigned) { return fmt::format(", .{0}({0})", pin); }),
        for_pins(channels, false, [&](const std::string& pin, unsigned) {
          return fmt::format(", .{0}({1}_{0})", pin, name);
        }));
  };
  std::string wrong = "1'b0";
  for (const CosimChannel& c : channels)
    if (!c.input) wrong += fmt::format(" || ({})", difference(c));
  return fmt::format(
      "module equivalence(input clk_i, input rst_ni, input [{0}:0] selector_i{1}, output wrong_o);\n"
      "  reg started_q = 1'b0;\n"
      "  always @(posedge clk_i) started_q <= 1'b1;\n"
      "  wire rst_n = rst_ni & started_q;\n{2}{3}{4}"
      "  assign wrong_o = started_q & ({5});\n"
      "endmodule\n",
      mutated.selector_bits - 1,
      for_pins(channels, true,
               [](const std::string& pin, unsigned bits) {
                 return fmt::format(", input [{}:0] {}", bits - 1, pin);
               }),
      for_pins(channels, false,
               [](const std::string& pin, unsigned bits) {
                 return fmt::format("  wire [{0}:0] a_{1}, b_{1};\n", bits - 1, pin);
               }),
      instance("a", fmt::format("{}'d0", mutated.selector_bits)), instance("b", "selector_i"), wrong);
}

/// Returns the netlist with constants in place of the selector's inputs.
std::string with_selector(const std::string& gates, unsigned bits, unsigned value) {
  std::istringstream lines(gates);
  std::string text;
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with(".inputs")) {
      std::istringstream words(line);
      line.clear();
      for (std::string word; words >> word;)
        if (!word.starts_with("selector_i")) line += (line.empty() ? "" : " ") + word;
    }
    text += line + "\n";
    if (!line.starts_with(".outputs")) continue;
    for (unsigned bit = 0; bit < bits; ++bit)
      text += fmt::format(".names selector_i{}\n{}", bits == 1 ? "" : fmt::format("[{}]", bit),
                          value >> bit & 1 ? "1\n" : "");
  }
  return text;
}

}  // namespace

EquivalenceCheck::EquivalenceCheck(const std::string& block, const MutatedRtl& mutated,
                                   std::span<const CosimChannel> channels, const fs::path& folder)
    : folder_(folder), selector_bits_(mutated.selector_bits) {
  const fs::path gates = folder / "equivalence.blif";
  write_file(folder / "equivalence.v", harness(block, mutated, channels));
  write_file(folder / "equivalence.ys",
             fmt::format(
                 // Registers get their names before `flatten`, so that both instances have the same names.
                 "read_rtlil {}\nmemory_map\nasync2sync\n"
                 "read_verilog equivalence.v\nhierarchy -check -top equivalence\nproc\nflatten\n",
                 quoted(mutated.rtlil)) +
                 write_gates(gates));
  run_tool(yosys, {"-q", "-s", "equivalence.ys"}, folder, fmt::format("equivalence check of {}", block));
  gates_ = read_text_file(gates, "file");
}

ProofVerdict EquivalenceCheck::equivalent(unsigned mutant, unsigned seconds) const {
  const std::string text = with_selector(gates_, selector_bits_, mutant);
  const fs::path step = folder_ / "step.blif", gates = folder_ / "mutant.blif";
  // Most equivalent mutants go to the same next state from every state, which is quick to prove.
  write_file(step, step_from_equal_registers(text));
  if (combinationally_never_high(step, std::min(seconds, most_step_seconds)) == ProofVerdict::proven)
    return ProofVerdict::proven;
  write_file(gates, text);
  return never_high(gates, seconds);
}

}  // namespace heddle::verify
