// SPDX-License-Identifier: Apache-2.0
#include "tb/fuzz/print/ptx_body.hpp"

#include "tb/fuzz/forms/forms.hpp"
#include "tb/fuzz/tree/approximate_marks.hpp"
#include "tb/fuzz/tree/collectives.hpp"

namespace heddle::fuzz {
namespace {

std::string literal(Kind k, std::uint64_t bits) {
  if (k == Kind::f32) return fmt::format("0f{:08X}", bits);
  if (k == Kind::f64) return fmt::format("0d{:016X}", bits);
  if (k == Kind::b16) return fmt::format("{}", static_cast<std::int16_t>(bits));
  if (k == Kind::b32) return fmt::format("{}", static_cast<std::int32_t>(bits));
  return fmt::format("{}", static_cast<std::int64_t>(bits));
}

}  // namespace

const char* parameter_type(Kind k) { return bits_of(k) == 64 ? "b64" : bits_of(k) == 16 ? "b16" : "b32"; }

std::string PtxBody::operand(const Operand& o, Kind kind) {
  if (o.is_register) return (o.negated ? "!" : "") + out.reg(o.reg);
  return literal(kind, o.bits);
}

void PtxBody::print_all(const std::vector<Statement>& statements) {
  find_copies(statements);
  if (k_.shared && k_.mbarrier && prefix_.empty() && !statements.empty()) init_mbarrier(statements.front());
  print(statements);
}

void PtxBody::print(const Statement& s) {
  const std::size_t before = out.instruction_lines().size();
  print_marked(s);
  const std::vector<unsigned>& all = out.instruction_lines();
  if (all.size() != before) lines_[s.id] = {all[before], all.back()};
}

void PtxBody::print_marked(const Statement& s) {
  if (in_region_ || approximate_mark(s) != ApproximateMark::region) return print_unmarked(s);
  in_region_ = true;
  out.raw("\t.pragma \"heddle.approxBegin\";");
  print_unmarked(s);
  out.raw("\t.pragma \"heddle.approxEnd\";");
  in_region_ = false;
}

void PtxBody::print_unmarked(const Statement& s) {
  using K = Statement::Kind;
  switch (s.kind) {
    case K::compute:
      print_compute(s);
      break;
    case K::special:
      print_special(s);
      break;
    case K::load:
    case K::store:
    case K::atomic:
    case K::own:
      print_access(s);
      break;
    case K::copy:
      print_copy(s);
      break;
    case K::exchange:
    case K::group_exchange:
      print_exchange(s);
      break;
    case K::reduce:
      print_reduce(s);
      break;
    case K::branch:
      print_branch(s);
      break;
    case K::loop:
      print_loop(s);
      break;
    case K::leave:
      set_guard(s);
      out.line("bra {}", loop_ends_.back());
      break;
    case K::exit:
      set_guard(s);
      out.line("exit");
      break;
    case K::call:
      print_call(s);
      break;
    case K::collective:
      print_collective(s);
      break;
  }
  out.guard("");
}

/// Prints opcode and results: "setp.eq.s32 %p0|%p1" for the spelling "setp.eq.s32|".
std::string PtxBody::opcode_and_results(const Statement& s, std::string_view spelling) {
  const bool pair = spelling.ends_with('|');
  std::string text(spelling.substr(0, spelling.size() - pair));
  for (std::size_t i = 0; i < s.results.size(); ++i)
    text += (i == 0 ? " " : pair ? "|" : ", ") + out.reg(s.results[i]);
  return text;
}

void PtxBody::print_compute(const Statement& s) {
  const FormOperands o = operands_of(*s.form);
  std::vector<std::string> sources;
  for (unsigned i = 0; i < o.sources; ++i) sources.push_back(operand(s.sources[i], o.source[i]));
  if (!in_region_ && approximate_mark(s) == ApproximateMark::one) out.raw("\t.pragma \"heddle.approx\";");
  set_guard(s);
  out.line("{}{}", opcode_and_results(s, s.form->text), source_list(*s.form, sources));
}

void PtxBody::print_special(const Statement& s) {
  static constexpr const char* names[] = {"%tid.x", "%tid.y", "%ntid.x", "%ctaid.x", "%nctaid.x", "%laneid"};
  const std::string to = out.reg(s.results[0]);
  if (s.special == Special::local_id) {
    const std::string id = at_.local_id(s);
    set_guard(s);
    out.line("mov.u32 {}, {}", to, id);
  } else if (s.special == Special::global_id) {
    const std::string id = at_.global_id(s);
    set_guard(s);
    out.line("mov.u32 {}, {}", to, id);
  } else {
    set_guard(s);
    out.line("mov.u32 {}, {}", to, names[static_cast<unsigned>(s.special)]);
  }
}

/// Copies have no order among themselves, so one waits for those before it, unless nobody else copies to its
/// slot and it is executed once.
void PtxBody::print_copy(const Statement& s) {
  if (copies_[s.copied_to] != 1 || !loop_ends_.empty()) wait_for_copies(s);
  const std::string from = at_.place(s).first, to = at_.shared_own(s, s.copied_to);
  const bool whole = s.copied == s.element.bytes;
  set_guard(s);
  out.line("cp.async.ca.shared.global [{}], [{}], {}{}", to, from, s.element.bytes,
           whole ? "" : fmt::format(", {}", s.copied));
  out.guard("");
  copied_ = false;
  if (s.id % 2 == 0) out.line("cp.async.commit_group");
}

/// Ahead of what reads or writes the thread's own shared memory.
void PtxBody::wait_for_copies(const Statement& s) {
  if (copies_.empty() || copied_) return;
  if (s.id % 3 == 0) return out.line("cp.async.wait_all");
  out.line("cp.async.commit_group");
  out.line("cp.async.wait_group 0");
}

/// Counts the copies to each slot.
void PtxBody::find_copies(const std::vector<Statement>& statements) {
  for (const Statement& s : statements) {
    if (s.kind == Statement::Kind::copy) ++copies_[s.copied_to];
    find_copies(s.body);
    find_copies(s.otherwise);
  }
}

void PtxBody::print_access(const Statement& s) {
  using K = Statement::Kind;
  if (s.kind == K::atomic) {
    const std::string index = out.temporary(Kind::b32);
    out.line("and.b32 {}, {}, {}", index, operand(s.sources[1], Kind::b32), k_.cells - 1);
    const std::string at = at_.scaled(at_.base(s, "cells"), index, 8);
    set_guard(s);
    out.line("red{}.{} [{}], {}", at_.global(), s.text, at, operand(s.sources[0], s.sources[0].reg.kind));
    return;
  }
  if (s.kind == K::own) {
    const std::string at = at_.slot(s);
    set_guard(s);
    out.line("atom{}.{} {}, [{}], {}", at_.global(), s.text, out.reg(s.results[0]), at,
             operand(s.sources[0], s.results[0].kind));
    return;
  }
  if (s.place.region == Region::shared) wait_for_copies(s);
  const bool load = s.kind == K::load;
  const auto [at, space] = at_.place(s);
  std::string values;
  const std::size_t n = elements_of(s);
  for (std::size_t i = 0; i < n; ++i) {
    const std::string v = load ? out.reg(s.results[i]) : operand(s.sources[i], s.sources[i].reg.kind);
    values += (i == 0 ? "" : ", ") + v;
  }
  if (n > 1) values = "{" + values + "}";
  const std::string vector = n > 1 ? fmt::format(".v{}", n) : "";
  set_guard(s);
  if (load)
    out.line("ld{}{}{}.{} {}, [{}]", space, s.text, vector, s.element.text, values, at);
  else
    out.line("st{}{}{}.{} [{}], {}", space, s.text, vector, s.element.text, at, values);
}

/// Each thread arrives once, and where there are copies a second time when those before have arrived.
void PtxBody::init_mbarrier(const Statement& s) {
  const std::uint32_t arrivals = k_.shape.threads() * (copies_.empty() ? 1 : 2);
  const std::string at = at_.shared_symbol(s), id = at_.local_id(s), first = out.temporary(Kind::pred);
  out.line("setp.eq.u32 {}, {}, 0", first, id);
  out.guard(fmt::format("@{} ", first));
  out.line("mbarrier.init.shared.b64 [{}+{}], {}", at, k_.mbarrier_at(), arrivals);
  out.guard("");
  out.line("bar.sync 0");
}

/// Behind it all that the threads of the CTA have stored in shared memory, and copied to it, is there.
void PtxBody::wait_at_mbarrier(const Statement& s) {
  const std::string at = at_.shared_symbol(s), again = new_label();
  const std::string phase = out.temporary(Kind::b64), over = out.temporary(Kind::pred);
  if (!copies_.empty()) out.line("cp.async.mbarrier.arrive.noinc.shared.b64 [{}+{}]", at, k_.mbarrier_at());
  out.line("mbarrier.arrive.shared.b64 {}, [{}+{}]", phase, at, k_.mbarrier_at());
  out.raw(again + ":");
  out.line("mbarrier.{}_wait.shared.b64 {}, [{}+{}], {}", s.id % 4 == 0 ? "test" : "try", over, at,
           k_.mbarrier_at(), phase);
  out.guard(fmt::format("@!{} ", over));
  out.line("bra {}", again);
  out.guard("");
  copied_ = true;
}

void PtxBody::print_exchange(const Statement& s) {
  const bool all = s.kind == Statement::Kind::exchange;
  const bool at_mbarrier = all && k_.mbarrier && s.id % 2 == 0;
  const auto wait = [&](const std::string& barrier) {
    if (at_mbarrier)
      wait_at_mbarrier(s);
    else
      out.line("bar.sync {}", barrier);
  };
  const std::uint32_t group = all ? k_.shape.threads() : k_.group_threads;
  const bool wide = bits_of(s.results[0].kind) == 64;
  const char* type = wide ? "b64" : "b32";
  const std::string at = at_.shared_symbol(s), id = at_.local_id(s);
  const std::string mine = out.temporary(Kind::b32), other = out.temporary(Kind::b32);
  // The end of the exchanging group and its barrier: numbers for the whole CTA, registers for a group.
  std::string end = std::to_string(group), barrier = "0";
  if (!all) {
    end = out.temporary(Kind::b32), barrier = out.temporary(Kind::b32);
    out.line("div.u32 {}, {}, {}", barrier, id, group);
    out.line("mad.lo.u32 {}, {}, {}, {}", end, barrier, group, group);
    out.line("add.u32 {}, {}, {}", barrier, barrier, KernelTree::first_group_barrier);
    barrier += fmt::format(", {}", group);
  }
  out.line("mad.lo.u32 {}, {}, 8, {}", mine, id, at);
  out.line("st.shared.{} [{}], {}", type, mine, operand(s.sources[0], s.results[0].kind));
  wait(barrier);
  out.line("add.u32 {}, {}, {}", other, id, s.place.offset % group);
  const std::string over = out.temporary(Kind::pred);
  out.line("setp.ge.u32 {}, {}, {}", over, other, end);
  out.guard(fmt::format("@{} ", over));
  out.line("sub.u32 {}, {}, {}", other, other, group);
  out.guard("");
  out.line("mad.lo.u32 {}, {}, 8, {}", other, other, at);
  out.line("ld.shared.{} {}, [{}]", type, out.reg(s.results[0]), other);
  wait(barrier);
}

void PtxBody::print_reduce(const Statement& s) {
  const std::uint32_t t = k_.shape.threads(), first = 8 * t * (1 + k_.shared_slots);
  const std::string at = at_.shared_symbol(s), id = at_.local_id(s);
  const std::string cell = out.temporary(Kind::b32), low = out.temporary(Kind::pred);
  // The first threads initialize the cells, several each when there are fewer threads than cells.
  for (std::uint32_t begin = 0; begin < k_.shared_cells; begin += t) {
    out.guard("");
    out.line("setp.lt.u32 {}, {}, {}", low, id, k_.shared_cells - begin);
    out.line("mad.lo.u32 {}, {}, 4, {}", cell, id, at);
    out.guard(fmt::format("@{} ", low));
    out.line("st.shared.u32 [{}+{}], {}", cell, first + 4 * begin, s.place.offset);
  }
  out.guard("");
  out.line("bar.sync 0");
  out.line("and.b32 {}, {}, {}", cell, operand(s.sources[1], Kind::b32), k_.shared_cells - 1);
  out.line("mad.lo.u32 {}, {}, 4, {}", cell, cell, at);
  out.line("red.shared.{} [{}+{}], {}", s.text, cell, first, operand(s.sources[0], Kind::b32));
  out.line("bar.sync 0");
  out.line("and.b32 {}, {}, {}", cell, operand(s.sources[2], Kind::b32), k_.shared_cells - 1);
  out.line("mad.lo.u32 {}, {}, 4, {}", cell, cell, at);
  out.line("ld.shared.u32 {}, [{}+{}]", out.reg(s.results[0]), cell, first);
  out.line("bar.sync 0");
}

void PtxBody::print_collective(const Statement& s) {
  const Collective& c = *s.collective;
  std::string operands;
  const auto add = [&](const std::string& text) {
    operands += (operands.empty() && c.results() == 0 ? " " : ", ") + text;
  };
  if (c.barrier) {
    add(std::to_string(s.place.offset));
    if (s.place.scale != 0) add(std::to_string(s.place.scale));
  }
  const std::size_t colon = c.signature.find(':');
  for (unsigned i = 0; i < c.sources(); ++i) add(operand(s.sources[i], kind_of(c.signature[colon + 1 + i])));
  if (!c.barrier)
    add(s.sources.size() > c.sources() ? operand(s.sources.back(), Kind::b32) : at_.launched_lanes(s));
  out.line("{}{}", opcode_and_results(s, c.text), operands);
}

void PtxBody::print_branch(const Statement& s) {
  copied_ = false;
  const std::string end = new_label();
  const std::string other = s.otherwise.empty() ? end : new_label();
  Operand skip = s.guard;
  skip.negated = !skip.negated;
  out.guard(fmt::format("@{} ", operand(skip, Kind::pred)));
  out.line("bra {}", other);
  out.guard("");
  print(s.body);
  if (!s.otherwise.empty()) {
    out.line("bra {}", end);
    out.raw(other + ":");
    copied_ = false;
    print(s.otherwise);
  }
  out.raw(end + ":");
  copied_ = false;
}

void PtxBody::print_loop(const Statement& s) {
  const std::string head = new_label(), end = new_label(), counter = out.reg(s.results[0]);
  const std::string done = out.temporary(Kind::pred);
  if (s.sources[0].is_register)
    out.line("and.b32 {}, {}, {}", counter, operand(s.sources[0], Kind::b32), s.place.offset);
  else
    out.line("mov.u32 {}, {}", counter, s.sources[0].bits & s.place.offset);
  out.raw(head + ":");
  out.line("setp.eq.s32 {}, {}, 0", done, counter);
  out.guard(fmt::format("@{} ", done));
  out.line("bra {}", end);
  out.guard("");
  loop_ends_.push_back(end);
  copied_ = false;
  print(s.body);
  copied_ = false;
  loop_ends_.pop_back();
  out.line("add.s32 {}, {}, -1", counter, counter);
  out.line("bra {}", head);
  out.raw(end + ":");
}

void PtxBody::print_call(const Statement& s) {
  const DeviceFunction& f = k_.functions[s.callee];
  std::string arguments;
  out.raw("\t{");  // the scope of the arguments
  for (std::size_t i = 0; i < f.arguments.size(); ++i) {
    const Kind k = f.arguments[i].kind;
    out.line(".param .{} a{}", parameter_type(k), i);
    out.line("st.param.{} [a{}+0], {}", parameter_type(k), i, operand(s.sources[i], k));
    arguments += fmt::format("{}a{}", i == 0 ? "" : ", ", i);
  }
  out.line(".param .{} r0", parameter_type(f.result.kind));
  set_guard(s);
  out.line("call (r0), function{}, ({})", s.callee, arguments);
  out.guard("");
  // The load of a result must not be guarded.
  const std::string to = s.guarded ? out.temporary(s.results[0].kind) : out.reg(s.results[0]);
  out.line("ld.param.{} {}, [r0+0]", parameter_type(f.result.kind), to);
  if (s.guarded) {
    out.guard(fmt::format("@{} ", operand(s.guard, Kind::pred)));
    out.line("mov.{} {}, {}", parameter_type(f.result.kind), out.reg(s.results[0]), to);
    out.guard("");
  }
  out.raw("\t}");
}

}  // namespace heddle::fuzz
