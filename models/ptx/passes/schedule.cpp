#include <algorithm>
#include <array>
#include <map>
#include <utility>

#include "models/ptx/allocation.hpp"
#include "models/ptx/passes/dependences.hpp"
#include "models/ptx/passes/passes.hpp"
#include "models/ptx/passes/pressure.hpp"

namespace heddle::ptx {
namespace {

/// Kernels of more registers keep their order: that would take too much memory to compare.
constexpr std::size_t most_virtual_registers = std::size_t{1} << 14;
/// So many instructions that could be next are compared, in the order in which they stood.
constexpr std::size_t most_compared = 64;

/// The words that are held while instructions of a row are issued in some order.
class Held {
 public:
  Held(const DraftKernel& kernel, std::uint32_t begin, std::uint32_t end, const BitSet& before,
       const BitSet& after)
      : kernel_(kernel), live_(before), after_(after), reads_(kernel.registers.size()) {
    for (std::uint32_t i = begin; i < end; ++i)
      for_each_value(kernel.code[i], [&](RegisterId r) { ++reads_[r]; });
    before.for_each([&](std::size_t r) { words_ += words(static_cast<RegisterId>(r)); });
  }

  unsigned now() const { return words_; }

  /// How many words more are held behind the instruction.
  int change(const Draft& d) const {
    int change = 0;
    for_each_value(d, [&](RegisterId r) {
      if (reads_[r] == 1 && live_.contains(r) && !after_.contains(r)) change -= static_cast<int>(words(r));
    });
    for_each_result(d, [&](RegisterId r) {
      if (!live_.contains(r)) change += static_cast<int>(words(r));
    });
    return change;
  }

  void issue(const Draft& d) {
    for_each_value(d, [&](RegisterId r) {
      if (--reads_[r] == 0 && live_.contains(r) && !after_.contains(r)) {
        live_.erase(r);
        words_ -= words(r);
      }
    });
    for_each_result(d, [&](RegisterId r) {
      if (live_.contains(r) || (reads_[r] == 0 && !after_.contains(r))) return;
      live_.insert(r);
      words_ += words(r);
    });
  }

 private:
  unsigned words(RegisterId r) const { return is_predicate(kernel_, r) ? 0 : words_of(kernel_, r); }

  /// Calls f once for each register that the instruction reads, or writes.
  template <class F>
  static void for_each_value(const Draft& d, F&& f) {
    std::array<RegisterId, max_sources + max_operands + 1> seen;
    auto end = seen.begin();
    for_each_read(d, [&](RegisterId r) {
      if (std::find(seen.begin(), end, r) == end) f(*end++ = r);
    });
  }
  template <class F>
  static void for_each_result(const Draft& d, F&& f) {
    RegisterId last = no_register;
    for_each_write(d, [&](RegisterId r) {
      if (r != last) f(r);
      last = r;
    });
  }

  const DraftKernel& kernel_;
  BitSet live_;
  const BitSet& after_;
  std::vector<std::uint32_t> reads_;  ///< of each register, by instructions that are still to be issued
  unsigned words_ = 0;
};

/// An order of the instructions [begin, end), as places counted from `begin`.
class Order {
 public:
  Order(const DraftKernel& kernel, std::uint32_t begin, std::uint32_t end, Held held, unsigned limit)
      : kernel_(kernel), begin_(begin), needs_(dependences(kernel, begin, end)), held_(std::move(held)) {
    const std::uint32_t size = end - begin;
    path_.resize(size);
    earliest_.resize(size);
    for (std::uint32_t n = size; n-- > 0;) {
      for (const auto& e : needs_.edges[n]) path_[n] = std::max(path_[n], e.after + path_[e.to]);
      if (needs_.waits[n] == 0) ready_.insert(ready_.begin(), n);
    }
    for (std::uint32_t cycle = 0; !ready_.empty(); ++cycle) {
      const auto next = choose(cycle, limit);
      const std::uint32_t n = *next;
      ready_.erase(next);
      cycle = std::max(cycle, earliest_[n]);
      held_.issue(kernel.code[begin + n]);
      places.push_back(n);
      for (const auto& e : needs_.edges[n]) {
        earliest_[e.to] = std::max(earliest_[e.to], cycle + e.after);
        if (--needs_.waits[e.to] == 0)
          ready_.insert(std::upper_bound(ready_.begin(), ready_.end(), e.to), e.to);
      }
    }
  }

  std::vector<std::uint32_t> places;

 private:
  /// Of those for whose results registers are free what need not wait and has the longest way behind it; if
  /// there is none, what frees the most.
  std::vector<std::uint32_t>::iterator choose(std::uint32_t cycle, unsigned limit) {
    const auto rank = [&](std::uint32_t n) {
      const int change = held_.change(kernel_.code[begin_ + n]);
      const std::uint32_t wait = earliest_[n] > cycle ? earliest_[n] - cycle : 0;
      const bool fits = static_cast<int>(held_.now()) + change <= static_cast<int>(limit);
      return fits ? std::array<std::int64_t, 4>{0, wait, -static_cast<std::int64_t>(path_[n]), n}
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
  Dependences needs_;
  Held held_;
  std::vector<std::uint32_t> path_, earliest_, ready_;
};

/// Orders the instructions of a row, ahead of which `before` is live and behind which `after` is.
void order_row(DraftKernel& kernel, std::uint32_t begin, std::uint32_t end, const BitSet& before,
               const BitSet& after, unsigned limit) {
  const Order order(kernel, begin, end, Held(kernel, begin, end, before, after), limit);
  std::vector<Draft> ordered;
  for (const std::uint32_t n : order.places) ordered.push_back(std::move(kernel.code[begin + n]));
  std::move(ordered.begin(), ordered.end(), kernel.code.begin() + begin);
}

void order_block(DraftKernel& kernel, const BasicBlock& block, const BitSet& live_out, unsigned limit) {
  const auto is_border = [&](std::uint32_t i) {
    return i == block.end || keeps_place(kernel, kernel.code[i]);
  };
  std::map<std::uint32_t, BitSet> live;  // ahead of an instruction where a row begins or ends
  walk_backwards(kernel, block, live_out, [&](std::uint32_t i, const BitSet& behind) {
    if (is_border(i + 1) || is_border(i)) live.emplace(i + 1, behind);
    if (i != block.begin) return;
    GuardedLives unknown;
    step_backwards(kernel.code[i], live.emplace(i, behind).first->second, unknown);
  });
  for (std::uint32_t begin = block.begin, i = begin; i <= block.end; ++i) {
    if (!is_border(i)) continue;
    if (begin + 1 < i) order_row(kernel, begin, i, live.at(begin), live.at(i), limit);
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
    order_block(ordered, block, out[b], limit.words);
    const Pressure now = pressure_of(ordered, block, out[b]);
    if (now.words > limit.words || now.predicates > limit.predicates)
      std::copy(kernel.code.begin() + block.begin, kernel.code.begin() + block.end,
                ordered.code.begin() + block.begin);
  }
  // Pairs and vectors may leave other gaps.
  if (allocate_registers(ordered, flow).registers <= allocate_registers(kernel, flow).registers)
    kernel = std::move(ordered);
}

}  // namespace heddle::ptx
