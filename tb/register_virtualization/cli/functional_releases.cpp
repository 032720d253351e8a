// SPDX-License-Identifier: Apache-2.0
// What register virtualization adds to `heddle run --functional`: --releases.
#include <fmt/format.h>

#include <algorithm>

#include "hw/sm/launch/occupancy.hpp"
#include "models/register_virtualization/release_checker.hpp"
#include "tb/run/functional_check.hpp"
#include "tb/run/report.hpp"

namespace heddle {
namespace {

/// The plan for as many warps as an SM of the GPU holds, with a renaming table of the paper's size.
ReleasePlan plan_for(const LaunchRequest& r, const SmConfig& sm) {
  const Occupancy fit = occupancy(static_cast<std::uint32_t>(r.cta.count()), r.kernel.registers,
                                  r.kernel.shared_bytes + r.dynamic_shared_bytes, sm);
  return plan_releases(r.kernel, {}, std::max(1u, fit.warps()));
}

/// Every launch runs by its release plan (release_plan.hpp); a value that is read after its release is an
/// Error.
class ByReleasePlan final : public CheckingDevice {
 public:
  ByReleasePlan(FunctionalDevice& inner, const SmConfig& sm)
      : checked_(inner, [sm](const LaunchRequest& r) { return plan_for(r, sm); }) {}
  Device& device() override { return checked_; }
  std::string label() const override { return "release flags"; }
  std::string report() const override {
    const ReleaseCounts& c = checked_.counts();
    return fmt::format(
        "{} pir and {} pbr, fetched anew each time: {:.1f} % more instructions; no value is read after its "
        "release",
        grouped(c.pirs), grouped(c.pbrs), 100 * c.growth());
  }

 private:
  ReleaseCheckedDevice checked_;
};

const Registration<FunctionalCheck> functional_releases_registration{FunctionalCheck{
    .name = "releases",
    .help = "With --functional: execute the release flags of Jeon2015, count them, and fail where a value is "
            "read after its release",
    .make = [](FunctionalDevice& inner, const SmConfig& sm) -> std::unique_ptr<CheckingDevice> {
      return std::make_unique<ByReleasePlan>(inner, sm);
    }}};

}  // namespace
}  // namespace heddle
