// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <iosfwd>
#include <span>

namespace heddle {

/// Writes what the records of a ptx::PrintBuffer say, in their order, up to the first without a size. A
/// conversion takes what C's takes; one that C does not have, or with a width or precision beyond 4095,
/// stands in the output as it stands in the format. Nothing is read outside of `records`, whatever they hold.
/// `address_bits` are the module's: `long` is as wide.
void print_records(std::span<const std::byte> records, unsigned address_bits, std::ostream& out);

}  // namespace heddle
