// SPDX-License-Identifier: Apache-2.0
#include "tb/microbench/memory_load.hpp"

#include "tb/microbench/driven_memory.hpp"

namespace heddle {
namespace {

class LoadedMemory {
 public:
  explicit LoadedMemory(const MemoryLoad& load)
      : load_(load),
        memory_(load.gpu, load.source),
        random_(load.source.seed),
        l2_lines_(std::uint64_t{load.gpu.l2.cache.bytes} * load.gpu.dram.address.channels() / line_bytes),
        lines_(std::min(64 * l2_lines_, (load.gpu.memory_mib << 20) / line_bytes)) {}

  LoadCurve curve(ReadPattern pattern, std::span<const double> shares) {
    const double most = bounds_of(load_.gpu).least(pattern);
    if (pattern == ReadPattern::l2) fill();
    LoadCurve curve{.name = std::string(name_of(pattern))};
    for (const double share : shares) curve.points.push_back(point(pattern, share * most));
    return curve;
  }

 private:
  std::uint64_t line(ReadPattern pattern) {
    const auto drawn = [&](std::uint64_t lines) { return random_() % lines * line_bytes; };
    switch (pattern) {
      case ReadPattern::l2:
        return drawn(l2_lines_ / 2);
      case ReadPattern::dram:
        return drawn(lines_);
      case ReadPattern::stream:
        break;
    }
    return streamed_++ % lines_ * line_bytes;
  }
  /// Reads the lines of half of the L2, each once.
  void fill() {
    std::uint64_t next = 0;
    for (TrafficSource& s : memory_.sources())
      s.offer(1, [&] { return next++ % (l2_lines_ / 2) * line_bytes; });
    while (next < l2_lines_ / 2) memory_.run(100);
    memory_.drain();
  }
  LoadPoint point(ReadPattern pattern, double gigabytes) {
    const double reads_a_cycle =
        gigabytes / line_bytes * memory_.ns(1) / static_cast<double>(memory_.sources().size());
    for (TrafficSource& s : memory_.sources())
      s.offer(reads_a_cycle, [this, pattern] { return line(pattern); });
    memory_.run(load_.warm_up);
    take();
    memory_.run(load_.measured);
    const TrafficSource::Counts counts = take();
    memory_.drain();
    const auto answers = static_cast<double>(counts.answers);
    return {gigabytes, answers * line_bytes / memory_.ns(load_.measured),
            answers == 0 ? 0 : memory_.ns(counts.cycles) / answers};
  }
  TrafficSource::Counts take() {
    TrafficSource::Counts sum;
    for (TrafficSource& s : memory_.sources()) {
      const TrafficSource::Counts c = s.take_counts();
      sum.answers += c.answers;
      sum.cycles += c.cycles;
    }
    return sum;
  }

  const MemoryLoad& load_;
  DrivenMemory<TrafficSource> memory_;
  Random random_;
  const std::uint64_t l2_lines_, lines_;
  std::uint64_t streamed_ = 0;
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

std::vector<LoadCurve> measure(const MemoryLoad& load, std::span<const ReadPattern> patterns,
                               std::span<const double> shares) {
  LoadedMemory memory(load);
  std::vector<LoadCurve> curves;
  for (const ReadPattern p : patterns) curves.push_back(memory.curve(p, shares));
  return curves;
}

}  // namespace heddle
