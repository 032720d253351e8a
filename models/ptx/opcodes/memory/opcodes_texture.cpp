// SPDX-License-Identifier: Apache-2.0
#include <utility>

#include "models/base/error.hpp"
#include "models/ptx/opcodes/lanes.hpp"

namespace heddle::ptx {
namespace {

template <auto Member>
void query(const Instruction& i, const WarpContext& context, LaneMask active, Operands& o) {
  Words32 words{};
  for (unsigned lane = 0; lane < warp_size; ++lane) {
    if ((active & lane_bit[lane]) == 0) continue;
    const Texture* texture = texture_of(i, context, o, lane);
    if (texture == nullptr) throw Error(missing_texture(i, context, o, lane, "query"));
    words[lane] = texture->*Member;
  }
  merge(words, active, o.destination[0]);
}

void query_of(const Spelling& s, Instruction& i) {
  i.execute = s.has("width")    ? query<&Texture::width>
              : s.has("height") ? query<&Texture::height>
                                : query<&Texture::depth>;
}

const Opcode rows[] = {
    {"tex.base?.1d|2d|3d|a1d|a2d.v4?.u32|s32|f32.s32|f32", "", Unit::ldst, nullptr, Shape::texture},
    // The level of detail is ignored: a texture has one level.
    {"tex.level.1d|2d|3d|a1d|a2d.v4?.u32|s32|f32.s32|f32", "", Unit::ldst, nullptr, Shape::texture},
    {"txq.width|height|depth|array_size.b32", "", Unit::sp, query_of, Shape::texture},
};
[[maybe_unused]] const bool added = add_opcodes(rows);

}  // namespace
}  // namespace heddle::ptx
