// SPDX-License-Identifier: Apache-2.0
#include "hw/caba/subroutines/line_subroutines.hpp"
#include "models/base/registry.hpp"
#include "models/line_compression/cpack_line_codec.hpp"

namespace heddle {
namespace {

const Registration<LineSubroutinesEntry> cpack_registration{LineSubroutinesEntry{
    "cpack", "C-Pack, with at most four dictionary values (Vijaykumar2015 section 5.1.4)",
    [](const ConfigTree&) {
      return one_for_all_lines(std::make_shared<CpackLineCodec>(4), "cpack", "dictionary_values=4");
    }}};

}  // namespace
}  // namespace heddle
