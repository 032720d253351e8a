// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/base/parameter.hpp"
#include "models/line_compression/fpc_segments.hpp"

namespace heddle {

/// The words of a segment, which the blocks and the edges share. `require_segment_words` checks the value.
template <class Config>
constexpr auto fpc_segment_words_parameter(unsigned Config::*member) {
  return parameter(member, "segment_words", "words", 0u, 16u, "Vijaykumar2015 section 5.1.4",
                   "words that have one pattern: 2, 4, 8 or 16, with all patterns ahead of the data; 0: each "
                   "word has its own, ahead of its data");
}

}  // namespace heddle
