// SPDX-License-Identifier: Apache-2.0
#include "tb/fuzz/tree/kernel_tree.hpp"

namespace heddle::fuzz {

std::size_t count_statements(const std::vector<Statement>& statements) {
  std::size_t n = statements.size();
  for (const Statement& s : statements) n += count_statements(s.body) + count_statements(s.otherwise);
  return n;
}

std::size_t count_statements(const KernelTree& kernel) {
  std::size_t n = count_statements(kernel.body);
  for (const DeviceFunction& f : kernel.functions) n += count_statements(f.body);
  return n;
}

}  // namespace heddle::fuzz
