// SPDX-License-Identifier: Apache-2.0
#include "models/ptx/registers/allocation.hpp"

#include <algorithm>
#include <bit>

#include "models/ptx/registers/liveness.hpp"

namespace heddle::ptx {
namespace {

constexpr std::uint32_t unassigned = ~0u;

/// Row r holds the registers that must not share a physical number with register r.
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

/// The numbers that the neighbours of a register in the interference graph have taken.
class Taken {
 public:
  void clear() { std::fill(taken_.begin(), taken_.end(), false); }
  void take(std::uint32_t number, unsigned words) {
    const std::uint32_t end = (number + words + 1) / 2 * 2;  // round up to whole pairs
    if (taken_.size() < end) taken_.resize(end);
    for (unsigned w = 0; w < words; ++w) taken_[number + w] = true;
  }
  bool is_free(std::uint32_t number) const { return number >= taken_.size() || !taken_[number]; }

  /// Returns the lowest `words` consecutive free numbers, aligned to the least power of two that holds them.
  std::uint32_t lowest_row(unsigned words) const {
    const std::uint32_t step = std::bit_ceil(words);
    for (std::uint32_t n = 0;; n += step) {
      bool free = true;
      for (unsigned w = 0; w < words; ++w) free &= is_free(n + w);
      if (free) return n;
    }
  }
  /// Returns the free half of a broken pair if there is one, so that whole pairs remain for 64-bit values.
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

/// Returns the registers in the order in which the code first writes or reads them.
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

/// Returns the lowest aligned number from which on all members fit, one behind another.
template <class Fits>
std::uint32_t lowest_for_group(const DraftKernel& kernel, const std::vector<RegisterId>& members,
                               std::uint32_t words, Fits&& fits) {
  for (std::uint32_t number = 0;; number += std::bit_ceil(words)) {
    std::uint32_t at = number;
    bool all = true;
    for (std::size_t m = 0; m < members.size(); ++m) {
      all = all && fits(m, at);
      at += words_of(kernel, members[m]);
    }
    if (all) return number;
  }
}

}  // namespace

Allocation allocate_registers(const DraftKernel& kernel, const ControlFlow& flow) {
  const std::vector<BitSet> conflicts = interference(kernel, flow);
  Allocation result{.number = std::vector<std::uint32_t>(kernel.registers.size(), unassigned)};
  std::vector<const std::vector<RegisterId>*> group_of(kernel.registers.size());
  for (const std::vector<RegisterId>& group : kernel.groups)
    for (const RegisterId r : group) group_of[r] = &group;
  Taken taken;
  if (kernel.stack_pointer != no_register) {  // all functions use this register for it, and for nothing else
    result.number[kernel.stack_pointer] = 0;
    result.registers = 1;
  }
  const auto take_around = [&](RegisterId r) {
    const bool predicate = kernel.registers[r].type == Type::pred;
    if (!predicate && kernel.stack_pointer != no_register) taken.take(0, 1);
    conflicts[r].for_each([&](std::size_t other) {
      const RegisterId o = static_cast<RegisterId>(other);
      if (o == r || result.number[o] == unassigned || (kernel.registers[o].type == Type::pred) != predicate)
        return;
      taken.take(result.number[o], words_of(kernel, o));
    });
  };
  for (const RegisterId r : first_use_order(kernel)) {
    if (result.number[r] != unassigned) continue;
    const std::vector<RegisterId> alone{r};
    const std::vector<RegisterId>& members = group_of[r] != nullptr ? *group_of[r] : alone;
    std::uint32_t words = 0, number = 0;
    for (const RegisterId m : members) words += words_of(kernel, m);
    taken.clear();
    if (members.size() == 1) {
      take_around(r);
      number = words == 1 ? taken.lowest_single() : taken.lowest_row(words);
    } else {
      std::vector<Taken> around;
      for (const RegisterId m : members) {
        taken.clear();
        take_around(m);
        around.push_back(taken);
      }
      number = lowest_for_group(kernel, members, words, [&](std::size_t member, std::uint32_t at) {
        for (unsigned w = 0; w < words_of(kernel, members[member]); ++w)
          if (!around[member].is_free(at + w)) return false;
        return true;
      });
    }
    std::uint32_t& count = kernel.registers[r].type == Type::pred ? result.predicates : result.registers;
    count = std::max(count, number + words);
    for (const RegisterId m : members) {
      result.number[m] = number;
      number += words_of(kernel, m);
    }
  }
  return result;
}

}  // namespace heddle::ptx
