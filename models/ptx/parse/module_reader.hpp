// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/ptx/module/module.hpp"
#include "models/ptx/text/token_stream.hpp"

namespace heddle::ptx {

/// Whether a declaration of the module begins with the token.
bool begins_item(const Token& token);

/// Reads PTX files and links them: their directives at once, a function's body when it is asked for, so that
/// an error in one kernel does not affect another.
class ModuleReader {
 public:
  /// Throws Error with file:line:column at what is not PTX, not known or not declared. `source` must outlive
  /// it.
  explicit ModuleReader(const SourceText& source);

  const SourceText& source() const { return in_.source(); }
  const Module& module() const { return module_; }
  /// The function with its body. Throws Error as the constructor does.
  const Function& read(const Function& function);

 private:
  void parse_file();
  void parse_item();
  void parse_version();
  void parse_target();
  void parse_address_size();
  void parse_module_variables(SymbolSpace space, Linkage linkage);
  void define(std::unique_ptr<Symbol> symbol);
  void parse_function(bool entry, Linkage linkage);
  void parse_alias();
  void parse_body_variables(Function& function);
  void parse_register_formal(Function& function, std::vector<Formal>& formals);
  void parse_formals(Function& function, std::vector<Formal>& formals);
  void refuse_second_name(const std::vector<Formal>& formals, Place place) const;
  void mark_taken_addresses();
  void parse_performance_directives(Function& function);
  [[noreturn]] void refuse_clusters(const Token& directive) const;

  TokenStream in_;
  Module module_;
  std::uint32_t file_ = 0;            ///< that is being read
  Dialect dialect_{};                 ///< of it
  Linkage linkage_ = Linkage::local;  ///< of the declaration that follows
  std::uint64_t alignment_ = 0;  ///< its alignment where that stands ahead of its space, bytes; 0 = not said
};

}  // namespace heddle::ptx
