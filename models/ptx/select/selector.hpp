// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "models/ptx/draft/draft_builder.hpp"
#include "models/ptx/select/select.hpp"

namespace heddle::ptx {

// select_memory.cpp
/// The space that a spelling names, shared::cta as shared; empty: none.
std::string_view space_word(const Spelling& s);

/// Turns the statements of one function into drafts, one after the other. What each Shape of statement
/// becomes is in select.cpp (compute, move), select_memory.cpp, select_atomic.cpp, select_copy.cpp,
/// select_mbarrier.cpp, select_barrier.cpp, select_texture.cpp and select_control.cpp.
class Selector {
 public:
  Selector(const SourceText& source, const Module& module, const Function& function, const Layout& layout,
           bool has_stack, Divergence divergence);

  DraftKernel run();

 private:
  // select.cpp
  void select(const Statement& s);
  void compute(const Statement& s);
  void check_converted(const Statement& s) const;
  void gather(const Statement& s);
  void move(const Statement& s);
  void move_vector(const Statement& s, unsigned parts);
  /// The statement with each operand that is an address in the stack frame replaced by a register that holds
  /// it.
  Statement with_frame_addresses(const Statement& s);
  // select_memory.cpp
  void load(const Statement& s);
  void store(const Statement& s);
  void line_bits(const Statement& s, bool store);
  void memory(DraftBuilder& b, const Operand& place);
  void address(DraftBuilder& b, const Operand& address, std::string_view space);
  std::span<const Operand> data(const DraftBuilder& b, const Operand& o) const;
  void check_same_width(const DraftBuilder& b, const std::vector<RegisterId>& registers,
                        const Operand& o) const;
  void check_inside_variable(const DraftBuilder& b, const Operand& address) const;
  RegisterId materialize(const Statement& s, const Operand& o, Type type);
  /// Registers for a vector access that are nobody else's: the given ones where that is so.
  std::vector<RegisterId> group(const std::vector<RegisterId>& wanted, Type type);
  // select_atomic.cpp
  void atomic(const Statement& s);
  void atomic_operand(DraftBuilder& b, unsigned k, const Operand& o);
  // select_copy.cpp
  void async_copy(const Statement& s);
  void copy_size(DraftBuilder& b, const Operand& o);
  void copy_group(const Statement& s);
  // select_mbarrier.cpp
  void mbarrier_operation(const Statement& s);
  void mbarrier_wait(const Statement& s);
  void arrive_behind_copies(const Statement& s);
  Operand arrivals(const Statement& s, const Operand& o);
  // select_barrier.cpp
  void barrier(const Statement& s);
  void fence(const Statement& s);
  void emit_fence(CacheOperator cache);
  bool releases(const Statement& s) const;
  bool acquires(const Statement& s) const;
  // select_texture.cpp
  void texture(const Statement& s);
  void texture_handle(DraftBuilder& b, const Operand& o);
  // select_control.cpp
  void branch(const Statement& s);
  void indexed_branch(const Statement& s);
  void search(const Statement& s, std::uint32_t first, std::uint32_t last);
  void call(const Statement& s);
  void call_one(const Statement& s, const Function& callee);
  void call_through_register(const Statement& s);
  const Function& callee_of(const Statement& s) const;
  void check_argument(const Symbol& argument, const Formal& formal, const Operand& at) const;
  void pass(const Statement& s, const Function& callee, unsigned k);
  void fetch(const Statement& s, const Function& callee, unsigned k);
  void store_predicate(RegisterId predicate, std::uint32_t offset, int frames);
  void load_predicate(RegisterId predicate, std::uint32_t offset, int frames);
  void copy_in_frame(const Symbol& symbol, std::uint32_t callee_offset, bool to_callee);
  void leave(const Statement& s, bool returns);
  void trap(const Statement& s);
  void begin();
  void end();
  /// Calls `emit_all` for code that only lanes which pass the statement's guard run.
  void under_guard(const Statement& s, const std::function<void(const Statement&)>& emit_all);

  DraftBuilder builder(const Statement& s) { return {source_, layout_, function_, kernel_.registers, s}; }
  void emit(DraftBuilder& b) { emit(b.draft()); }
  void emit(Draft d) {
    d.instruction.line = line_;
    d.pragmas = std::exchange(pragmas_, {});
    if (kernel_.code.size() == max_drafts) fail_size();
    kernel_.code.push_back(std::move(d));
  }
  [[noreturn]] void fail_size() const;
  RegisterId new_register(Type type);
  std::uint32_t here() const { return static_cast<std::uint32_t>(kernel_.code.size()); }
  /// Marks the next instruction as a jump to a statement.
  void jumps_to_statement(std::uint32_t statement) { jumps_.emplace_back(here(), statement); }
  void check_count(const Statement& s, std::size_t least, std::size_t most) const;
  Statement made(const Statement& origin, std::string_view mnemonic,
                 const std::vector<std::string_view>& suffixes, std::vector<Operand> operands) const;

  const SourceText& source_;
  const Module& module_;
  const Layout& layout_;
  const Function& function_;
  const Divergence divergence_;
  DraftKernel kernel_;
  std::uint32_t line_ = 0;
  std::vector<PragmaText> pragmas_;                             ///< to stand ahead of the next instruction
  std::vector<std::pair<std::uint32_t, std::uint32_t>> jumps_;  ///< instruction, statement
};

}  // namespace heddle::ptx
