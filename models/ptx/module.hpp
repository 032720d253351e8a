#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "models/ptx/lexer.hpp"
#include "models/ptx/opcode.hpp"
#include "models/ptx/types.hpp"

/// A PTX module as parsed: names are resolved, types attached; views point into the source text.
namespace heddle::ptx {

using RegisterId = std::uint32_t;  ///< index into Function::registers
inline constexpr RegisterId no_register = ~RegisterId{0};

/// A register as declared, before allocation.
struct VirtualRegister {
  std::string_view name;
  Type type = Type::b32;
};

enum class SymbolSpace : std::uint8_t { parameter, shared, global, constant, local };

/// A variable or kernel parameter.
struct Symbol {
  std::string_view name;
  SymbolSpace space = SymbolSpace::shared;
  std::uint32_t size = 0, alignment = 1;  ///< bytes; size 0: `.extern .shared x[]`
  std::vector<std::byte> initial;         ///< empty = zero
  Place place;
};

struct Operand {
  enum class Kind : std::uint8_t {
    reg,      ///< `reg`, perhaps `negated` (predicates)
    special,  ///< `special`
    integer,  ///< `integer`
    real,     ///< `real`; or bits of `integer` when `real_bits` is 32 or 64 (0f..., 0d...)
    symbol,   ///< `symbol` + `offset`
    address,  ///< [reg or symbol or nothing + offset]; `reg` or `symbol` may be absent
    label,    ///< `name`
    vector,   ///< {elements}
    pair,     ///< elements[0]|elements[1]
    sink      ///< _
  } kind = Kind::integer;
  Place place;
  RegisterId reg = no_register;
  bool negated = false;
  std::uint8_t special = 0, real_bits = 0;
  std::int64_t integer = 0;
  double real = 0;
  const Symbol* symbol = nullptr;
  std::int64_t offset = 0;
  std::string_view name{};
  std::vector<Operand> elements{};
};

/// One instruction of the source.
struct Statement {
  Spelling spelling;
  Place place;
  RegisterId guard = no_register;
  bool guard_negated = false;
  std::vector<Operand> operands;
  std::uint32_t target = 0;  ///< of a branch: index of the statement behind its label
};

/// A kernel (.entry).
struct Function {
  std::string_view name;
  Place place;
  std::vector<const Symbol*> parameters;
  std::vector<VirtualRegister> registers;
  std::vector<Statement> body;
  std::uint32_t max_threads = 0;  ///< .maxntid or .reqntid; 0 = not said
};

/// Symbols stay where they are: operands point to them.
struct Module {
  unsigned address_bits = 64;
  std::vector<std::unique_ptr<Symbol>>
      symbols;  ///< of the module and of all functions, in order of declaration
  std::vector<Function> functions;
};

/// Parses a whole file; with a name in `only`, the body of that kernel alone (the others stay empty).
/// Throws Error with file:line:column at what is not PTX, not known or not declared.
Module parse_module(const SourceText&, std::string_view only = {});

}  // namespace heddle::ptx
