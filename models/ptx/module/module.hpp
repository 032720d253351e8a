// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "models/ptx/opcodes/opcode.hpp"
#include "models/ptx/program/types.hpp"
#include "models/ptx/text/lexer.hpp"

/// A PTX module as parsed, of one file or of several that are linked: names are resolved, types attached;
/// views point into the source text.
namespace heddle::ptx {

using RegisterId = std::uint32_t;  ///< index into Function::registers
inline constexpr RegisterId no_register = ~RegisterId{0};

/// A register as declared, before allocation.
struct VirtualRegister {
  std::string_view name;
  Type type = Type::b32;
};

enum class SymbolSpace : std::uint8_t { parameter, shared, global, constant, local, texture };

/// The directive that declares variables of a space, without its dot.
constexpr std::string_view directive_of(SymbolSpace space) {
  constexpr std::string_view names[] = {"param", "shared", "global", "const", "local", "tex"};
  return names[static_cast<std::size_t>(space)];
}

/// Who sees a name: `local` its file alone; the others all files. `external`: declared and not defined in its
/// file; of `weak` and `common` definitions there may be several (link.hpp).
enum class Linkage : std::uint8_t { local, visible, weak, common, external };

/// An initial value that is an address: `bytes` at `offset` hold the bits of (address + addend) that `mask`
/// selects.
struct Relocation {
  std::uint32_t offset = 0, bytes = 0;
  std::string_view symbol;
  std::int64_t addend = 0;
  std::uint64_t mask = ~std::uint64_t{0};
  Place place;
  const struct Symbol* target = nullptr;  ///< where `symbol` is a variable of a function's body
};

inline constexpr std::uint32_t texture_bytes = 8;  ///< of a .texref variable; its handles are so far apart

/// A variable or a parameter of a kernel, a function or a call.
struct Symbol {
  std::string_view name;
  SymbolSpace space = SymbolSpace::shared;
  Type type = Type::b8;
  std::uint32_t size = 0, alignment = 1;  ///< bytes; size 0: of `.extern x[]`
  std::uint32_t element = 1;  ///< bytes of its type, which an index counts; of a vector: of a part
  bool is_array = false;
  std::vector<std::byte> initial;  ///< empty = zero
  std::vector<Relocation> relocations;
  Linkage linkage = Linkage::local;
  std::uint32_t file = 0;  ///< index in SourceText::files
  /// Of a variable of a module: what its name means, which may stand in another file; null: nothing defines
  /// it.
  const Symbol* definition = nullptr;
  std::string_view function{};  ///< in whose body it is declared, if it lies in device memory
  Place place;
};

struct Operand {
  enum class Kind : std::uint8_t {
    reg,      ///< `reg`, perhaps `negated` (predicates)
    special,  ///< `special`
    integer,  ///< `integer`
    real,     ///< `real`; or bits of `integer` when `real_bits` is 32 or 64 (0f..., 0d...)
    symbol,   ///< `symbol` + `offset`
    address,  ///< [reg or symbol or nothing + offset, elements]; `reg` or `symbol` may be absent
    label,    ///< `name`
    vector,   ///< {elements}; of a register of several parts, `name` is its name
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
  bool indexed =
      false;  ///< of a symbol: an element of an array, which a load or store takes without brackets
  std::string_view name{};
  std::vector<Operand> elements{};
};

/// One instruction of the source, or a string of a `.pragma`. A call's operands are the results, then the
/// arguments.
struct Statement {
  Spelling spelling;
  Place place;
  RegisterId guard = no_register;
  bool guard_negated = false;
  std::vector<Operand> operands;
  std::uint32_t target = 0;              ///< of a branch: index of the statement behind its label
  std::vector<std::uint32_t> targets{};  ///< of brx.idx: the same for each entry of its list
  std::string_view pragma{};             ///< the string
  std::string_view callee{};
  RegisterId callee_register = no_register;  ///< of a call through a register, which has no `callee`
  unsigned results = 0;                      ///< of a call: how many of the operands are results
};

/// A parameter or result of a function: a variable, or in the old style a register (then `symbol` has no
/// name).
struct Formal {
  const Symbol* symbol = nullptr;
  RegisterId reg = no_register;
};

/// A register of two or four parts, which have names of their own: v.x, v.y, ...
struct VectorRegister {
  std::string_view name;
  std::vector<RegisterId> parts;
};

/// What the head of a file says about the meaning of its instructions.
struct Dialect {
  unsigned version = 0;  ///< .version, ten times: 14 is 1.4; 0: not said
  bool flushes = false;  ///< .target sm_1x, whose arithmetic on f32 flushes subnormal values

  /// `older`: ten times a version, as above.
  bool is_before(unsigned older) const { return version != 0 && version < older; }
};

/// A kernel (.entry) or a device function (.func).
struct Function {
  std::string_view name;
  Place place;
  bool entry = true;
  Linkage linkage = Linkage::local;
  std::uint32_t file = 0;                   ///< index in SourceText::files
  Dialect dialect{};                        ///< of that file
  std::string_view aliased{};               ///< of an alias: the function that it means
  const Function* definition = nullptr;     ///< as Symbol::definition
  std::vector<Formal> parameters, results;  ///< a vector register is as many of them as it has parts
  std::vector<VectorRegister> vectors;      ///< of the parameters and results
  std::vector<VirtualRegister> registers;
  std::vector<Statement> body;
  bool is_read = false;             ///< `body` has been parsed
  std::uint32_t max_threads = 0;    ///< .maxntid or .reqntid; 0 = not said
  CtaExtents required_cta{};        ///< .reqntid
  std::uint32_t max_registers = 0;  ///< .maxnreg; 0 = not said
  std::size_t body_at = 0;          ///< where its text begins, for the parser; 0 = declared only
  bool address_taken = false;       ///< somewhere in the files, so that calls through registers may mean it
  std::size_t visible = 0;          ///< how many of the module's variables stand before it

  /// A kernel of PTX before 1.4 declares its parameters in its body.
  bool declares_parameters_in_body() const { return entry && dialect.is_before(14); }
};

/// Symbols and functions stay where they are: operands point to them.
struct Module {
  unsigned address_bits = 64;
  bool says_address_bits = false;  ///< by .address_size; without it, hand-written files of old use 32 bits
  std::vector<std::unique_ptr<Symbol>> symbols;  ///< of the module and of all functions read so far
  std::vector<const Symbol*> variables;          ///< of the module, in order of declaration
  /// Variables in device memory that functions declare in their bodies, by where the text of the declaration
  /// begins for the parser.
  std::map<std::size_t, std::vector<const Symbol*>> body_variables;
  std::vector<std::unique_ptr<Function>> functions;
  std::deque<std::string> names;  ///< for names that the file does not spell out

  /// What the name means in a file: the definition, else a declaration; null: neither.
  const Function* find(std::string_view name, std::uint32_t file) const;
  const Symbol* find_variable(std::string_view name, std::uint32_t file) const;
  const Function* find_kernel(std::string_view name) const;
  /// The value of a function's address: no address of memory, and not 0. Only calls use it.
  std::uint64_t address_of(const Function& function) const;
  /// What a call may call: the function that it names, or all whose address is taken somewhere and whose
  /// parameters and results are as many and as large. Functions that no file defines are left out.
  std::vector<const Function*> targets_of(const Statement& call, const Function& caller) const;
  /// Is it a call of CUDA's __assertfail, which no file defines? The warp traps.
  bool fails_assertion(const Statement& call, const Function& caller) const;
  /// The function of the device library that prints what such a call says; null: it cannot take its
  /// arguments.
  const Function* assertion_printer(const Statement& call, const Function& caller) const;
};

}  // namespace heddle::ptx
