// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "models/ptx/select/selector.hpp"

/// Texture fetches and queries.
namespace heddle::ptx {
namespace {

TextureFetch fetch_of(const Spelling& s) {
  const std::string_view geometry = s.among({"1d", "2d", "3d", "a1d", "a2d"});
  return {.dimensions = static_cast<std::uint8_t>(geometry[geometry.size() - 2] - '0'),
          .layered = geometry.front() == 'a',
          .real_coordinates = s.types[1] == Type::f32};
}

/// Returns the coordinates in the order of TextureCoordinates. PTX puts the layer first, and may pad
/// operands to four, or one to two; what is behind the last coordinate is not read.
std::vector<const Operand*> coordinates_of(const DraftBuilder& b, const TextureFetch& fetch,
                                           const Operand& from) {
  const bool listed = from.elements.size() == 1 && from.elements[0].kind == Operand::Kind::vector;
  const std::vector<Operand>& given = listed ? from.elements[0].elements : from.elements;
  const std::size_t wanted = fetch.dimensions + (fetch.layered ? 1u : 0u);
  if (given.size() != wanted && given.size() != 4 && !(wanted == 1 && given.size() == 2))
    b.fail(from, {.what = fetch.layered ? "wrong number of coordinates, the layer included"
                                        : "wrong number of coordinates",
                  .value = fmt::format("{}", given.size()),
                  .legal = fmt::format("{}, or up to 4 of which the last ones say nothing", wanted)});
  std::vector<const Operand*> all;
  for (std::size_t k = fetch.layered ? 1 : 0; k < wanted; ++k) all.push_back(&given[k]);
  if (fetch.layered) all.push_back(&given[0]);
  return all;
}

}  // namespace

/// operand[0] is the texture's handle: in a register, or that of a .texref variable.
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
  const std::size_t operands = s.spelling.has("level") ? 3 : 2;
  if (s.operands.size() > operands)
    source_.fail(s.operands[operands].place,
                 {.what = "offsets of texels and comparisons of depth are not supported",
                  .value = fmt::format("{} operands", s.operands.size()),
                  .legal = fmt::format("{}", operands)});
  check_count(s, operands, operands);
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
  i.texture = fetch_of(s.spelling);
  const std::vector<const Operand*> coordinates = coordinates_of(b, i.texture, from);
  for (unsigned k = 0; k < coordinates.size(); ++k) {
    const Operand& o = *coordinates[k];
    const Type type = k < i.texture.dimensions ? s.spelling.types[1] : Type::u32;
    Operand in_register = o;
    if (o.kind == Operand::Kind::special)
      in_register = {.kind = Operand::Kind::reg, .place = o.place, .reg = materialize(s, o, type)};
    b.source(1 + k, in_register, {.type = type});
  }
  for (const Operand& o : data(b, to)) b.destination(o, result);
  emit(b);
}

}  // namespace heddle::ptx
