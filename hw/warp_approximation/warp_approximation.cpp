#include "hw/warp_approximation/warp_approximation.hpp"

#include "hw/sm/hooks/technique.hpp"
#include "hw/warp_approximation/warp_approximator.hpp"
#include "models/base/config.hpp"
#include "models/base/error.hpp"
#include "models/warp_approximation/functional/approximating_device.hpp"

namespace heddle {

ApproximationOptions WarpApproximationConfig::options() const {
  ApproximationOptions o;
  o.regions.default_level = level;
  if (override_levels) o.regions.level = level;
  if (regions != "marked" && regions != "kernel")
    throw Error({.what = "regions: unknown choice", .value = regions, .legal = "marked or kernel"});
  o.regions.whole_kernel = regions == "kernel";
  o.exclude = exclude_named(exclude);
  return o;
}

RepresentativePolicy WarpApproximationConfig::policy() const {
  if (representative == "lowest") return RepresentativePolicy::lowest;
  if (representative == "highest") return RepresentativePolicy::highest;
  if (representative == "middle") return RepresentativePolicy::middle;
  throw Error({.what = "representative: unknown choice",
               .value = representative,
               .legal = "lowest, highest or middle"});
}

namespace {

/// The functional model, which follows the instructions by itself.
class ApproximatedValues final : public ValueModel {
 public:
  explicit ApproximatedValues(const WarpApproximationConfig& config) : config_(config) {}

  /// Marks may give levels of their own.
  bool exact() const override {
    return config_.level == 0 && (config_.override_levels || config_.regions == "kernel");
  }
  CtaModels of_launch(const ptx::Kernel& kernel) const override {
    approximate::Marks marks;
    for (const InstructionApproximation& i : plan_approximation(kernel, config_.options()).code)
      marks.push_back({i.is == Approximation::approximable, i.level, i.exact_destinations});
    return [parameters = parameters(), marks = std::move(marks)] {
      auto model = std::make_unique<approximate::Approximation>(parameters);
      model->begin_launch(marks);
      return model;
    };
  }

 private:
  approximate::Parameters parameters() const {
    approximate::Parameters p;
    if (config_.policy() == RepresentativePolicy::highest) p.policy = approximate::Policy::highest;
    if (config_.policy() == RepresentativePolicy::middle) p.policy = approximate::Policy::middle;
    p.exact_scalars = config_.exact_scalars;
    return p;
  }

  const WarpApproximationConfig config_;
};

class WarpApproximation final : public Technique {
 public:
  explicit WarpApproximation(const WarpApproximationConfig& config) : config_(config) {}

  std::vector<Hook> hooks() const override {
    // It leaves registers where they are, and needs them there: nobody else may be a RegisterMapper.
    return {Hook::register_mapper, Hook::kernel_plan,       Hook::issue_gate,    Hook::instruction_source,
            Hook::collector_gate,  Hook::register_encoding, Hook::lane_selector, Hook::result_stage,
            Hook::observer,        Hook::value_model};
  }
  void adapt(SmConfig& sm) const override { check_move_injection(sm); }
  std::unique_ptr<SmTechnique> make(const SmTechniqueParts& parts) const override {
    return std::make_unique<WarpApproximator>(sc_core::sc_gen_unique_name("warp_approximation"), config_,
                                              parts);
  }
  std::shared_ptr<const KernelPlan> plan(const PlanRequest& request) const override {
    return std::make_shared<ApproximatedKernel>(plan_approximation(request.kernel, config_.options()));
  }
  std::shared_ptr<const ValueModel> values() const override {
    return std::make_shared<ApproximatedValues>(config_);
  }

 private:
  const WarpApproximationConfig config_;
};

const Registration<TechniqueEntry> warp_approximation_registration{
    TechniqueEntry{"warp_approximation", "Similar values stored and executed once for a warp (Wong2016)",
                   describe<WarpApproximationConfig>("warp_approximation"),
                   [](const ConfigTree& tree) -> std::shared_ptr<const Technique> {
                     return std::make_shared<WarpApproximation>(
                         resolve<WarpApproximationConfig>(tree, "warp_approximation"));
                   }}};

}  // namespace
}  // namespace heddle
