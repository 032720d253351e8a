// SPDX-License-Identifier: Apache-2.0
#include "hw/caba/caba.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "hw/caba/caba_beside.hpp"
#include "hw/caba/caba_report.hpp"
#include "hw/caba/caba_sm.hpp"
#include "hw/caba/lines/assisted_lines.hpp"
#include "hw/caba/warps/assist_plan.hpp"
#include "hw/sm/hooks/technique.hpp"
#include "hw/sm/launch/launch.hpp"
#include "models/base/config.hpp"
#include "models/base/registry.hpp"
#include "models/caba/assist_warp_costs.hpp"
#include "models/line_compression/burst_lines.hpp"

namespace heddle {
namespace {

/// Registers of a warp for its assist warps: one window for those that decompress, of which it has one at a
/// time, one for those that compress, unless they share the first, and one for user subroutines of each
/// priority.
constexpr unsigned load_window = 0, store_window = 1, user_low_window = 2, user_high_window = 3, windows = 4;

constexpr const char* costs_section = "assist_warp_costs";  // of a technology

class Caba final : public Technique {
 public:
  /// `tree`: of the hardware that compresses beside assist warps.
  Caba(const CabaConfig& config, const AssistWarpCosts& costs, ConfigTree tree)
      : config_(config), costs_(costs), tree_(tree), lines_(lines_of(config, tree)) {
    if (compresses() && config.controllers_compress) {
      for (const std::string& setting : lines_.hardware_settings) tree.set(setting);
      hardware_ = Registry<LineCompressorEntry>::instance().find(lines_.hardware).make(tree);
    }
    subroutines_ = lines_.subroutines;
    for (const UserSubroutineConfig& user : config.subroutines)
      subroutines_.push_back(user_subroutine(tree, subroutines_.size() - lines_.subroutines.size(), user));
    code_ = std::make_shared<AssistCode>(subroutines_, config.store.words);
    setup_ = {.controller = config.controller,
              .store = config.store,
              .code = code_,
              .triggers = {},
              .records = config.records,
              .most_instructions = config.most_instructions,
              .restores_parts = compresses(),
              .events = config.events};
    for (unsigned event = 0; event < LineSubroutines::events; ++event)
      setup_.triggers.push_back(trigger(event));
    if (!lines_.tables.empty()) {
      setup_.tables = std::make_shared<std::vector<std::byte>>(lines_.tables);
      take_shared(lines_.tables.size());
    }
    for (const UserSubroutineConfig& user : config.subroutines) add(user);
    for (unsigned w = 1; w < windows; ++w) setup_.windows[w] = setup_.windows[w - 1] + registers_of(w - 1);
    registers_ = setup_.windows[windows - 1] + registers_of(windows - 1);
    if (config.registers == AssistRegisters::parent) return;
    registers_ = 0;
    for (unsigned w = 0; w < windows; ++w)
      setup_.window_registers = std::max(setup_.window_registers, registers_of(w));
  }

  std::vector<Hook> hooks() const override {
    std::vector<Hook> held{Hook::kernel_plan, Hook::issue_gate, Hook::instruction_source};
    if (compresses()) {
      held.push_back(Hook::store_path);
      held.push_back(Hook::sm_edge);
      held.push_back(Hook::controller_edge);
    }
    if (loads_directly()) held.push_back(Hook::encoded_loads);
    if (profiles()) held.push_back(Hook::controller_edge);
    if (!config_.subroutines.empty()) held.push_back(Hook::observer);
    return held;
  }
  /// The profile, unless there is one.
  std::vector<std::string> first_pass() const override {
    if (config_.enable != AssistEnable::automatic || config_.profile.measured) return {};
    return {"caba.enable=profile"};
  }
  void adapt(SmConfig& sm) const override {
    sm.load_store.line_units = config_.line_ports;
    if (!compresses()) return;
    // Accesses that wait for lines leave collector units to those that decompress them: one, and one that may
    // be kept for injected MOVs.
    constexpr unsigned left = 2;
    if (sm.collectors.units <= left)
      throw Error({.place = "sm.collectors.units",
                   .what =
                       "accesses that wait for compressed lines would hold all collector units, for which "
                       "those that decompress them wait",
                   .value = fmt::format("{}", sm.collectors.units),
                   .legal = fmt::format("at least {} where assist warps compress lines", left + 1)});
    sm.collectors.memory = std::min(sm.collectors.memory, sm.collectors.units - left);
    // In the same way, loads that wait for lines hold none of the merge buffers that come with assist warps.
    sm.load_store.merge_buffers = std::min(sm.load_store.merge_buffers, sm.merge_buffers);
    sm.merge_buffers += ptx::max_destinations;
  }
  /// Throws Error where a machine runs something without the profile that it needs.
  std::shared_ptr<const KernelPlan> plan(const PlanRequest& request) const override {
    if (config_.enable == AssistEnable::automatic && !config_.profile.measured)
      throw Error({.place = "caba.enable",
                   .what = "it needs a profile, for which heddle run makes a run ahead",
                   .value = "auto",
                   .legal = "always, never, or the profile.yaml of a run with enable=profile as a layer"});
    note_launch(request.kernel);
    std::map<unsigned, LiveCode> live;
    for (const UserTrigger& t : setup_.of_user) {
      if (t.config.kernel != request.kernel.name) continue;
      if (t.config.line != 0) instruction_in(t.config, request.kernel, t.config.line, "line");
      if (!t.config.shares_registers()) continue;
      const unsigned subroutine = setup_.triggers[t.event].subroutine;
      auto& [text, code] = live_[subroutine];
      if (text != request.kernel.text) {
        code = live_code(t.config, subroutines_[subroutine], request.kernel);
        text = request.kernel.text;
      }
      live.emplace(subroutine, code);
    }
    const unsigned most = config_.most_at_a_time(setup_.window_registers, request);
    return std::make_shared<AssistPlan>(registers_, request.register_offset, most * setup_.window_registers,
                                        most, memory_, shared_, std::move(live));
  }
  std::unique_ptr<SmTechnique> make(const SmTechniqueParts& parts) const override {
    std::optional<AssistedRequestsConfig> requests;
    if (compresses())
      requests = {pending_stores(), config_.part_copies, config_.gives_back(),
                  loads_directly() ? lines_.pieces : nullptr};
    auto sm = std::make_unique<CabaSm>(setup_, requests, parts);
    of_sms_->push_back(sm.get());
    if (profiler_) profiler_->add_sm(parts.stats);
    return sm;
  }
  void put_edges(LineEdges& edges) const override {
    of_sms_ = std::make_shared<std::vector<CabaSm*>>();  // of the machine that is made now
    profiler_ = nullptr;
    if (profiles()) put_profiler(edges);
    if (!compresses()) return;
    edges.sms_restore_parts = true;
    edges.put(EdgePlace::sm, std::make_shared<BurstCodec>(lines_.codec, config_.granularity),
              [of_sms = of_sms_, gives_back = config_.gives_back(),
               lines = config_.queues.edge](const EdgeParts& parts) {
                CabaSm& sm = *of_sms->at(parts.index);
                EdgeUnits units;
                units.buffer = lines;
                units.executor =
                    std::make_unique<AssistedLines>(sm.warps, gives_back ? &sm.requests->parts : nullptr);
                return units;
              });
    edges.put(EdgePlace::controller, nullptr,
              [config = config_, hardware = hardware_](const EdgeParts& parts) {
                EdgeUnits units;
                units.buffer = config.queues.edge;
                units.ideal = config.metadata == LineMetadata::ideal && !hardware;
                units.directory = line_directory(config, EdgePlace::sm, parts);
                if (!hardware) return units;
                units.encodes_for = EdgePlace::sm;
                units.executor = hardware->blocks(LineWork::encoding, config.granularity, parts);
                return units;
              });
  }
  /// Their instructions cost what the program's do, in the cores. On top of it come the store that holds
  /// them, the controller and the buffer, and the lines of the L1 that they access.
  std::vector<EnergyTerm> energy_terms(const GpuCosts& gpu, const EnergyMachine& machine) const override {
    const std::vector<std::string> instructions{"sm_total.caba.high.instructions",
                                                "sm_total.caba.low.instructions"};
    const double store_bytes = config_.store.words * sizeof(std::uint64_t);
    const double store_mw = machine.sms * store_bytes / 1024 * gpu.sram.leakage_mw_per_kib;
    std::vector<EnergyTerm> terms;
    if (compresses()) terms = metadata_energy(config_, gpu, machine);
    if (hardware_)
      for (const UnitEnergy& unit : hardware_->energy)
        terms.push_back({line_codecs, unit.name, unit.description, unit.pj,
                         paths_of(edge_statistics(EdgePlace::controller), unit.counters)});
    terms.push_back({line_codecs, "assist_warp_store", "words read from the stores of subroutines",
                     gpu.sram.pj(store_bytes, sizeof(std::uint64_t)), instructions});
    terms.push_back({line_codecs,
                     "assist_warp_store_leakage",
                     "of the stores of subroutines",
                     store_mw * machine.core_ns,
                     {"cycles"},
                     true});
    terms.push_back(
        {line_codecs,
         "assist_warp_control",
         "cycles of the controllers, buffers and pending stores",
         machine.sms * (costs_.controller_pj + costs_.buffer_pj +
                        config_.controller.entries * (costs_.controller_entry_pj + costs_.buffer_entry_pj) +
                        (compresses() ? costs_.pending_pj : 0)),
         {"cycles"}});
    if (!compresses()) return terms;
    const Storage lines = edge_storage(EdgePlace::sm, config_.queues.edge)[1];
    terms.push_back({line_codecs,
                     "assist_line_accesses",
                     "accesses of assist warps to lines that wait in the SM's edge",
                     gpu.sram.pj(lines.bytes(), lines.bits / 8.0),
                     {"sm_total.line.line_accesses"}});
    if (setup_.tables == nullptr) return terms;
    for (EnergyTerm& term : table_energy(gpu, machine)) terms.push_back(std::move(term));
    return terms;
  }
  BesideBlocks beside(const EnergyMachine& machine, const SmConfig& sm) const override {
    std::optional<LineCompressor> loads;
    if (loads_directly()) loads = Registry<LineCompressorEntry>::instance().find(lines_.hardware).make(tree_);
    return caba_beside(config_, pending_stores(), compresses(), hardware_, loads, machine, sm);
  }
  std::vector<ReportLine> report(const Statistic& of) const override {
    std::vector<ReportLine> lines;
    if (config_.enable == AssistEnable::automatic) lines.push_back(report_of_profile(config_));
    if (compresses())
      for (ReportLine& line : report_of_lines(config_, registers_in_words(), of))
        lines.push_back(std::move(line));
    if (hardware_) lines.push_back(report_of_controllers(of));
    for (const UserSubroutineConfig& user : config_.subroutines) lines.push_back(report_of(user, of));
    return lines;
  }
  std::map<std::string, std::string> files(const Technique::DeviceReader& read) const override {
    require_met();
    std::map<std::string, std::string> texts;
    for (const UserTrigger& t : setup_.of_user)
      if (t.config.memory != 0)
        texts[t.config.name + ".csv"] = words_of(read, Launch::own_memory + t.memory_at, t.config.memory);
    return texts;
  }

 private:
  PendingStoresConfig pending_stores() const {
    return pending_stores_of(config_, compresses_stores() ? lines_.event_of_store : nullptr);
  }
  static LineSubroutines lines_of(const std::string& what, const ConfigTree& tree) {
    return Registry<LineSubroutinesEntry>::instance().find(what).make(tree);
  }
  /// Of the machine: none where it does not compress.
  static LineSubroutines lines_of(const CabaConfig& config, const ConfigTree& tree) {
    LineSubroutines lines = lines_of(config.compresses() ? config.what : "none", tree);
    if (!config.direct_load || lines.codec == nullptr) return lines;
    if (lines.pieces == nullptr)
      throw Error({.place = "caba.direct_load",
                   .what = "loads cannot take bytes out of lines that are compressed so",
                   .value = fmt::format("true with what: {}", config.what),
                   .legal = "what: bdi"});
    lines.load_directly();
    return lines;
  }
  bool loads_directly() const { return compresses() && config_.direct_load; }
  bool compresses() const { return lines_.codec != nullptr; }
  bool compresses_stores() const {
    return std::any_of(lines_.of_event.begin() + LineSubroutines::stores,
                       lines_.of_event.begin() + LineSubroutines::extracts_one,
                       [](unsigned subroutine) { return subroutine != LineSubroutines::none; });
  }
  std::string registers_in_words() const {
    if (config_.registers == AssistRegisters::unallocated)
      return fmt::format("{} for each, of those that no CTA takes", setup_.window_registers);
    if (setup_.window_registers != 0)
      return fmt::format("{} for each of {}", setup_.window_registers,
                         std::min(config_.windows, config_.controller.entries));
    if (config_.shared_registers) return fmt::format("{} of each thread", registers_of(load_window));
    return fmt::format("{} of each thread for decompression, {} for compression", registers_of(load_window),
                       registers_of(store_window));
  }
  /// Throws Error for a user subroutine that is for a kernel, or a line, that has not run.
  void require_met() const {
    for (std::size_t k = 0; k < met_.size() && !launched_.empty(); ++k) {
      const UserSubroutineConfig& user = setup_.of_user[k].config;
      if (met_[k]) continue;
      const bool of_line = user.kernel.empty();
      const char* key = of_line ? "line" : "kernel";
      throw Error(
          {.place = tree_.place_of_value(fmt::format("caba.subroutines[{}].{}", k, key)),
           .what = fmt::format("subroutine '{}' is for a {} that the program does not run", user.name, key),
           .value = of_line ? std::to_string(user.line) : user.kernel,
           .legal = fmt::format("{}{}", of_line ? "a line with an instruction of " : "",
                                fmt::join(launched_, ", ")),
           .nearest = of_line ? "" : nearest_name(user.kernel, launched_)});
    }
  }
  /// Which user subroutines a launched kernel is for.
  void note_launch(const ptx::Kernel& kernel) const {
    if (std::find(launched_.begin(), launched_.end(), kernel.name) != launched_.end()) return;
    launched_.push_back(kernel.name);
    met_.resize(setup_.of_user.size());
    for (std::size_t k = 0; k < met_.size(); ++k) {
      const UserSubroutineConfig& user = setup_.of_user[k].config;
      met_[k] = met_[k] || (user.kernel.empty()
                                ? user.line == 0 || std::any_of(kernel.code.begin(), kernel.code.end(),
                                                                [line = kernel.joined_line(user.line)](
                                                                    const auto& i) { return i.line == line; })
                                : user.kernel == kernel.name);
    }
  }
  bool profiles() const { return config_.enable == AssistEnable::profile; }
  void put_profiler(LineEdges& edges) const {
    profiler_ = std::make_shared<LineProfiler>(
        std::make_shared<BurstCodec>(lines_of(config_.what, tree_).codec, config_.granularity),
        config_.granularity);
    edges.put(EdgePlace::controller, nullptr,
              [profiler = profiler_](const EdgeParts&) { return profiler->edge(); });
    edges.files["profile.yaml"] = [profiler = profiler_] { return profiler->layer(); };
  }
  static std::vector<std::string> paths_of(const std::string& edge,
                                           const std::vector<std::string>& counters) {
    std::vector<std::string> paths;
    for (const std::string& counter : counters) paths.push_back(fmt::format("{}.{}", edge, counter));
    return paths;
  }
  AssistTrigger trigger(unsigned event) const {
    const unsigned subroutine = lines_.of_event[event];
    if (subroutine == LineSubroutines::none) return {};
    const bool stores = LineSubroutines::is_store(event);
    const Subroutine& code = lines_.subroutines[subroutine];
    return {.enabled = true,
            .subroutine = subroutine,
            .last = static_cast<unsigned>(code.code.code.size()) - 1,
            .low = stores,
            .window = stores && !config_.shared_registers ? store_window : load_window,
            .lanes = code.lanes()};
  }
  /// A user subroutine, whose event is the next row of the trigger table.
  void add(const UserSubroutineConfig& user) {
    const auto subroutine = static_cast<unsigned>(lines_.subroutines.size() + setup_.of_user.size());
    const Subroutine& code = subroutines_[subroutine];
    const bool low = user.priority == AssistPriority::low;
    const auto owner = std::find_if(setup_.of_user.begin(), setup_.of_user.end(),
                                    [&](const UserTrigger& t) { return t.config.name == user.memory_of; });
    if (!user.memory_of.empty() && owner == setup_.of_user.end())
      throw Error(
          {.what = fmt::format("subroutine '{}' has the memory of one that is not ahead of it", user.name),
           .value = user.memory_of,
           .legal = "the name of a subroutine ahead of it in the list",
           .key = "subroutines"});
    const ExecutionContext::SharedPart own{shared_, code.code.shared_bytes};
    setup_.of_user.push_back({user, static_cast<unsigned>(setup_.triggers.size()),
                              user.memory_of.empty() ? memory_ : owner->memory_at,
                              user.memory_of.empty() ? own : owner->shared});
    if (own.bytes > setup_.of_user.back().shared.bytes)
      throw Error({.place = code.code.file,
                   .what = fmt::format(
                       "subroutine '{}' has more shared memory than the one whose memory it has", user.name),
                   .value = fmt::format("{} bytes", own.bytes),
                   .legal = fmt::format("at most {}", setup_.of_user.back().shared.bytes)});
    memory_ += (user.memory + line_bytes - 1) / line_bytes * line_bytes;
    if (user.memory_of.empty()) take_shared(own.bytes);
    setup_.triggers.push_back({.enabled = true,
                               .subroutine = subroutine,
                               .last = static_cast<unsigned>(code.code.code.size()) - 1,
                               .low = low,
                               .window = low ? user_low_window : user_high_window,
                               .lanes = code.lanes()});
  }
  /// More of each SM's shared memory.
  void take_shared(std::size_t bytes) {
    shared_ += static_cast<std::uint32_t>((bytes + line_bytes - 1) / line_bytes * line_bytes);
  }
  unsigned registers_of(unsigned window) const {
    unsigned most = 0;
    for (const AssistTrigger& t : setup_.triggers)
      if (t.enabled && t.window == window)
        most = std::max(most, unsigned{subroutines_[t.subroutine].code.registers});
    return most;
  }

  const CabaConfig config_;
  const AssistWarpCosts costs_;
  const ConfigTree tree_;
  const LineSubroutines lines_;
  std::optional<LineCompressor> hardware_;
  std::shared_ptr<const AssistCode> code_;
  std::vector<Subroutine> subroutines_;  ///< by SR.ID: those of lines, then user subroutines
  AssistSetup setup_;
  unsigned registers_ = 0;    ///< of a thread, all windows together; 0: windows of the SM have them
  std::uint64_t memory_ = 0;  ///< bytes, of the user subroutines
  std::uint32_t shared_ = 0;  ///< of an SM's shared memory, of these and of tables
  /// By SR.ID, made for the kernel of this text, which may be launched many times.
  mutable std::map<unsigned, std::pair<std::shared_ptr<const std::vector<std::string>>, LiveCode>> live_;
  mutable std::vector<std::string> launched_;             ///< kernels
  mutable std::vector<bool> met_;                         ///< user subroutines that these are for
  mutable std::shared_ptr<std::vector<CabaSm*>> of_sms_;  ///< made ahead of the SMs' edges
  mutable std::shared_ptr<LineProfiler> profiler_;        ///< of the same machine; null: there is none
};

const Registration<ConfigSection> caba_costs{config_section<AssistWarpCosts>(costs_section)};
const Registration<TechniqueEntry> caba_registration{TechniqueEntry{
    .name = "caba",
    .description = "Memory lines that assist warps compress (Vijaykumar2015)",
    .parameters = describe<CabaConfig>("caba"),
    .make = [](const ConfigTree& tree) -> std::shared_ptr<const Technique> {
      return std::make_shared<Caba>(resolve<CabaConfig>(tree, "caba"),
                                    resolve<AssistWarpCosts>(tree, costs_section), tree);
    },
    .read_costs = [](const ConfigTree& tree) { resolve<AssistWarpCosts>(tree, costs_section); }}};

}  // namespace

}  // namespace heddle
