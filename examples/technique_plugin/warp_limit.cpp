// SPDX-License-Identifier: Apache-2.0
// A technique of a user's own, as a plug-in: it limits how many warps of an SM may issue, but not to fewer
// than a CTA has; the lowest slots go first. (Fewer warps share the L1 cache: the idea of cache-conscious
// schedulers, without their feedback.)
//
//   heddle run pathfinder --plugin libwarp_limit.so --with warp_limit --set warp_limit.warps=8
#include <algorithm>

#include "hw/sm/hooks/sm_hooks.hpp"
#include "hw/sm/hooks/technique.hpp"
#include "hw/sm/launch/launch.hpp"
#include "hw/sm/warps/warp_table.hpp"
#include "models/base/config.hpp"
#include "models/base/plugin.hpp"
#include "models/base/registry.hpp"

HEDDLE_PLUGIN

namespace heddle {
namespace {

struct WarpLimitConfig {
  unsigned warps = 16;

  static constexpr auto parameters() {
    return std::tuple{parameter(&WarpLimitConfig::warps, "warps", "warps", 1u, 64u, "a user's choice",
                                "that may issue at the same time")};
  }
};

/// Its part in an SM: a gate in front of the warp schedulers.
class WarpLimit final : public SmTechnique, public IssueGate {
 public:
  WarpLimit(const SmTechniqueParts& parts, unsigned warps)
      : warps_(warps),
        limit_(warps),
        changes_(parts.stats.group("warp_limit").counter("changes", "masks", "of warps that may issue")) {}

  void attach(SmHooks& hooks, const SmStations& stations) override {
    table_ = &stations.warps;
    hooks.add(static_cast<IssueGate&>(*this));
  }
  /// A CTA issues as a whole, or its warps at a barrier would wait for those that may not issue.
  void begin(const Launch& launch, const KernelPlan*) override {
    limit_ = std::max(warps_, launch.warps_per_cta);
    seen_ = 0;
  }
  void begin_cycle() override {
    const WarpMask live = table_->live();
    if (live == seen_) return;
    seen_ = live;
    WarpMask open = 0, rest = live;
    for (unsigned n = 0; n < limit_ && rest != 0; ++n) {
      open |= rest & -rest;
      rest &= rest - 1;
    }
    set_open(open);
    ++changes_;
  }

 private:
  const unsigned warps_;
  unsigned limit_;
  const WarpTable* table_ = nullptr;
  WarpMask seen_ = 0;
  Counter& changes_;
};

class WarpLimitTechnique final : public Technique {
 public:
  explicit WarpLimitTechnique(const WarpLimitConfig& config) : config_(config) {}
  std::vector<Hook> hooks() const override { return {Hook::issue_gate}; }
  std::unique_ptr<SmTechnique> make(const SmTechniqueParts& parts) const override {
    return std::make_unique<WarpLimit>(parts, config_.warps);
  }

 private:
  const WarpLimitConfig config_;
};

const Registration<TechniqueEntry> registration{TechniqueEntry{
    .name = "warp_limit",
    .description = "at most so many warps of an SM issue",
    .parameters = describe<WarpLimitConfig>("warp_limit"),
    .make = [](const ConfigTree& tree) -> std::shared_ptr<const Technique> {
      return std::make_shared<WarpLimitTechnique>(resolve<WarpLimitConfig>(tree, "warp_limit"));
    }}};

}  // namespace
}  // namespace heddle
