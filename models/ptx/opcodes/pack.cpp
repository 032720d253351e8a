// SPDX-License-Identifier: Apache-2.0
#include "models/ptx/opcodes/pack.hpp"

#include "models/ptx/opcodes/lanes.hpp"

namespace heddle::ptx {
namespace {

template <unsigned part_bits>
void pack_parts(const Instruction& i, const WarpContext& c, LaneMask active, Operands& o) {
  constexpr unsigned parts_each = 32 / part_bits;
  std::array<Words32, max_destinations> words{};
  for (unsigned d = 0; d < i.destination_count; ++d) {
    Words32& word = words[d];
    for (unsigned k = 0; k < parts_each && i.operand[d * parts_each + k].kind != OperandRef::Kind::none;
         ++k) {
      const Source<std::uint32_t> part(i.operand[d * parts_each + k], c, o);
      for (unsigned lane = 0; lane < warp_size; ++lane)
        word[lane] |= (part[lane] & (~0u >> (32 - part_bits))) << (k * part_bits);
    }
  }
  for (unsigned d = 0; d < i.destination_count; ++d) merge(words[d], active, o.destination[d]);
}

template <unsigned part_bits>
void unpack_parts(const Instruction& i, const WarpContext& c, LaneMask active, Operands& o) {
  const auto cut = [&](const auto& whole) {
    std::array<Words32, max_destinations> words;
    for (unsigned d = 0; d < i.destination_count; ++d)
      for (unsigned lane = 0; lane < warp_size; ++lane)
        words[d][lane] =
            static_cast<std::uint32_t>(whole[lane] >> (d * part_bits)) & (~0u >> (32 - part_bits));
    for (unsigned d = 0; d < i.destination_count; ++d) merge(words[d], active, o.destination[d]);
  };
  if (i.destination_count * part_bits == 64)
    cut(Source<std::uint64_t>(i.operand[0], c, o));
  else
    cut(Source<std::uint32_t>(i.operand[0], c, o));
}

template <class T>
T same(T value) {
  return value;
}

}  // namespace

Execute pack(unsigned part_bits) {
  return part_bits == 8 ? pack_parts<8> : part_bits == 16 ? pack_parts<16> : pack_parts<32>;
}
Execute unpack(unsigned part_bits) {
  return part_bits == 8 ? unpack_parts<8> : part_bits == 16 ? unpack_parts<16> : unpack_parts<32>;
}

Execute move_bits(unsigned bits) {
  if (bits == 64) return lanewise<same<std::uint64_t>>();
  if (bits == 32) return lanewise<same<std::uint32_t>>();
  return lanewise<same<std::uint16_t>>();  // 8-bit values are held in registers of 16 bits or more
}

}  // namespace heddle::ptx
