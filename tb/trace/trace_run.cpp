// SPDX-License-Identifier: Apache-2.0
#include "tb/trace/trace_run.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "hw/memory/memory_system.hpp"
#include "hw/sim/failure.hpp"
#include "models/base/error.hpp"
#include "tb/trace/trace_player.hpp"

namespace heddle {
namespace {

/// Simulates until all requests have been answered.
void play(const TraceRequest& request, const TracePlayer& player) {
  sc_core::sc_start();
  rethrow_failure();
  if (!player.done())
    throw Error({.place = request.path,
                 .what = "the memory does not answer all requests of the trace",
                 .value = fmt::format("{} under way", player.under_way())});
  player.domain()->settle();
}

void through_l2(const TraceRequest& request, std::vector<TraceAccess> trace, unsigned sources,
                StatGroup& stats) {
  const GpuConfig& gpu = request.gpu;
  ClockDomain core("core", gpu.core_period_fs(), gpu.clocking());
  TracePlayer player(
      "player", std::move(trace), sources, request.window,
      [](const TraceAccess& access, std::uint64_t) { return access.source; }, core, stats.group("trace"));
  MemorySystem memory("memory", {gpu.icnt, gpu.l2, gpu.dram, gpu.memory_mib << 20}, sources, gpu.clocking(),
                      stats);
  for (unsigned k = 0; k < sources; ++k) player.socket(k).bind(memory.sm(k));
  play(request, player);
  memory.settle();
}

void into_dram(const TraceRequest& request, std::vector<TraceAccess> trace, StatGroup& stats) {
  const GpuConfig& gpu = request.gpu;
  ClockDomain core("core", gpu.core_period_fs(), gpu.clocking());
  ClockDomain clock("dram_clock", gpu.dram.gddr5.period_fs(), gpu.clocking());
  const AddressMapping mapping(gpu.dram.address, gpu.dram.gddr5, gpu.memory_mib << 20);
  TracePlayer player(
      "player", std::move(trace), mapping.channels(), request.window,
      [&](const TraceAccess&, std::uint64_t address) { return mapping.channel_of(address); }, core,
      stats.group("trace"));
  DramSystem dram("dram", gpu.dram, gpu.memory_mib << 20, clock, stats);
  for (unsigned k = 0; k < dram.channels(); ++k) player.socket(k).bind(dram.port(k).socket);
  play(request, player);
  clock.settle();
}

}  // namespace

void run_trace(const TraceRequest& request, StatGroup& stats) {
  TraceReading reading = request.reading;
  reading.dram = request.gpu.dram;
  std::vector<TraceAccess> trace =
      read_trace(request.path, last_cycle_of(request.gpu.core_period_fs()), reading);
  const auto last = std::max_element(trace.begin(), trace.end(),
                                     [](const auto& a, const auto& b) { return a.source < b.source; });
  if (last->source >= request.gpu.sms)
    throw Error({.place = request.path,
                 .what = "a source of the trace has no SM whose place it could take",
                 .value = std::to_string(last->source),
                 .legal = fmt::format("0 .. {}", request.gpu.sms - 1)});
  const unsigned sources = last->source + 1;
  if (request.into == TraceInto::l2)
    through_l2(request, std::move(trace), sources, stats);
  else
    into_dram(request, std::move(trace), stats);
}

std::string trace_report(const TraceRequest& request, const StatGroup& stats) {
  std::string out = request.path + "\n";
  const auto line = [&](const char* name, const std::string& text) {
    out += fmt::format("  {:<12} {}\n", name, text);
  };
  const auto of = [&](const std::string& path) { return stats.number(path); };
  const double cycles = of("trace.cycles");
  line("time", fmt::format("{:.0f} cycles of {} MHz, {:.3f} us", cycles, request.gpu.core_mhz,
                           cycles * static_cast<double>(request.gpu.core_period_fs()) * 1e-9));
  line("accesses", fmt::format("{:.0f}, {:.0f} B, {:.1f} GB/s", of("trace.accesses"), of("trace.bytes"),
                               of("trace.bandwidth")));
  line("requests", fmt::format("{:.0f} reads and {:.0f} writes, answered in {:.1f} cycles on average",
                               of("trace.reads"), of("trace.writes"), of("trace.latency")));
  line("lateness", fmt::format("{:.1f} cycles an access, against the trace's times", of("trace.lateness")));
  if (request.into == TraceInto::l2)
    line("L2", fmt::format("{:.0f} accesses, {:.0f} hits, {:.0f} misses, {:.0f} write-backs",
                           of("l2_total.accesses"), of("l2_total.hits"), of("l2_total.misses"),
                           of("l2_total.write_backs")));
  line("DRAM",
       fmt::format("{:.1f} of {:.1f} GB/s, {:.1f} % of the bus; {:.1f} % row hits, {:.1f} bursts an "
                   "activate; reads take {:.1f} cycles of {} MHz",
                   of("dram_total.bandwidth"), of("dram.peak_bandwidth"), 100 * of("dram_total.bw_util"),
                   100 * of("dram_total.row_hit_rate"), of("dram_total.row_locality"),
                   of("dram_total.read_latency"), request.gpu.dram.gddr5.clock_mhz));
  return out;
}

}  // namespace heddle
