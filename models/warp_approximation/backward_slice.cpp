// SPDX-License-Identifier: Apache-2.0
#include "models/warp_approximation/backward_slice.hpp"

#include <algorithm>
#include <span>
#include <utility>

#include "models/ptx/flow/code_flow.hpp"
#include "models/ptx/program/async_copy.hpp"

namespace heddle {
namespace {

using ptx::Instruction;
using ptx::OperandRef;
using ptx::Space;

void unite(RegistersAndPredicates& all, const RegistersAndPredicates& some) {
  all.registers |= some.registers;
  all.predicates |= some.predicates;
}

RegistersAndPredicates reads_of(const Instruction& i) {
  return {set_of(std::span(i.sources).first(i.source_count)), i.predicate_reads};
}
RegistersAndPredicates writes_of(const Instruction& i) {
  return {set_of(std::span(i.destinations).first(i.destination_count)),
          set_of(std::span(i.predicate_destinations).first(i.predicate_count))};
}

bool is_access(const Instruction& i, Space space) { return i.memory.space == space && i.execute == nullptr; }

/// The source registers [first, first + count).
RegisterSet slots(const Instruction& i, unsigned first, unsigned count) {
  return set_of(std::span(i.sources).subspan(first, count));
}

/// Whether a store can have left what a load of local memory finds. Addresses in registers may be any.
bool may_meet(const Instruction& store, const Instruction& load) {
  if (store.operand[0].kind == OperandRef::Kind::slot || load.operand[0].kind == OperandRef::Kind::slot)
    return true;
  const auto end = [](const Instruction& i) { return i.offset + i.memory.width * i.memory.elements; };
  return store.offset < end(load) && load.offset < end(store);
}

class Slice {
 public:
  using Roots = std::function<RegistersAndPredicates(const Instruction&)>;

  Slice(const std::vector<Instruction>& code, const Roots& roots)
      : code_(code), flow_(code_flow(code)), needed_(code.size()), in_slice_(code.size()) {
    for (bool changed = true; changed;) {
      changed = false;
      for (auto i = static_cast<std::uint32_t>(code_.size()); i-- > 0;) changed |= step(i, roots(code_[i]));
    }
  }
  std::vector<bool> instructions() && { return std::move(in_slice_); }

 private:
  /// Looks at one instruction again; says whether more is needed than was known.
  bool step(std::uint32_t i, const RegistersAndPredicates& roots) {
    const Instruction& at = code_[i];
    RegistersAndPredicates needed;
    for_each_next(code_, flow_, i, [&](std::uint32_t next) { unite(needed, needed_[next]); });
    const RegistersAndPredicates written = writes_of(at);
    const bool used = (written.registers & needed.registers) != 0 ||
                      (written.predicates & needed.predicates) != 0 || feeds_a_load(at);
    if (at.guard < 0) {
      needed.registers &= ~written.registers;
      needed.predicates &= ~written.predicates;
    }
    unite(needed, roots);
    if (used) unite(needed, reads_of(at));
    bool changed = used && !in_slice_[i];
    if (changed && is_access(at, Space::local) && !at.memory.store) loads_.push_back(i);
    in_slice_[i] = in_slice_[i] || used;
    changed |=
        (needed.registers & ~needed_[i].registers) != 0 || (needed.predicates & ~needed_[i].predicates) != 0;
    unite(needed_[i], needed);
    return changed;
  }

  bool feeds_a_load(const Instruction& at) const {
    return is_access(at, Space::local) && at.memory.store &&
           std::any_of(loads_.begin(), loads_.end(),
                       [&](std::uint32_t load) { return may_meet(at, code_[load]); });
  }

  const std::vector<Instruction>& code_;
  const ptx::CodeFlow flow_;
  std::vector<RegistersAndPredicates> needed_;  ///< ahead of each instruction
  std::vector<std::uint32_t> loads_;            ///< of local memory, whose values are needed
  std::vector<bool> in_slice_;
};

}  // namespace

RegistersAndPredicates address_operands(const Instruction& i) {
  if (i.control == ptx::Control::barrier) {
    RegistersAndPredicates all = reads_of(i);
    if (i.guard >= 0) all.predicates &= ~only(static_cast<unsigned>(i.guard));
    return all;
  }
  if (ptx::is_copy(i)) {  // two addresses, and how much is read
    const bool skips = i.operand[2].kind == OperandRef::Kind::predicate;
    return {reads_of(i).registers, skips ? only(i.operand[2].index) : 0};
  }
  if (i.memory.space == Space::texture) return {reads_of(i).registers, 0};
  if (i.memory.space != Space::none) {
    if (i.operand[0].kind != OperandRef::Kind::slot) return {};
    return {slots(i, i.operand[0].index, i.memory.address_bits / 32u), 0};
  }
  if (!i.exchanges_lanes) return {};
  // The value that lanes exchange comes first; elect has a member mask alone.
  RegisterSet others = 0;
  for (unsigned k = i.operand[1].kind == OperandRef::Kind::none ? 0 : 1; k < ptx::max_operands; ++k)
    if (i.operand[k].kind == OperandRef::Kind::slot) others |= slots(i, i.operand[k].index, 1);
  return {others, 0};
}

RegistersAndPredicates condition_operands(const Instruction& i) {
  return {0, i.guard < 0 ? 0 : only(static_cast<unsigned>(i.guard))};
}

std::vector<bool> backward_slice(const ptx::Kernel& kernel,
                                 const std::function<RegistersAndPredicates(const Instruction&)>& roots) {
  return Slice(kernel.code, roots).instructions();
}

}  // namespace heddle
