#include <fmt/format.h>

#include "models/base/error.hpp"
#include "models/ptx/lanes.hpp"

namespace heddle::ptx {
namespace {

template <auto Member>
void query(const Instruction& i, const WarpContext& context, LaneMask active, Operands& o) {
  Words32 words{};
  for (unsigned lane = 0; lane < warp_size; ++lane) {
    if ((active & lane_bit[lane]) == 0) continue;
    const Texture* texture = texture_of(i, context, o, lane);
    if (texture == nullptr)
      throw Error({.place = fmt::format("PTX line {}", i.line),
                   .what = "query with a handle of no texture",
                   .value = fmt::format("{:#x}", operand_bits(i, o, 0, i.memory.address_bits / 8u, lane)),
                   .legal = fmt::format("1 to {}, not destroyed", context.textures.size())});
    words[lane] = texture->*Member;
  }
  merge(words, active, o.destination[0]);
}

void query_of(const Spelling& s, Instruction& i) {
  i.execute = s.has("width") ? query<&Texture::width> : query<&Texture::height>;
}

const Opcode rows[] = {
    {"tex.base?.1d|2d.v4?.u32|s32|f32.s32|f32", "", Unit::ldst, nullptr, Shape::texture},
    {"txq.width|height.b32", "", Unit::sp, query_of, Shape::texture},
};
[[maybe_unused]] const bool added = add_opcodes(rows);

}  // namespace
}  // namespace heddle::ptx
