// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "hw/memory/line/line_edges.hpp"
#include "hw/sm/hooks/hook.hpp"
#include "hw/sm/hooks/sm_technique.hpp"
#include "models/base/config_tree.hpp"
#include "models/energy/gpu_energy.hpp"
#include "models/energy/register_file_energy.hpp"
#include "models/energy/storage.hpp"
#include "models/tandem/value_model.hpp"

namespace heddle {

/// A technique, configured: what it changes in a machine. All of it is optional.
class Technique {
 public:
  virtual ~Technique() = default;

  /// The hooks that it holds.
  virtual std::vector<Hook> hooks() const = 0;
  /// Changes what an SM has. Throws Error when the technique's blocks do not fit the SM.
  virtual void adapt(SmConfig&) const {}
  /// Of one with a RegisterMapper: warp registers of the SM's file that it gives to nobody.
  virtual unsigned reserved_registers() const { return 0; }
  /// Puts edges where it wants to encode memory lines.
  virtual void put_edges(LineEdges&) const {}
  /// Makes its part in an SM.
  virtual std::unique_ptr<SmTechnique> make(const SmTechniqueParts& /*parts*/) const {
    return std::make_unique<SmTechnique>();
  }
  /// Do its parts in different SMs share what they change while a kernel runs? If not, SMs may be ticked at
  /// the same time (Island).
  virtual bool shares_among_sms() const { return true; }
  /// What it makes of a kernel; null: nothing. Throws ApiError when the launch does not fit.
  virtual std::shared_ptr<const KernelPlan> plan(const PlanRequest&) const { return nullptr; }
  /// What it does to results on purpose; null: nothing.
  virtual std::shared_ptr<const ValueModel> values() const { return nullptr; }

  /// What it adds to the energy of the register files.
  virtual RegisterFileEnergy energy() const { return {}; }
  /// What it adds to the energy of the rest of the GPU. A component that the GPU does not have by itself is
  /// `line_codecs`.
  virtual std::vector<EnergyTerm> energy_terms(const GpuCosts&, const EnergyMachine&) const { return {}; }
  /// What it has in the machine beside its blocks. `sm` is adapted.
  virtual BesideBlocks beside(const EnergyMachine&, const SmConfig& /*sm*/) const { return {}; }
  /// Register reads that instructions make for this technique only.
  virtual double own_reads(const RegisterFileCounts&) const { return 0; }
  /// Declares formulas in the group `summary`. `sm` is adapted.
  virtual void summarise(StatGroup& /*summary*/, const std::shared_ptr<const RegisterFileCounts>&,
                         const SmConfig& /*sm*/, const RegisterFileCosts&) const {}

  /// Settings of a run that must come before the machine is made, because it needs what that one leaves
  /// behind (LineEdges::files): each of its files that ends in .yaml is a further layer of this machine's
  /// configuration. Empty: no such run.
  virtual std::vector<std::string> first_pass() const { return {}; }

  /// Reads device memory, at the end of a run.
  using DeviceReader = std::function<void(std::uint64_t address, std::span<std::byte> to)>;
  /// What it leaves behind at the end of a run, beside statistics: texts by name of a file.
  virtual std::map<std::string, std::string> files(const DeviceReader&) const { return {}; }

  /// A line of a run's report: what it is about, and the text.
  using ReportLine = std::pair<std::string, std::string>;
  using Statistic = std::function<double(const std::string& path)>;
  /// Its own lines of a run's report, out of the run's statistics.
  virtual std::vector<ReportLine> report(const Statistic& /*of*/) const { return {}; }
};

/// The techniques of a machine, in the order in which they were named.
using Techniques = std::vector<std::shared_ptr<const Technique>>;

/// The hook of an edge at this place.
constexpr Hook edge_hook(EdgePlace place) {
  return std::array{Hook::sm_edge, Hook::l2_edge, Hook::controller_edge}[static_cast<unsigned>(place)];
}
/// Does one of them hold this hook?
bool held(const Techniques& techniques, Hook hook);
/// The SM as these techniques change it.
SmConfig adapted(SmConfig config, const Techniques& techniques);
/// Where they encode memory lines.
LineEdges edges_of(const Techniques& techniques);
/// What they do to results on purpose; null: nothing.
std::shared_ptr<const ValueModel> values_of(const Techniques& techniques);

/// An option of the command line that sets parameters of a technique: "--level 4".
struct TechniqueOption {
  std::string name;  ///< "--level"
  std::string type;  ///< of its value, for the help: "BITS"
  std::string help;
  std::vector<std::string> assignments;  ///< "section.key={}", where {} stands for the value
};

/// A technique that `--with` can put into the platform. Its configuration is the section of its name.
struct TechniqueEntry {
  std::string name;
  std::string description;
  std::vector<ParameterInfo> parameters;
  /// Resolves the technique's section, and throws Error as `resolve` does.
  std::function<std::shared_ptr<const Technique>(const ConfigTree&)> make;
  /// Reads its costs from the technology, also when the technique is not in the machine.
  std::function<void(const ConfigTree&)> read_costs = [](const ConfigTree&) {};
  std::vector<TechniqueOption> options{};
  /// The variant of a workload's PTX that is made for it, where there is one: its choice unless the user has
  /// one. Empty: none.
  std::string ptx_variant{};

  static std::string_view kind() { return "technique"; }
};

}  // namespace heddle
