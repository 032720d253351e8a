// SPDX-License-Identifier: Apache-2.0
#include "hw/caba/subroutines/line_subroutines.hpp"
#include "models/base/registry.hpp"
#include "models/caba/bdi_pieces.hpp"
#include "models/line_compression/bdi_line_codec.hpp"

namespace heddle {
namespace {

/// One subroutine for each encoding decompresses, as section 5.1.2 has it.
LineSubroutines bdi_subroutines(const std::string& compress) {
  LineSubroutines all{.codec = std::make_shared<BdiLineCodec>(BdiBase::first_value),
                      .hardware = "bdi",
                      .hardware_settings = {"line_compression.bdi.base=first_value"}};
  all.pieces = bdi_pieces;
  all.add_bdi_loads();
  all.add(LineSubroutines::stores, compress);
  return all;
}

const Registration<LineSubroutinesEntry> bdi_registration{
    LineSubroutinesEntry{"bdi", "base-delta-immediate (Vijaykumar2015 section 5.1.2)",
                         [](const ConfigTree&) { return bdi_subroutines("bdi/compress"); }}},
    last_registration{LineSubroutinesEntry{
        "bdi_last",
        "the same, beginning with the encoding that succeeded last (Vijaykumar2015 section 5.1.2)",
        [](const ConfigTree&) { return bdi_subroutines("bdi_last/compress"); }}};

}  // namespace
}  // namespace heddle
