// SPDX-License-Identifier: Apache-2.0
#include "models/ptx/program/async_copy.hpp"

#include <algorithm>
#include <array>
#include <cstring>

namespace heddle::ptx {

unsigned bytes_read(const Instruction& i, const Operands& operands, unsigned lane) {
  const OperandRef& size = i.operand[2];
  const unsigned all = copy_bytes(i);
  switch (size.kind) {
    case OperandRef::Kind::none:
      return all;
    case OperandRef::Kind::predicate:
      return ((operands.predicate_source[2] >> lane & 1) != 0) != size.negated ? 0 : all;
    default:
      return static_cast<unsigned>(std::min<std::uint64_t>(operand_bits(i, operands, 2, 4, lane), all));
  }
}

void copy_addresses(const Instruction& i, const Operands& operands, LaneAddresses& addresses) {
  const OperandRef& to = i.operand[1];
  if (to.kind != OperandRef::Kind::slot) return addresses.fill(to.immediate);
  for (unsigned lane = 0; lane < warp_size; ++lane) {
    std::uint64_t address = operands.source[to.index][lane];
    if (i.copy.address_bits == 64) address |= std::uint64_t{operands.source[to.index + 1u][lane]} << 32;
    address += to.immediate;
    addresses[lane] = i.copy.address_bits == 64 ? address : static_cast<std::uint32_t>(address);
  }
}

void copied_value(const Instruction& i, const Operands& operands, unsigned lane, std::byte* out) {
  std::array<std::uint32_t, max_destinations> words{};
  for (unsigned k = 0; k < i.memory.elements; ++k) words[k] = operands.destination[k][lane];
  const unsigned read = bytes_read(i, operands, lane);
  std::memcpy(out, words.data(), read);
  std::fill(out + read, out + copy_bytes(i), std::byte{0});
}

Instruction store_of_copy(const Instruction& i) {
  Instruction store = i;
  store.copy = {};
  store.memory.space = Space::shared;
  store.memory.store = true;
  return store;
}

}  // namespace heddle::ptx
