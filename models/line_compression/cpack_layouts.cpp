// SPDX-License-Identifier: Apache-2.0
#include "models/line_compression/cpack_layouts.hpp"

#include <fmt/format.h>

#include "models/base/error.hpp"

namespace heddle {

void require_dictionary_values(unsigned dictionary_values) {
  if (dictionary_values == cpack_ahead_values || dictionary_values == cpack_original_values) return;
  throw Error({.what = "dictionary_values must be 4 or 16",
               .value = fmt::format("{}", dictionary_values),
               .legal = fmt::format("{}, {}", cpack_ahead_values, cpack_original_values),
               .key = "dictionary_values"});
}

CpackLine cpack_compress(std::span<const unsigned char> line, unsigned dictionary_values) {
  return dictionary_values == cpack_ahead_values ? cpack_ahead_compress(line) : cpack_line_compress(line);
}

void cpack_restore(const LineBytes& stored, std::span<unsigned char> line, unsigned dictionary_values) {
  if (dictionary_values == cpack_ahead_values)
    cpack_ahead_restore(stored, line);
  else
    cpack_line_restore(stored, line);
}

CpackRestoredLine cpack_decompress(const LineBytes& stored, bool compressed, unsigned line_bytes,
                                   unsigned dictionary_values) {
  return dictionary_values == cpack_ahead_values ? cpack_ahead_decompress(stored, compressed, line_bytes)
                                                 : cpack_line_decompress(stored, compressed, line_bytes);
}

}  // namespace heddle
