// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

// What numbers of a liberty can be. OpenSTA and abc take whatever they find.

namespace heddle::estimate {

/// A word of a liberty as a number, which may be infinite or undefined (nan); nothing if it is another word.
std::optional<double> liberty_number(std::string_view word);

/// The numbers in a table or an axis, row by row, without the words that are none.
std::vector<double> liberty_numbers(const std::vector<std::string>& rows);

using LibertyAxes = std::map<std::string, std::vector<std::string>, std::less<>>;  ///< by "index_1" ..

/// One table of a cell, while it is read.
struct LibertyTable {
  std::string_view kind;   ///< "cell_rise"
  std::string_view shape;  ///< name of its template; empty when it has none
  const std::vector<std::string>& values;
  const LibertyAxes& axes;  ///< its own
};

/// What is wrong in a table, and where.
struct TableFault {
  std::string what, value, legal;
  std::size_t row = 0;
};

/// Knows the templates of a library, and by them the axes of its tables.
class LibertyTables {
 public:
  void add_template(const std::string& name, const std::map<std::string, std::string, std::less<>>& variables,
                    const LibertyAxes& axes);

  /// What cannot be: in any table an infinite or undefined number; in one of delays, transitions, energies
  /// or constraints a word; a negative transition; a negative delay, unless the input's transition is not the
  /// table's fastest and takes as long: a slow input may well cross its threshold after the output does.
  /// Constraints and internal energies may be negative.
  std::optional<TableFault> fault(const LibertyTable& table) const;

 private:
  struct Template {
    std::map<std::string, std::string, std::less<>> variables;
    LibertyAxes axes;
  };
  /// The input's transition at each place of the table; empty when it does not depend on one.
  std::vector<double> transitions(const LibertyTable& table, std::size_t places) const;

  std::map<std::string, Template, std::less<>> templates_;
};

}  // namespace heddle::estimate
