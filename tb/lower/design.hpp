// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <filesystem>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "tb/lower/tree.hpp"
#include "tb/lower/types.hpp"

// The hierarchy of an elaborated design: instances, generate blocks, interfaces, and their variables. Plain
// Verilog gets all of it in one module; what lies below the top is called by its path.

namespace heddle::lower {

/// A vector of plain Verilog, or a memory of such vectors.
struct Net {
  std::string name;
  unsigned width = 1;
  unsigned rows = 0;  ///< of a memory; 0: a vector
  enum class Pin { none, input, output } pin = Pin::none;

  std::string text() const;  ///< the name, escaped where it must be
};

/// A variable of the RTL: a net for each element of an unpacked array, from the lowest index on, or one
/// memory.
struct Variable {
  const Node* declaration = nullptr;
  Shape shape{};
  std::vector<Net*> nets{};
  bool memory = false;
  bool usable = true;  ///< false: of a type that hardware has not
};

/// The nets of a variable in the order of its elements from the left, in which arrays are assigned.
std::vector<Net*> from_left(const Variable& variable);

/// An instance, a generate block, a package or an interface.
struct Scope {
  const Node* node = nullptr;   ///< the module, package or interface
  const Node* block = nullptr;  ///< the generate block in it
  std::string path{};           ///< with a dot at its end; empty for the top
  Scope* parent = nullptr;
  bool instance = false;  ///< names of the parent are not seen inside
  std::map<std::string, Variable*, std::less<>> variables{};
  std::map<std::string, Scope*, std::less<>> inner{};  ///< generate blocks, instances, what ports refer to
};

class Design {
 public:
  /// Elaborates the top module of the tree, which must outlive the design. Files with contents of memories
  /// are searched for in `folders`.
  explicit Design(const Node& netlist, std::vector<std::filesystem::path> folders = {});

  const Types& types() const { return types_; }
  Scope& top() { return *top_; }
  /// All scopes with processes, from the top on.
  const std::deque<Scope>& scopes() const { return scopes_; }
  const std::deque<Net>& nets() const { return nets_; }
  const std::vector<std::filesystem::path>& folders() const { return folders_; }

  /// What connects an input or an output of an instance, where they are not the same net.
  struct Connection {
    Scope* outside;
    const Node* expression;
    Scope* inside;
    Variable* port;
    bool input;
    unsigned copy = 0, copies = 0;  ///< of an array of instances
  };
  const std::vector<Connection>& connections() const { return connections_; }

  /// A net that a constant drives, which its declaration holds.
  struct Constant {
    Scope* scope;
    const Node* declaration;
  };
  const std::vector<Constant>& constants() const { return constants_; }

  /// A pin of the top that is an unpacked array; in plain Verilog it is a vector, its lowest element lowest.
  struct ArrayPin {
    Net* pin;
    Variable* variable;
  };
  const std::vector<ArrayPin>& array_pins() const { return array_pins_; }

  /// A variable as `scope` sees it, or null. `dotted` is the path in front of the name, as Verilator writes
  /// it.
  Variable* find(Scope& scope, std::string_view name) const;
  Variable* find(Scope& scope, std::string_view dotted, std::string_view name) const;
  /// The scope at a path.
  Scope* find_scope(Scope& scope, std::string_view dotted) const;
  /// A function or task, and the scope that it stands in; null when there is none.
  struct Routine {
    const Node* node = nullptr;
    Scope* scope = nullptr;
  };
  Routine find_routine(Scope& scope, const Node& reference) const;

  /// Makes nets for a variable that is declared inside of a process.
  Variable& declare(const Node& declaration, const std::string& path);
  /// Makes a net with a new name that begins with `name`.
  Net& make_net(const std::string& name, unsigned width);

 private:
  /// The outside of an instance: its connections, and which of an array of instances it is.
  struct Outside {
    Scope* scope = nullptr;
    const Node* instance = nullptr;
    unsigned copy = 0, copies = 0;

    /// What connects a port of the module: by its name, or by its place in the list of ports.
    const Node* pin(const Node& module, const Node& port) const;
  };
  void fill(Scope& scope, const Node& node, const Outside& outside);
  void declare_in(Scope& scope, const Node& var, const Outside& outside);
  void connect(Scope& scope, Variable& port, const Node& var, const Outside& outside);
  void refer(Scope& scope, const Node& var, const Outside& outside);
  void instantiate(Scope& scope, const Node& instance);
  Scope& open(Scope& parent, const std::string& name, const Node& node, bool instance);
  void open_classes(Scope& scope, const Node& node);
  void make_nets(Variable& variable, const std::string& path);
  std::string unused(const std::string& name);
  const Node* module_of(const Node& instance) const;

  const Node& netlist_;
  std::vector<std::filesystem::path> folders_;
  Types types_;
  std::map<std::string, const Node*, std::less<>> modules_;
  std::map<const Node*, std::set<std::string, std::less<>>> memories_;
  std::deque<Net> nets_;
  std::deque<Variable> variables_;
  std::deque<Scope> scopes_;
  std::vector<Scope*> packages_;  ///< and classes
  Scope* top_ = nullptr;
  std::vector<Connection> connections_;
  std::vector<ArrayPin> array_pins_;
  std::vector<Constant> constants_;
  std::map<std::string, unsigned, std::less<>> names_;
};

}  // namespace heddle::lower
