// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "models/caba/piece_slot.hpp"

namespace heddle {

/// The pieces of `count` bytes from byte `offset` on of a line that BDI has stored
/// (models/line_compression/bdi_line.hpp), in order. Returns how many there are; `to` has PieceSlot::most.
/// The bytes lie within the line of 128 bytes; there are at most 16.
unsigned bdi_pieces(std::span<const unsigned char, 128> stored, unsigned offset, unsigned count,
                    std::span<LinePiece, PieceSlot::most> to);

}  // namespace heddle
