// SPDX-License-Identifier: Apache-2.0
#include "models/register_virtualization/release_drawing.hpp"

#include <fmt/format.h>

#include "models/ptx/flow/kernel_drawing.hpp"
#include "models/register_virtualization/release_instruction.hpp"
#include "models/register_virtualization/simt_liveness.hpp"
#include "models/register_virtualization/source_groups.hpp"

namespace heddle {
namespace {

std::string names(RegisterSet registers) {
  std::string text;
  for_each_register(registers, [&](std::uint8_t r) { text += fmt::format(" r{}", r); });
  return text;
}

/// "pir 001 000 110": as many flags as instructions follow, the first operand's bit last.
std::string metadata_text(std::uint64_t word, unsigned covered) {
  if (metadata_of(word) == Metadata::pbr) return "pbr" + names(decode_pbr(word));
  std::string text = "pir";
  const PirFlags flags = decode_pir(word);
  for (unsigned k = 0; k < covered; ++k) text += fmt::format(" {:03b}", flags[k]);
  return text;
}

RegisterSet flagged(const ReleasePlan& plan, std::size_t pc) {
  RegisterSet released = 0;
  const auto groups = source_groups(plan.kernel.code[pc]);
  for (unsigned k = 0; k < flagged_operands; ++k)
    if ((plan.points.flags[pc] >> k & 1) != 0) released |= groups[k];
  return released;
}

/// Instructions up to the next metadata.
unsigned covered_by(const ReleasePlan& plan, std::uint32_t pc) {
  unsigned count = 1;
  while (pc + count < plan.kernel.code.size() && plan.program.ahead(pc + count).empty()) ++count;
  return count;
}

}  // namespace

std::string release_chart(const ReleasePlan& plan) {
  const ptx::Kernel& kernel = plan.kernel;
  const SimtLiveness live = simt_liveness(kernel.code, code_flow(kernel.code));
  std::string chart = fmt::format("{:>6} {:>6} {:>6}  {:<18}PTX\n", "word", "line", "needed", "releases");
  for (std::size_t n = 0; n < plan.program.words().size(); ++n) {
    const ReleaseProgram::Word& word = plan.program.words()[n];
    const std::uint32_t pc = word.instruction;
    if (word.metadata) {
      chart +=
          fmt::format("{:>6} {:>6} {:>6}  {}\n", n, "", "", metadata_text(word.bits, covered_by(plan, pc)));
      continue;
    }
    chart += fmt::format("{:>6} {:>6} {:>6}  {:<18}{}\n", n, kernel.code[pc].line,
                         std::popcount(live.in[pc] | live.held[pc]), names(flagged(plan, pc)),
                         ptx::statement_text(kernel, kernel.code[pc]));
  }
  return chart;
}

ReleaseTally tally(const ReleasePlan& plan) {
  ReleaseTally t;
  for (std::size_t pc = 0; pc < plan.kernel.code.size(); ++pc) {
    t.flags += static_cast<std::uint32_t>(std::popcount(plan.points.flags[pc]));
    t.flagged += static_cast<std::uint32_t>(std::popcount(flagged(plan, pc)));
    t.in_pbrs += static_cast<std::uint32_t>(std::popcount(plan.points.ahead[pc]));
  }
  return t;
}

}  // namespace heddle
