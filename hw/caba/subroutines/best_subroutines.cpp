// SPDX-License-Identifier: Apache-2.0
#include "hw/caba/subroutines/line_subroutines.hpp"
#include "models/base/registry.hpp"
#include "models/line_compression/best_line_codec.hpp"

namespace heddle {
namespace {

/// Lines in the layouts of assist warps, the smallest in bursts; of equally small ones, the one that the
/// fewest instructions decompress.
std::shared_ptr<const LineCodec> codec_of_all() {
  return std::make_shared<BestLineCodec>(
      BestRule{}, BestLayouts{.bdi_base = BdiBase::first_value, .fpc_segment_words = 8, .cpack_values = 4});
}

LineSubroutines best_loads() {
  LineSubroutines all{
      .codec = codec_of_all(),
      .hardware = "best",
      .hardware_settings = {"line_compression.bdi.base=first_value", "line_compression.fpc.segment_words=8",
                            "line_compression.cpack.dictionary_values=4"}};
  all.add_bdi_loads();
  for (const BestCodec codec : {BestCodec::fpc, BestCodec::cpack})
    all.add(LineSubroutines::event_of_load(best_tag(codec)), "best/decompress_" + std::string(name(codec)));
  return all;
}

/// The subroutine finds out what each of the three makes of a line, and chooses.
LineSubroutines best_subroutines() {
  LineSubroutines all = best_loads();
  all.add(LineSubroutines::stores, "best/compress");
  return all;
}

constexpr unsigned store_by(BestCodec codec) {
  return LineSubroutines::stores + static_cast<unsigned>(codec);
}

/// Who compresses a line is known ahead. BDI finds out that nobody can.
LineSubroutines ideal_subroutines() {
  static_assert(LineSubroutines::is_store(store_by(BestCodec::cpack)));
  LineSubroutines all = best_loads();
  all.add(store_by(BestCodec::bdi), "bdi/compress");
  for (const BestCodec codec : {BestCodec::fpc, BestCodec::cpack})
    all.add(store_by(codec), "best/compress_" + std::string(name(codec)));
  all.event_of_store = [codec = all.codec](std::span<const unsigned char, 128> line) {
    const StoredLine stored = codec->encode(line);
    return store_by(stored.encoding == 0 ? BestCodec::bdi : best_line_open(stored.bits)->codec);
  };
  return all;
}

const Registration<LineSubroutinesEntry> best_registration{LineSubroutinesEntry{
    "best", "the smallest of BDI's, FPC's and C-Pack's line (Vijaykumar2015 section 7.3)",
    [](const ConfigTree&) { return best_subroutines(); }}},
    ideal_registration{LineSubroutinesEntry{"best_ideal",
                                            "the same, whose selection costs nothing, as the paper assumes",
                                            [](const ConfigTree&) { return ideal_subroutines(); }}};

}  // namespace
}  // namespace heddle
