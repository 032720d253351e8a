// SPDX-License-Identifier: Apache-2.0
#include "hw/gpu/energy_summary.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "hw/gpu/beside_blocks.hpp"
#include "hw/gpu/register_file_summary.hpp"
#include "models/base/error.hpp"

namespace heddle {
namespace {

/// The terms of one component; values in nJ.
struct Component {
  std::string name, description;
  std::vector<EnergyTerm> terms{};
  bool has_register_files = false;
};

class Energy {
 public:
  Energy(const StatGroup& stats, const CostedGpu& machine)
      : stats_(stats), period_fs_(machine.gpu.core_period_fs()) {
    for (const RegisterFileEnergyPart& part : register_file_energy(machine).parts)
      if (part.counted_elsewhere) elsewhere_.push_back("register_file_energy." + part.name);
    components_ = {
        {"cores", "the SMs without caches and shared memory", {}, true},
        {"caches", "caches and shared memory", {}},
        {"interconnect", "the crossbar", {}},
        {"memory_controllers", "the memory controllers", {}},
        {"dram", "the memory devices without their pins", {}},
        {"dram_pins", "between the GPU and the memory devices", {}},
        {"line_codecs", "what encodes and decodes memory lines, and the caches of their metadata", {}},
        {beside_blocks, "storage and logic that techniques have beside their blocks", {}}};
    const EnergyMachine parameters = energy_machine(machine.gpu);
    std::vector<EnergyTerm> of_the_gpu = energy_terms(machine.gpu_costs, parameters);
    for (const EnergyTerm& term : of_the_gpu) require_counted(term);
    add(std::move(of_the_gpu));
    for (const auto& t : machine.techniques) add(t->energy_terms(machine.gpu_costs, parameters));
    add(energy_terms(beside_blocks_of(machine), machine.gpu_costs, parameters));
    std::erase_if(components_, [](const Component& c) {  // only techniques have such
      return (c.name == "line_codecs" || c.name == beside_blocks) && c.terms.empty();
    });
  }

  const std::vector<Component>& components() const { return components_; }
  double number(std::string_view path) const {
    return stats_.look_up(path) == nullptr ? 0 : stats_.number(path);
  }
  double term(const EnergyTerm& term) const {
    return energy_of(term, [this](std::string_view path) { return number(path); }) * 1e-3;
  }
  double register_files(bool leakage) const {
    const double leaked = number("register_file_energy.leakage");
    double rest = number("register_file_energy.total") - leaked;
    for (const std::string& part : elsewhere_) rest -= number(part);
    return (leakage ? leaked : rest) * 1e-3;
  }
  double part(const Component& c, bool is_static) const {
    double sum = c.has_register_files ? register_files(is_static) : 0;
    for (const EnergyTerm& t : c.terms)
      if (t.is_static == is_static) sum += term(t);
    return sum;
  }
  double whole(bool is_static) const {
    double sum = 0;
    for (const Component& c : components_) sum += part(c, is_static);
    return sum;
  }
  double total() const { return whole(false) + whole(true); }
  /// ns; nJ over ns are W.
  double time() const { return number("cycles") * static_cast<double>(period_fs_) * 1e-6; }

 private:
  bool is_counted(const std::string& path) const { return stats_.look_up(path) != nullptr; }

  /// A term of what the machine does not count would be nothing for ever.
  void require_counted(const EnergyTerm& term) const {
    for (const std::string& path : term.paths)
      if (!is_counted(path))
        throw Error({.place = fmt::format("energy of {}.{}", term.component, term.name),
                     .what = "the machine has no such statistic",
                     .value = path});
  }

  /// A technique names what it has at all places of a machine, also where this one has it at some or none.
  void add(std::vector<EnergyTerm> terms) {
    for (EnergyTerm& term : terms) {
      if (std::none_of(term.paths.begin(), term.paths.end(),
                       [this](const std::string& path) { return is_counted(path); }))
        continue;
      const auto component = std::find_if(components_.begin(), components_.end(),
                                          [&](const Component& c) { return c.name == term.component; });
      if (component == components_.end())
        throw Error({.place = fmt::format("energy of {}", term.name),
                     .what = "no such component",
                     .value = term.component});
      component->terms.push_back(std::move(term));
    }
  }

  const StatGroup& stats_;
  const std::uint64_t period_fs_;
  std::vector<std::string> elsewhere_;  ///< parts of the register files that another component holds
  std::vector<Component> components_;
};

void add_component(StatGroup& group, const std::shared_ptr<const Energy>& energy, const Component& c) {
  for (const EnergyTerm& term : c.terms)
    group.formula(term.name, "nJ", term.description, [energy, &term] { return energy->term(term); });
  if (c.has_register_files) {
    group.formula("register_files", "nJ", "accesses, compression and decompression of registers",
                  [energy] { return energy->register_files(false); });
    group.formula("register_file_leakage", "nJ", "leakage of the register files",
                  [energy] { return energy->register_files(true); });
  }
  group.formula("dynamic", "nJ", "energy of events", [energy, &c] { return energy->part(c, false); });
  group.formula("static", "nJ", "energy over time: leakage and standby",
                [energy, &c] { return energy->part(c, true); });
  group.formula("total", "nJ", c.description,
                [energy, &c] { return energy->part(c, false) + energy->part(c, true); });
  group.formula("power", "W", "mean power",
                [energy, &c] { return (energy->part(c, false) + energy->part(c, true)) / energy->time(); });
}

}  // namespace

void add_energy_summary(StatGroup& stats, const CostedGpu& machine) {
  const auto energy = std::make_shared<const Energy>(stats, machine);
  StatGroup& group = stats.group("energy");
  group.formula("dynamic", "nJ", "energy of events", [energy] { return energy->whole(false); });
  group.formula("static", "nJ", "energy over time: leakage and standby",
                [energy] { return energy->whole(true); });
  group.formula("total", "nJ", "energy of the GPU and its memory", [energy] { return energy->total(); });
  group.formula("power", "W", "mean power while kernels run",
                [energy] { return energy->total() / energy->time(); });
  group.formula("energy_delay", "nJ s", "energy times time",
                [energy] { return energy->total() * energy->time() * 1e-9; });
  for (const Component& c : energy->components()) add_component(group.group(c.name), energy, c);
}

}  // namespace heddle
