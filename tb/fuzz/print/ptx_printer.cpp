// SPDX-License-Identifier: Apache-2.0
#include "tb/fuzz/print/ptx_printer.hpp"

#include <algorithm>

#include "tb/fuzz/forms/forms.hpp"
#include "tb/fuzz/print/ptx_body.hpp"

namespace heddle::fuzz {
namespace {

bool are_on_sm_90(const std::vector<Statement>& statements) {
  return std::ranges::all_of(statements, [](const Statement& s) {
    return (s.form == nullptr || on_sm_90(*s.form)) && are_on_sm_90(s.body) && are_on_sm_90(s.otherwise);
  });
}
bool is_on_sm_90(const KernelTree& k) {
  return are_on_sm_90(k.body) &&
         std::ranges::all_of(k.functions, [](const DeviceFunction& f) { return are_on_sm_90(f.body); });
}

std::string function_text(const KernelTree& kernel, std::size_t index) {
  const DeviceFunction& f = kernel.functions[index];
  PtxBody body(kernel, fmt::format("F{}", index));
  std::string formals, loads;
  for (std::size_t i = 0; i < f.arguments.size(); ++i) {
    const Kind k = f.arguments[i].kind;
    formals += fmt::format("{}.param .{} a{}", i == 0 ? "" : ", ", parameter_type(k), i);
    loads += fmt::format("\tld.param.{} {}, [a{}];\n", parameter_type(k), body.out.reg(f.arguments[i]), i);
  }
  body.print_all(f.body);
  body.out.line("st.param.{} [result], {}", parameter_type(f.result.kind), body.out.reg(f.result));
  body.out.line("ret");
  return fmt::format(".func (.param .{} result) function{}({})\n{{\n{}{}{}}}\n\n",
                     parameter_type(f.result.kind), index, formals, body.out.declarations(), loads,
                     body.out.text());
}

}  // namespace

std::string ptx_of(const KernelTree& k) { return printed(k).text; }

PrintedKernel printed(const KernelTree& k) {
  const char* pointer = k.wide_addresses ? "u64" : "u32";
  std::string text = fmt::format(".version 8.8\n.target {}\n.address_size {}\n\n",
                                 is_on_sm_90(k) ? "sm_90" : "sm_100", k.wide_addresses ? 64 : 32);
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
  PtxBody body(k, "");
  body.print_all(k.body);
  body.out.line("ret");
  text += body.out.declarations() + body.kept_values();
  const auto ahead = static_cast<unsigned>(std::ranges::count(text, '\n'));
  PrintedKernel p{text + body.out.text() + "}\n", body.lines()};
  for (auto& [id, lines] : p.lines) lines = {lines.first + ahead + 1, lines.last + ahead + 1};
  return p;
}

}  // namespace heddle::fuzz
