#include "tb/microbench/memory_load.hpp"

#include <fmt/format.h>

#include <deque>

#include "hw/memory/memory_system.hpp"
#include "hw/sim/failure.hpp"
#include "tb/microbench/traffic_source.hpp"

namespace heddle {
namespace {

class LoadedMemory {
 public:
  explicit LoadedMemory(const MemoryLoad& load)
      : load_(load),
        core_("core", load.gpu.core_period_fs(), load.gpu.clocking()),
        memory_("memory", {load.gpu.icnt, load.gpu.l2, load.gpu.dram, load.gpu.memory_mib << 20},
                load.gpu.sms, load.gpu.clocking(), statistics_),
        random_(load.seed) {
    for (unsigned k = 0; k < load.gpu.sms; ++k) {
      sources_.emplace_back(fmt::format("source{}", k).c_str(), load.window, load.seed + 1 + k, core_);
      sources_.back().port.socket.bind(memory_.sm(k));
    }
    l2_lines_ = std::uint64_t{load.gpu.l2.cache.bytes} * load.gpu.dram.address.channels() / line_bytes;
    lines_ = std::min(64 * l2_lines_, (load.gpu.memory_mib << 20) / line_bytes);
  }

  LoadCurve curve(Footprint footprint, std::span<const double> shares) {
    const MemoryBounds bounds = bounds_of(load_.gpu);
    const double most =
        std::min({bounds.l2_ports, bounds.crossbar, footprint == Footprint::l2 ? 1e9 : bounds.dram});
    if (footprint == Footprint::l2) fill();
    LoadCurve curve{.name = std::string(name_of(footprint))};
    for (const double share : shares) curve.points.push_back(point(footprint, share * most));
    return curve;
  }

 private:
  double ns_a_cycle() const { return static_cast<double>(load_.gpu.core_period_fs()) * 1e-6; }
  void run(std::uint64_t cycles) {
    sc_core::sc_start(sc_core::sc_time::from_value(cycles * load_.gpu.core_period_fs()));
    rethrow_failure();
  }
  std::uint64_t line(Footprint footprint) {
    const auto drawn = [&](std::uint64_t lines) { return random_() % lines * line_bytes; };
    switch (footprint) {
      case Footprint::l2:
        return drawn(l2_lines_ / 2);
      case Footprint::dram:
        return drawn(lines_);
      case Footprint::stream:
        break;
    }
    return streamed_++ % lines_ * line_bytes;
  }
  void drain() {
    for (TrafficSource& s : sources_) s.stop();
    for (bool busy = true; busy;) {
      run(100);
      busy = false;
      for (const TrafficSource& s : sources_) busy |= !s.idle();
    }
  }
  /// Reads the lines of half of the L2, each once.
  void fill() {
    std::uint64_t next = 0;
    for (TrafficSource& s : sources_)
      s.offer(1, [&] { return TrafficSource::Request{.address = next++ % (l2_lines_ / 2) * line_bytes}; });
    while (next < l2_lines_ / 2) run(100);
    drain();
  }
  LoadPoint point(Footprint footprint, double gigabytes) {
    const double lines_a_cycle = gigabytes / line_bytes * ns_a_cycle() / static_cast<double>(sources_.size());
    for (TrafficSource& s : sources_)
      s.offer(lines_a_cycle,
              [this, footprint] { return TrafficSource::Request{.address = line(footprint)}; });
    run(load_.warm_up);
    take();
    run(load_.measured);
    const TrafficSource::Counts counts = take();
    drain();
    const auto answers = static_cast<double>(counts.answers);
    return {gigabytes, static_cast<double>(counts.bytes) / (load_.measured * ns_a_cycle()),
            answers == 0 ? 0 : static_cast<double>(counts.cycles_waited) / answers * ns_a_cycle()};
  }
  TrafficSource::Counts take() {
    TrafficSource::Counts sum;
    for (TrafficSource& s : sources_) {
      const TrafficSource::Counts c = s.take_counts();
      sum.answers += c.answers;
      sum.bytes += c.bytes;
      sum.cycles_waited += c.cycles_waited;
    }
    return sum;
  }

  const MemoryLoad& load_;
  StatGroup statistics_;
  ClockDomain core_;
  MemorySystem memory_;
  Random random_;
  std::deque<TrafficSource> sources_;
  std::uint64_t l2_lines_ = 0, lines_ = 0, streamed_ = 0;
};

}  // namespace

MemoryBounds bounds_of(const GpuConfig& gpu) {
  const unsigned slices = gpu.dram.address.channels();
  const auto per_ns = [](std::uint64_t mhz) { return static_cast<double>(mhz) * 1e-3; };
  const unsigned flits = (gpu.icnt.header_bytes + line_bytes + gpu.icnt.flit_bytes - 1) / gpu.icnt.flit_bytes;
  const unsigned ports = std::min(gpu.icnt.ports(slices), gpu.sms);
  return {.l2_ports = per_ns(gpu.l2.mhz) * gpu.l2.port_bytes * slices,
          .crossbar = per_ns(gpu.icnt.mhz) * ports * line_bytes / flits,
          .dram = gpu.dram.peak_bandwidth()};
}

std::vector<LoadCurve> measure(const MemoryLoad& load, std::span<const Footprint> footprints,
                               std::span<const double> shares) {
  LoadedMemory memory(load);
  std::vector<LoadCurve> curves;
  for (const Footprint f : footprints) curves.push_back(memory.curve(f, shares));
  return curves;
}

}  // namespace heddle
