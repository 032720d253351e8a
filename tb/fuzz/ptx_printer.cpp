#include "tb/fuzz/ptx_printer.hpp"

#include <map>

#include "tb/fuzz/forms.hpp"
#include "tb/fuzz/ptx_writer.hpp"

namespace heddle::fuzz {
namespace {

std::string literal(Kind k, std::uint64_t bits) {
  if (k == Kind::f32) return fmt::format("0f{:08X}", bits);
  if (k == Kind::f64) return fmt::format("0d{:016X}", bits);
  if (k == Kind::b16) return fmt::format("{}", static_cast<std::int16_t>(bits));
  if (k == Kind::b32) return fmt::format("{}", static_cast<std::int32_t>(bits));
  return fmt::format("{}", static_cast<std::int64_t>(bits));
}

/// Prints one body: the entry's or a function's.
class BodyPrinter {
 public:
  BodyPrinter(const KernelTree& kernel, std::string prefix) : k_(kernel), prefix_(std::move(prefix)) {}

  PtxWriter out;

  void print(const std::vector<Statement>& statements) {
    for (const Statement& s : statements) print(s);
  }
  /// What is computed once, ahead of the body; known when that has been printed.
  std::string kept_values() {
    std::string text;
    for (const auto& [name, lines] : kept_) text += lines;
    return text;
  }

 private:
  const char* address_type() const { return k_.wide_addresses ? "u64" : "u32"; }
  Kind address_kind() const { return k_.wide_addresses ? Kind::b64 : Kind::b32; }
  const char* global() const { return k_.generic ? "" : ".global"; }

  bool remade(const Statement& s) const {
    if (k_.remake == Remake::mixed) return (s.id * 2654435761u >> 16 & 1) != 0;
    return k_.remake == Remake::always;
  }

  /// The value `name`, made by `make(register)`: here and now, or once for all.
  template <class Make>
  std::string value(const Statement& s, const std::string& name, Kind kind, Make&& make) {
    if (remade(s)) {
      const std::string r = out.temporary(kind);
      make(out, r);
      return r;
    }
    auto& slot = kept_names_[name];
    if (slot.empty()) {
      slot = out.temporary(kind);
      PtxWriter once;
      once.guard("");
      make(once, slot);
      kept_[name] = once.text();
    }
    return slot;
  }

  std::string base(const Statement& s, const std::string& parameter) {
    return value(s, "b_" + parameter, address_kind(), [&](PtxWriter& w, const std::string& r) {
      w.line("ld.param.{} {}, [{}]", address_type(), r, parameter);
      if (!k_.generic) w.line("cvta.to.global.{} {}, {}", address_type(), r, r);
    });
  }
  std::string local_id(const Statement& s) {
    return value(s, "a_local", Kind::b32, [&](PtxWriter& w, const std::string& r) { write_local_id(w, r); });
  }
  std::string global_id(const Statement& s) {
    return value(s, "a_global", Kind::b32,
                 [&](PtxWriter& w, const std::string& r) { write_global_id(w, r); });
  }
  void write_local_id(PtxWriter& w, const std::string& r) {
    w.line("mov.u32 {}, %tid.x", r);
    if (k_.shape.cta_y == 1) return;
    const std::string y = out.temporary(Kind::b32), n = out.temporary(Kind::b32);
    w.line("mov.u32 {}, %tid.y", y);
    w.line("mov.u32 {}, %ntid.x", n);
    w.line("mad.lo.s32 {}, {}, {}, {}", r, y, n, r);
  }
  void write_global_id(PtxWriter& w, const std::string& r) {
    write_local_id(w, r);
    const std::string cta = out.temporary(Kind::b32);
    w.line("mov.u32 {}, %ctaid.x", cta);
    w.line("mad.lo.s32 {}, {}, {}, {}", r, cta, k_.shape.threads(), r);
  }

  std::string operand(const Operand& o, Kind kind) {
    if (o.is_register) return (o.negated ? "!" : "") + out.reg(o.reg);
    return literal(kind, o.bits);
  }
  void set_guard(const Statement& s) {
    out.guard(s.guarded ? fmt::format("@{} ", operand(s.guard, Kind::pred)) : "");
  }

  /// base + index * scale, as compilers write it.
  std::string scaled(const std::string& base, const std::string& index, std::uint32_t scale) {
    const std::string r = out.temporary(address_kind());
    if (k_.wide_addresses && scale % 3 == 0) {
      const std::string product = out.temporary(Kind::b64);
      out.line("mul.wide.u32 {}, {}, {}", product, index, scale);
      out.line("add.s64 {}, {}, {}", r, base, product);
    } else if (k_.wide_addresses) {
      out.line("mad.wide.u32 {}, {}, {}, {}", r, index, scale, base);
    } else if ((scale & (scale - 1)) == 0) {
      out.line("shl.b32 {}, {}, {}", r, index, __builtin_ctz(scale));
      out.line("add.u32 {}, {}, {}", r, r, base);
    } else {
      out.line("mad.lo.u32 {}, {}, {}, {}", r, index, scale, base);
    }
    return r;
  }

  /// The byte that index, scale and offset select, in a register: not yet added to a base.
  std::string masked(const Statement& s, std::uint32_t bytes) {
    const Place& p = s.place;
    const std::uint32_t size = s.element.bytes * static_cast<std::uint32_t>(lanes_of(s));
    const std::string r = out.temporary(Kind::b32);
    if (p.index.is_register)
      out.line("mad.lo.s32 {}, {}, {}, {}", r, out.reg(p.index.reg), p.scale, p.offset);
    else
      out.line("mad.lo.s32 {}, {}, {}, {}", r, global_id(s), p.scale, p.offset);
    out.line("and.b32 {}, {}, {}", r, r, (bytes - 1) & ~(size - 1));
    return r;
  }
  std::string sum(const std::string& base, const std::string& bytes) {
    const std::string r = out.temporary(address_kind());
    if (k_.wide_addresses) {
      out.line("cvt.u64.u32 {}, {}", r, bytes);
      out.line("add.s64 {}, {}, {}", r, base, r);
    } else {
      out.line("add.u32 {}, {}, {}", r, base, bytes);
    }
    return r;
  }

  static std::size_t lanes_of(const Statement& s) {
    return s.kind == Statement::Kind::load ? s.results.size() : s.sources.size();
  }

  std::string slot_address(const Statement& s) {
    const std::string at = base(s, "out");
    const std::uint32_t total = k_.shape.all_threads();
    return k_.blocked_slots ? fmt::format("{}+{}", scaled(at, global_id(s), 8 * k_.slots), 8 * s.place.offset)
                            : fmt::format("{}+{}", scaled(at, global_id(s), 8), 8 * s.place.offset * total);
  }
  /// Shared memory: the exchange slots, the threads' own slots, the cells.
  std::string shared_symbol(const Statement& s) {
    return value(s, "c_shared", Kind::b32,
                 [&](PtxWriter& w, const std::string& r) { w.line("mov.u32 {}, shared_memory", r); });
  }
  std::string shared_own(const Statement& s, std::uint32_t slot) {
    const std::string at = shared_symbol(s), r = out.temporary(Kind::b32), id = local_id(s);
    const std::uint32_t t = k_.shape.threads();
    out.line("mad.lo.u32 {}, {}, {}, {}", r, id, k_.blocked_shared ? 8 * k_.shared_slots : 8, at);
    return fmt::format("{}+{}", r, 8 * t + (k_.blocked_shared ? 8 * slot : 8 * slot * t));
  }

  /// The address as it stands between brackets, and the space in the opcode.
  std::pair<std::string, std::string> address(const Statement& s) {
    const Place& p = s.place;
    switch (p.region) {
      case Region::input: {
        const std::string b = base(s, fmt::format("in{}", p.buffer));
        return {sum(b, masked(s, k_.inputs[p.buffer].bytes)), global()};
      }
      case Region::constant: {
        const std::string b = out.temporary(address_kind());
        const std::string m = masked(s, k_.constant_bytes);
        out.line("mov.{} {}, constants", address_type(), b);
        return {sum(b, m), ".const"};
      }
      case Region::local: {
        const std::string b = out.temporary(address_kind());
        const std::string m = masked(s, k_.local_bytes);
        out.line("mov.{} {}, depot", address_type(), b);
        return {sum(b, m), ".local"};
      }
      case Region::output:
        return {slot_address(s), global()};
      case Region::shared:
        return {shared_own(s, p.offset), ".shared"};
      case Region::parameter:
        return {fmt::format("s{}", p.buffer), ".param"};
    }
    return {};
  }

  void print(const Statement& s);
  void print_access(const Statement& s);
  void print_compute(const Statement& s);
  void print_special(const Statement& s);
  void print_branch(const Statement& s);
  void print_loop(const Statement& s);
  void print_exchange(const Statement& s);
  void print_reduce(const Statement& s);
  void print_call(const Statement& s);

  std::string new_label() { return fmt::format("${}L{}", prefix_, labels_++); }

  const KernelTree& k_;
  std::string prefix_;
  unsigned labels_ = 0;
  std::map<std::string, std::string> kept_names_, kept_;
  std::vector<std::string> loop_ends_;
};

void BodyPrinter::print(const Statement& s) {
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
    case K::exchange:
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
  }
  out.guard("");
}

void BodyPrinter::print_compute(const Statement& s) {
  const FormOperands o = operands_of(*s.form);
  std::string opcode(s.form->text), operands;
  const bool pair = opcode.ends_with('|');
  if (pair) opcode.pop_back();
  for (unsigned i = 0; i < o.results; ++i)
    operands += (i == 0 ? "" : pair ? "|" : ", ") + out.reg(s.results[i]);
  for (unsigned i = 0; i < o.sources; ++i) operands += ", " + operand(s.sources[i], o.source[i]);
  set_guard(s);
  out.line("{} {}", opcode, operands);
}

void BodyPrinter::print_special(const Statement& s) {
  static constexpr const char* names[] = {"%tid.x", "%tid.y", "%ntid.x", "%ctaid.x", "%nctaid.x", "%laneid"};
  const std::string to = out.reg(s.results[0]);
  if (s.special == Special::local_id) {
    const std::string id = local_id(s);
    set_guard(s);
    out.line("mov.u32 {}, {}", to, id);
  } else if (s.special == Special::global_id) {
    const std::string id = global_id(s);
    set_guard(s);
    out.line("mov.u32 {}, {}", to, id);
  } else {
    set_guard(s);
    out.line("mov.u32 {}, {}", to, names[static_cast<unsigned>(s.special)]);
  }
}

void BodyPrinter::print_access(const Statement& s) {
  using K = Statement::Kind;
  if (s.kind == K::atomic) {
    const std::string index = out.temporary(Kind::b32);
    out.line("and.b32 {}, {}, {}", index, operand(s.sources[1], Kind::b32), k_.cells - 1);
    const std::string at = scaled(base(s, "cells"), index, 8);
    set_guard(s);
    out.line("red{}.{} [{}], {}", global(), s.text, at, operand(s.sources[0], s.sources[0].reg.kind));
    return;
  }
  if (s.kind == K::own) {
    const std::string at = slot_address(s);
    set_guard(s);
    out.line("atom{}.{} {}, [{}], {}", global(), s.text, out.reg(s.results[0]), at,
             operand(s.sources[0], s.results[0].kind));
    return;
  }
  const bool load = s.kind == K::load;
  const auto [at, space] = address(s);
  std::string values;
  const std::size_t n = lanes_of(s);
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

void BodyPrinter::print_exchange(const Statement& s) {
  const std::uint32_t t = k_.shape.threads();
  const bool wide = bits_of(s.results[0].kind) == 64;
  const char* type = wide ? "b64" : "b32";
  const std::string at = shared_symbol(s), id = local_id(s);
  const std::string mine = out.temporary(Kind::b32), other = out.temporary(Kind::b32);
  out.line("mad.lo.u32 {}, {}, 8, {}", mine, id, at);
  out.line("st.shared.{} [{}], {}", type, mine, operand(s.sources[0], s.results[0].kind));
  out.line("bar.sync 0");
  out.line("add.u32 {}, {}, {}", other, id, s.place.offset % t);
  const std::string over = out.temporary(Kind::pred);
  out.line("setp.ge.u32 {}, {}, {}", over, other, t);
  out.guard(fmt::format("@{} ", over));
  out.line("sub.u32 {}, {}, {}", other, other, t);
  out.guard("");
  out.line("mad.lo.u32 {}, {}, 8, {}", other, other, at);
  out.line("ld.shared.{} {}, [{}]", type, out.reg(s.results[0]), other);
  out.line("bar.sync 0");
}

void BodyPrinter::print_reduce(const Statement& s) {
  const std::uint32_t t = k_.shape.threads(), first = 8 * t * (1 + k_.shared_slots);
  const std::string at = shared_symbol(s), id = local_id(s);
  const std::string cell = out.temporary(Kind::b32), low = out.temporary(Kind::pred);
  // The first threads set the cells, several each when there are few threads.
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

void BodyPrinter::print_branch(const Statement& s) {
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
    print(s.otherwise);
  }
  out.raw(end + ":");
}

void BodyPrinter::print_loop(const Statement& s) {
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
  print(s.body);
  loop_ends_.pop_back();
  out.line("add.s32 {}, {}, -1", counter, counter);
  out.line("bra {}", head);
  out.raw(end + ":");
}

const char* parameter_type(Kind k) { return bits_of(k) == 64 ? "b64" : bits_of(k) == 16 ? "b16" : "b32"; }

void BodyPrinter::print_call(const Statement& s) {
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
  if (s.guarded) out.guard(fmt::format("@{} ", operand(s.guard, Kind::pred)));
  out.line("ld.param.{} {}, [r0+0]", parameter_type(f.result.kind), out.reg(s.results[0]));
  out.guard("");
  out.raw("\t}");
}

std::string function_text(const KernelTree& kernel, std::size_t index) {
  const DeviceFunction& f = kernel.functions[index];
  BodyPrinter body(kernel, fmt::format("F{}", index));
  std::string formals, loads;
  for (std::size_t i = 0; i < f.arguments.size(); ++i) {
    const Kind k = f.arguments[i].kind;
    formals += fmt::format("{}.param .{} a{}", i == 0 ? "" : ", ", parameter_type(k), i);
    loads += fmt::format("\tld.param.{} {}, [a{}];\n", parameter_type(k), body.out.reg(f.arguments[i]), i);
  }
  body.print(f.body);
  body.out.line("st.param.{} [result], {}", parameter_type(f.result.kind), body.out.reg(f.result));
  body.out.line("ret");
  return fmt::format(".func (.param .{} result) function{}({})\n{{\n{}{}{}}}\n\n",
                     parameter_type(f.result.kind), index, formals, body.out.declarations(), loads,
                     body.out.text());
}

}  // namespace

std::string ptx_of(const KernelTree& k) {
  const char* pointer = k.wide_addresses ? "u64" : "u32";
  std::string text =
      fmt::format(".version 7.0\n.target sm_70\n.address_size {}\n\n", k.wide_addresses ? 64 : 32);
  if (k.constant_bytes != 0) {
    text += fmt::format(".const .align 16 .b8 constants[{}] = {{", k.constant_bytes);
    const auto bytes = content_of(k.constants);
    for (std::size_t i = 0; i < k.constant_bytes; ++i)
      text += fmt::format("{}{}", i == 0 ? "" : ", ", static_cast<unsigned>(bytes[i]));
    text += "};\n";
  }
  for (std::size_t i = 0; i < k.functions.size(); ++i) text += function_text(k, i);

  std::string parameters;
  for (std::size_t i = 0; i < k.inputs.size(); ++i)
    parameters += fmt::format(".param .{} in{}, ", pointer, i);
  parameters += fmt::format(".param .{} out", pointer);
  if (k.cells != 0) parameters += fmt::format(", .param .{} cells", pointer);
  for (std::size_t i = 0; i < k.scalars.size(); ++i)
    parameters += fmt::format(", .param .{} s{}", kind_type[static_cast<unsigned>(k.scalars[i].kind)], i);
  text += fmt::format(".visible .entry {}({})\n{{\n", kernel_name, parameters);

  if (k.shared) text += fmt::format("\t.shared .align 16 .b8 shared_memory[{}];\n", k.shared_bytes());
  if (k.local_bytes != 0) text += fmt::format("\t.local .align 16 .b8 depot[{}];\n", k.local_bytes);
  BodyPrinter body(k, "");
  body.print(k.body);
  body.out.line("ret");
  return text + body.out.declarations() + body.kept_values() + body.out.text() + "}\n";
}

}  // namespace heddle::fuzz
