// SPDX-License-Identifier: Apache-2.0
// Branches over a move, which all lanes of a warp jump, none, or half of them; a move or another; and
// barriers.
#include <fmt/format.h>

#include "tb/microbench/core/core_kernel.hpp"

namespace heddle {
namespace core_control {
namespace {

CoreKernel kernel_of(const std::string& name) {
  CoreKernel k{.group = CoreGroup::control, .name = name, .unit = "cycles"};
  wait_for(k.stretch, "u32", {"%t"});
  return k;
}

/// `text`: code in which lanes below `jumping` jump, by predicate %p0. {0} and {1} are registers.
CoreKernel branch(const std::string& name, unsigned jumping, const char* text) {
  CoreKernel k = kernel_of(name);
  k.stretch.prepare = fmt::format("  and.b32 %r1, %t, 31;\n  setp.lt.u32 %p0, %r1, {};\n", jumping);
  std::vector<std::string> moved;
  for (unsigned i = 0; i < 16; ++i) moved.push_back(fmt::format("%r{}", 2 + i));
  wait_for(k.stretch, "u32", moved);
  k.stretch.step = [text, moved](unsigned i) {
    return fmt::format(fmt::runtime(text), moved[i % 8], moved[8 + i % 8]);
  };
  k.stretch.many = 48;  // of four instructions: they fit the instruction cache
  return k;
}
constexpr const char* over = "{{ @%p0 bra BEHIND;\n  mov.u32 {0}, 0;\nBEHIND: }}";
constexpr const char* either =
    "{{ @%p0 bra OTHER;\n  mov.u32 {0}, 0;\n  bra.uni BEHIND;\nOTHER:\n  mov.u32 {1}, 1;\nBEHIND: }}";

CoreKernel barrier(unsigned warps) {
  CoreKernel k =
      kernel_of(fmt::format("barrier of {}", warps == 1 ? "one warp" : fmt::format("{} warps", warps)));
  k.stretch.step = [](unsigned) { return "bar.sync 0;"; };
  k.warps = warps;
  return k;
}

}  // namespace
}  // namespace core_control

std::vector<CoreKernel> control_kernels() {
  using namespace core_control;
  return {branch("branch of no lane, and the move", 0, over),
          branch("branch of all lanes", 32, over),
          branch("branch of half, and the move of the others", 16, over),
          branch("if and else, all lanes at one", 0, either),
          branch("if and else, half at each", 16, either),
          barrier(1),
          barrier(8),
          barrier(32)};
}

}  // namespace heddle
