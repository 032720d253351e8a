#include "tb/microbench/footprint_sweep.hpp"

#include <fmt/format.h>

#include <deque>

#include "hw/memory/memory_system.hpp"
#include "hw/sim/failure.hpp"
#include "tb/microbench/walking_source.hpp"

namespace heddle {
namespace {

constexpr unsigned ctas = 6, warps = 8;            // a CTA's warps
constexpr unsigned kib_lines = 1024 / line_bytes;  // lines of a step

class SweptMemory {
 public:
  explicit SweptMemory(const FootprintSweep& sweep)
      : sweep_(sweep),
        core_("core", sweep.gpu.core_period_fs(), sweep.gpu.clocking()),
        memory_("memory", {sweep.gpu.icnt, sweep.gpu.l2, sweep.gpu.dram, sweep.gpu.memory_mib << 20},
                sweep.gpu.sms, sweep.gpu.clocking(), statistics_) {
    for (unsigned k = 0; k < sweep.gpu.sms; ++k) {
      sources_.emplace_back(fmt::format("source{}", k).c_str(), sweep.pause, core_);
      sources_.back().port.socket.bind(memory_.sm(k));
    }
  }

  LoadPoint point(unsigned step) {
    const auto sms = static_cast<unsigned>(sources_.size());
    for (unsigned k = 0; k < sms; ++k) {
      std::vector<std::vector<std::uint64_t>> lines(ctas * warps);
      for (unsigned c = 0; c < ctas; ++c)
        for (unsigned i = 0; i < step * kib_lines; ++i)
          // CTAs lie one behind the other, dealt out to the SMs in turn.
          lines[c * warps + i % warps].push_back((std::uint64_t{c * sms + k} * step * kib_lines + i) *
                                                 line_bytes);
      sources_[k].walk(std::move(lines));
    }
    const std::uint64_t twice = std::uint64_t{2} * step * sms * ctas * kib_lines;
    for (std::uint64_t answers = 0; answers < twice; answers += take()) run(100);
    run(sweep_.measured);
    const auto answers = static_cast<double>(take());
    for (WalkingSource& s : sources_) s.stop();
    for (bool busy = true; busy;) {
      run(100);
      busy = false;
      for (const WalkingSource& s : sources_) busy |= !s.idle();
    }
    const double ns = sweep_.measured * static_cast<double>(sweep_.gpu.core_period_fs()) * 1e-6;
    return {step * 1.024 * ctas * sms, answers * line_bytes / ns, ns * sms * ctas * warps / answers};
  }

 private:
  void run(std::uint64_t cycles) {
    sc_core::sc_start(sc_core::sc_time::from_value(cycles * sweep_.gpu.core_period_fs()));
    rethrow_failure();
  }
  std::uint64_t take() {
    std::uint64_t sum = 0;
    for (WalkingSource& s : sources_) sum += s.take_answers();
    return sum;
  }

  const FootprintSweep& sweep_;
  StatGroup statistics_;
  ClockDomain core_;
  MemorySystem memory_;
  std::deque<WalkingSource> sources_;
};

}  // namespace

LoadCurve measure(const FootprintSweep& sweep, std::span<const unsigned> steps) {
  SweptMemory memory(sweep);
  LoadCurve curve{.name = "reads"};
  for (const unsigned step : steps) curve.points.push_back(memory.point(step));
  return curve;
}

}  // namespace heddle
