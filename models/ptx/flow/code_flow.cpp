// SPDX-License-Identifier: Apache-2.0
#include "models/ptx/flow/code_flow.hpp"

#include "models/ptx/flow/control_flow.hpp"

namespace heddle::ptx {
namespace {

void mark_heads(const std::vector<Instruction>& code, std::vector<bool>& head) {
  head.assign(code.size() + 1, false);
  head[0] = true;
  for (std::uint32_t i = 0; i < code.size(); ++i) {
    const bool jumps = code[i].control == Control::branch, calls = code[i].control == Control::call;
    if (jumps || calls || leaves(code[i])) head[i + 1] = true;
    if (jumps || calls) head[code[i].target] = true;
    if (jumps) head[code[i].reconvergence] = true;
  }
  head.pop_back();
}

void mark_function(CodeFlow& flow, std::uint32_t entry) {
  for (std::vector<std::uint32_t> todo{entry}; !todo.empty();) {
    const std::uint32_t i = todo.back();
    todo.pop_back();
    for (const std::uint32_t s : flow.successors[i]) {
      if (flow.function[s] == entry) continue;
      flow.function[s] = entry;
      todo.push_back(s);
    }
  }
}

}  // namespace

CodeFlow code_flow(const std::vector<Instruction>& code) {
  const auto size = static_cast<std::uint32_t>(code.size());
  CodeFlow flow;
  flow.successors.resize(size);
  flow.function.resize(size);
  if (size == 0) return flow;
  mark_heads(code, flow.head);
  for (std::uint32_t i = 0; i < size; ++i) {
    std::vector<std::uint32_t>& next = flow.successors[i];
    const bool jumps = code[i].control == Control::branch;
    if (jumps && code[i].target < size) next.push_back(code[i].target);
    const bool falls = (!jumps && !leaves(code[i])) || code[i].guard >= 0;
    if (falls && i + 1 < size && (next.empty() || next[0] != i + 1)) next.push_back(i + 1);
    if (code[i].control == Control::call) flow.calls.push_back(i);
  }
  for (const std::uint32_t call : flow.calls) {
    flow.function[code[call].target] = code[call].target;
    mark_function(flow, code[call].target);
  }
  return flow;
}

}  // namespace heddle::ptx
