// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/line_compression/cpack_ahead.hpp"

namespace heddle {

// C-Pack's two layouts, by the size of their dictionary: 16 words, the original one (cpack_line.hpp), and 4
// values ahead of the data (cpack_ahead.hpp).
inline constexpr unsigned cpack_original_values = cpack_entries;
/// Throws Error for another size of the dictionary.
void require_dictionary_values(unsigned dictionary_values);

CpackLine cpack_compress(std::span<const unsigned char> line, unsigned dictionary_values);
void cpack_restore(const LineBytes& stored, std::span<unsigned char> line, unsigned dictionary_values);
CpackRestoredLine cpack_decompress(const LineBytes& stored, bool compressed, unsigned line_bytes,
                                   unsigned dictionary_values);

}  // namespace heddle
