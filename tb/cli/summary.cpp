#include "tb/cli/summary.hpp"

#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "models/register_file/register_banks.hpp"
#include "models/warped_compression/bdi.hpp"
#include "models/warped_compression/thread_bytes.hpp"

namespace heddle {
namespace {

constexpr unsigned plain_banks = cluster_banks;
constexpr double renaming_bank_bytes = 256;

/// How a register may be held: its name in statistics and the banks that it takes.
struct Form {
  std::string word;
  unsigned banks;
};

std::vector<Form> all_forms() {
  std::vector<Form> forms;
  for (unsigned e = 0; e < bdi_encodings; ++e)
    forms.push_back({word(static_cast<BdiEncoding>(e)), banks(static_cast<BdiEncoding>(e))});
  for (unsigned w = 0; w <= widest_thread; ++w) forms.push_back({thread_word(w), thread_banks(w)});
  return forms;
}

/// Reads counters that the modules have declared.
class Events {
 public:
  Events(StatGroup& stats, const GpuConfig& gpu, const RegisterFileCosts& costs)
      : stats_(stats),
        all_(stats.group("sm_total")),
        file_(all_.group("register_file")),
        gpu_(gpu),
        costs_(costs) {
    compresses_ = file_.below("warped_compression") != nullptr;
    for (const Form& form : all_forms())
      if (file_.look_up("warped_compression.compressed_" + form.word) != nullptr) forms_.push_back(form);
    gates_ = file_.below("power") != nullptr;
    renames_ = file_.below("virtualization") != nullptr;
  }

  bool compresses() const { return compresses_; }
  bool renames() const { return renames_; }
  double cycles() const { return stats_.number("cycles"); }
  double sum(const char* counter) const { return all_.number(counter); }
  double file(const char* counter) const { return file_.number(counter); }
  double moves() const { return sum("injected_moves"); }

  bool counts_wires() const { return file_.below("wires") != nullptr; }
  double dynamic_of_counted_wires() const {
    return (file("bank_reads") + file("bank_writes")) * costs_.bank_access_pj +
           file("wires.toggles") * costs_.toggle_pj();
  }

  double baseline_reads() const { return plain_banks * (file("reads") - moves() - merged().registers); }
  double baseline_writes() const {
    return plain_banks * (file("writes") - file("partial_writes") - moves()) + file("partial_bank_writes");
  }

  /// Registers written, and the banks that they take.
  struct Written {
    double registers = 0, banks = 0;
    Written operator+(const Written& o) const { return {registers + o.registers, banks + o.banks}; }
    Written operator-(const Written& o) const { return {registers - o.registers, banks - o.banks}; }
    /// Banks at eight a register over banks used; not finite, which is no value, when nothing was counted.
    double ratio() const { return plain_banks * registers / banks; }
  };
  Written merged() const { return by_form("merged_"); }
  Written whole() const { return by_form("compressed_") - by_form("lanes_") - merged(); }
  Written divergent() const {
    if (file_.look_up("warped_compression.held_bytes1") != nullptr) return by_form("held_");
    // Those that were not merged stayed plain: the register takes all its banks.
    return merged() + Written{file("partial_writes"), plain_banks * file("partial_writes")};
  }

  bool merges() const { return file_.look_up("warped_compression.merged_plain") != nullptr; }
  double merge_buffer_mm2() const {
    return 1e-6 * costs_.flip_flop_um2 * gpu_.sm.merge_buffers * 8 * sizeof(WarpRegister);
  }

  RegisterFileEvents events() const {
    RegisterFileEvents e{.bank_accesses = count(file("bank_reads") + file("bank_writes")),
                         .bank_cycles = bank_cycles() - gated_bank_cycles()};
    if (renames_) {
      const double decoded = renaming("pir_decoded");
      e.renaming_accesses = count(renaming("lookups") + renaming("allocations") + renaming("releases"));
      e.renaming_bank_cycles = count(cycles() * renaming("table_bytes") / renaming_bank_bytes);
      e.flag_instructions = count(decoded + renaming("pbr_decoded"));
      if (renaming("flag_entries") != 0) e.flag_cache_accesses = count(renaming("pir_hits") + 2 * decoded);
      e.flag_entry_cycles = count(cycles() * renaming("flag_entries"));
    }
    if (compresses_) {
      for (const Form& form : forms_) {
        e.compressions += count(unit("compressed_" + form.word));
        if (form.banks != plain_banks)  // plain registers pass beside the adders
          e.decompressions += count(unit("decompressed_" + form.word));
      }
      e.compressor_cycles = count(cycles() * unit("compressors"));
      e.decompressor_cycles = count(cycles() * unit("decompressors"));
    }
    return e;
  }
  RegisterFileEvents baseline_events() const {
    return {.bank_accesses = count(baseline_reads() + baseline_writes()), .bank_cycles = bank_cycles()};
  }
  RegisterFileEnergy energy(const RegisterFileEvents& events) const {
    return register_file_energy(costs_, events, gpu_.core_period_fs());
  }

 private:
  /// Zero where the policy for divergent writes has no such counters.
  Written by_form(const std::string& prefix) const {
    Written w;
    for (const Form& form : forms_) {
      if (file_.look_up("warped_compression." + prefix + form.word) == nullptr) continue;
      const double n = unit(prefix + form.word);
      w = w + Written{n, n * form.banks};
    }
    return w;
  }
  static std::uint64_t count(double n) { return static_cast<std::uint64_t>(n); }
  double renaming(const std::string& counter) const { return file_.number("virtualization." + counter); }
  double unit(const std::string& counter) const { return file_.number("warped_compression." + counter); }
  /// Of a bank with all its entries. A file that is gated consists of whole domains.
  double banks_of_domain() const {
    return static_cast<double>(gpu_.sm.power_gate.rows_per_domain) / bank_entries;
  }
  std::uint64_t bank_cycles() const {
    if (gates_) return count(cycles() * file("power.domains") * banks_of_domain());
    return count(cycles()) * gpu_.sms * register_banks * gpu_.sm.registers / bank_registers;
  }
  std::uint64_t gated_bank_cycles() const {
    return gates_ ? count(file("power.gated_domain_cycles") * banks_of_domain()) : 0;
  }

  StatGroup& stats_;
  StatGroup& all_;
  StatGroup& file_;
  const GpuConfig gpu_;
  const RegisterFileCosts costs_;
  bool compresses_ = false, gates_ = false, renames_ = false;
  std::vector<Form> forms_;
};

using Source = std::shared_ptr<const Events>;

void add_rates(StatGroup& group, const Source& e) {
  const auto per_cycle = [&](const char* name, const char* unit, const char* description,
                             const char* counter) {
    group.formula(name, unit, description, [e, counter] { return e->sum(counter) / e->cycles(); });
  };
  const auto share = [&](const char* name, const char* description, const char* counter) {
    group.formula(name, "", description,
                  [e, counter] { return e->sum(counter) / e->sum("warp_instructions"); });
  };
  per_cycle("ipc", "warp instructions/cycle", "of all SMs; injected MOVs not counted", "warp_instructions");
  per_cycle("thread_ipc", "thread instructions/cycle", "of all SMs", "thread_instructions");
  share("divergent_share", "warp instructions that ran for fewer lanes than the launch filled",
        "divergent_instructions");
  share("injected_move_share", "injected MOVs over warp instructions", "injected_moves");
}

void add_compression(StatGroup& group, const Source& e) {
  group.formula("compression_ratio", "",
                "banks of plain registers over banks used, all register writes but those of MOVs",
                [e] { return (e->whole() + e->divergent()).ratio(); });
  group.formula("compression_ratio_non_divergent", "", "the same of whole-register writes",
                [e] { return e->whole().ratio(); });
  group.formula("compression_ratio_divergent", "", "the same of divergent writes",
                [e] { return e->divergent().ratio(); });
  if (e->merges())
    group.formula("merge_buffer_area", "mm2",
                  "flip-flops for the data of the merge buffers of an SM, without their control",
                  [e] { return e->merge_buffer_mm2(); });
}

void add_energy(StatGroup& group, const Source& e, RegisterFileEvents (Events::*what)() const) {
  const auto has = [&](const auto& declared) { return e->renames() || !declared.of_virtualization; };
  for (const RegisterFileEnergyPart& part : register_file_energy_parts)
    if (has(part))
      group.formula(part.name, "pJ", part.description,
                    [e, what, &part] { return e->energy(((*e).*what)()).*part.member; });
  group.formula("total", "pJ", "all of these", [e, what] { return e->energy(((*e).*what)()).total(); });
  StatGroup& events = group.group("events");
  for (const RegisterFileEvent& event : register_file_events)
    if (has(event))
      events.formula(event.name, event.unit, event.description,
                     [e, what, &event] { return static_cast<double>(((*e).*what)().*event.member); });
}

}  // namespace

void add_summary(StatGroup& stats, const GpuConfig& gpu, const RegisterFileCosts& costs) {
  const auto events = std::make_shared<const Events>(stats, gpu, costs);
  StatGroup& summary = stats.group("summary");
  add_rates(summary, events);
  if (events->compresses()) add_compression(summary, events);
  summary.formula("baseline_bank_reads", "banks", "bank accesses of reads if every register were plain",
                  [events] { return events->baseline_reads(); });
  summary.formula("baseline_bank_writes", "banks", "the same of writes",
                  [events] { return events->baseline_writes(); });
  StatGroup& energy = stats.group("register_file_energy");
  if (events->counts_wires())
    energy.formula("dynamic_of_counted_wires", "pJ", "dynamic, with the wires that were seen to change",
                   [events] { return events->dynamic_of_counted_wires(); });
  add_energy(energy, events, &Events::events);
  add_energy(energy.group("baseline"), events, &Events::baseline_events);
}

void restate_energy(nlohmann::ordered_json& stats, const RegisterFileCosts& costs, std::uint64_t period_fs) {
  const auto restate = [&](nlohmann::ordered_json& group) {
    RegisterFileEvents events;
    for (const RegisterFileEvent& event : register_file_events)
      if (const auto& counted = group.at("events"); counted.contains(event.name))
        events.*event.member = static_cast<std::uint64_t>(counted.at(event.name).get<double>());
    const RegisterFileEnergy energy = register_file_energy(costs, events, period_fs);
    for (const RegisterFileEnergyPart& part : register_file_energy_parts)
      if (group.contains(part.name)) group[part.name] = energy.*part.member;
    group["total"] = energy.total();
  };
  restate(stats.at("register_file_energy"));
  restate(stats.at("register_file_energy").at("baseline"));
}

}  // namespace heddle
