// SPDX-License-Identifier: Apache-2.0
#include "tb/microbench/core/core_kernel.hpp"

#include <fmt/format.h>

namespace heddle {
namespace core_kernel {
namespace {

/// Instructions of a loop: with those that make it a loop they fit GF100's smallest modelled L1 instruction
/// cache, of 256, wherever it begins.
constexpr unsigned loop_instructions = 208;
/// The first time the loop is fetched from memory.
constexpr unsigned iterations = 6;

/// The registers are those of micro::Stretch.
std::string loop(const micro::Stretch& s) {
  std::string text = fmt::format(
      "{1}.visible .entry {0}(.param .u64 in)\n{{\n{2}"
      "  .reg .b32 %t, %x, %kept, %turn, %r<32>;\n  .reg .b64 %rd<2>;\n"
      "  .reg .f32 %f<16>;\n  .reg .f64 %d<16>;\n  .reg .pred %again, %done;\n"
      "  ld.param.u64 %rd0, [in];\n  ld.global.u32 %kept, [%rd0];\n  mov.u32 %x, %kept;\n"
      "  mov.u32 %t, %tid.x;\n{3}  mov.u32 %turn, 0;\n  bar.sync 0;\nAGAIN:\n",
      s.name, s.outside, s.shared, s.prepare);
  unsigned instructions = 0;
  for (unsigned k = 0; instructions < loop_instructions; ++k) {
    std::string step = s.step(k);
    const std::size_t end = std::min(step.find('\n'), step.size());
    instructions += end == step.size() ? 1 : 2;
    text += "  " + step.insert(end, fmt::format("  {}", step_mark)) + "\n";
  }
  return text + fmt::format(
                    "  add.u32 %turn, %turn, 1;\n  setp.lt.u32 %again, %turn, {};\n  @%again bra AGAIN;\n"
                    "{}  ret;\n}}\n",
                    iterations, s.wait);
}

}  // namespace
}  // namespace core_kernel

std::string write_core_module(const std::vector<CoreKernel>& kernels) {
  std::vector<micro::Stretch> chains;
  std::string loops;
  for (const CoreKernel& k : kernels)
    if (k.run == CoreWarps::chain)
      chains.push_back(k.stretch);
    else
      loops += core_kernel::loop(k.stretch);
  return micro::write_module(chains) + loops;
}

void wait_for(micro::Stretch& s, const std::string& type, const std::vector<std::string>& registers) {
  s.wait.clear();
  for (const std::string& r : registers)
    s.wait += s.wait.empty() ? fmt::format("  setp.eq.{0} %done, {1}, {1};\n", type, r)
                             : fmt::format("  setp.eq.and.{0} %done, {1}, {1}, %done;\n", type, r);
  s.finish = "  mov.u32 %result, %x;\n";
}

}  // namespace heddle
