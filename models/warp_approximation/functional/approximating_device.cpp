// SPDX-License-Identifier: Apache-2.0
#include "models/warp_approximation/functional/approximating_device.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "models/base/error.hpp"
#include "models/host/fault.hpp"

namespace heddle::approximate {

void Approximation::begin_cta(unsigned cta, unsigned warps) {
  if (cta >= ctas_.size()) ctas_.resize(cta + 1);
  ctas_[cta].clear();
  ctas_[cta].resize(warps);
}

void Approximation::observe(const ObservedInstruction& o) {
  instruction_ = &o.kernel.code[o.pc];
  mark_ = marks_.at(o.pc);
  if (parameters_.controlled) mark_.d = std::min(mark_.d, o.setting);
  std::optional<Warp>& warp = ctas_[o.cta][o.warp];
  if (!warp) warp.emplace(parameters_, o.kernel.registers, o.alive);
  warp_ = &*warp;
  warp_->follow(o.active, o.alive);
  count_moves();
  check_reads(o);

  ++counts_.instructions;
  execution_ = warp_->execute(*instruction_, mark_, o.lanes, o.operands);
  if (o.lanes == 0) return;
  const unsigned level = operand_level(*instruction_, o.operands, o.lanes);
  counts_.operands.add(level);
  if (!mark_.approximate) {
    if (execution_.representative) ++counts_.scalar;
    return;
  }
  ++counts_.marked;
  counts_.marked_operands.add(level);
  if (execution_.representative) ++counts_.representative;
}

void Approximation::executed(ptx::RegisterRefs<ptx::max_destinations>& destinations) {
  const Written w = warp_->commit(*instruction_, mark_, execution_, destinations);
  if (w.bypassed) ++counts_.bypassed;
  if (w.newly_similar) ++counts_.newly_similar;
  count_moves();
}

void Approximation::count_moves() {
  for (const Move& m : warp_->take_moves()) ++counts_.moves[static_cast<unsigned>(m.cause)];
}

void Approximation::check_reads(const ObservedInstruction& o) const {
  for (unsigned k = 0; k < instruction_->source_count; ++k)
    each_lane(o.active, [&](unsigned lane) {
      const unsigned reg = instruction_->sources[k];
      const std::uint32_t read = warp_->read(reg, lane), program = o.operands.source[k][lane];
      if (read != program)
        throw Error(
            {.place = instruction_place(o.kernel, *instruction_),
             .what = fmt::format("the banks deliver another value of register {} to lane {} of warp {}", reg,
                                 lane, o.warp),
             .value = fmt::format("{:#x}", read),
             .legal = fmt::format("{:#x}", program)});
    });
}

ApproximatingDevice::ApproximatingDevice(FunctionalDevice& inner, const Parameters& parameters, Marker marker)
    : DeviceWrapper(inner), functional_(inner), marker_(std::move(marker)), approximation_(parameters) {
  functional_.change_results(&approximation_);
}

ApproximatingDevice::~ApproximatingDevice() { functional_.change_results(nullptr); }

void ApproximatingDevice::launch(const LaunchRequest& r) {
  approximation_.begin_launch(marker_(r.kernel));
  DeviceWrapper::launch(r);
}

}  // namespace heddle::approximate
