// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace heddle {

/// Who waits for whom at one moment: a picture of a machine that names a circular wait.
///
/// A node is whatever can hold a resource: an instruction in flight, a warp, a memory line, an assist warp. A
/// node goes on when each of its waits is over; a wait is over when any one of those goes on for whom it is.
/// A node without a wait goes on by itself. What is not drawn counts as going on, so a circle that is named
/// is real, while one through a part of the machine that draws nothing is not found.
class WaitGraph {
 public:
  using Node = std::size_t;

  /// `named`: `name` makes texts, which only a message needs.
  explicit WaitGraph(bool named = true) : named_(named) {}

  /// The node of an object, or of the memory line at an address.
  Node of(const void* object) { return node({object, 0}); }
  Node line(std::uint64_t address) { return node({nullptr, address}); }
  /// How messages name it: as `text()`.
  template <class Text>
  void name(Node node, Text&& text) {
    if (named_ && nodes_[node].text.empty()) nodes_[node].text = text();
  }

  /// `waiting` goes on only when any one of `holders` has gone on, which then give back `what`. Without
  /// holders nobody ever will.
  void wait(Node waiting, std::string what, std::vector<Node> holders);
  /// All of a resource is taken: by these. Nodes that `wait_for` it wait for any one of them.
  void taken(const std::string& resource, std::vector<Node> holders) {
    resources_[resource] = std::move(holders);
  }
  /// A resource that nobody has said to be taken is free: there is nothing to wait for.
  void wait_for(Node waiting, const std::string& resource) { wishes_.emplace_back(waiting, resource); }

  /// A circle, as "A waits for R, held by B; B waits for S, held by A", or a wait that nobody can end; empty:
  /// there is none.
  std::string circle() const;

 private:
  using Key = std::pair<const void*, std::uint64_t>;
  struct Wait {
    std::string what;
    std::vector<Node> holders;
  };
  struct Waiter {
    std::string text;
    std::vector<Wait> waits;
  };
  Node node(const Key& key);
  std::vector<std::vector<Wait>> all_waits() const;
  std::string told(Node from, const std::vector<const Wait*>& stuck) const;

  const bool named_;
  std::map<Key, Node> by_key_;
  std::vector<Waiter> nodes_;
  std::map<std::string, std::vector<Node>> resources_;
  std::vector<std::pair<Node, std::string>> wishes_;
};

}  // namespace heddle
