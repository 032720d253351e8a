// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/ptx/program/program.hpp"

namespace heddle::ptx {

/// Performs an access of the line space for `active` lanes, at any alignment, on Operands::line. Where lanes
/// store to the same byte, the highest one's value stays. Throws Error with the PTX line for an access
/// outside the line.
void access_line(const Instruction& i, const WarpContext&, LaneMask active, Operands& operands);

/// The same, of the element of the lane's number: each lane's address is as many elements further as it has
/// lanes below it.
void access_line_by_lane(const Instruction& i, const WarpContext&, LaneMask active, Operands& operands);

/// Loads predicates from bits of the line, or stores them there: of each lane as many as the instruction has
/// elements, behind those of the lanes below it, from the lowest bit of the byte at the address on. Bits of
/// other lanes stay. Throws as access_line.
void access_line_bits(const Instruction& i, const WarpContext&, LaneMask active, Operands& operands);

/// Performs a load of shared memory on Operands::tables instead, at addresses that are multiples of its size.
/// Throws Error with the PTX line for another address, and outside the tables.
void read_tables(const Instruction& i, const WarpContext&, LaneMask active, Operands& operands);

}  // namespace heddle::ptx
