// SPDX-License-Identifier: Apache-2.0
#include "tests/register_virtualization/warp_exploration.hpp"

#include <array>
#include <compare>
#include <functional>

namespace heddle::test {
namespace {

using ptx::Control;
using Lanes = unsigned;  // bit l: lane l

struct Entry {
  std::uint32_t pc = 0, meet = 0;
  Lanes lanes = 0;
  auto operator<=>(const Entry&) const = default;
};
/// The SIMT stack: the last entry runs, the others wait.
using State = std::vector<Entry>;

void settle(State& s) {
  while (!s.empty() && (s.back().lanes == 0 || s.back().pc == s.back().meet)) s.pop_back();
}

State moved(State s, std::uint32_t pc) {
  s.back().pc = pc;
  settle(s);
  return s;
}

State without(State s, Lanes gone, std::uint32_t pc) {
  s.back().pc = pc;
  for (Entry& e : s) e.lanes &= ~gone;
  std::erase_if(s, [](const Entry& e) { return e.lanes == 0; });
  settle(s);
  return s;
}

/// Returns all states that can follow.
std::vector<State> next_states(const Code& code, const State& s) {
  const Entry at = s.back();
  const ptx::Instruction& i = code[at.pc];
  if (i.control == Control::none) return {moved(s, at.pc + 1)};
  if (i.guard < 0) return {i.control == Control::exit ? without(s, at.lanes, at.pc) : moved(s, i.target)};
  std::vector<State> next;
  for (Lanes taken = 0; taken < 1u << few_lanes; ++taken) {
    if ((taken & ~at.lanes) != 0) continue;
    const Lanes stay = at.lanes & ~taken;
    if (i.control == Control::exit) {
      next.push_back(without(s, taken, at.pc + 1));
    } else if (taken == 0) {
      next.push_back(moved(s, at.pc + 1));
    } else if (stay == 0) {
      next.push_back(moved(s, i.target));
    } else {
      for (const bool jumpers_first : {false, true}) {
        State split = s;
        // Lanes that already wait at the reconvergence point need no entry for it.
        if (at.meet == i.reconvergence)
          split.pop_back();
        else
          split.back().pc = i.reconvergence;
        Entry one{at.pc + 1, i.reconvergence, stay}, other{i.target, i.reconvergence, taken};
        if (!jumpers_first) std::swap(one, other);
        if (one.pc != one.meet) split.push_back(one);
        if (other.pc != other.meet) split.push_back(other);
        settle(split);
        next.push_back(split);
      }
    }
  }
  return next;
}

struct Node {
  State state{};
  std::vector<std::size_t> next{};
  std::array<std::array<RegisterSet, 2>, few_lanes> wanted{};  // by lane and value of the predicate there
};

std::vector<Node> all_states(const Code& code) {
  std::vector<Node> nodes;
  std::map<State, std::size_t> known;
  const auto number = [&](const State& s) {
    const auto [found, is_new] = known.try_emplace(s, nodes.size());
    if (is_new) nodes.push_back({.state = s});
    return found->second;
  };
  number({{0, ~0u, (1u << few_lanes) - 1}});
  for (std::size_t n = 0; n < nodes.size(); ++n) {
    if (nodes[n].state.empty()) continue;
    for (const State& s : next_states(code, State(nodes[n].state))) {
      const std::size_t to = number(s);
      nodes[n].next.push_back(to);
    }
  }
  return nodes;
}

/// Whether a basic block begins at the instruction.
std::vector<bool> heads(const Code& code) {
  std::vector<bool> head(code.size() + 1);
  for (std::uint32_t i = 0; i < code.size(); ++i) {
    if (code[i].control != Control::none) head[i + 1] = true;
    if (code[i].control != Control::branch) continue;
    head[code[i].target] = true;
    head[code[i].reconvergence] = true;
  }
  return head;
}

/// What the lane wants behind the node, where its predicate has `value` there if `kept`, and else any.
RegisterSet behind(const std::vector<Node>& nodes, const Node& node, unsigned lane, bool kept,
                   unsigned value) {
  RegisterSet wanted = 0;
  for (const std::size_t n : node.next) {
    const auto& there = nodes[n].wanted[lane];
    wanted |= kept ? there[value] : there[0] | there[1];
  }
  return wanted;
}

/// What the lane, whose predicate has `value`, wants before the node's instruction.
RegisterSet before(const Code& code, const std::vector<bool>& head, const std::vector<Node>& nodes,
                   const Node& node, unsigned lane, unsigned value) {
  const std::uint32_t pc = node.state.back().pc;
  const ptx::Instruction& i = code[pc];
  const bool here = (node.state.back().lanes >> lane & 1) != 0;
  RegisterSet wanted = behind(nodes, node, lane, here && !head[pc + 1] && i.predicate_count == 0, value);
  const bool executes = i.guard < 0 || i.control != Control::none || (value == 1) != i.guard_negated;
  if (!here || !executes) return wanted;
  for (unsigned k = 0; k < i.destination_count; ++k) wanted &= ~only(i.destinations[k]);
  for (unsigned k = 0; k < i.source_count; ++k) wanted |= only(i.sources[k]);
  return wanted;
}

void find_wanted(const Code& code, std::vector<Node>& nodes) {
  const std::vector<bool> head = heads(code);
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t n = nodes.size(); n-- > 0;) {
      Node& node = nodes[n];
      if (node.state.empty()) continue;
      for (unsigned lane = 0; lane < few_lanes; ++lane)
        for (const unsigned value : {0u, 1u}) {
          const RegisterSet wanted = before(code, head, nodes, node, lane, value);
          changed |= wanted != node.wanted[lane][value];
          node.wanted[lane][value] = wanted;
        }
    }
  }
}

std::vector<std::uint32_t> ways_from(const Code& code, std::uint32_t i) {
  const ptx::Instruction& at = code[i];
  std::vector<std::uint32_t> ways;
  if (at.control == Control::branch) ways.push_back(at.target);
  if (at.control == Control::exit) ways.push_back(static_cast<std::uint32_t>(code.size()));
  if (at.control == Control::none || at.guard >= 0) ways.push_back(i + 1);
  return ways;
}

/// Returns whether the end can be reached from `from` without passing `avoided`.
bool ends(const Code& code, std::uint32_t from, std::uint32_t avoided) {
  std::vector<bool> seen(code.size() + 1);
  const std::function<void(std::uint32_t)> visit = [&](std::uint32_t i) {
    if (i == avoided || seen[i]) return;
    seen[i] = true;
    if (i < code.size())
      for (const std::uint32_t w : ways_from(code, i)) visit(w);
  };
  for (const std::uint32_t w : ways_from(code, from)) visit(w);
  return seen[code.size()];
}

}  // namespace

Exploration explore(const Code& code) {
  std::vector<Node> nodes = all_states(code);
  find_wanted(code, nodes);
  Exploration e{std::vector<RegisterSet>(code.size()), std::vector<RegisterSet>(code.size()),
                std::vector<bool>(code.size())};
  for (const Node& node : nodes) {
    if (node.state.empty()) continue;
    const std::uint32_t pc = node.state.back().pc;
    e.reached[pc] = true;
    for (unsigned lane = 0; lane < few_lanes; ++lane) {
      e.wanted_before[pc] |= node.wanted[lane][0] | node.wanted[lane][1];
      e.wanted_behind[pc] |= behind(nodes, node, lane, false, 0);
    }
  }
  return e;
}

bool comes_to_the_end(const Code& code, std::uint32_t from) { return ends(code, from, ~0u); }

void set_meeting_points(Code& code) {
  const auto size = static_cast<std::uint32_t>(code.size());
  for (std::uint32_t b = 0; b < size; ++b) {
    if (code[b].control != Control::branch) continue;
    code[b].reconvergence = size;
    if (!comes_to_the_end(code, b)) continue;  // an endless loop
    std::vector<std::uint32_t> unavoidable;
    for (std::uint32_t x = 0; x < size; ++x)
      if (x != b && !ends(code, b, x)) unavoidable.push_back(x);
    // The nearest of them is the one from which all others are still unavoidable.
    for (const std::uint32_t x : unavoidable) {
      bool first = true;
      for (const std::uint32_t y : unavoidable) first = first && (y == x || !ends(code, x, y));
      if (first) code[b].reconvergence = x;
    }
  }
}

}  // namespace heddle::test
