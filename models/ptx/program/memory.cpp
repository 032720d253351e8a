// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <cstring>

#include "models/ptx/program/async_copy.hpp"

namespace heddle::ptx {
namespace {

/// Returns how many 32-bit words hold one data element: 2 in 64-bit registers.
unsigned words_each(const Instruction& i) {
  if (is_copy(i)) return 1;
  const unsigned address = i.operand[0].kind == OperandRef::Kind::none ? 0 : i.memory.address_bits / 32u;
  const unsigned data = i.memory.store ? i.source_count - address : i.destination_count;
  return data / i.memory.elements;
}

/// Returns the first source slot of a store's data; the address comes before it.
unsigned first_data(const Instruction& i) {
  return i.operand[0].kind == OperandRef::Kind::none ? 0 : i.memory.address_bits / 32u;
}

std::uint64_t extended(std::uint64_t bits, unsigned bytes, bool sign) {
  const unsigned unused = 64 - 8 * bytes;
  bits <<= unused;
  return sign ? static_cast<std::uint64_t>(static_cast<std::int64_t>(bits) >> unused) : bits >> unused;
}

}  // namespace

void effective_addresses(const Instruction& i, const Operands& operands, LaneAddresses& addresses) {
  const auto offset = static_cast<std::uint64_t>(i.offset);
  if (i.operand[0].kind == OperandRef::Kind::none) {
    addresses.fill(offset);
    return;
  }
  const WarpRegister& low = operands.source[i.operand[0].index];
  if (i.memory.address_bits == 32) {
    for (unsigned lane = 0; lane < warp_size; ++lane)
      addresses[lane] = static_cast<std::uint32_t>(low[lane] + offset);
    return;
  }
  const WarpRegister& high = operands.source[i.operand[0].index + 1];
  for (unsigned lane = 0; lane < warp_size; ++lane)
    addresses[lane] = (std::uint64_t{high[lane]} << 32 | low[lane]) + offset;
}

void store_value(const Instruction& i, const Operands& operands, unsigned lane, std::byte* out) {
  const unsigned words = words_each(i);
  unsigned slot = first_data(i);
  for (unsigned e = 0; e < i.memory.elements; ++e, slot += words, out += i.memory.width) {
    const std::uint64_t high = words == 2 ? operands.source[slot + 1][lane] : 0;
    const std::uint64_t bits = high << 32 | operands.source[slot][lane];
    std::memcpy(out, &bits, i.memory.width);  // little-endian, like the GPU
  }
}

void load_value(const Instruction& i, Operands& operands, unsigned lane, const std::byte* in) {
  const unsigned words = words_each(i);
  unsigned slot = 0;
  for (unsigned e = 0; e < i.memory.elements; ++e, slot += words, in += i.memory.width) {
    std::uint64_t bits = 0;
    std::memcpy(&bits, in, i.memory.width);
    bits = extended(bits, i.memory.width, i.memory.sign_extend);
    operands.destination[slot][lane] = static_cast<std::uint32_t>(bits);
    if (words == 2) operands.destination[slot + 1][lane] = static_cast<std::uint32_t>(bits >> 32);
  }
}

std::uint64_t operand_bits(const Instruction& i, const Operands& operands, unsigned k, unsigned bytes,
                           unsigned lane) {
  const OperandRef& ref = i.operand[k];
  std::uint64_t bits = 0;
  if (ref.kind == OperandRef::Kind::slot) {
    bits = operands.source[ref.index][lane];
    if (bytes == 8) bits |= std::uint64_t{operands.source[ref.index + 1][lane]} << 32;
  } else {
    bits = ref.kind == OperandRef::Kind::constant ? operands.constant : ref.immediate;
  }
  return extended(bits, bytes, false);
}

const Texture* texture_of(const Instruction& i, const WarpContext& context, const Operands& operands,
                          unsigned lane) {
  const std::uint64_t handle = operand_bits(i, operands, 0, i.memory.address_bits / 8u, lane);
  if (handle == 0 || handle > context.textures.size()) return nullptr;
  const Texture& texture = context.textures[handle - 1];
  return texture.width == 0 || texture.height == 0 || texture.depth == 0 ? nullptr : &texture;
}

void throw_placed(const Error& error, const Instruction& i, const Kernel* code) {
  Problem problem = error.problem();
  problem.place = code != nullptr ? code->place_of(i.line) : fmt::format("PTX line {}", i.line);
  throw Error(std::move(problem));
}

Problem missing_texture(const Instruction& i, const WarpContext& context, const Operands& operands,
                        unsigned lane, std::string_view use) {
  const std::uint64_t handle = operand_bits(i, operands, 0, i.memory.address_bits / 8u, lane);
  const std::size_t count = context.textures.size();
  if (handle != 0 && handle <= count && !context.textures[handle - 1].name.empty())
    return {.what = fmt::format("{} of a texture that is not bound", use),
            .value = context.textures[handle - 1].name,
            .legal = "a .texref variable that the host has bound to a texture with texels"};
  return {.what = fmt::format("{} with a handle of no texture", use),
          .value = fmt::format("{:#x}", handle),
          .legal = count == 0 ? "the launch has no textures" : fmt::format("1 to {}, not destroyed", count)};
}

TextureSample texture_sample(const Instruction& i, const Texture& texture, const Operands& operands,
                             unsigned lane) {
  TextureCoordinates at{};
  const unsigned count = i.texture.dimensions + (i.texture.layered ? 1u : 0u);
  for (unsigned k = 0; k < count; ++k)
    at[k] = static_cast<std::uint32_t>(operand_bits(i, operands, 1 + k, 4, lane));
  return sample_texture(texture, i.texture, at);
}

void texture_value(const Instruction& i, const Texture& texture, const TextureSample& sample,
                   const TexelBytes& texels, Operands& operands, unsigned lane) {
  const std::array<std::uint32_t, 4> result = filter_texels(texture, sample, texels);
  for (unsigned c = 0; c < i.destination_count; ++c) operands.destination[c][lane] = result[c];
}

}  // namespace heddle::ptx
