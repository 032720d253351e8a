// SPDX-License-Identifier: Apache-2.0
#include "hw/gpu/register_file_summary.hpp"

#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "models/register_file/power_gating.hpp"
#include "models/register_file/register_banks.hpp"

namespace heddle {
namespace {

/// Reads counters that the modules have declared.
class Events {
 public:
  Events(StatGroup& stats, const CostedGpu& machine)
      : counts_(std::make_shared<const RegisterFileCounts>(stats)),
        machine_(machine),
        sm_(adapted(machine.gpu.sm, machine.techniques)),
        energy_(register_file_energy(machine)) {}

  const std::shared_ptr<const RegisterFileCounts>& counts() const { return counts_; }
  double file(const char* counter) const { return counts_->file(counter); }
  double moves() const { return counts_->sm("injected_moves"); }

  bool counts_wires() const { return counts_->has("wires.toggles"); }
  double dynamic_of_counted_wires() const {
    return (file("bank_reads") + file("bank_writes")) * machine_.costs.bank_access_pj +
           file("wires.toggles") * machine_.costs.toggle_pj();
  }

  double baseline_reads() const {
    double own = 0;
    for (const auto& t : machine_.techniques) own += t->own_reads(*counts_);
    return cluster_banks * (file("reads") - moves() - own);
  }
  double baseline_writes() const {
    return cluster_banks * (file("writes") - file("partial_writes") - moves()) + file("partial_bank_writes");
  }

  void summarise(StatGroup& summary) const {
    for (const auto& t : machine_.techniques) t->summarise(summary, counts_, sm_, machine_.costs);
  }

  const RegisterFileEnergy& energy() const { return energy_; }
  /// Of this run with every register uncompressed, where the techniques' own events do not happen.
  RegisterFileEnergy baseline() const {
    RegisterFileEnergy all = bank_energy(
        machine_.costs, [this](const RegisterFileCounts&) { return baseline_reads() + baseline_writes(); },
        [this](const RegisterFileCounts& c) { return bank_cycles(c, machine_.gpu.sms, sm_, false); });
    for (const auto& t : machine_.techniques) {
      RegisterFileEnergy own = t->energy();
      for (RegisterFileEvent& e : own.events) e.count = [](const RegisterFileCounts&) { return 0.; };
      all.add(own);
    }
    return all;
  }
  double count(const RegisterFileEvent& e) const { return whole(e.count(*counts_)); }
  double part(const RegisterFileEnergy& energy, const RegisterFileEnergyPart& part) const {
    const auto count_of = [&](const std::string& name) {
      return count(*std::find_if(energy.events.begin(), energy.events.end(),
                                 [&](const RegisterFileEvent& e) { return e.name == name; }));
    };
    return RegisterFileEnergy::part(part, count_of, machine_.gpu.core_period_fs());
  }
  double total(const RegisterFileEnergy& energy) const {
    double sum = 0;
    for (const RegisterFileEnergyPart& p : energy.parts) sum += part(energy, p);
    return sum;
  }

  /// Cycles of a bank with all its entries, summed over those that were powered, or over all. A file that is
  /// gated consists of whole domains.
  static double bank_cycles(const RegisterFileCounts& c, unsigned sms, const SmConfig& sm, bool powered) {
    if (!c.has("power.domains"))
      return whole(c.cycles()) * sms * register_banks * sm.registers / bank_registers;
    const double banks_of_domain = static_cast<double>(sm.power_gate.rows_per_domain) / bank_entries;
    const double all = whole(c.cycles() * c.file("power.domains") * banks_of_domain);
    return powered ? all - whole(c.file("power.gated_domain_cycles") * banks_of_domain) : all;
  }

 private:
  /// Events are counted, so that their numbers are integers.
  static double whole(double n) { return static_cast<double>(static_cast<std::uint64_t>(n)); }

  const std::shared_ptr<const RegisterFileCounts> counts_;
  const CostedGpu machine_;
  const SmConfig sm_;
  const RegisterFileEnergy energy_;
};

using Source = std::shared_ptr<const Events>;

void add_energy(StatGroup& group, const Source& e, const RegisterFileEnergy& of) {
  const auto energy = std::make_shared<const RegisterFileEnergy>(of);
  for (const RegisterFileEnergyPart& part : energy->parts)
    group.formula(part.name, "pJ", part.description, [e, energy, &part] { return e->part(*energy, part); });
  group.formula("total", "pJ", "sum of all categories", [e, energy] { return e->total(*energy); });
  StatGroup& events = group.group("events");
  for (const RegisterFileEvent& event : energy->events)
    events.formula(event.name, event.unit, event.description,
                   [e, energy, &event] { return e->count(event); });
}

}  // namespace

RegisterFileEnergy register_file_energy(const CostedGpu& machine) {
  const SmConfig sm = adapted(machine.gpu.sm, machine.techniques);
  // With clock gating an access takes as much as its slices, four of which are a bank.
  RegisterFileEnergy energy = bank_energy(
      machine.costs,
      [gated = sm.register_clock_gating](const RegisterFileCounts& c) {
        return gated ? (c.file("read_slices") + c.file("written_slices")) / 4
                     : c.file("bank_reads") + c.file("bank_writes");
      },
      [sm, sms = machine.gpu.sms](const RegisterFileCounts& c) {
        return Events::bank_cycles(c, sms, sm, true);
      });
  for (const auto& t : machine.techniques) energy.add(t->energy());
  return energy;
}

void add_register_file_summary(StatGroup& stats, const CostedGpu& machine) {
  const auto events = std::make_shared<const Events>(stats, machine);
  StatGroup& summary = stats.group("summary");
  events->summarise(summary);
  summary.formula("baseline_bank_reads", "banks",
                  "bank accesses of reads if every register were uncompressed",
                  [events] { return events->baseline_reads(); });
  summary.formula("baseline_bank_writes", "banks",
                  "bank accesses of writes if every register were uncompressed",
                  [events] { return events->baseline_writes(); });
  StatGroup& energy = stats.group("register_file_energy");
  if (events->counts_wires())
    energy.formula("dynamic_of_counted_wires", "pJ", "dynamic energy, with the counted toggles of the wires",
                   [events] { return events->dynamic_of_counted_wires(); });
  add_energy(energy, events, events->energy());
  add_energy(energy.group("baseline"), events, events->baseline());
}

void restate_energy(nlohmann::ordered_json& stats, const RegisterFileEnergy& energy,
                    std::uint64_t period_fs) {
  const auto restate = [&](nlohmann::ordered_json& group) {
    const auto count = [&](const std::string& event) { return group.at("events").at(event).get<double>(); };
    double total = 0;
    for (const RegisterFileEnergyPart& part : energy.parts) {
      const double pj = RegisterFileEnergy::part(part, count, period_fs);
      group[part.name] = pj;
      total += pj;
    }
    group["total"] = total;
  };
  restate(stats.at("register_file_energy"));
  restate(stats.at("register_file_energy").at("baseline"));
}

}  // namespace heddle
