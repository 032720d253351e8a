// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <map>
#include <utility>

#include "models/ptx/passes/dependence_graph.hpp"
#include "models/ptx/passes/passes.hpp"
#include "models/ptx/passes/pressure.hpp"
#include "models/ptx/registers/allocation.hpp"

namespace heddle::ptx {
namespace {

/// Kernels of more registers keep their order: liveness and interference would take too much memory.
constexpr std::size_t most_virtual_registers = std::size_t{1} << 14;
/// So many ready instructions are compared, the first ones in the original order.
constexpr std::size_t most_compared = 64;

/// Tracks the register pressure, in words, while the instructions of a region are issued in a new order. It
/// is exact for registers that the region writes once; the result is checked at the end.
class PressureTracker {
 public:
  PressureTracker(const DraftKernel& kernel, std::uint32_t begin, std::uint32_t end, const BitSet& live_in,
                  const BitSet& live_out)
      : kernel_(kernel), live_(live_in), live_out_(live_out), reads_(kernel.registers.size()) {
    for (std::uint32_t i = begin; i < end; ++i)
      for_each_source(kernel.code[i], [&](RegisterId r) { ++reads_[r]; });
    live_in.for_each([&](std::size_t r) { words_ += words(static_cast<RegisterId>(r)); });
  }

  int now() const { return words_; }

  /// By how much issuing the instruction would change the pressure.
  int change(const Draft& d) const {
    int change = 0;
    for_each_killed(d, [&](RegisterId r) { change -= words(r); });
    for_each_defined(d, [&](RegisterId r) { change += words(r); });
    return change;
  }

  void issue(const Draft& d) {
    words_ += change(d);
    for_each_killed(d, [&](RegisterId r) { live_.erase(r); });
    for_each_defined(d, [&](RegisterId r) { live_.insert(r); });
    for_each_source(d, [&](RegisterId r) { --reads_[r]; });
  }

 private:
  int words(RegisterId r) const {
    return is_predicate(kernel_, r) ? 0 : static_cast<int>(words_of(kernel_, r));
  }

  /// Calls f once for each register that the instruction reads.
  template <class F>
  static void for_each_source(const Draft& d, F&& f) {
    std::array<RegisterId, max_sources + max_operands + 1> seen;
    auto end = seen.begin();
    for_each_read(d, [&](RegisterId r) {
      if (std::find(seen.begin(), end, r) == end) f(*end++ = r);
    });
  }
  /// Calls f for each register of which this is the last read.
  template <class F>
  void for_each_killed(const Draft& d, F&& f) const {
    for_each_source(d, [&](RegisterId r) {
      if (reads_[r] == 1 && live_.contains(r) && !live_out_.contains(r)) f(r);
    });
  }
  /// Calls f for each register that the instruction makes live.
  template <class F>
  void for_each_defined(const Draft& d, F&& f) const {
    RegisterId last = no_register;  // a register of two words is written twice
    for_each_write(d, [&](RegisterId r) {
      if (r != last && !live_.contains(r)) f(r);
      last = r;
    });
  }

  const DraftKernel& kernel_;
  BitSet live_;
  const BitSet& live_out_;
  std::vector<std::uint32_t> reads_;  ///< of each register, by instructions that are yet to be issued
  int words_ = 0;
};

/// A list schedule of the instructions [begin, end): `order` has their places, counted from `begin`.
class ListSchedule {
 public:
  ListSchedule(const DraftKernel& kernel, std::uint32_t begin, std::uint32_t end, PressureTracker pressure,
               unsigned limit)
      : kernel_(kernel),
        begin_(begin),
        limit_(static_cast<int>(limit)),
        graph_(dependence_graph(kernel, begin, end)),
        pressure_(std::move(pressure)),
        critical_path_(end - begin),
        earliest_(end - begin) {
    for (std::uint32_t n = end - begin; n-- > 0;)
      for (const auto& e : graph_.edges[n])
        critical_path_[n] = std::max(critical_path_[n], e.latency + critical_path_[e.to]);
    for (std::uint32_t n = 0; n < end - begin; ++n)
      if (graph_.predecessors[n] == 0) ready_.push_back(n);
    for (std::uint32_t cycle = 0; !ready_.empty(); ++cycle) {
      const auto next = choose(cycle);
      const std::uint32_t n = *next;
      ready_.erase(next);
      cycle = std::max(cycle, earliest_[n]);
      pressure_.issue(kernel.code[begin + n]);
      order.push_back(n);
      for (const auto& e : graph_.edges[n]) {
        earliest_[e.to] = std::max(earliest_[e.to], cycle + e.latency);
        if (--graph_.predecessors[e.to] == 0)
          ready_.insert(std::upper_bound(ready_.begin(), ready_.end(), e.to), e.to);
      }
    }
  }

  std::vector<std::uint32_t> order;

 private:
  /// Among the ready instructions that keep within the limit of registers: one that need not wait, with the
  /// longest critical path. If there is none: the one that lowers the pressure most.
  std::vector<std::uint32_t>::iterator choose(std::uint32_t cycle) {
    const auto rank = [&](std::uint32_t n) {
      const int change = pressure_.change(kernel_.code[begin_ + n]);
      const std::uint32_t wait = earliest_[n] > cycle ? earliest_[n] - cycle : 0;
      return pressure_.now() + change <= limit_
                 ? std::array<std::int64_t, 4>{0, wait, -static_cast<std::int64_t>(critical_path_[n]), n}
                 : std::array<std::int64_t, 4>{1, change, wait, n};
    };
    auto best = ready_.begin();
    auto rank_of_best = rank(*best);
    const auto end = ready_.begin() + static_cast<std::ptrdiff_t>(std::min(ready_.size(), most_compared));
    for (auto it = std::next(best); it != end; ++it)
      if (const auto r = rank(*it); r < rank_of_best) best = it, rank_of_best = r;
    return best;
  }

  const DraftKernel& kernel_;
  const std::uint32_t begin_;
  const int limit_;
  DependenceGraph graph_;
  PressureTracker pressure_;
  std::vector<std::uint32_t> critical_path_, earliest_, ready_;  // `ready_` in the original order
};

void schedule_region(DraftKernel& kernel, std::uint32_t begin, std::uint32_t end, const BitSet& live_in,
                     const BitSet& live_out, unsigned limit) {
  const ListSchedule schedule(kernel, begin, end, PressureTracker(kernel, begin, end, live_in, live_out),
                              limit);
  std::vector<Draft> ordered;
  for (const std::uint32_t n : schedule.order) ordered.push_back(std::move(kernel.code[begin + n]));
  std::move(ordered.begin(), ordered.end(), kernel.code.begin() + begin);
}

/// Schedules the regions between the block's scheduling boundaries.
void schedule_block(DraftKernel& kernel, const BasicBlock& block, const BitSet& live_out, unsigned limit) {
  const auto is_boundary = [&](std::uint32_t i) {
    return i == block.end || is_scheduling_boundary(kernel, kernel.code[i]);
  };
  std::map<std::uint32_t, BitSet> live;  // before the instructions at which a region begins or ends
  walk_backwards(kernel, block, live_out, [&](std::uint32_t i, const BitSet& behind) {
    if (is_boundary(i + 1) || is_boundary(i)) live.emplace(i + 1, behind);
    if (i != block.begin) return;
    GuardedLiveness unknown;
    step_backwards(kernel.code[i], live.emplace(i, behind).first->second, unknown);
  });
  for (std::uint32_t begin = block.begin, i = begin; i <= block.end; ++i) {
    if (!is_boundary(i)) continue;
    if (begin + 1 < i) schedule_region(kernel, begin, i, live.at(begin), live.at(i), limit);
    begin = i + 1;
  }
}

}  // namespace

void schedule(DraftKernel& kernel, InstructionSet) {
  if (kernel.registers.size() > most_virtual_registers) return;
  const ControlFlow flow = control_flow(kernel.code);
  const std::vector<BitSet> out = live_out(kernel, flow);
  Pressure limit;
  for (std::size_t b = 0; b < flow.blocks.size(); ++b)
    limit.raise_to(pressure_of(kernel, flow.blocks[b], out[b]));
  DraftKernel ordered = kernel;
  for (std::size_t b = 0; b < flow.blocks.size(); ++b) {
    const BasicBlock& block = flow.blocks[b];
    schedule_block(ordered, block, out[b], limit.words);
    const Pressure now = pressure_of(ordered, block, out[b]);
    if (now.words > limit.words || now.predicates > limit.predicates)
      std::copy(kernel.code.begin() + block.begin, kernel.code.begin() + block.end,
                ordered.code.begin() + block.begin);
  }
  // Pairs and vectors need consecutive registers, so equal pressure may still take more of them.
  if (allocate_registers(ordered, flow).registers <= allocate_registers(kernel, flow).registers)
    kernel = std::move(ordered);
}

}  // namespace heddle::ptx
