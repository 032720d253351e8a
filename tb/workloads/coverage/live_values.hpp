// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <string>

namespace heddle {

/// A kernel (in, out) of PTX, whose thread i reads word i, has `count` multiples of it in registers while it
/// reads the word from the L2 again and its CTA meets at a barrier, and writes their sum_of_live_values as
/// word i. It needs five more registers for two addresses and the sum.
inline std::string kernel_of_live_values(const std::string& name, std::uint32_t count) {
  std::string text =
      fmt::format(".visible .entry {}(.param .u64 in, .param .u64 out)\n{{\n", name) +
      fmt::format("  .reg .b32 %r<4>, %v<{}>;\n", count) +
      "  .reg .b64 %rd<4>;\n"
      "  ld.param.u64 %rd0, [in];\n  ld.param.u64 %rd1, [out];\n"
      "  mov.u32 %r0, %tid.x;\n  mov.u32 %r1, %ctaid.x;\n  mov.u32 %r2, %ntid.x;\n"
      "  mad.lo.u32 %r0, %r1, %r2, %r0;\n  mul.wide.u32 %rd2, %r0, 4;\n"
      "  add.u64 %rd0, %rd0, %rd2;\n  add.u64 %rd1, %rd1, %rd2;\n  ld.global.u32 %r3, [%rd0];\n";
  for (std::uint32_t k = 0; k < count; ++k)
    text += fmt::format("  mul.lo.u32 %v{}, %r3, {};\n", k, 2 * k + 1);
  text += "  ld.global.cg.u32 %r3, [%rd0];\n  bar.sync 0;\n";
  for (std::uint32_t k = 0; k < count; ++k) text += fmt::format("  mad.lo.u32 %r3, %r3, 3, %v{};\n", k);
  return text + "  st.global.u32 [%rd1], %r3;\n  ret;\n}\n";
}

inline std::uint32_t sum_of_live_values(std::uint32_t x, std::uint32_t count) {
  std::uint32_t sum = x;
  for (std::uint32_t k = 0; k < count; ++k) sum = 3 * sum + x * (2 * k + 1);
  return sum;
}

}  // namespace heddle
