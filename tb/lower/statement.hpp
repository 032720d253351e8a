// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <set>
#include <string>
#include <utility>
#include <vector>

#include "tb/lower/design.hpp"

// Statements of plain Verilog.

namespace heddle::lower {

struct Statement {
  enum class Kind { assign, branch, choice } kind = Kind::assign;
  Place place{};

  const Net* net = nullptr;  ///< assign: that is changed,
  std::string target{};      ///< which part of it,
  std::string value{};       ///< to what; branch: the condition; choice: what is compared
  bool clocked = false;      ///< assign: takes effect at the end of the time step

  std::vector<Statement> then{}, otherwise{};  ///< branch; choice: `otherwise` is the default
  struct Item {
    std::string labels{};
    std::vector<Statement> statements{};
  };
  std::vector<Item> items{};  ///< choice
  bool wild = false;          ///< choice: ? in a label matches anything
  bool defaults = false;      ///< choice: it has a default
  std::string promise{};      ///< choice: full_case, parallel_case
};

struct PlainProcess {
  Place place{};
  std::string events{};  ///< "posedge clk_i or negedge rst_ni"; empty: whenever an input changes
  bool initial = false;
  bool continuous = false;  ///< from a continuous assignment
  std::vector<Statement> statements{};
};

/// Calls see(statement) for all statements, inner ones too.
template <class See>
void for_all(const std::vector<Statement>& statements, See&& see) {
  for (const Statement& s : statements) {
    see(s);
    for_all(s.then, see);
    for_all(s.otherwise, see);
    for (const Statement::Item& item : s.items) for_all(item.statements, see);
  }
}

/// Removes assignments to nets that nothing reads, and what becomes empty by that.
void remove_unread(std::vector<PlainProcess>& processes);

/// The module as text. Lines refer to the user's RTL by `line.
std::string verilog_text(const std::string& name, const Design& design,
                         const std::vector<PlainProcess>& processes);

}  // namespace heddle::lower
