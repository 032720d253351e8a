// SPDX-License-Identifier: Apache-2.0
#include "models/ptx/passes/dependence_graph.hpp"

#include <map>
#include <optional>

#include "models/ptx/draft/instruction_set.hpp"
#include "models/ptx/program/special_registers.hpp"

namespace heddle::ptx {
namespace {

/// Cycles until a result can be read: 22 of an instruction that computes, 400 to 800 of device memory
/// (NVIDIA, CUDA C Programming Guide 4.2, 5.2.3). They only set priorities.
constexpr std::uint32_t computes = 22, from_device_memory = 400;

std::uint32_t latency_of(const Draft& d) {
  switch (d.instruction.memory.space) {
    case Space::global:
    case Space::local:
    case Space::generic:
    case Space::texture:
      return from_device_memory;
    default:
      return computes;
  }
}

enum class Access : std::uint8_t { none, load, store, ordered };

Access access_of(const Draft& d) {
  const Instruction& i = d.instruction;
  const MemoryAccess& m = i.memory;
  if (m.space == Space::none) return Access::none;
  if (m.update != nullptr || m.mbarrier != MbarrierAccess::none || i.copy.any() ||
      m.cache == CacheOperator::global || m.space == Space::generic || m.space == Space::line)
    return Access::ordered;
  return m.store ? Access::store : Access::load;
}

class Builder {
 public:
  explicit Builder(std::uint32_t size) : graph_{{}, std::vector<std::uint32_t>(size)} {
    graph_.edges.resize(size);
  }

  void add(std::uint32_t n, const Draft& d) {
    for_each_read(d, [&](RegisterId r) {
      Register& reg = registers_[r];
      if (reg.writer) edge(*reg.writer, n, reg.latency);
      reg.readers.push_back(n);
    });
    for_each_write(d, [&](RegisterId r) {
      Register& reg = registers_[r];
      for (const std::uint32_t reader : reg.readers) edge(reader, n, 1);
      if (reg.writer) edge(*reg.writer, n, reg.latency);
      reg = {n, latency_of(d), {}};
    });
    add_access(n, d);
  }
  DependenceGraph take() { return std::move(graph_); }

 private:
  struct Register {
    std::optional<std::uint32_t> writer{};
    std::uint32_t latency = 0;
    std::vector<std::uint32_t> readers{};
  };
  struct Accesses {
    std::optional<std::uint32_t> store{};
    std::vector<std::uint32_t> loads{};
  };

  void edge(std::uint32_t from, std::uint32_t to, std::uint32_t latency) {
    if (from == to) return;
    graph_.edges[from].push_back({to, latency});
    ++graph_.predecessors[to];
  }

  void add_access(std::uint32_t n, const Draft& d) {
    const Access access = access_of(d);
    if (access == Access::none) return;
    if (access == Access::ordered) {
      for (const std::uint32_t other : since_) edge(other, n, 1);
      if (ordered_) edge(*ordered_, n, 1);
      ordered_ = n;
      since_.clear();
      spaces_.clear();
      return;
    }
    if (ordered_) edge(*ordered_, n, 1);
    since_.push_back(n);
    Accesses& there = spaces_[d.instruction.memory.space];
    if (there.store) edge(*there.store, n, 1);
    if (access == Access::load) {
      there.loads.push_back(n);
      return;
    }
    for (const std::uint32_t load : there.loads) edge(load, n, 1);
    there = {n, {}};
  }

  DependenceGraph graph_;
  std::map<RegisterId, Register> registers_;
  std::optional<std::uint32_t> ordered_;  ///< the last access of kind `ordered`
  std::vector<std::uint32_t> since_;      ///< accesses since then
  std::map<Space, Accesses> spaces_;      ///< likewise
};

}  // namespace

bool is_scheduling_boundary(const DraftKernel& kernel, const Draft& d) {
  bool is_boundary = d.instruction.control != Control::none || !d.pragmas.empty();
  for_each_write(d, [&](RegisterId r) { is_boundary = is_boundary || r == kernel.stack_pointer; });
  for (const OperandRef& o : d.instruction.operand)
    is_boundary = is_boundary || (o.kind == OperandRef::Kind::special && !is_fixed_special(o.index));
  return is_boundary;
}

DependenceGraph dependence_graph(const DraftKernel& kernel, std::uint32_t begin, std::uint32_t end) {
  Builder builder(end - begin);
  for (std::uint32_t i = begin; i < end; ++i) builder.add(i - begin, kernel.code[i]);
  return builder.take();
}

}  // namespace heddle::ptx
