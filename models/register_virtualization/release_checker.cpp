// SPDX-License-Identifier: Apache-2.0
#include "models/register_virtualization/release_checker.hpp"

#include <fmt/format.h>

#include "models/host/fault.hpp"
#include "models/register_virtualization/source_groups.hpp"

namespace heddle {

void ReleaseChecker::observe(const ObservedInstruction& o) {
  Warp& warp = ctas_.at(o.cta).at(o.warp);
  const ptx::Instruction& i = o.kernel.code[o.pc];
  ++counts_.instructions;
  fetch_ahead(warp, o.pc);
  const std::uint8_t flags = next_flags(warp, o);
  for (unsigned k = 0; k < i.source_count; ++k)
    if (const LaneMask lost = warp.lost[i.sources[k]] & o.lanes; lost != 0) fail(o, i.sources[k], lost);
  if (flags != 0) {
    const auto groups = source_groups(i);
    for (unsigned k = 0; k < flagged_operands; ++k)
      if ((flags >> k & 1) != 0)
        for_each_register(groups[k], [&](std::uint8_t r) { warp.lost[r] = ~LaneMask{0}; });
  }
  for (unsigned k = 0; k < i.destination_count; ++k) warp.lost[i.destinations[k]] &= ~o.lanes;
}

void ReleaseChecker::fetch_ahead(Warp& warp, std::uint32_t pc) {
  for (const ReleaseProgram::Word& word : plan_->program.ahead(pc)) {
    if (metadata_of(word.bits) == Metadata::pbr) {
      ++counts_.pbrs;
      for_each_register(decode_pbr(word.bits), [&](std::uint8_t r) { warp.lost[r] = ~LaneMask{0}; });
    } else {
      ++counts_.pirs;
      warp.flags = decode_pir(word.bits);
      warp.next_flag = 0;
    }
  }
}

std::uint8_t ReleaseChecker::next_flags(Warp& warp, const ObservedInstruction& o) const {
  if (warp.next_flag < flags_of_pir) return warp.flags[warp.next_flag++];
  throw Error({.place = instruction_place(o.kernel, o.kernel.code[o.pc]),
               .what = fmt::format("kernel '{}': no pir covers instruction {}", o.kernel.name, o.pc),
               .value = fmt::format("warp {}", o.warp)});
}

void ReleaseChecker::fail(const ObservedInstruction& o, std::uint8_t reg, LaneMask lanes) const {
  throw Error({.place = instruction_place(o.kernel, o.kernel.code[o.pc]),
               .what = fmt::format("kernel '{}' reads register {} after its release", o.kernel.name, reg),
               .value = fmt::format("warp {}, lanes {:#010x}, instruction {}", o.warp, lanes, o.pc),
               .legal = "a register that the lane has written since"});
}

ReleaseCheckedDevice::ReleaseCheckedDevice(FunctionalDevice& inner, Planner planner)
    : inner_(inner), planner_(std::move(planner)) {
  inner_.observe(&checker_);
}

ReleaseCheckedDevice::~ReleaseCheckedDevice() { inner_.observe(nullptr); }

void ReleaseCheckedDevice::launch(const LaunchRequest& r) {
  if (r.kernel.divergence == ptx::Divergence::threads)
    throw Error({.place = r.kernel.file,
                 .what = "registers are released where all lanes of a SIMT stack have done with them",
                 .value = "sm.divergence=threads",
                 .legal = "stack"});
  const ReleasePlan plan = planner_(r);
  checker_.begin_launch(plan);
  inner_.launch({.kernel = plan.kernel,
                 .grid = r.grid,
                 .cta = r.cta,
                 .arguments = r.arguments,
                 .dynamic_shared_bytes = r.dynamic_shared_bytes,
                 .textures = r.textures,
                 .constants = r.constants,
                 .constant_address = r.constant_address});
}

}  // namespace heddle
