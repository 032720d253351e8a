// SPDX-License-Identifier: Apache-2.0
#include "tb/run/machine_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <vector>

#include "tb/run/report.hpp"

namespace heddle {
namespace {

using Json = nlohmann::ordered_json;

class MachineReport {
 public:
  MachineReport(const RunResult& run, const RunResult* baseline) : stats_(run.stats), baseline_(baseline) {}

  std::string text() {
    issue_slots();
    for (const auto& [name, path] :
         {std::pair{"L1 instructions", "sm_total.l1i"}, std::pair{"L1 data", "sm_total.l1d"},
          std::pair{"L1 constants", "sm_total.l1c"}, std::pair{"L1 textures", "sm_total.l1t"},
          std::pair{"L2", "l2_total"}})
      cache(name, path);
    memory();
    energy();
    kernels();
    return std::move(out_);
  }

 private:
  static Json::json_pointer pointer(std::string path) {
    std::replace(path.begin(), path.end(), '.', '/');
    return Json::json_pointer("/" + path);
  }
  bool has(const std::string& path) const { return stats_.contains(pointer(path)); }
  double of(const std::string& path) const { return statistic_or_zero(stats_, path); }
  template <class... A>
  void line(std::string_view label, fmt::format_string<A...> format, A&&... arguments) {
    out_ += fmt::format("  {:<22} {}\n", label, fmt::format(format, std::forward<A>(arguments)...));
  }
  static std::string share(double part, double whole) {
    return whole == 0 ? "-" : fmt::format("{:.1f} %", 100 * part / whole);
  }
  static std::string count(double n) { return grouped(static_cast<std::uint64_t>(n)); }

  void issue_slots() {
    const std::string slots = "sm_total.issue_slots.";
    if (!has(slots + "active")) return;
    constexpr std::array parts{std::pair{"active", "active"}, std::pair{"memory stall", "memory_stall"},
                               std::pair{"compute stall", "compute_stall"},
                               std::pair{"data dependence", "data_dependence"}, std::pair{"idle", "idle"}};
    double all = 0;
    for (const auto& [name, path] : parts) all += of(slots + path);
    std::vector<std::string> texts;
    for (const auto& [name, path] : parts)
      texts.push_back(fmt::format("{} {}", name, share(of(slots + path), all)));
    line("issue slots", "{}", fmt::join(texts, ", "));
  }

  void cache(const char* name, const std::string& path) {
    const double accesses = of(path + ".accesses");
    if (accesses == 0) return;
    const double reserved = of(path + ".read_hits_reserved") + of(path + ".write_hits_reserved");
    line(name, "{} accesses: {} hits, {} on their way, {} misses", count(accesses),
         share(of(path + ".hits"), accesses), share(reserved, accesses),
         share(of(path + ".misses"), accesses));
  }

  void memory() {
    if (!has("dram_total.bursts")) return;
    line("DRAM",
         "{:.1f} GB/s, {} of the bus; {} row hits, {:.1f} bursts an activate; reads take {:.0f} cycles",
         of("dram_total.bandwidth"), share(of("dram_total.bus_busy"), of("dram_total.cycles")),
         share(of("dram_total.row_hits"), of("dram_total.requests")), of("dram_total.row_locality"),
         of("dram_total.read_latency"));
  }

  void energy() {
    if (!has("energy.total")) return;
    const double total = of("energy.total");
    line("energy", "{:.1f} uJ, {:.1f} W; {} static", total * 1e-3, of("energy.power"),
         share(of("energy.static"), total));
    if (baseline_ != nullptr) line("", "{}", against_baseline());
    std::vector<std::string> texts;
    for (const auto& [name, component] : stats_["energy"].items())
      if (component.is_object()) {
        const double part = component["total"].get<double>();
        std::string words = name;
        std::replace(words.begin(), words.end(), '_', ' ');
        if (part != 0) texts.push_back(fmt::format("{} {}", words, share(part, total)));
      }
    line("", "{}", fmt::join(texts, ", "));
  }

  std::string against_baseline() const {
    const MachineReport before(*baseline_, nullptr);
    const auto change = [&](const char* path) {
      return before.of(path) == 0 ? "-" : fmt::format("{:+.1f} %", 100 * (of(path) / before.of(path) - 1));
    };
    return fmt::format("{}, energy x delay {} against the run without techniques", change("energy.total"),
                       change("energy.energy_delay"));
  }

  /// Prints the kernels that took most of the time, when there are several.
  void kernels() {
    const Json& all = stats_["kernels"];
    if (all.size() < 2) return;
    std::vector<std::pair<std::string, const Json*>> sorted;
    for (const auto& [name, kernel] : all.items()) sorted.emplace_back(name, &kernel);
    std::stable_sort(sorted.begin(), sorted.end(), [](const auto& a, const auto& b) {
      return (*a.second)["cycles"].template get<double>() > (*b.second)["cycles"].template get<double>();
    });
    constexpr std::size_t most = 8;
    const double cycles = of("cycles");
    for (std::size_t k = 0; k < std::min(sorted.size(), most); ++k) {
      const auto& [name, kernel] = sorted[k];
      const double own = (*kernel)["cycles"].get<double>();
      const Json& ipc = (*kernel)["ipc"];
      line(k == 0 ? "kernels" : "", "{} x {}: {} cycles, {}, IPC {:.2f}",
           (*kernel)["launches"].get<std::uint64_t>(), name, count(own), share(own, cycles),
           ipc.is_number() ? ipc.get<double>() : 0);
    }
    if (sorted.size() > most) line("", "and {} more: kernels in stats.json", sorted.size() - most);
  }

  const Json& stats_;
  const RunResult* const baseline_;
  std::string out_;
};

}  // namespace

std::string machine_report(const RunResult& run, const RunResult* baseline) {
  return MachineReport(run, baseline).text();
}

}  // namespace heddle
