// SPDX-License-Identifier: Apache-2.0
#include "models/ptx/parse/call_graph.hpp"

#include <algorithm>
#include <utility>

namespace heddle::ptx {
namespace {

/// Walks the call graph depth first. The depth of a function is computed once, so that a function in a cycle
/// counts once.
class StackWalk {
 public:
  StackWalk(const CallGraph& graph, const std::vector<std::uint32_t>& frames)
      : graph_(graph), frames_(frames), state_(frames.size(), State::unseen), depth_(frames.size()) {}

  /// Uses a stack of its own instead of recursion, because a file may contain call chains of any length.
  std::uint64_t depth(std::uint32_t first) {
    std::vector<std::pair<std::uint32_t, std::size_t>> open{{first, 0}};
    state_[first] = State::open;
    while (!open.empty()) {
      auto& [f, next] = open.back();
      if (next == graph_.calls[f].size()) {
        state_[f] = State::done;
        depth_[f] += frames_[f];
        const std::uint64_t below = depth_[f];
        open.pop_back();
        if (!open.empty()) depth_[open.back().first] = std::max(depth_[open.back().first], below);
        continue;
      }
      const std::uint32_t callee = graph_.calls[f][next++];
      if (state_[callee] == State::unseen) {
        state_[callee] = State::open;
        open.emplace_back(callee, 0);
      } else if (state_[callee] == State::open) {
        recursive = true;
      } else {
        depth_[f] = std::max(depth_[f], depth_[callee]);
      }
    }
    return depth_[first];
  }
  bool recursive = false;

 private:
  enum class State : std::uint8_t { unseen, open, done };
  const CallGraph& graph_;
  const std::vector<std::uint32_t>& frames_;
  std::vector<State> state_;
  std::vector<std::uint64_t> depth_;  ///< of an open function: the deepest of its callees so far
};

}  // namespace

CallGraph call_graph(ModuleReader& reader, const Function& kernel) {
  CallGraph graph{.functions = {&reader.read(kernel)}, .calls = {}};
  for (std::size_t f = 0; f < graph.functions.size(); ++f) {
    std::vector<std::uint32_t> calls;
    for (const Statement& s : graph.functions[f]->body) {
      for (const Function* callee : reader.module().targets_of(s, *graph.functions[f])) {
        const auto known = std::find(graph.functions.begin(), graph.functions.end(), callee);
        calls.push_back(static_cast<std::uint32_t>(known - graph.functions.begin()));
        if (known == graph.functions.end()) graph.functions.push_back(&reader.read(*callee));
      }
    }
    graph.calls.push_back(std::move(calls));
  }
  return graph;
}

std::uint64_t stack_bytes(const CallGraph& graph, const std::vector<std::uint32_t>& frame_bytes,
                          std::uint64_t recursion_bytes) {
  StackWalk walk(graph, frame_bytes);
  const std::uint64_t depth = walk.depth(0);
  return depth + (walk.recursive ? recursion_bytes : 0);
}

}  // namespace heddle::ptx
