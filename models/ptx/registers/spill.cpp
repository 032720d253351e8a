// SPDX-License-Identifier: Apache-2.0
#include "models/ptx/registers/spill.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

#include "models/base/error.hpp"
#include "models/ptx/draft/code_edit.hpp"
#include "models/ptx/draft/frame_access.hpp"
#include "models/ptx/registers/liveness.hpp"

namespace heddle::ptx {
namespace {

/// The stack slots of spilled registers.
class Slots {
 public:
  explicit Slots(DraftKernel& kernel) : kernel_(kernel) {}

  std::uint32_t of(RegisterId r) {
    const auto [found, is_new] = slots_.try_emplace(r, 0u);
    if (is_new) {
      const bool wide = bits_of(kernel_.registers[r].type) == 64;
      const std::uint32_t bytes = wide ? 8 : 4;
      found->second = (kernel_.frame_bytes + bytes - 1) / bytes * bytes;
      kernel_.frame_bytes = found->second + bytes;
    }
    return found->second;
  }

 private:
  DraftKernel& kernel_;
  std::unordered_map<RegisterId, std::uint32_t> slots_;
};

RegisterId new_register(DraftKernel& kernel, Type type) {
  kernel.registers.push_back({"_", type});
  return static_cast<RegisterId>(kernel.registers.size() - 1);
}

/// Stores a register to its slot; a predicate is first converted to a word.
std::vector<Draft> store_to_slot(DraftKernel& k, RegisterId from, std::uint32_t slot) {
  if (!is_predicate(k, from)) return {frame_store(k, from, slot)};
  const RegisterId word = new_register(k, Type::b32);
  return {predicate_to_word(from, word), frame_store(k, word, slot)};
}

std::vector<Draft> load_from_slot(DraftKernel& k, RegisterId to, std::uint32_t slot) {
  if (!is_predicate(k, to)) return {frame_load(k, to, slot)};
  const RegisterId word = new_register(k, Type::b32);
  return {frame_load(k, word, slot), word_to_predicate(word, to)};
}

/// One that the instruction `of` needs because its registers live in the frame.
Draft made_for(const Draft& of, Draft d) {
  d.instruction.line = of.instruction.line;
  d.instruction.made = true;
  return d;
}

void replace(Draft& d, RegisterId from, RegisterId to) {
  for (unsigned i = 0; i < d.instruction.source_count; ++i)
    if (d.sources[i].reg == from) d.sources[i].reg = to;
  for (unsigned i = 0; i < d.instruction.destination_count; ++i)
    if (d.destinations[i].reg == from) d.destinations[i].reg = to;
  for (unsigned i = 0; i < d.instruction.predicate_count; ++i)
    if (d.predicate_destinations[i] == from) d.predicate_destinations[i] = to;
  for (RegisterId& p : d.predicate_operands)
    if (p == from) p = to;
  if (d.guard == from) d.guard = to;
}

}  // namespace

void save_across_calls(DraftKernel& kernel) {
  const ControlFlow flow = control_flow(kernel.code);
  const std::vector<BitSet> out = live_out(kernel, flow);
  CodeEdit edit;
  Slots slots(kernel);
  struct Call {
    std::uint32_t at;
    std::vector<RegisterId> live;
  };
  std::vector<Call> calls;
  std::size_t size = kernel.code.size();
  for (std::size_t b = 0; b < flow.blocks.size(); ++b)
    walk_backwards(kernel, flow.blocks[b], out[b], [&](std::uint32_t i, const BitSet& live) {
      if (kernel.code[i].instruction.control != Control::call) return;
      calls.push_back({i, {}});
      live.for_each([&](std::size_t r) {
        if (r != kernel.stack_pointer) calls.back().live.push_back(static_cast<RegisterId>(r));
      });
      size += 2 * calls.back().live.size();  // each is stored and loaded at least once
      if (size > max_drafts)
        throw Error({.what = "too many registers live across too many calls",
                     .value = fmt::format("{} instructions or more", size),
                     .legal = fmt::format("up to {}", max_drafts)});
    });
  // A call stands between two changes of the stack pointer. Registers are stored before the first and loaded
  // after the second, while the pointer is the frame's own.
  for (const Call& call : calls)
    for (const RegisterId r : call.live) {
      const std::uint32_t slot = slots.of(r);
      for (const Draft& d : store_to_slot(kernel, r, slot))
        edit.before(call.at - 1, made_for(kernel.code[call.at], d));
      for (const Draft& d : load_from_slot(kernel, r, slot))
        edit.after(call.at + 1, made_for(kernel.code[call.at], d));
    }
  edit.apply(kernel.code);
}

void spill(DraftKernel& kernel, const std::vector<RegisterId>& spilled, std::vector<bool>& temporary) {
  std::vector<bool> marked(kernel.registers.size());
  for (const RegisterId r : spilled) marked[r] = true;
  std::erase_if(kernel.groups, [&](const auto& group) {
    return std::any_of(group.begin(), group.end(), [&](RegisterId r) { return marked[r]; });
  });
  CodeEdit edit;
  Slots slots(kernel);
  for (std::uint32_t i = 0; i < kernel.code.size(); ++i) {
    Draft& d = kernel.code[i];
    std::vector<RegisterId> reads, writes;
    const auto note = [&](std::vector<RegisterId>& list) {
      return [&](RegisterId r) {
        if (r < marked.size() && marked[r] && std::find(list.begin(), list.end(), r) == list.end())
          list.push_back(r);
      };
    };
    for_each_read(d, note(reads));
    for_each_write(d, note(writes));
    if (reads.empty() && writes.empty()) continue;
    // A guarded write leaves the old value in some lanes: it is loaded first, and then all lanes are stored.
    if (d.guard != no_register)
      for (const RegisterId r : writes) note(reads)(r);
    std::unordered_map<RegisterId, RegisterId> stand_in;
    const auto stand_in_of = [&](RegisterId r) {
      const auto [found, is_new] = stand_in.try_emplace(r, no_register);
      if (is_new) {
        found->second = new_register(kernel, kernel.registers[r].type);
        replace(d, r, found->second);
      }
      return found->second;
    };
    for (const RegisterId r : reads) {
      const std::uint32_t slot = slots.of(r);
      for (const Draft& load : load_from_slot(kernel, stand_in_of(r), slot))
        edit.before(i, made_for(d, load));
    }
    for (const RegisterId r : writes) {
      const std::uint32_t slot = slots.of(r);
      for (const Draft& store : store_to_slot(kernel, stand_in_of(r), slot))
        edit.after(i, made_for(d, store));
    }
    // The registers of a vector access must stay consecutive.
    if (d.instruction.memory.elements > 1) {
      std::vector<RegisterId> group;
      const auto add = [&](Slot s) {
        if (!s.high && s.reg != kernel.stack_pointer) group.push_back(s.reg);
      };
      const unsigned address = d.instruction.operand[0].kind == OperandRef::Kind::none
                                   ? 0
                                   : d.instruction.memory.address_bits / 32u;
      if (d.instruction.memory.store)
        for (unsigned s = address; s < d.instruction.source_count; ++s) add(d.sources[s]);
      else
        for (unsigned s = 0; s < d.instruction.destination_count; ++s) add(d.destinations[s]);
      const bool known = std::find(kernel.groups.begin(), kernel.groups.end(), group) != kernel.groups.end();
      if (group.size() > 1 && !known) kernel.groups.push_back(group);
    }
  }
  temporary.resize(marked.size());
  temporary.resize(kernel.registers.size(), true);
  edit.apply(kernel.code);
}

}  // namespace heddle::ptx
