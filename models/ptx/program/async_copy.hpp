// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include "models/ptx/program/program.hpp"

/// Asynchronous copies from global to shared memory (PTX ISA, "cp.async"). The data that is
/// read goes through Operands::destination, although no register receives it.
namespace heddle::ptx {

inline bool is_copy(const Instruction& i) { return i.copy.address_bits != 0; }
/// The bytes that a copy writes for each lane: 4, 8 or 16.
inline unsigned copy_bytes(const Instruction& i) { return unsigned{i.memory.width} * i.memory.elements; }
/// What the address of an access of `bytes` must be a multiple of: also a copy that reads less is aligned as
/// a whole.
inline unsigned alignment_of(const Instruction& i, unsigned bytes) {
  return is_copy(i) ? copy_bytes(i) : bytes;
}
/// The bytes that lane `lane` reads: the first ones of those that it writes, or none.
unsigned bytes_read(const Instruction&, const Operands&, unsigned lane);
/// Where each lane writes, in shared memory.
void copy_addresses(const Instruction&, const Operands&, LaneAddresses&);
/// What lane `lane` writes there, `copy_bytes` of it: the bytes that it has read, then zeros.
void copied_value(const Instruction&, const Operands&, unsigned lane, std::byte* out);
/// The store that the copy does in shared memory, without its data: for messages about its address.
Instruction store_of_copy(const Instruction&);

}  // namespace heddle::ptx
