// SPDX-License-Identifier: Apache-2.0
#include "tb/microbench/footprint_sweep.hpp"

#include "tb/microbench/driven_memory.hpp"
#include "tb/microbench/gpumembench.hpp"

namespace heddle {
namespace {

using gpumembench::ctas;
using gpumembench::warps;

class SweptMemory {
 public:
  explicit SweptMemory(const FootprintSweep& sweep) : sweep_(sweep), memory_(sweep.gpu, sweep.source) {}

  FootprintPoint point(unsigned step) {
    const unsigned sms = sweep_.gpu.sms, cta_lines = step * 1024 / line_bytes;
    for (unsigned k = 0; k < sms; ++k) {
      std::vector<std::vector<std::uint64_t>> lines(ctas * warps);
      for (unsigned c = 0; c < ctas; ++c)  // CTA c * sms + k of the grid
        for (unsigned i = 0; i < cta_lines; ++i)
          lines[c * warps + i % warps].push_back((std::uint64_t{c * sms + k} * cta_lines + i) * line_bytes);
      memory_.sources()[k].walk(std::move(lines));
    }
    const std::uint64_t all = std::uint64_t{cta_lines} * ctas * sms;
    for (std::uint64_t answers = 0; answers < 2 * all; answers += take()) memory_.run(100);
    memory_.run(sweep_.measured);
    const auto answers = static_cast<double>(take());
    memory_.drain();
    const double ns = memory_.ns(sweep_.measured);
    return {static_cast<double>(all * line_bytes) * 1e-3, answers * line_bytes / ns,
            ns * sms * ctas * warps / answers};
  }

 private:
  std::uint64_t take() {
    std::uint64_t sum = 0;
    for (WalkingSource& s : memory_.sources()) sum += s.take_answers();
    return sum;
  }

  const FootprintSweep& sweep_;
  DrivenMemory<WalkingSource> memory_;
};

}  // namespace

std::vector<FootprintPoint> measure(const FootprintSweep& sweep, std::span<const unsigned> steps) {
  SweptMemory memory(sweep);
  std::vector<FootprintPoint> points;
  for (const unsigned step : steps) points.push_back(memory.point(step));
  return points;
}

}  // namespace heddle
