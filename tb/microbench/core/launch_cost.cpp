// SPDX-License-Identifier: Apache-2.0
#include "tb/microbench/core/launch_cost.hpp"

#include <cmath>

namespace heddle {

/// `launch_store` stores for threads below its second parameter.
std::string launch_kernels() {
  return ".visible .entry launch_ret()\n{\n  ret;\n}\n"
         ".visible .entry launch_store(.param .u64 out, .param .u32 n)\n{\n"
         "  .reg .b32 %r<2>;\n  .reg .b64 %rd<2>;\n  .reg .pred %p0;\n"
         "  ld.param.u32 %r0, [n];\n  mov.u32 %r1, %tid.x;\n  setp.ge.u32 %p0, %r1, %r0;\n  @%p0 ret;\n"
         "  ld.param.u64 %rd0, [out];\n  mul.wide.u32 %rd1, %r1, 4;\n  add.u64 %rd0, %rd0, %rd1;\n"
         "  st.global.u32 [%rd0], %r1;\n  ret;\n}\n";
}

std::vector<CoreMeasurement> measure_launches(Context& context, const Module& module,
                                              std::uint64_t period_fs) {
  std::vector<CoreMeasurement> all;
  const Function ret = module.function("launch_ret"), store = module.function("launch_store");
  const LaunchShape warp{.cta = {warp_size}};
  const DevicePointer out = context.allocate(warp_size * 4);
  context.fill32(out, 0, warp_size);  // the first access resets the machine, which is no part of a launch
  const auto measure = [&](const char* name, const auto& launch) {
    const std::uint64_t before = context.device().picoseconds();
    launch();
    const auto ps = static_cast<double>(context.device().picoseconds() - before);
    all.push_back(
        {CoreGroup::launch, name, "cycles", std::round(ps * 1000 / static_cast<double>(period_fs))});
  };
  const auto empty = [&] { ret.launch(warp); };
  const auto of_threads = [&](std::uint32_t n) { return [&, n] { store.launch(warp, out, n); }; };
  measure("ret, first launch", empty);
  measure("ret, again", empty);
  measure("reads a parameter, first launch", of_threads(0));
  measure("reads a parameter, again", of_threads(0));
  measure("the same, and a store", of_threads(warp_size));
  measure("ret, after the other kernel", empty);
  measure("reads a parameter, after the other kernel", of_threads(0));
  context.free(out);
  return all;
}

}  // namespace heddle
