// SPDX-License-Identifier: Apache-2.0
#include "tb/fuzz/compiled/cpp_printer.hpp"

#include <fmt/args.h>
#include <fmt/format.h>

#include <array>
#include <set>

#include "models/base/error.hpp"
#include "tb/fuzz/compiled/cpp_forms.hpp"
#include "tb/fuzz/compiled/cpp_prelude.hpp"
#include "tb/fuzz/print/ptx_printer.hpp"
#include "tb/fuzz/print/ptx_writer.hpp"

namespace heddle::fuzz {
namespace {

constexpr std::array<const char*, kinds> kind_in_cpp{"bool", "u16", "u32", "u64", "u16", "float", "double"};
const char* cpp_type(Kind k) { return kind_in_cpp[static_cast<unsigned>(k)]; }

std::string literal(Kind k, std::uint64_t bits) {
  if (k == Kind::f32) return fmt::format("float_of({:#x}u)", bits);
  if (k == Kind::f64) return fmt::format("float_of(u64({:#x}ull))", bits);
  if (k == Kind::b64) return fmt::format("{:#x}ull", bits);
  return k == Kind::b16 ? fmt::format("u16({:#x})", bits) : fmt::format("{:#x}u", bits);
}

/// Returns the C++ type of an element that is loaded or stored, such as "u32" for "b32".
std::string element_type(const Element& e) {
  const std::string text = e.text;
  if (text == "f32") return "float";
  if (text == "f64") return "double";
  return text[0] == 'b' ? "u" + text.substr(1) : text;
}

/// Returns the function of the prelude for an atomic: "add_u32" for "add.u32".
std::string function_of_atomic(std::string text) {
  text[text.find('.')] = '_';
  return text;
}
const char* atomic_type(const std::string& text) { return text.ends_with("64") ? "u64" : "u32"; }

/// Prints the body of a kernel or function.
class Body {
 public:
  explicit Body(const KernelTree& kernel) : k_(kernel) {}

  void print(const std::vector<Statement>& statements) {
    for (const Statement& s : statements) {
      if (s.guarded && s.kind != Statement::Kind::branch) line("if ({})", value(s.guard, Kind::pred));
      line("{{");
      print(s);
      line("}}");
    }
  }
  std::string name(Reg r) {
    const std::string text = fmt::format("{}{}", kind_letter[static_cast<unsigned>(r.kind)], r.number);
    declared_.insert(fmt::format("{} {};\n", cpp_type(r.kind), text));
    return text;
  }
  std::string text() const {
    std::string all;
    for (const std::string& d : declared_) all += d;
    return all + text_;
  }

 private:
  template <class... A>
  void line(fmt::format_string<A...> format, A&&... a) {
    fmt::format_to(std::back_inserter(text_), format, std::forward<A>(a)...);
    text_ += '\n';
  }
  std::string value(const Operand& o, Kind kind) {
    if (!o.is_register) return literal(kind, o.bits);
    return (o.negated ? "!" : "") + name(o.reg);
  }
  std::string local_id() const { return k_.shape.cta_y == 1 ? "tid_x" : "(tid_y * ntid_x + tid_x)"; }
  std::string global_id() const {
    return fmt::format("(ctaid_x * {}u + {})", k_.shape.threads(), local_id());
  }

  void print(const Statement& s);
  void compute(const Statement& s);
  std::string special(Special s) const;
  std::string address(const Statement& s, std::size_t lanes);
  std::string masked(const Statement& s, std::size_t lanes, std::uint32_t bytes);
  std::string slot(std::uint32_t number) const;
  void load(const Statement& s);
  void store(const Statement& s);
  void exchange(const Statement& s);
  void reduce(const Statement& s);
  void branch(const Statement& s);
  void loop(const Statement& s);
  void call(const Statement& s);

  const KernelTree& k_;
  std::string text_;
  std::set<std::string> declared_;
};

void Body::print(const Statement& s) {
  using K = Statement::Kind;
  switch (s.kind) {
    case K::compute:
      return compute(s);
    case K::special:
      return line("{} = {};", name(s.results[0]), special(s.special));
    case K::load:
      return load(s);
    case K::store:
      return store(s);
    case K::atomic:
      return line("{}(({}*)(cells + 8 * ({} & {}u)), {});", function_of_atomic(s.text), atomic_type(s.text),
                  value(s.sources[1], Kind::b32), k_.cells - 1, value(s.sources[0], s.sources[0].reg.kind));
    case K::own:
      return line("{} = {}(({}*)({}), {});", name(s.results[0]), function_of_atomic(s.text),
                  atomic_type(s.text), slot(s.place.offset), value(s.sources[0], s.results[0].kind));
    case K::exchange:
    case K::group_exchange:
      return exchange(s);
    case K::reduce:
      return reduce(s);
    case K::branch:
      return branch(s);
    case K::loop:
      return loop(s);
    case K::leave:
      return line("break;");
    case K::exit:
      return line("return;");
    case K::call:
      return call(s);
    case K::collective:
      throw Error({.place = "the random kernel", .what = "a collective instruction is not written as C++"});
    case K::copy:
      throw Error({.place = "the random kernel", .what = "an asynchronous copy is not written as C++"});
  }
}

void Body::compute(const Statement& s) {
  const auto* expressions = cpp_expressions(*s.form);
  if (expressions == nullptr)
    throw Error(
        {.place = "the random kernel", .what = "a form without C++", .value = std::string(s.form->text)});
  const FormOperands o = operands_of(*s.form);
  fmt::dynamic_format_arg_store<fmt::format_context> sources;
  for (unsigned i = 0; i < o.sources; ++i) sources.push_back(value(s.sources[i], o.source[i]));
  for (unsigned i = 0; i < o.results; ++i)
    line("{} n{} = {};", cpp_type(o.result[i]), i, fmt::vformat((*expressions)[i], sources));
  for (unsigned i = 0; i < o.results; ++i) line("{} = n{};", name(s.results[i]), i);
}

std::string Body::special(Special s) const {
  static constexpr const char* names[] = {"tid_x", "tid_y", "ntid_x", "ctaid_x", "nctaid_x", "laneid"};
  if (s == Special::local_id) return local_id();
  return s == Special::global_id ? global_id() : names[static_cast<unsigned>(s)];
}

std::string Body::masked(const Statement& s, std::size_t lanes, std::uint32_t bytes) {
  const Place& p = s.place;
  const auto size = static_cast<std::uint32_t>(s.element.bytes * lanes);
  return fmt::format("({} * {}u + {}u & {:#x}u)", p.index.is_register ? name(p.index.reg) : global_id(),
                     p.scale, p.offset, (bytes - 1) & ~(size - 1));
}

std::string Body::slot(std::uint32_t number) const {
  return k_.blocked_slots
             ? fmt::format("out + ({} * {}u + {}u)", global_id(), 8 * k_.slots, 8 * number)
             : fmt::format("out + ({} * 8u + {}u)", global_id(), 8 * number * k_.shape.all_threads());
}

std::string Body::address(const Statement& s, std::size_t lanes) {
  const Place& p = s.place;
  switch (p.region) {
    case Region::input:
      return fmt::format("in{} + {}", p.buffer, masked(s, lanes, k_.inputs[p.buffer].bytes));
    case Region::constant:
      return "constants + " + masked(s, lanes, k_.constant_bytes);
    case Region::local:
      return "depot + " + masked(s, lanes, k_.local_bytes);
    case Region::output:
      return slot(p.offset);
    case Region::shared: {
      const std::uint32_t t = k_.shape.threads();
      return fmt::format("shared_memory + ({} * {}u + {}u)", local_id(),
                         k_.blocked_shared ? 8 * k_.shared_slots : 8,
                         8 * t + (k_.blocked_shared ? 8 * p.offset : 8 * p.offset * t));
    }
    case Region::parameter:
      return fmt::format("&s{}", p.buffer);
  }
  return {};
}

void Body::load(const Statement& s) {
  const std::string type = element_type(s.element), to = cpp_type(s.results[0].kind);
  line("const {0}* p = (const {0}*)({1});", type, address(s, s.results.size()));
  for (std::size_t i = 0; i < s.results.size(); ++i)
    line("{} n{} = {}p[{}];", to, i, s.element.sign ? "(s64)" : "", i);
  for (std::size_t i = 0; i < s.results.size(); ++i) line("{} = n{};", name(s.results[i]), i);
}

void Body::store(const Statement& s) {
  const std::string type = element_type(s.element);
  line("{0}* p = ({0}*)({1});", type, address(s, s.sources.size()));
  for (std::size_t i = 0; i < s.sources.size(); ++i)
    line("p[{}] = ({}){};", i, type, value(s.sources[i], s.sources[i].reg.kind));
}

void Body::exchange(const Statement& s) {
  const bool all = s.kind == Statement::Kind::exchange;
  const std::string type = cpp_type(s.results[0].kind);
  const std::uint32_t group = all ? k_.shape.threads() : k_.group_threads;
  const std::string barrier = all ? "barrier();"
                                  : fmt::format("group_barrier({} / {}u + {}u, {}u);", local_id(), group,
                                                KernelTree::first_group_barrier, group);
  line("*({}*)(shared_memory + {} * 8u) = {};", type, local_id(), value(s.sources[0], s.results[0].kind));
  line("{}", barrier);
  line("u32 other = {} + {}u;", local_id(), s.place.offset % group);
  line("if (other / {0}u != {1} / {0}u) other -= {0}u;", group, local_id());
  line("{} = *({}*)(shared_memory + other * 8u);", name(s.results[0]), type);
  line("{}", barrier);
}

void Body::reduce(const Statement& s) {
  const std::uint32_t t = k_.shape.threads();
  line("u32* c = (u32*)(shared_memory + {}u);", 8 * t * (1 + k_.shared_slots));
  line("for (u32 i = {}; i < {}u; i += {}u) c[i] = {}u;", local_id(), k_.shared_cells, t, s.place.offset);
  line("barrier();");
  const auto cell = [&](const Operand& o) {
    return fmt::format("c[{} & {}u]", value(o, Kind::b32), k_.shared_cells - 1);
  };
  line("{}(&{}, {});", function_of_atomic(s.text), cell(s.sources[1]), value(s.sources[0], Kind::b32));
  line("barrier();");
  line("{} = {};", name(s.results[0]), cell(s.sources[2]));
  line("barrier();");
}

void Body::branch(const Statement& s) {
  line("if ({}) {{", value(s.guard, Kind::pred));
  print(s.body);
  line("}} else {{");
  print(s.otherwise);
  line("}}");
}

void Body::loop(const Statement& s) {
  const std::string counter = name(s.results[0]);
  line("for ({0} = {1} & {2}u; {0} != 0; {0} += -1) {{", counter, value(s.sources[0], Kind::b32),
       s.place.offset);
  print(s.body);
  line("}}");
}

void Body::call(const Statement& s) {
  const DeviceFunction& f = k_.functions[s.callee];
  std::string arguments;
  for (std::size_t i = 0; i < f.arguments.size(); ++i)
    arguments += (i == 0 ? "" : ", ") + value(s.sources[i], f.arguments[i].kind);
  line("{} = function{}({});", name(s.results[0]), s.callee, arguments);
}

std::string function_text(const KernelTree& kernel, std::size_t index) {
  const DeviceFunction& f = kernel.functions[index];
  Body body(kernel);
  std::string formals, moves;
  for (std::size_t i = 0; i < f.arguments.size(); ++i) {
    formals += fmt::format("{}{} a{}", i == 0 ? "" : ", ", cpp_type(f.arguments[i].kind), i);
    moves += fmt::format("{} = a{};\n", body.name(f.arguments[i]), i);
  }
  const std::string result = body.name(f.result);
  body.print(f.body);
  // The moves follow the declarations, with which the body's text begins.
  std::string text = body.text();
  const auto first = text.find("{\n");
  text.insert(first == std::string::npos ? text.size() : first, moves);
  // One of two functions is called, the other is inlined.
  return fmt::format("{}DEVICE {} function{}({}) {{\n{}return {};\n}}\n",
                     index % 2 == 0 ? "__attribute__((noinline)) " : "", cpp_type(f.result.kind), index,
                     formals, text, result);
}

}  // namespace

std::string cpp_of(const KernelTree& k) {
  std::string text = cpp_prelude;
  if (k.constant_bytes != 0) {
    text +=
        fmt::format("__attribute__((aligned(16))) CONSTANT const u8 constants[{}] = {{", k.constant_bytes);
    const auto bytes = content_of(k.constants);
    for (std::size_t i = 0; i < k.constant_bytes; ++i)
      text += fmt::format("{},", static_cast<unsigned>(bytes[i]));
    text += "};\n";
  }
  for (std::size_t i = 0; i < k.functions.size(); ++i) text += function_text(k, i);

  std::string formals, actuals;
  std::size_t pointers = 0;
  const auto pointer = [&](const std::string& type, const std::string& name) {
    formals += fmt::format("{}{} {}", formals.empty() ? "" : ", ", type, name);
    actuals += fmt::format("{}(u8*)p[{}]", actuals.empty() ? "" : ", ", pointers++);
  };
  for (std::size_t i = 0; i < k.inputs.size(); ++i) pointer("const u8*", fmt::format("in{}", i));
  pointer("u8*", "out");
  if (k.cells != 0) pointer("u8*", "cells");
  for (std::size_t i = 0; i < k.scalars.size(); ++i) {
    const Kind kind = k.scalars[i].kind;
    formals += fmt::format(", {} s{}", cpp_type(kind), i);
    actuals += is_float(kind) ? fmt::format(", float_of({}(s[{}]))", bits_of(kind) == 64 ? "u64" : "u32", i)
                              : fmt::format(", ({})s[{}]", cpp_type(kind), i);
  }
  text += fmt::format("KERNEL void {}({}) {{\n", kernel_name, formals);
  if (k.shared)
    text += fmt::format("SHARED __attribute__((aligned(16))) u8 shared_memory[{}];\n", k.shared_bytes());
  if (k.local_bytes != 0) text += fmt::format("__attribute__((aligned(16))) u8 depot[{}];\n", k.local_bytes);
  Body body(k);
  body.print(k.body);
  text += body.text() + "}\n";
  return text + fmt::format(
                    "#ifndef __CUDA__\nextern \"C\" void run_thread(void* const* p, const u64* s) "
                    "{{ {}({}); }}\n#endif\n",
                    kernel_name, actuals);
}

}  // namespace heddle::fuzz
