// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/line/line_codec.hpp"
#include "models/line_compression/best_line.hpp"

namespace heddle::best_line_coder {

/// Stores what best_line_select takes of BDI, FPC word by word, and C-Pack in its original layout, in a line
/// that is zero. Only that is made; of the others it finds the length, or that they cannot be taken. For
/// processors that wide_vectors() tells of. False if it cannot tell; `stored` is as it was.
[[gnu::target("avx2,bmi2")]] bool encode(std::span<const unsigned char> line, const BestRule& rule,
                                         BdiBase bdi_base, StoredLine& stored);

}  // namespace heddle::best_line_coder
