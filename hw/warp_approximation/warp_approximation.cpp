// SPDX-License-Identifier: Apache-2.0
#include "hw/warp_approximation/warp_approximation.hpp"

#include <fmt/format.h>

#include "hw/sm/hooks/technique.hpp"
#include "hw/sm/registers/move_injection.hpp"
#include "hw/warp_approximation/approximation_energy.hpp"
#include "hw/warp_approximation/warp_approximator.hpp"
#include "models/base/config.hpp"
#include "models/base/error.hpp"
#include "models/warp_approximation/functional/approximating_device.hpp"

namespace heddle {

ApproximationOptions WarpApproximationConfig::options() const {
  ApproximationOptions o;
  o.regions.default_level = level;
  if (override_levels) o.regions.level = level;
  if (closed_loop.enabled) o.regions.level = closed_loop.most;
  if (regions != "marked" && regions != "kernel")
    throw Error(
        {.what = "regions: unknown choice", .value = regions, .legal = "marked or kernel", .key = "regions"});
  o.regions.whole_kernel = regions == "kernel";
  o.exclude = exclude_named(exclude);
  o.approximate = approximate;
  if (o.exclude == Exclude::nothing && !exact_everywhere())
    throw Error({.what =
                     "exclude: results would not stay right: what addresses depend on is executed exactly "
                     "only at a level of 0",
                 .value = exclude,
                 .legal = "addresses, addresses+branches, or with level=0 and override_levels=true nothing",
                 .key = "exclude"});
  return o;
}

RepresentativePolicy WarpApproximationConfig::policy() const {
  if (representative == "lowest") return RepresentativePolicy::lowest;
  if (representative == "highest") return RepresentativePolicy::highest;
  if (representative == "middle") return RepresentativePolicy::middle;
  if (representative == "random") return RepresentativePolicy::random;
  throw Error({.what = "representative: unknown choice",
               .value = representative,
               .legal = "lowest, highest, middle or random",
               .key = "representative"});
}

approximate::Marks WarpApproximationConfig::model_marks(const ptx::Kernel& kernel) const {
  approximate::Marks marks;
  for (const InstructionApproximation& i : plan_approximation(kernel, options()).code)
    marks.push_back({.approximate = i.is == Approximation::approximable,
                     .d = i.level,
                     .exact = i.exact_destinations,
                     .counted = i.counted()});
  return marks;
}

approximate::Parameters WarpApproximationConfig::model_parameters() const {
  approximate::Parameters p;
  if (policy() == RepresentativePolicy::highest) p.policy = approximate::Policy::highest;
  if (policy() == RepresentativePolicy::middle) p.policy = approximate::Policy::middle;
  p.exact_scalars = exact_scalars;
  p.scalar_execution = scalar_execution;
  p.keep_unwritten = keep_unwritten;
  p.single_bit = single_bit;
  p.scalar_file = scalar_file;
  p.controlled = closed_loop.enabled;
  p.count_equal = closed_loop.count_equal;
  return p;
}

void WarpApproximationConfig::validate() const {
  static_cast<void>(options());
  static_cast<void>(policy());
  // A result writes the entries of both paths then.
  if (single_bit && comparators * divergence_paths > similarity_updates)
    throw Error(
        {.what = "comparators: a similar_register_table takes the results of no more with single_bit=true",
         .value = fmt::format("{}", comparators),
         .legal = fmt::format("1 to {}", similarity_updates / divergence_paths),
         .key = "comparators"});
}

namespace {

constexpr const char* approximation_costs_section = "register_file_costs";

/// The functional model, which follows the instructions by itself.
class ApproximatedValues final : public ValueModel {
 public:
  explicit ApproximatedValues(const WarpApproximationConfig& config) : config_(config) {}

  /// Marks may give levels of their own.
  bool exact() const override { return config_.exact_everywhere(); }
  CtaModels of_launch(const ptx::Kernel& kernel) const override {
    if (config_.policy() == RepresentativePolicy::random)
      throw Error({.place = "warp_approximation.representative",
                   .what = "tandem execution cannot follow random lanes",
                   .value = config_.representative,
                   .legal = "lowest, highest or middle"});
    return [parameters = config_.model_parameters(), marks = config_.model_marks(kernel)] {
      auto model = std::make_unique<approximate::Approximation>(parameters);
      model->begin_launch(marks);
      return model;
    };
  }

 private:
  const WarpApproximationConfig config_;
};

/// What PathControl and SimilarityTable keep of each warp, a register at most 64: whether it was written
/// since the split, whether a MOV of it is to be issued for a path, and whether it is to be forgotten; the
/// lanes and representatives that the paths are to have, the copies of the last split, and the step of the
/// change.
Storage path_storage(unsigned warps) {
  constexpr unsigned step_bits = 3 + 3 + 2 + 2 + 6;  // state, cause, choices, choosing, MOVs under way
  constexpr unsigned path_bits = warp_size + 5;
  return {
      .name = "path_changes",
      .in = "sm_total",
      .description = "changes of the paths of warps, and what was written since a split",
      .kind = StorageKind::flip_flops,
      .entries = warps,
      .bits = (2 + divergence_paths) * most_warp_registers + divergence_paths * path_bits + 2 * 5 + step_bits,
      .accesses = {"sm_total.register_file.warp_approximation.path_changes"},
      .counts = false};
}

/// What stays of an answer of representative_decision in each collector: the representative lane, whether it
/// executes for all, and which sources it holds for all.
Storage decision_storage(unsigned collectors) {
  return {.name = "lane_decisions",
          .in = "sm_total",
          .description = "lanes that were decided for the instructions in the collectors",
          .kind = StorageKind::flip_flops,
          .entries = collectors,
          .bits = 5 + 1 + ptx::max_sources,
          .accesses = {"sm_total.register_file.warp_approximation.decided_instructions"},
          .counts = false};
}

class WarpApproximation final : public Technique {
 public:
  WarpApproximation(const WarpApproximationConfig& config, const ApproximationCosts& costs,
                    const RegisterFileCosts& banks)
      : config_(config), costs_(costs), banks_(banks) {}

  std::vector<Hook> hooks() const override {
    return {Hook::kernel_plan,   Hook::issue_gate,   Hook::instruction_source, Hook::encoding_layer,
            Hook::lane_selector, Hook::result_stage, Hook::observer,           Hook::value_model};
  }
  void adapt(SmConfig& sm) const override {
    check_move_injection(sm);
    if (sm.registers_per_thread >= most_warp_registers)
      throw Error({.what = fmt::format(
                       "sm.registers_per_thread: a similar_register_table has entries for {} registers",
                       most_warp_registers - 1),
                   .value = fmt::format("{}", sm.registers_per_thread),
                   .legal = fmt::format("8 to {}", most_warp_registers - 1)});
  }
  std::unique_ptr<SmTechnique> make(const SmTechniqueParts& parts) const override {
    return std::make_unique<WarpApproximator>(sc_core::sc_gen_unique_name("warp_approximation"), config_,
                                              parts);
  }
  bool shares_among_sms() const override { return false; }
  std::shared_ptr<const KernelPlan> plan(const PlanRequest& request) const override {
    return std::make_shared<ApproximatedKernel>(plan_approximation(request.kernel, config_.options()));
  }
  std::shared_ptr<const ValueModel> values() const override {
    return std::make_shared<ApproximatedValues>(config_);
  }

  BesideBlocks beside(const EnergyMachine&, const SmConfig& sm) const override {
    BesideBlocks all;
    all.storage.push_back(path_storage(sm.warps));
    all.storage.push_back(decision_storage(sm.collectors.units));
    return all;
  }
  RegisterFileEnergy energy() const override {
    RegisterFileEnergy energy = approximation_energy(costs_);
    if (config_.scalar_file) energy.add(scalar_file_energy(banks_));
    return energy;
  }
  std::vector<ReportLine> report(const Statistic& of) const override {
    const auto own = [&](const char* counter) {
      return of(fmt::format("sm_total.register_file.warp_approximation.{}", counter));
    };
    const auto share = [](double part, double whole) {
      return whole == 0 ? std::string("-") : fmt::format("{:.1f} %", 100 * part / whole);
    };
    const double all = of("sm_total.warp_instructions"), regions = own("region_instructions");
    std::vector<ReportLine> lines{
        {"approximate regions",
         fmt::format("{} of the warp instructions; of these {} have the same operands in all lanes, {} "
                     "similar ones",
                     share(regions, all), share(own("region_scalar"), regions),
                     share(own("region_similar"), regions))},
        {"MOVs of scalars", fmt::format("{} of as many warp instructions, at splits, joins and exits",
                                        share(of("sm_total.offered_instructions"), all))},
        {"representative lanes",
         fmt::format(
             "{} of the warp instructions were executed by one lane for all, and {} more that stay exact",
             share(own("representative_instructions"), all), share(own("scalar_instructions"), all))}};
    if (config_.closed_loop.enabled) {
      const double marked = own("approximable_instructions"), cycles = of("cycles") * own("logic");
      const auto ratio = [](double part, double whole) { return whole == 0 ? 0 : part / whole; };
      lines.emplace_back(
          "closed loop",
          fmt::format(
              "level {:.1f} on average; {:.1f} new similar instructions in {} cycles of an SM, target {}",
              ratio(own("levels"), marked),
              config_.closed_loop.controller.window * ratio(own("new_similar_instructions"), cycles),
              config_.closed_loop.controller.window, config_.closed_loop.target()));
    }
    return lines;
  }

 private:
  const WarpApproximationConfig config_;
  const ApproximationCosts costs_;
  const RegisterFileCosts banks_;
};

std::vector<ParameterInfo> approximation_parameters() {
  auto all = describe<WarpApproximationConfig>("warp_approximation");
  for (ParameterInfo& cost : describe<ApproximationCosts>(approximation_costs_section))
    all.push_back(std::move(cost));
  return all;
}

const Registration<TechniqueEntry> warp_approximation_registration{TechniqueEntry{
    .name = "warp_approximation",
    .description = "Similar values stored and executed once for a warp (Wong2016)",
    .parameters = approximation_parameters(),
    .make = [](const ConfigTree& tree) -> std::shared_ptr<const Technique> {
      return std::make_shared<WarpApproximation>(
          resolve<WarpApproximationConfig>(tree, "warp_approximation"),
          resolve<ApproximationCosts>(tree, approximation_costs_section),
          resolve<RegisterFileCosts>(tree, approximation_costs_section));
    },
    .read_costs =
        [](const ConfigTree& tree) { resolve<ApproximationCosts>(tree, approximation_costs_section); },
    .options = {{"--approx-level",
                 "BITS",
                 "With warp_approximation: let similar values differ in this many low bits "
                 "everywhere, whatever marks say",
                 {"warp_approximation.level={}", "warp_approximation.override_levels=true"}},
                {"--approx-error",
                 "PERCENT",
                 "With warp_approximation: change the level at run time to hold the rate of new similar "
                 "instructions that the paper gives for this error of the application",
                 {"warp_approximation.closed_loop.enabled=true", "warp_approximation.closed_loop.error={}"}}},
    .ptx_variant = "clang14-approx"}};

}  // namespace
}  // namespace heddle
