// SPDX-License-Identifier: Apache-2.0
#include "models/ptx/flow/kernel_drawing.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace heddle::ptx {
namespace {

std::string escaped(const std::string& text) {
  std::string result;
  for (const char c : text) {
    if (c == '"' || c == '\\') result += '\\';
    result += c;
  }
  return result;
}

}  // namespace

std::string statement_text(const Kernel& kernel, const Instruction& i) {
  if (kernel.text == nullptr || i.line == 0 || i.line > kernel.text->size()) return {};
  std::string text = (*kernel.text)[i.line - 1];
  std::replace(text.begin(), text.end(), '\t', ' ');
  const std::size_t begin = text.find_first_not_of(' ');
  text = begin == std::string::npos ? "" : text.substr(begin);
  return text.substr(0, std::min(text.find("//"), text.size()));
}

std::string control_flow_graph(const Kernel& kernel, const KernelAnalysis& a) {
  std::string dot =
      fmt::format("digraph \"{}\" {{\n  node [shape=box, fontname=\"monospace\"];\n", kernel.name);
  for (std::size_t b = 0; b < a.blocks.size(); ++b) {
    const CodeBlock& block = a.blocks[b];
    std::string label =
        fmt::format("B{}{}\\l", b, block.loops != 0 ? fmt::format("  loop depth {}", block.loops) : "");
    std::uint32_t line = 0;
    for (std::uint32_t i = block.begin; i < block.end; ++i) {
      if (kernel.code[i].line == line) continue;  // one statement may have become several instructions
      line = kernel.code[i].line;
      label += fmt::format("{}: {}\\l", line, escaped(statement_text(kernel, kernel.code[i])));
    }
    dot += fmt::format("  B{} [label=\"{}\"];\n", b, label);
    for (std::size_t s = 0; s < block.successors.size(); ++s) {
      const std::uint32_t to = block.successors[s];
      const bool taken = s == 0 && kernel.code[block.end - 1].control == Control::branch &&
                         kernel.code[block.end - 1].guard >= 0;
      dot += fmt::format("  B{} -> B{} [{}{}];\n", b, to, to <= b ? "style=bold" : "style=solid",
                         taken ? ", label=\"taken\"" : "");
    }
  }
  return dot + "}\n";
}

std::string live_chart(const Kernel& kernel, const KernelAnalysis& a) {
  std::string chart = fmt::format("{:>6} {:>4}  {:<{}}  PTX\n", "line", "live", "registers 0 to the last",
                                  std::max(23u, kernel.registers));
  ThreadRegisters before;
  for (std::size_t n = 0; n < kernel.code.size(); ++n) {
    const Instruction& i = kernel.code[n];
    std::string columns(std::max(23u, kernel.registers), ' ');
    for (unsigned r = 0; r < kernel.registers; ++r) {
      if (a.live[n].contains(r)) columns[r] = '|';
      if (before.contains(r) && !a.live[n].contains(r)) columns[r] = '+';
    }
    for (unsigned k = 0; k < i.destination_count; ++k) columns[i.destinations[k]] = '*';
    chart +=
        fmt::format("{:>6} {:>4}  {}  {}\n", i.line, a.live[n].count(), columns, statement_text(kernel, i));
    before = a.live[n];
  }
  return chart;
}

}  // namespace heddle::ptx
