// SPDX-License-Identifier: Apache-2.0
#include "hw/caba/subroutines/line_subroutines.hpp"
#include "models/base/registry.hpp"
#include "models/line_compression/fpc_line_codec.hpp"

namespace heddle {
namespace {

const Registration<LineSubroutinesEntry> fpc_registration{LineSubroutinesEntry{
    "fpc", "Frequent Pattern Compression, in segments of eight words (Vijaykumar2015 section 5.1.4)",
    [](const ConfigTree&) {
      return one_for_all_lines(std::make_shared<FpcLineCodec>(8), "fpc", "segment_words=8");
    }}};

}  // namespace
}  // namespace heddle
