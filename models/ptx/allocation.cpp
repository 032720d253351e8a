#include "models/ptx/allocation.hpp"

#include <algorithm>

#include "models/ptx/liveness.hpp"

namespace heddle::ptx {
namespace {

constexpr std::uint32_t unassigned = ~0u;

/// Row r holds the registers that must not share r's place.
std::vector<BitSet> interference(const DraftKernel& kernel, const ControlFlow& flow) {
  const std::size_t count = kernel.registers.size();
  std::vector<BitSet> conflicts(count, BitSet(count));
  const std::vector<BitSet> out = live_out(kernel, flow);
  for (std::size_t b = 0; b < flow.blocks.size(); ++b)
    walk_backwards(kernel, flow.blocks[b], out[b], [&](std::uint32_t i, const BitSet& live) {
      const Draft& d = kernel.code[i];
      for_each_write(d, [&](RegisterId r) {
        conflicts[r].unite(live);
        for_each_write(d, [&](RegisterId other) { conflicts[r].insert(other); });
      });
    });
  for (std::size_t r = 0; r < count; ++r)
    conflicts[r].for_each([&](std::size_t other) { conflicts[other].insert(r); });
  return conflicts;
}

/// Places that registers around the one to be placed have taken.
class Taken {
 public:
  void clear() { std::fill(taken_.begin(), taken_.end(), false); }
  void take(std::uint32_t number, unsigned words) {
    const std::uint32_t end = (number + words + 1) / 2 * 2;  // whole pairs
    if (taken_.size() < end) taken_.resize(end);
    for (unsigned w = 0; w < words; ++w) taken_[number + w] = true;
  }
  bool is_free(std::uint32_t number) const { return number >= taken_.size() || !taken_[number]; }

  std::uint32_t lowest_pair() const {
    std::uint32_t n = 0;
    while (!is_free(n) || !is_free(n + 1)) n += 2;
    return n;
  }
  /// Half of a broken pair if there is one: whole pairs are kept for 64-bit values.
  std::uint32_t lowest_single() const {
    for (std::uint32_t n = 0; n < taken_.size(); ++n)
      if (is_free(n) && !is_free(n ^ 1)) return n;
    std::uint32_t n = 0;
    while (!is_free(n)) ++n;
    return n;
  }

 private:
  std::vector<bool> taken_;
};

/// Registers in the order in which the code first writes (or reads) them.
std::vector<RegisterId> first_use_order(const DraftKernel& kernel) {
  std::vector<RegisterId> order;
  std::vector<bool> seen(kernel.registers.size());
  const auto add = [&](RegisterId r) {
    if (!seen[r]) order.push_back(r);
    seen[r] = true;
  };
  for (const Draft& d : kernel.code) {
    for_each_read(d, add);
    for_each_write(d, add);
  }
  return order;
}

}  // namespace

Allocation allocate_registers(const DraftKernel& kernel, const ControlFlow& flow) {
  const std::vector<BitSet> conflicts = interference(kernel, flow);
  Allocation result{.number = std::vector<std::uint32_t>(kernel.registers.size(), unassigned)};
  Taken taken;
  for (RegisterId r : first_use_order(kernel)) {
    const Type type = kernel.registers[r].type;
    const bool predicate = type == Type::pred;
    const unsigned words = bits_of(type) == 64 ? 2 : 1;
    taken.clear();
    conflicts[r].for_each([&](std::size_t other) {
      const Type other_type = kernel.registers[other].type;
      if (other == r || result.number[other] == unassigned || (other_type == Type::pred) != predicate) return;
      taken.take(result.number[other], bits_of(other_type) == 64 ? 2 : 1);
    });
    const std::uint32_t number = words == 2 ? taken.lowest_pair() : taken.lowest_single();
    result.number[r] = number;
    std::uint32_t& count = predicate ? result.predicates : result.registers;
    count = std::max(count, number + words);
  }
  return result;
}

}  // namespace heddle::ptx
