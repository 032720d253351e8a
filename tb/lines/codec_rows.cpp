#include "tb/lines/codec_rows.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "hw/line_compression/line_compressor.hpp"
#include "models/base/config_tree.hpp"
#include "models/base/error.hpp"
#include "models/base/registry.hpp"

namespace heddle::memory_lines {

std::vector<LineDesign> line_designs() {
  std::vector<LineDesign> all{{"BDI", "bdi"}, {"FPC", "fpc"}, {"C-Pack", "cpack"}, {"best of these", "best"}};
  for (const unsigned ways : {1, 4})
    for (const unsigned bits : {4, 8, 16, 32})
      all.push_back({fmt::format("E2MC{}{}", bits, ways == 1 ? "" : fmt::format(", {} ways", ways)),
                     "e2mc",
                     {fmt::format("line_compression.e2mc.symbol_bits={}", bits),
                      fmt::format("line_compression.e2mc.ways={}", ways)}});
  for (const std::string& name : Registry<LineCompressorEntry>::instance().names())
    if (std::none_of(all.begin(), all.end(), [&](const LineDesign& d) { return d.what == name; }))
      all.push_back({name, name});
  return all;
}

std::shared_ptr<const LineCodec> codec_of(const LineDesign& design, const LineSet& set) {
  ConfigTree tree;
  for (const std::string& setting : design.settings) tree.set(setting);
  const LineCompressor compressor = Registry<LineCompressorEntry>::instance().find(design.what).make(tree);
  return compressor.learned ? compressor.learned(set.lines) : compressor.codec;
}

std::vector<unsigned> encoded_sizes(const LineDesign& design, const LineSet& set) {
  const std::shared_ptr<const LineCodec> codec = codec_of(design, set);
  std::vector<unsigned> sizes;
  for (const MemoryLine& line : set.lines) {
    const StoredLine stored = codec->encode(line);
    MemoryLine back = stored.bits;  // encoding 0: as it was
    if (stored.encoding != 0) codec->decode(stored, back);
    if (back != line)
      throw Error({.place = design.name,
                   .what = "a memory line is not decoded to what it was",
                   .value = fmt::format("line {}", sizes.size())});
    sizes.push_back(stored.length);
  }
  return sizes;
}

}  // namespace heddle::memory_lines
