// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "tb/fuzz/print/ptx_addresses.hpp"

namespace heddle::fuzz {

/// The type of a function's parameter that holds such a value.
const char* parameter_type(Kind kind);

/// The lines of a statement's first and last instruction.
struct StatementLines {
  unsigned first = 0, last = 0;
};

/// Prints one body, the entry's or a function's: a few lines for each statement.
class PtxBody {
 public:
  /// `prefix` keeps the labels of bodies apart.
  PtxBody(const KernelTree& kernel, std::string prefix)
      : k_(kernel), prefix_(std::move(prefix)), at_(kernel, out) {}
  PtxBody(const PtxBody&) = delete;

  PtxWriter out;

  void print_all(const std::vector<Statement>& statements);
  std::string kept_values() const { return at_.kept_values(); }
  /// By Statement::id, of the body's text from line 0 on.
  const std::map<std::uint32_t, StatementLines>& lines() const { return lines_; }

 private:
  std::string operand(const Operand& o, Kind kind);
  std::string opcode_and_results(const Statement& s, std::string_view spelling);
  void set_guard(const Statement& s) {
    out.guard(s.guarded ? fmt::format("@{} ", operand(s.guard, Kind::pred)) : "");
  }
  std::string new_label() { return fmt::format("${}L{}", prefix_, labels_++); }

  void print(const std::vector<Statement>& statements) {
    for (const Statement& s : statements) print(s);
  }
  void print(const Statement& s);
  void print_marked(const Statement& s);
  void print_unmarked(const Statement& s);
  void print_access(const Statement& s);
  void print_copy(const Statement& s);
  void wait_for_copies(const Statement& s);
  void find_copies(const std::vector<Statement>& statements);
  void print_compute(const Statement& s);
  void print_special(const Statement& s);
  void print_branch(const Statement& s);
  void print_loop(const Statement& s);
  void print_exchange(const Statement& s);
  void init_mbarrier(const Statement& s);
  void wait_at_mbarrier(const Statement& s);
  void print_reduce(const Statement& s);
  void print_collective(const Statement& s);
  void print_call(const Statement& s);

  const KernelTree& k_;
  std::string prefix_;
  PtxAddresses at_;
  std::map<std::uint32_t, StatementLines> lines_;
  unsigned labels_ = 0;
  std::vector<std::string> loop_ends_;
  std::map<unsigned, unsigned> copies_;  ///< statements, by the shared slot to which they copy
  bool copied_ = false;     ///< an mbarrier has been waited for that all copies so far have arrived at
  bool in_region_ = false;  ///< approximate regions do not nest
};

}  // namespace heddle::fuzz
