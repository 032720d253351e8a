#include <fmt/format.h>

#include "models/ptx/selector.hpp"

/// Texture fetches and queries.
namespace heddle::ptx {

/// operand[0]: from a register, or the handle of a .texref variable.
void Selector::texture_handle(DraftBuilder& b, const Operand& o) {
  const bool variable = o.symbol != nullptr && o.symbol->space == SymbolSpace::texture;
  if (o.kind != Operand::Kind::address || o.offset != 0 || (o.reg == no_register && !variable))
    b.fail(o, {.what = "operand must name a texture",
               .legal = "[register] or [.texref variable], in it the coordinates of a fetch"});
  Instruction& i = b.instruction();
  if (variable) {
    i.memory.address_bits = 64;
    i.operand[0] = {.kind = OperandRef::Kind::immediate, .immediate = b.address(o).offset};
    return;
  }
  const unsigned bits = bits_of(b.type_of(o.reg));
  if (bits < 32)
    b.fail(o, {.what = "register is too narrow for a texture's handle", .legal = "32 or 64 bits"});
  i.memory.address_bits = static_cast<std::uint8_t>(bits);
  i.operand[0] = {.kind = OperandRef::Kind::slot, .index = b.read(o.reg)};
}

void Selector::texture(const Statement& s) {
  check_count(s, 2, 2);
  DraftBuilder b = builder(s);
  Instruction& i = b.instruction();
  const Operand &to = s.operands[0], &from = s.operands[1];
  texture_handle(b, from);
  const OperandRole result{.type = s.spelling.types[0], .destination = true};
  if (i.unit != Unit::ldst) {  // a query
    b.destination(to, result);
    s.spelling.opcode->semantics(s.spelling, i);
    return emit(b);
  }
  i.memory.space = Space::texture;
  i.texture = {.dimensions = static_cast<std::uint8_t>(s.spelling.has("2d") ? 2 : 1),
               .real_coordinates = s.spelling.types[1] == Type::f32};
  const bool listed = from.elements.size() == 1 && from.elements[0].kind == Operand::Kind::vector;
  const std::vector<Operand>& coordinates = listed ? from.elements[0].elements : from.elements;
  if (coordinates.size() != i.texture.dimensions)
    b.fail(from, {.what = "wrong number of coordinates",
                  .value = fmt::format("{}", coordinates.size()),
                  .legal = fmt::format("{}", i.texture.dimensions)});
  for (unsigned d = 0; d < i.texture.dimensions; ++d) {
    if (coordinates[d].kind == Operand::Kind::special)
      b.fail(coordinates[d], {.what = "coordinate must be a register or a literal"});
    b.source(1 + d, coordinates[d], {.type = s.spelling.types[1]});
  }
  for (const Operand& o : data(b, to)) b.destination(o, result);
  emit(b);
}

}  // namespace heddle::ptx
