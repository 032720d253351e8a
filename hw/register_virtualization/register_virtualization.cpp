// SPDX-License-Identifier: Apache-2.0
#include "hw/register_virtualization/register_virtualization.hpp"

#include <fmt/format.h>

#include "hw/register_virtualization/register_demand.hpp"
#include "hw/register_virtualization/renaming_energy.hpp"
#include "hw/register_virtualization/virtual_registers.hpp"
#include "hw/sm/hooks/technique.hpp"
#include "hw/sm/types/sm_config.hpp"
#include "models/base/config.hpp"
#include "models/host/fault.hpp"
#include "models/host/status.hpp"

namespace heddle {

void RegisterVirtualizationConfig::validate() const {
  if (release != "compiler" && release != "end")
    throw Error(
        {.what = "unknown way in release", .value = release, .legal = "compiler or end", .key = "release"});
  if (flags != "beside" && flags != "slot")
    throw Error(
        {.what = "unknown place of flags", .value = flags, .legal = "beside or slot", .key = "flags"});
  RegisterAvailability{registers, bank_entries};
  RenamingTableConfig{.ports = table_ports}.validate();
  if (reserved % clusters != 0 || registers + reserved > bank_registers)
    throw Error({.what = "so many registers behind those that are renamed cannot be reserved",
                 .value = fmt::format("{} behind {}", reserved, registers),
                 .legal = fmt::format("a multiple of {}, both together at most {}", clusters, bank_registers),
                 .key = "reserved"});
}

namespace {

constexpr unsigned fermi_registers = 63;  ///< of a thread: Jeon2015, section 6.1

constexpr const char* costs_section = "register_file_costs";

class RegisterVirtualization final : public Technique {
 public:
  RegisterVirtualization(const RegisterVirtualizationConfig& config, const RenamingCosts& costs)
      : config_(config), costs_(costs) {}

  std::vector<Hook> hooks() const override {
    return {Hook::kernel_plan, Hook::fetch, Hook::issue_gate, Hook::instruction_source,
            Hook::register_mapper};
  }
  void adapt(SmConfig& sm) const override {
    const auto refuse = [](const char* what, unsigned value, const char* legal) {
      throw Error({.what = what, .value = std::to_string(value), .legal = legal});
    };
    if (sm.schedulers > throttled_slots)
      refuse("sm.schedulers: register_virtualization names two instructions a cycle", sm.schedulers,
             "1 or 2");
    if (sm.divergence == ptx::Divergence::threads && config_.release == "compiler")
      throw Error({.what =
                       "sm.divergence: the compiler releases registers where all lanes of a SIMT stack have "
                       "done with them, which lanes that go on by themselves may have not",
                   .value = "threads",
                   .legal = "stack, or register_virtualization.release=end"});
    if (sm.registers_per_thread > fermi_registers)
      throw Error(
          {.what = fmt::format("sm.registers_per_thread: a renaming_table has entries for {} registers",
                               fermi_registers),
           .value = fmt::format("{}", sm.registers_per_thread),
           .legal = fmt::format("8 to {}", fermi_registers)});
    if (sm.ctas > throttled_ctas) refuse("sm.ctas: cta_throttle has eight balances", sm.ctas, "1 to 8");
    sm.registers = config_.registers + config_.reserved;
  }
  unsigned reserved_registers() const override { return config_.reserved; }
  std::unique_ptr<SmTechnique> make(const SmTechniqueParts& parts) const override {
    return std::make_unique<VirtualRegisters>(sc_core::sc_gen_unique_name("register_virtualization"), config_,
                                              parts);
  }
  RegisterFileEnergy energy() const override { return renaming_energy(costs_); }
  bool shares_among_sms() const override { return false; }
  std::shared_ptr<const KernelPlan> plan(const PlanRequest& r) const override {
    auto release = planned(r.kernel, r.warps_per_cta, r.ctas);
    // Registers that are not renamed are those of all resident warps: alone, a CTA may find room.
    if (release.spills && r.ctas != 1) {
      release = planned(r.kernel, r.warps_per_cta, 1);
      release.ctas = 1;
    }
    if (release.spills) refuse_mbarriers(r.kernel);
    if (release.in_code && release.program.words().size() > 0x10000)
      throw ApiError(Status::launch_out_of_resources,
                     {.place = fmt::format("{}: kernel {}", r.kernel.file, r.kernel.name),
                      .what = "the release flag cache has tags of 16 bits; the code is longer",
                      .value = fmt::format("{} words", release.program.words().size()),
                      .legal = "at most 65536"});
    auto plan = std::make_shared<VirtualRegisterPlan>(std::move(release));
    plan->ctas = plan->release.ctas;
    plan->local_bytes = plan->release.spill_bytes();
    plan->spill_offset = r.local_offset;
    if (plan->release.in_code) add_code(*plan);
    return plan;
  }

 private:
  static void add_code(VirtualRegisterPlan& plan) {
    const ReleaseProgram& program = plan.release.program;
    for (const ReleaseProgram::Word& w : program.words())
      plan.words.push_back({w.metadata, w.instruction, w.bits});
    for (std::uint32_t pc = 0; pc < plan.release.kernel.code.size(); ++pc)
      plan.first_words.push_back(program.first_word(pc));
  }
  /// Spilled warps come back when all others rest, which warps that poll an mbarrier never do.
  void refuse_mbarriers(const ptx::Kernel& kernel) const {
    for (const ptx::Instruction& i : kernel.code)
      if (i.memory.mbarrier == ptx::MbarrierAccess::read)
        throw ApiError(
            Status::launch_out_of_resources,
            {.place = instruction_place(kernel, i),
             .what = "too few physical registers for what a CTA can claim at a time: spilled warps would "
                     "never come back while others poll an mbarrier",
             .value = fmt::format("register_virtualization.registers={}", config_.registers),
             .legal = "enough for a whole CTA"});
  }
  ReleasePlan planned(const ptx::Kernel& kernel, unsigned warps_per_cta, unsigned ctas) const {
    ReleasePlan plan =
        plan_releases(kernel, RenamingBudget{.bytes = config_.table_bytes}, ctas * warps_per_cta);
    plan.in_code = config_.by_compiler();
    const RegisterDemand demand(plan.kernel, plan.exempt, warps_per_cta, ctas, config_.registers);
    plan.spills = !demand.possible();
    if (ctas == 1 && !demand.possible_by_spilling())
      throw ApiError(
          Status::launch_out_of_resources,
          {.place = fmt::format("{}: kernel {}", kernel.file, kernel.name),
           .what = "too few physical registers for those of a CTA that are not renamed and what one warp can "
                   "claim",
           .value = fmt::format("{} warp registers", config_.registers),
           .legal = fmt::format("at least {}", plan.exempt * warps_per_cta + clusters * demand.of_warp)});
    return plan;
  }

  const RegisterVirtualizationConfig config_;
  const RenamingCosts costs_;
};

std::vector<ParameterInfo> parameters() {
  auto all = describe<RegisterVirtualizationConfig>("register_virtualization");
  for (ParameterInfo& cost : describe<RenamingCosts>(costs_section)) all.push_back(std::move(cost));
  return all;
}

const Registration<TechniqueEntry> register_virtualization_registration{TechniqueEntry{
    .name = "register_virtualization",
    .description = "registers shared by warps, renamed and released (Jeon2015)",
    .parameters = parameters(),
    .make = [](const ConfigTree& tree) -> std::shared_ptr<const Technique> {
      return std::make_shared<RegisterVirtualization>(
          resolve<RegisterVirtualizationConfig>(tree, "register_virtualization"),
          resolve<RenamingCosts>(tree, costs_section));
    },
    .read_costs = [](const ConfigTree& tree) { resolve<RenamingCosts>(tree, costs_section); }}};

}  // namespace
}  // namespace heddle
