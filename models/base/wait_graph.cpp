// SPDX-License-Identifier: Apache-2.0
#include "models/base/wait_graph.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace heddle {

WaitGraph::Node WaitGraph::node(const Key& key) {
  const auto [at, added] = by_key_.try_emplace(key, nodes_.size());
  if (added) nodes_.emplace_back();
  return at->second;
}

void WaitGraph::wait(Node waiting, std::string what, std::vector<Node> holders) {
  nodes_[waiting].waits.push_back({std::move(what), std::move(holders)});
}

/// Of each node, those for resources as well.
std::vector<std::vector<WaitGraph::Wait>> WaitGraph::all_waits() const {
  std::vector<std::vector<Wait>> waits;
  for (const Waiter& n : nodes_) waits.push_back(n.waits);
  for (const auto& [waiting, resource] : wishes_)
    if (const auto taken = resources_.find(resource); taken != resources_.end())
      waits[waiting].push_back({resource, taken->second});
  return waits;
}

/// Whoever goes on is taken out, until all that are left wait for each other.
std::string WaitGraph::circle() const {
  const std::vector<std::vector<Wait>> waits = all_waits();
  std::vector<const Wait*> stuck(nodes_.size(), nullptr);  // the first wait that does not end
  for (Node n = 0; n < nodes_.size(); ++n)
    if (!waits[n].empty()) stuck[n] = waits[n].data();
  const auto ends = [&](const Wait& w) {
    return std::any_of(w.holders.begin(), w.holders.end(), [&](Node h) { return stuck[h] == nullptr; });
  };
  for (bool changed = true; changed;) {
    changed = false;
    for (Node n = 0; n < nodes_.size(); ++n) {
      if (stuck[n] == nullptr) continue;
      const auto endless = std::find_if_not(waits[n].begin(), waits[n].end(), ends);
      changed |= endless == waits[n].end();
      stuck[n] = endless == waits[n].end() ? nullptr : &*endless;
    }
  }
  for (Node n = 0; n < nodes_.size(); ++n)
    if (stuck[n] != nullptr) return told(n, stuck);
  return {};
}

/// The way from `from` along the waits, without what leads into the circle.
std::string WaitGraph::told(Node from, const std::vector<const Wait*>& stuck) const {
  std::vector<Node> way;
  for (Node n = from; std::find(way.begin(), way.end(), n) == way.end(); n = stuck[n]->holders.front()) {
    way.push_back(n);
    if (stuck[n]->holders.empty())
      return fmt::format("{} waits for {}, which nobody can give", nodes_[n].text, stuck[n]->what);
  }
  const auto begin = std::find(way.begin(), way.end(), stuck[way.back()]->holders.front());
  std::string text;
  for (auto at = begin; at != way.end(); ++at) {
    const auto& holders = stuck[*at]->holders;
    text += fmt::format("{}{} waits for {}, held by {}", text.empty() ? "" : "; ", nodes_[*at].text,
                        stuck[*at]->what, nodes_[holders.front()].text);
    if (holders.size() > 1) text += fmt::format(" and {} more", holders.size() - 1);
  }
  return text;
}

}  // namespace heddle
