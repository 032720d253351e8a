#include "hw/register_virtualization/register_virtualization.hpp"

#include <fmt/format.h>

#include "hw/register_virtualization/register_demand.hpp"
#include "hw/register_virtualization/virtual_registers.hpp"
#include "hw/sm/technique.hpp"
#include "models/base/config.hpp"
#include "models/host/status.hpp"

namespace heddle {

void RegisterVirtualizationConfig::validate() const {
  if (release != "compiler" && release != "end")
    throw Error({.what = "unknown way in release", .value = release, .legal = "compiler or end"});
  RegisterAvailability{registers, bank_entries};
}

namespace {

class VirtualPlacing final : public RegisterPlacing {
 public:
  explicit VirtualPlacing(const RegisterVirtualizationConfig& config) : config_(config) {}

  unsigned registers() const override { return config_.registers; }
  std::unique_ptr<RegisterPlace> make(const PlaceParts& parts) const override {
    return std::make_unique<VirtualRegisters>(sc_core::sc_gen_unique_name("register_virtualization"), config_,
                                              parts);
  }
  std::shared_ptr<const ReleasePlan> plan(const ptx::Kernel& kernel, unsigned warps,
                                          unsigned warps_per_cta) const override {
    auto plan = planned(kernel, warps, warps_per_cta, warps / warps_per_cta);
    // Registers that are not renamed are those of all resident warps: alone, a CTA may find room.
    if (plan->spills && warps != warps_per_cta) {
      plan = planned(kernel, warps_per_cta, warps_per_cta, 1);
      plan->ctas = 1;
    }
    if (plan->in_code && plan->program.words().size() > 0x10000)
      throw ApiError(Status::launch_out_of_resources,
                     {.place = fmt::format("{}: kernel {}", kernel.file, kernel.name),
                      .what = "the release flag cache has tags of 16 bits; the code is longer",
                      .value = fmt::format("{} words", plan->program.words().size()),
                      .legal = "at most 65536"});
    return plan;
  }

 private:
  std::shared_ptr<ReleasePlan> planned(const ptx::Kernel& kernel, unsigned warps, unsigned warps_per_cta,
                                       unsigned ctas) const {
    auto plan = std::make_shared<ReleasePlan>(
        plan_releases(kernel, RenamingBudget{.bytes = config_.table_bytes}, warps));
    plan->in_code = config_.by_compiler();
    const RegisterDemand demand(plan->kernel, plan->exempt, warps_per_cta, ctas, config_.registers);
    plan->spills = !demand.possible();
    if (ctas == 1 && !demand.possible_by_spilling())
      throw ApiError(
          Status::launch_out_of_resources,
          {.place = fmt::format("{}: kernel {}", kernel.file, kernel.name),
           .what = "too few physical registers for those of a CTA that are not renamed and what one warp can "
                   "claim",
           .value = fmt::format("{} warp registers", config_.registers),
           .legal = fmt::format("at least {}", plan->exempt * warps_per_cta + clusters * demand.of_warp)});
    return plan;
  }

  const RegisterVirtualizationConfig config_;
};

const Registration<TechniqueEntry> registration{
    TechniqueEntry{.name = "register_virtualization",
                   .description = "registers shared by warps, renamed and released (Jeon2015)",
                   .parameters = describe<RegisterVirtualizationConfig>("register_virtualization"),
                   .place = [](const ConfigTree& tree) -> std::shared_ptr<const RegisterPlacing> {
                     return std::make_shared<VirtualPlacing>(
                         resolve<RegisterVirtualizationConfig>(tree, "register_virtualization"));
                   }}};

}  // namespace
}  // namespace heddle
