// SPDX-License-Identifier: Apache-2.0
#include "hw/caba/subroutines/e2mc_subroutines.hpp"

#include <fmt/format.h>

#include "hw/e2mc/e2mc_config.hpp"
#include "models/base/config.hpp"
#include "models/base/error.hpp"
#include "models/base/registry.hpp"
#include "models/caba/e2mc_tables.hpp"
#include "models/e2mc/e2mc_line_codec.hpp"

namespace heddle {

LineSubroutines e2mc_subroutines(const e2mc::CodeTable& code, unsigned ways) {
  const auto codec = std::make_shared<E2mcLineCodec>(e2mc::LineCodeConfig{.ways = ways});
  codec->add(code);
  LineSubroutines all{.codec = codec, .hardware = "e2mc", .tables = e2mc_subroutine_tables(code, ways)};
  all.add_all_loads(fmt::format("e2mc/decompress_{}", code.symbol_bits()), SubroutineMemory::with_tables);
  return all;
}

namespace {

/// With the code of the section of the hardware that encodes.
LineSubroutines configured(const ConfigTree& tree) {
  const auto config = resolve<E2mcConfig>(tree, "line_compression.e2mc");
  if (!config.gives_codes() || config.codes != CodesFor::run)
    throw Error({.place = "caba.what",
                 .what = "assist warps decode lines of E2MC with one code, which is known ahead",
                 .value = "e2mc",
                 .legal = "line_compression.e2mc.code=offline, and the code.yaml of another run as a layer"});
  return e2mc_subroutines(given_codes(config).front().table, config.ways);
}

const Registration<LineSubroutinesEntry> e2mc_registration{LineSubroutinesEntry{
    "e2mc", "Huffman codes of the most frequent values (Lal2017), which hardware encodes", configured}};

}  // namespace
}  // namespace heddle
