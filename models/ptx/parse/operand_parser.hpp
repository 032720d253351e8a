// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/ptx/module/module.hpp"
#include "models/ptx/module/name_scopes.hpp"
#include "models/ptx/text/token_stream.hpp"

namespace heddle::ptx {

/// Reads the operands of a function's statements, and looks their names up in the scope that is open.
class OperandParser {
 public:
  OperandParser(TokenStream& in, Module& module, Function& function, NameScopes& names)
      : in_(in), module_(module), function_(function), names_(names) {}

  /// Says which statement the next operands are of.
  void begin_statement(const Spelling& spelling);
  /// `label`: a word is the name of a label.
  Operand parse(bool label);
  RegisterId expect_register(const Token& token);
  /// A load or store takes an element of an array as its address: operand `k`.
  void element_to_address(Statement& statement, std::size_t k);

 private:
  void require_defined(const Symbol& symbol, Place place) const;
  [[noreturn]] void fail_undeclared(const Token& token, std::string what);
  static Operand literal_operand(const Literal& literal, Operand operand);
  Operand parse_named(const Token& token, Operand operand, bool may_be_pair);
  Operand element_of(const Symbol& symbol, Operand operand);
  Operand computed_element(const Symbol& symbol, RegisterId index, Place place);
  Operand vector_operand(std::string_view name, const std::vector<RegisterId>& elements, Operand operand);
  Operand special_operand(const Token& token, Operand operand);
  Operand special_vector(std::string name, Operand operand);
  std::int64_t parse_offset();
  void parse_address(Operand& operand);

  TokenStream& in_;
  Module& module_;
  Function& function_;
  NameScopes& names_;
  unsigned operand_bits_ = 32;  ///< of an operand that is an address
  std::string_view space_{};    ///< of a load, a store or an atomic; empty: not said
  bool narrow_ = false;         ///< the statement's type has fewer bits than addresses
  bool takes_vector_ = false;   ///< it has vectors of four as operands
};

}  // namespace heddle::ptx
