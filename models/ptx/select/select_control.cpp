// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "models/ptx/draft/frame_access.hpp"
#include "models/ptx/module/link.hpp"
#include "models/ptx/select/selector.hpp"

/// Branches, calls, and the ways to leave a kernel or function.
namespace heddle::ptx {
namespace {

Operand register_operand(const Statement& s, RegisterId reg) {
  return {.kind = Operand::Kind::reg, .place = s.place, .reg = reg};
}
Operand number_operand(const Statement& s, std::int64_t number) {
  return {.kind = Operand::Kind::integer, .place = s.place, .integer = number};
}

/// The type of a register that holds a parameter or result: its own where it is a value of 2, 4 or 8 bytes.
Type type_in_register(const Function& f, const Formal& formal) {
  if (formal.reg != no_register) return f.registers[formal.reg].type;
  const Symbol& s = *formal.symbol;
  if (!s.is_array && bits_of(s.type) >= 16 && s.size == bits_of(s.type) / 8) return s.type;
  return s.size == 8 ? Type::b64 : s.size == 2 ? Type::b16 : Type::b32;
}

Draft jump(RegisterId guard, bool negated) {
  Draft d;
  d.instruction.unit = Unit::control;
  d.instruction.control = Control::branch;
  d.guard = guard;
  d.instruction.guard_negated = negated;
  return d;
}

}  // namespace

void Selector::branch(const Statement& s) {
  check_count(s, 1, 1);
  jumps_to_statement(s.target);
  emit(jump(s.guard, s.guard_negated));
}

void Selector::under_guard(const Statement& s, const std::function<void(const Statement&)>& emit_all) {
  Statement free = s;
  free.guard = no_register;
  if (s.guard == no_register) return emit_all(free);
  const std::uint32_t around = here();
  emit(jump(s.guard, !s.guard_negated));
  emit_all(free);
  kernel_.code[around].instruction.target = here();
}

/// A binary search for the target: hardware has a table in memory, whose access costs about as much.
void Selector::indexed_branch(const Statement& s) {
  check_count(s, 2, 2);
  if (s.targets.empty())
    source_.fail(s.place,
                 {.what = "brx.idx needs a list of targets", .legal = "the name of a .branchtargets list"});
  under_guard(
      s, [&](const Statement& free) { search(free, 0, static_cast<std::uint32_t>(free.targets.size())); });
}

void Selector::search(const Statement& s, std::uint32_t first, std::uint32_t last) {
  if (last - first == 1) {
    jumps_to_statement(s.targets[first]);
    return emit(jump(no_register, false));
  }
  const std::uint32_t middle = first + (last - first) / 2;
  const RegisterId upper = new_register(Type::pred);
  compute(
      made(s, "setp", {"ge", "u32"}, {register_operand(s, upper), s.operands[0], number_operand(s, middle)}));
  const std::uint32_t split = here();
  emit(jump(upper, false));
  search(s, first, middle);
  kernel_.code[split].instruction.target = here();
  search(s, middle, last);
}

const Function& Selector::callee_of(const Statement& s) const {
  const Function* callee = module_.find(s.callee, function_.file);
  if (callee != nullptr && callee->body_at != 0 && !callee->entry) {
    check_count(s, callee->results.size() + callee->parameters.size(),
                callee->results.size() + callee->parameters.size());
    if (s.results != callee->results.size())
      source_.fail(s.place, {.what = fmt::format("wrong number of results for '{}'", s.callee),
                             .value = fmt::format("{}", s.results),
                             .legal = fmt::format("{}", callee->results.size())});
    return *callee;
  }
  if (callee != nullptr && !callee->entry)
    refuse_undefined(source_, module_, "call of a function that is declared", s.callee, s.place);
  std::vector<std::string> known;
  for (const auto& f : module_.functions)
    if (!f->entry && f->body_at != 0 && f->file == function_.file) known.emplace_back(f->name);
  source_.fail(s.place,
               {.what = callee == nullptr ? "call of an unknown function" : "call of a kernel",
                .value = std::string(s.callee),
                .legal = known.empty() ? "the file defines none" : fmt::format("{}", fmt::join(known, " ")),
                .nearest = nearest_name(s.callee, known)});
}

/// Arguments and results lie at the beginning of the callee's frame, which begins where the caller's frame
/// ends.
void Selector::call(const Statement& s) {
  if (module_.fails_assertion(s, function_)) {
    if (const Function* printer = module_.assertion_printer(s, function_))
      under_guard(s, [&](const Statement& free) { call_one(free, *printer); });
    Draft d = jump(s.guard, s.guard_negated);
    d.instruction.control = Control::trap;
    return emit(d);
  }
  if (s.callee_register != no_register) return call_through_register(s);
  const Function& callee = callee_of(s);
  under_guard(s, [&](const Statement& free) { call_one(free, callee); });
}

void Selector::call_one(const Statement& s, const Function& callee) {
  for (unsigned k = s.results; k < s.operands.size(); ++k) pass(s, callee, k);
  emit(add_to(kernel_.stack_pointer, 0, 1));
  Draft d = jump(no_register, false);
  d.instruction.control = Control::call;
  d.callee = &callee;
  emit(d);
  emit(add_to(kernel_.stack_pointer, 0, -1));
  for (unsigned k = 0; k < s.results; ++k) fetch(s, callee, k);
}

/// Compares the register with each possible target in turn; lanes with different targets diverge as at any
/// branch.
void Selector::call_through_register(const Statement& s) {
  const std::vector<const Function*> targets = module_.targets_of(s, function_);
  const Type type = kernel_.registers[s.callee_register].type;
  if (bits_of(type) < 32)
    source_.fail(s.place,
                 {.what = "register is too narrow for a function's address", .legal = "32 or 64 bits"});
  under_guard(s, [&](const Statement& free) {
    std::vector<std::uint32_t> to_end;
    for (const Function* callee : targets) {
      const RegisterId other = new_register(Type::pred);
      compute(made(free, "setp", {"ne", bits_of(type) == 64 ? "u64" : "u32"},
                   {register_operand(free, other), register_operand(free, s.callee_register),
                    number_operand(free, static_cast<std::int64_t>(module_.address_of(*callee)))}));
      const std::uint32_t past = here();
      emit(jump(other, false));
      call_one(free, *callee);
      to_end.push_back(here());
      emit(jump(no_register, false));
      kernel_.code[past].instruction.target = here();
    }
    Draft trap = jump(no_register, false);  // no function has this address
    trap.instruction.control = Control::trap;
    emit(trap);
    for (const std::uint32_t at : to_end) kernel_.code[at].instruction.target = here();
  });
}

/// A predicate lies in a frame as 1 or 0.
void Selector::store_predicate(RegisterId predicate, std::uint32_t offset, int frames) {
  const RegisterId word = new_register(Type::b32);
  emit(predicate_to_word(predicate, word));
  emit(frame_store(kernel_, word, offset, frames));
}

void Selector::load_predicate(RegisterId predicate, std::uint32_t offset, int frames) {
  const RegisterId word = new_register(Type::b32);
  emit(frame_load(kernel_, word, offset, frames));
  emit(word_to_predicate(word, predicate));
}

/// A .param variable that is passed must be as large as the parameter or result; one without a size takes
/// any.
void Selector::check_argument(const Symbol& argument, const Formal& formal, const Operand& at) const {
  const std::uint32_t wanted = formal.reg != no_register ? argument.size : formal.symbol->size;
  if (wanted == 0 || argument.size == wanted) return;
  source_.fail(at.place, {.what = "size of an argument or result is not that of the function's",
                          .value = fmt::format("{}, {} bytes", argument.name, argument.size),
                          .legal = fmt::format("{} bytes", wanted)});
}

/// Writes operand `k` to the callee's frame, unless st.param has put it there already.
void Selector::pass(const Statement& s, const Function& callee, unsigned k) {
  const Operand& o = s.operands[k];
  const std::uint32_t to = layout_.formal_offset(callee, k);
  const Formal& formal = callee.parameters[k - s.results];
  if (o.symbol != nullptr && o.symbol->space == SymbolSpace::parameter) {
    check_argument(*o.symbol, formal, o);
    return copy_in_frame(*o.symbol, to, true);
  }
  const Type type = type_in_register(callee, formal);
  DraftBuilder b = builder(s);
  if (type == Type::pred) return store_predicate(b.register_of(o, {.type = type}), to, 1);
  const RegisterId reg = o.kind == Operand::Kind::reg
                             ? b.register_of(o, {.type = type, .wider = formal.symbol->size == 1})
                             : materialize(s, o, type);
  emit(frame_store(kernel_, reg, to, 1));
}

void Selector::fetch(const Statement& s, const Function& callee, unsigned k) {
  const Operand& o = s.operands[k];
  const std::uint32_t from = layout_.formal_offset(callee, k);
  const Formal& formal = callee.results[k];
  if (o.symbol != nullptr) {
    check_argument(*o.symbol, formal, o);
    return copy_in_frame(*o.symbol, from, false);
  }
  if (o.kind == Operand::Kind::sink) return;
  const Type type = type_in_register(callee, formal);
  DraftBuilder b = builder(s);
  const RegisterId reg = b.register_of(o, {.type = type});
  if (type == Type::pred) return load_predicate(reg, from, 1);
  emit(frame_load(kernel_, reg, from, 1));
}

/// Copies a .param variable that has a place of its own from or to the callee's frame.
void Selector::copy_in_frame(const Symbol& symbol, std::uint32_t callee_offset, bool to_callee) {
  const VariableAddress own = layout_.address(symbol, function_);
  if (own.base == VariableAddress::Base::callee) return;
  for (std::uint32_t at = 0; at < symbol.size;) {
    const std::uint32_t rest = symbol.size - at, width = rest >= 4 && symbol.alignment % 4 == 0 ? 4 : 1;
    const RegisterId word = new_register(Type::b32);
    const auto mine = static_cast<std::int64_t>(own.offset) + at;
    const std::int64_t other = std::int64_t{callee_offset} + at;
    emit(to_callee ? frame_load(kernel_, word, mine, 0, width) : frame_load(kernel_, word, other, 1, width));
    emit(to_callee ? frame_store(kernel_, word, other, 1, width)
                   : frame_store(kernel_, word, mine, 0, width));
    at += width;
  }
}

void Selector::leave(const Statement& s, bool returns) {
  check_count(s, 0, 0);
  Draft d = jump(s.guard, s.guard_negated);
  if (returns && !function_.entry)  // a function returns at its end only, with all lanes
    jumps_to_statement(static_cast<std::uint32_t>(function_.body.size()));
  else
    d.instruction.control = Control::exit;
  emit(d);
}

void Selector::trap(const Statement& s) {
  check_count(s, 0, 0);
  Draft d = jump(s.guard, s.guard_negated);
  d.instruction.control = Control::trap;
  emit(d);
}

void Selector::begin() {
  if (kernel_.stack_pointer == no_register) return;
  if (function_.entry) return emit(set_word(kernel_.stack_pointer, 0));
  for (std::size_t k = 0; k < function_.parameters.size(); ++k)
    if (const RegisterId reg = function_.parameters[k].reg; reg != no_register) {
      const std::uint32_t from = layout_.formal_offset(function_, function_.results.size() + k);
      if (function_.registers[reg].type == Type::pred)
        load_predicate(reg, from, 0);
      else
        emit(frame_load(kernel_, reg, from));
    }
}

void Selector::end() {
  if (!function_.entry) {
    for (std::size_t k = 0; k < function_.results.size(); ++k)
      if (const RegisterId reg = function_.results[k].reg; reg != no_register) {
        const std::uint32_t to = layout_.formal_offset(function_, k);
        if (function_.registers[reg].type == Type::pred)
          store_predicate(reg, to, 0);
        else
          emit(frame_store(kernel_, reg, to));
      }
    Draft d = jump(no_register, false);
    d.instruction.control = Control::ret;
    return emit(d);
  }
  if (!kernel_.code.empty()) {
    const Draft& last = kernel_.code.back();
    const Control control = last.instruction.control;
    const bool leaves = control == Control::exit || control == Control::branch || control == Control::trap;
    // A jump may lead behind the last statement, so that there must be an instruction; a pragma also needs
    // one that follows it.
    bool reached = !pragmas_.empty();
    for (const auto& [jump, statement] : jumps_) reached |= statement == function_.body.size();
    for (const Draft& d : kernel_.code)
      reached |= d.instruction.control == Control::branch && d.instruction.target == here();
    if (leaves && last.guard == no_register && !reached) return;
  }
  Draft exit = jump(no_register, false);
  exit.instruction.control = Control::exit;
  emit(exit);
}

}  // namespace heddle::ptx
