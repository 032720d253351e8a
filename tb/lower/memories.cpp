// SPDX-License-Identifier: Apache-2.0
#include "tb/lower/memories.hpp"

namespace heddle::lower {
namespace {

using Names = std::set<std::string, std::less<>>;

bool is_process(const Node& node) {
  return node.is("always") || node.is("initial") || node.is("initialstatic") || node.is("contassign") ||
         node.is("func") || node.is("task") || node.is("instance");
}

bool is_assignment(const Node& node) {
  return node.is("assign") || node.is("assigndly") || node.is("contassign");
}

class Scan {
 public:
  Scan(const Node& module, const Types& types) : types_(types) {
    candidates(module);
    walk(module);
  }

  Names result() const {
    Names kept;
    for (const std::string& name : candidates_)
      if (!split_.contains(name) && (addressed_.contains(name) || !written_.contains(name)))
        kept.insert(name);
    return kept;
  }

 private:
  void candidates(const Node& node) {
    for (const Node& c : node.children) {
      if (c.is("var") && c.attribute("dir").empty() && c.children.empty() && one_dimension(c)) {
        if (!candidates_.insert(c.name()).second) split_.insert(c.name());  // of two generate blocks
      } else if (c.is("begin")) {
        candidates(c);
      }
    }
  }

  bool one_dimension(const Node& var) const {
    if (!var.attribute("vartype").empty()) return false;
    const Shape shape = types_.shape(var);
    return shape.dimensions.size() == 1 && !shape.interface;
  }

  void walk(const Node& node) {
    for (const Node& c : node.children) {
      if (c.is("begin")) {
        walk(c);
      } else if (is_process(c)) {
        const Node* events = c.first("sentree");
        clocked_ = c.is("always") && events != nullptr && events->children.size() == 1;
        initial_ = c.is("initial") || c.is("initialstatic");
        stepped_.clear();
        find_stepped(c);
        look(c);
      }
    }
  }

  /// Variables that the process steps through, such as those of loops.
  void find_stepped(const Node& node) {
    for (const Node& c : node.children) {
      if (c.is("var")) stepped_.insert(c.name());
      if (c.is("assign") && c.children.size() >= 2 && c.children.back().is("varref"))
        stepped_.insert(c.children.back().name());
      find_stepped(c);
    }
  }

  bool decided_by_signals(const Node& index) const {
    if ((index.is("varref") && !stepped_.contains(index.name())) || index.is("varxref")) return true;
    for (const Node& c : index.children)
      if (decided_by_signals(c)) return true;
    return false;
  }

  void look(const Node& node) {
    if (is_assignment(node) && node.children.size() >= 2) {
      for (std::size_t i = 0; i + 1 < node.children.size(); ++i) look(node.children[i]);
      return write(node.children.back(), node.is("assigndly") && clocked_);
    }
    if (node.is("port") && node.attribute("direction") != "in") {
      for (const Node& target : node.children) write(target, false);
      return;
    }
    if (node.is("arraysel") && node.child(0).is("varref")) return look(node.child(1));
    if (node.is("varref")) split_.insert(node.name());
    if (node.is("readmem")) return;
    for (const Node& c : node.children) look(c);
  }

  void write(const Node& target, bool by_clock) {
    if (target.is("arraysel") && target.child(0).is("varref")) {
      const std::string& name = target.child(0).name();
      if (!by_clock && !initial_) split_.insert(name);
      if (!initial_) written_.insert(name);
      if (!initial_ && decided_by_signals(target.child(1))) addressed_.insert(name);
      return look(target.child(1));
    }
    if ((target.is("sel") || target.is("structsel")) && !target.children.empty()) {
      for (std::size_t i = 1; i < target.children.size(); ++i) look(target.children[i]);
      return write(target.child(0), by_clock);
    }
    look(target);
  }

  const Types& types_;
  Names candidates_, split_, written_, addressed_, stepped_;
  bool clocked_ = false, initial_ = false;
};

/// Names that are reached into from elsewhere.
void find_reached(const Node& node, Names& names) {
  if (node.is("varxref")) names.insert(node.name());
  for (const Node& c : node.children) find_reached(c, names);
}

}  // namespace

Names memories_of(const Node& module, const Node& netlist, const Types& types) {
  Names kept = Scan(module, types).result(), reached;
  if (!kept.empty()) find_reached(netlist, reached);
  for (const std::string& name : reached) kept.erase(name);
  return kept;
}

}  // namespace heddle::lower
