// SPDX-License-Identifier: Apache-2.0
#include "tb/run/gpgpu_sim_names.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <vector>

namespace heddle {
namespace {

#define CACHE(prefix, path)                                                    \
  {prefix "_total_cache_accesses", "requests", path ".accesses"},              \
      {prefix "_total_cache_misses", "requests", path ".misses"},              \
      {prefix "_total_cache_miss_rate", "", path ".misses", path ".accesses"}, \
      {prefix "_total_cache_pending_hits", "requests",                         \
       path ".read_hits_reserved + " path ".write_hits_reserved"},             \
  {                                                                            \
    prefix "_total_cache_reservation_fails", "requests",                       \
        path ".read_reservation_fails + " path ".write_reservation_fails"      \
  }

constexpr GpgpuSimName names[] = {
    {"gpu_sim_cycle", "core cycles", "cycles", "", true},
    {"gpu_sim_insn", "thread instructions", "sm_total.thread_instructions", "", true},
    {"gpu_ipc", "thread instructions/cycle", "sm_total.thread_instructions", "cycles", true},
    {"gpu_tot_sim_cycle", "core cycles", "cycles"},
    {"gpu_tot_sim_insn", "thread instructions", "sm_total.thread_instructions"},
    {"gpu_tot_ipc", "thread instructions/cycle", "sm_total.thread_instructions", "cycles"},
    {"gpgpu_n_tot_thrd_icount", "thread instructions", "sm_total.thread_instructions"},
    {"gpgpu_n_tot_w_icount", "warp instructions", "sm_total.warp_instructions"},
    {"gpgpu_n_shmem_bkconflict", "cycles", "sm_total.load_store.shared_conflict_cycles"},
    {"Stall", "issue slots", "sm_total.issue_slots.memory_stall + sm_total.issue_slots.compute_stall"},
    {"W0_Scoreboard", "issue slots", "sm_total.issue_slots.data_dependence"},
    CACHE("L1I", "sm_total.l1i"),
    CACHE("L1D", "sm_total.l1d"),
    CACHE("L1C", "sm_total.l1c"),
    CACHE("L1T", "sm_total.l1t"),
    CACHE("L2", "l2_total"),
    {"gpgpu_n_mem_read_inst", "requests", "sm_total.memory.instruction.requests"},
    {"gpgpu_n_mem_const", "requests", "sm_total.memory.constant.requests"},
    {"gpgpu_n_mem_texture", "requests", "sm_total.memory.texture.requests"},
    {"averagemflatency", "core cycles",
     "sm_total.memory.data.latency_cycles + sm_total.memory.constant.latency_cycles + "
     "sm_total.memory.texture.latency_cycles",
     "sm_total.memory.data.answers + sm_total.memory.constant.answers + sm_total.memory.texture.answers",
     false, "without the wait in the SM's queue of misses"},
    {"n_cmd", "cycles", "dram_total.cycles"},
    {"n_act", "commands", "dram_total.activates"},
    {"n_pre", "commands", "dram_total.precharges"},
    {"n_req", "requests", "dram_total.requests"},
    {"total_req", "commands", "dram_total.read_bursts + dram_total.write_bursts"},
    {"bw_util", "", "dram_total.bus_busy", "dram_total.cycles"},
    {"mrqq_avg", "requests", "dram_total.reads_queued + dram_total.writes_queued", "dram_total.cycles"},
    {"Row_Buffer_Locality", "", "dram_total.row_hits", "dram_total.requests"},
};
#undef CACHE

std::vector<std::string_view> terms(std::string_view sum) {
  constexpr std::string_view plus = " + ";
  std::vector<std::string_view> all;
  while (!sum.empty()) {
    const auto at = sum.find(plus);
    all.push_back(sum.substr(0, at));
    sum.remove_prefix(at == std::string_view::npos ? sum.size() : at + plus.size());
  }
  return all;
}

/// Finds the counters of a sum of statistics; returns false when the GPU lacks one of them.
bool find(const StatGroup& stats, std::string_view sum, std::vector<const Counter*>& counters) {
  for (const std::string_view path : terms(sum)) {
    const Statistic* statistic = stats.look_up(path);
    if (statistic == nullptr || statistic->is_ratio() || statistic->formula) return false;
    counters.insert(counters.end(), statistic->numerator.begin(), statistic->numerator.end());
  }
  return true;
}

std::string meaning(const GpgpuSimName& n) {
  const auto whole = [](std::string_view sum) {
    return sum.find(' ') == std::string_view::npos ? std::string(sum) : fmt::format("({})", sum);
  };
  std::string text = n.below.empty() ? std::string(n.above) : whole(n.above) + " / " + whole(n.below);
  if (n.last_launch) text += " of the last launch";
  if (!n.note.empty()) text += fmt::format(", {}", n.note);
  return text;
}

}  // namespace

std::span<const GpgpuSimName> gpgpu_sim_names() { return names; }

void add_gpgpu_sim_names(StatGroup& stats, const KernelRecords& kernels) {
  StatGroup& group = stats.group("gpgpu_sim");
  for (const GpgpuSimName& n : names) {
    std::vector<const Counter*> above, below;
    if (!find(stats, n.above, above) || !find(stats, n.below, below)) continue;
    if (!n.last_launch) {
      group.derived(std::string(n.name), std::string(n.unit), meaning(n), above, below);
      continue;
    }
    group.formula(std::string(n.name), std::string(n.unit), meaning(n), [&n, &kernels] {
      const auto sum = [&](std::string_view paths) {
        double total = 0;
        for (const std::string_view path : terms(paths)) total += kernels.last(path);
        return total;
      };
      return n.below.empty() ? sum(n.above) : sum(n.above) / sum(n.below);
    });
  }
}

}  // namespace heddle
