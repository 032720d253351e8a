// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "models/ptx/draft/frame_access.hpp"
#include "models/ptx/opcodes/pack.hpp"
#include "models/ptx/program/line_space.hpp"
#include "models/ptx/select/constant_bank.hpp"
#include "models/ptx/select/selector.hpp"

/// Loads and stores.
namespace heddle::ptx {

std::string_view space_word(const Spelling& s) {
  if (s.has("shared::cta") || s.has("shared::cluster")) return "shared";
  if (s.has("param::entry") || s.has("param::func")) return "param";
  return s.among({"global", "shared", "local", "const", "param", "line"});
}

namespace {

CacheOperator cache_operator(const Spelling& s) {
  if (!s.among({"cg", "cv", "wt", "volatile", "mmio"}).empty()) return CacheOperator::global;
  if (!s.among({"relaxed", "acquire", "release"}).empty() && !s.has("cta")) return CacheOperator::global;
  if (!s.among({"cs", "lu"}).empty()) return CacheOperator::streaming;
  return CacheOperator::all;
}

bool in_constant_bank(const Instruction& i) {
  return i.memory.space == Space::constant || i.memory.space == Space::parameter;
}

}  // namespace

/// Sets the address operand and the memory fields. If the opcode names no space, a variable has its own
/// space.
void Selector::memory(DraftBuilder& b, const Operand& place) {
  const Spelling& s = b.statement().spelling;
  address(b, place, space_word(s));
  Instruction& i = b.instruction();
  const Type type = s.types[0];
  const std::string_view vector = s.among({"v2", "v4"});
  i.memory.width = static_cast<std::uint8_t>(bits_of(type) / 8);
  i.memory.sign_extend = is_signed(type);
  i.memory.elements = vector == "v2" ? 2 : vector == "v4" ? 4 : 1;
  i.memory.cache = cache_operator(s);
}

/// Sets operand[0], its width and its space; `space` is empty for any.
void Selector::address(DraftBuilder& b, const Operand& address, std::string_view space) {
  if (address.kind != Operand::Kind::address || !address.elements.empty())
    b.fail(address, {.what = "operand must be an address",
                     .legal = "[register], [register+offset], [variable+offset]"});
  Instruction& i = b.instruction();
  i.offset = address.offset;
  i.memory.address_bits = 64;
  if (address.symbol != nullptr) {
    if (space.empty())
      for (std::string_view own : {"param", "shared", "const", "local", "global"})
        if (directive_of(address.symbol->space) == own) space = own;
    if (directive_of(address.symbol->space) != space)
      b.fail(address, {.what = fmt::format("variable does not lie in .{}", space),
                       .value = std::string(address.symbol->name)});
    const VariableAddress at = b.address(address);
    i.offset += static_cast<std::int64_t>(at.offset);
    if (at.base != VariableAddress::Base::none) {  // in the stack frame, with a function's .param variables
      space = "local";
      i.memory.address_bits = 32;
      b.draft().frames = at.base == VariableAddress::Base::callee ? 1 : 0;
      if (kernel_.stack_pointer != no_register)
        i.operand[0] = {.kind = OperandRef::Kind::slot, .index = b.read(kernel_.stack_pointer)};
    }
  } else if (address.reg != no_register) {
    const unsigned bits = bits_of(b.type_of(address.reg));
    if (bits < 32) b.fail(address, {.what = "address register is too narrow", .legal = "32 or 64 bits"});
    i.memory.address_bits = static_cast<std::uint8_t>(bits);
    i.operand[0] = {.kind = OperandRef::Kind::slot, .index = b.read(address.reg)};
  }
  if (space == "param" && !function_.entry) space = "local";  // a function's parameters lie in its frame
  i.memory.space = space == "global"   ? Space::global
                   : space == "shared" ? Space::shared
                   : space == "local"  ? Space::local
                   : space == "line"   ? Space::line
                   : space.empty()     ? Space::generic
                   : space == "param"  ? Space::parameter
                                       : Space::constant;
}

/// Returns the data operands of a load or store, as many as the suffix says.
std::span<const Operand> Selector::data(const DraftBuilder& b, const Operand& o) const {
  const unsigned elements = b.statement().spelling.has("v4") ? 4 : b.statement().spelling.has("v2") ? 2 : 1;
  const bool vector = o.kind == Operand::Kind::vector;
  const std::size_t given = vector ? o.elements.size() : 1;
  if (given != elements || (elements > 1 && !vector))
    b.fail(o, {.what = "wrong number of registers for the vector suffix",
               .value = fmt::format("{}", given),
               .legal = fmt::format("{}", elements)});
  return vector ? std::span(o.elements) : std::span(&o, 1);
}

std::vector<RegisterId> Selector::group(const std::vector<RegisterId>& wanted, Type type) {
  if (wanted.size() == 1) return wanted;
  bool free = true;
  for (const std::vector<RegisterId>& known : kernel_.groups) {
    if (known == wanted) return wanted;
    for (const RegisterId r : wanted) free &= std::find(known.begin(), known.end(), r) == known.end();
  }
  for (std::size_t k = 0; k < wanted.size(); ++k)
    free &= std::find(wanted.begin(), wanted.begin() + static_cast<std::ptrdiff_t>(k), wanted[k]) ==
            wanted.begin() + static_cast<std::ptrdiff_t>(k);
  if (free) {
    kernel_.groups.push_back(wanted);
    return wanted;
  }
  std::vector<RegisterId> fresh;
  for (std::size_t k = 0; k < wanted.size(); ++k) fresh.push_back(new_register(type));
  kernel_.groups.push_back(fresh);
  return fresh;
}

/// Of a memory line: predicates, which are bits there.
void Selector::line_bits(const Statement& s, bool store) {
  check_count(s, 2, 2);
  DraftBuilder b = builder(s);
  address(b, s.operands[store ? 0 : 1], "line");
  Instruction& i = b.instruction();
  i.memory.width = 1;
  i.memory.store = store;
  i.execute = access_line_bits;
  unsigned k = 1;
  for (const Operand& o : data(b, s.operands[store ? 1 : 0]))
    if (store)
      b.source(k++, o, {.type = Type::pred});
    else
      b.destination(o, {.type = Type::pred, .destination = true});
  emit(b);
}

void Selector::load(const Statement& s) {
  if (s.spelling.types[0] == Type::pred) return line_bits(s, false);
  check_count(s, 2, 2);
  DraftBuilder b = builder(s);
  memory(b, s.operands[1]);
  std::vector<RegisterId> wanted;
  for (const Operand& o : data(b, s.operands[0]))
    wanted.push_back(
        o.kind == Operand::Kind::sink
            ? new_register(s.spelling.types[0])
            : b.register_of(o, {.type = s.spelling.types[0], .destination = true, .wider = true}));
  check_same_width(b, wanted, s.operands[0]);
  const std::vector<RegisterId> registers = group(wanted, b.type_of(wanted[0]));
  for (const RegisterId r : registers) b.write(r);
  Instruction& i = b.instruction();
  if (in_constant_bank(i)) {
    check_inside_variable(b, s.operands[1]);
    i.execute = i.memory.space == Space::parameter ? read_parameters : read_constants;
  }
  if (i.memory.space == Space::line) i.execute = s.spelling.has("lane") ? access_line_by_lane : access_line;
  emit(b);
  for (std::size_t k = 0; k < wanted.size(); ++k) {
    if (registers[k] == wanted[k]) continue;
    Draft d = copy(kernel_, registers[k], wanted[k]);
    d.guard = s.guard;
    d.instruction.guard_negated = s.guard_negated;
    emit(d);
  }
  if (acquires(s)) emit_fence(s.spelling.has("cta") ? CacheOperator::all : CacheOperator::global);
}

/// All elements of a vector must be equally wide, because an access computes from that which registers hold
/// them.
void Selector::check_same_width(const DraftBuilder& b, const std::vector<RegisterId>& registers,
                                const Operand& o) const {
  for (const RegisterId r : registers)
    if (bits_of(b.type_of(r)) / 33 != bits_of(b.type_of(registers[0])) / 33)
      b.fail(o,
             {.what = "registers of a vector differ in width", .legal = "all up to 32 bits or all 64 bits"});
}

void Selector::check_inside_variable(const DraftBuilder& b, const Operand& address) const {
  if (address.symbol == nullptr) return;
  const MemoryAccess& m = b.draft().instruction.memory;
  const std::int64_t end = address.offset + std::int64_t{m.width} * m.elements;
  if (address.offset < 0 || end > address.symbol->size)
    b.fail(address, {.what = fmt::format("read outside '{}'", address.symbol->name),
                     .value = fmt::format("bytes {} to {}", address.offset, end - 1),
                     .legal = fmt::format("bytes 0 to {}", std::int64_t{address.symbol->size} - 1)});
}

void Selector::store(const Statement& s) {
  if (s.spelling.types[0] == Type::pred) return line_bits(s, true);
  check_count(s, 2, 2);
  if (releases(s)) emit_fence(CacheOperator::all);
  DraftBuilder b = builder(s);
  memory(b, s.operands[0]);
  if (in_constant_bank(b.instruction()))
    source_.fail(s.place, {.what = "constants and parameters of a kernel cannot be written",
                           .legal = ".global .shared .local"});
  b.instruction().memory.store = true;
  const Type type = s.spelling.types[0];
  std::vector<RegisterId> wanted;
  for (const Operand& o : data(b, s.operands[1]))
    wanted.push_back(o.kind == Operand::Kind::reg ? b.register_of(o, {.type = type, .wider = true})
                                                  : materialize(s, o, type));
  check_same_width(b, wanted, s.operands[1]);
  const std::vector<RegisterId> registers = group(wanted, b.type_of(wanted[0]));
  for (std::size_t k = 0; k < wanted.size(); ++k) {
    if (registers[k] != wanted[k]) emit(copy(kernel_, wanted[k], registers[k]));
    b.read(registers[k]);
  }
  if (b.instruction().memory.space == Space::line)
    b.instruction().execute = s.spelling.has("lane") ? access_line_by_lane : access_line;
  emit(b);
}

/// A store takes its data from registers only, so a literal is first moved to one.
RegisterId Selector::materialize(const Statement& s, const Operand& o, Type type) {
  DraftBuilder b = builder(s);
  const RegisterId reg = b.new_register(type);
  b.draft().guard = no_register;
  b.draft().mnemonic = "mov";
  b.instruction().unit = Unit::sp;
  b.instruction().modifiers = {};
  b.write(reg);
  b.source(0, o, {.type = type});
  b.instruction().execute = move_bits(bits_of(type));
  emit(b);
  return reg;
}

}  // namespace heddle::ptx
