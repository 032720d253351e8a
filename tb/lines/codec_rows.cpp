// SPDX-License-Identifier: Apache-2.0
#include "tb/lines/codec_rows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>

#include "hw/line_compression/line_compressor.hpp"
#include "models/base/config_tree.hpp"
#include "models/base/error.hpp"
#include "models/base/registry.hpp"

namespace heddle::memory_lines {

std::vector<LineDesign> line_designs() {
  std::vector<LineDesign> all{
      {"BDI", "bdi"},
      {"FPC", "fpc"},
      {"C-Pack", "cpack"},
      {"best of these", "best"},
      {"FPC, segments of 8 words", "fpc", {"line_compression.fpc.segment_words=8"}},
      {"C-Pack, 4 values ahead", "cpack", {"line_compression.cpack.dictionary_values=4"}}};
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

unsigned encoded_size(const LineCodec& codec, const MemoryLine& line, const std::string& design,
                      std::size_t number) {
  const StoredLine stored = codec.encode(line);
  MemoryLine back = stored.bits;  // encoding 0: as it was
  if (stored.encoding != 0) codec.decode(stored, back);
  if (back != line)
    throw Error({.place = design,
                 .what = "a memory line is not decoded to what it was",
                 .value = fmt::format("line {}", number)});
  return stored.length;
}

namespace {

/// Lines with the same key have the same code.
using CodeKey = std::tuple<unsigned, unsigned, unsigned>;
CodeKey key_of(const LineUser& user, CodeFor code_for) {
  const bool by_buffer = code_for == CodeFor::buffer || code_for == CodeFor::buffer_and_launch,
             by_launch = code_for == CodeFor::launch || code_for == CodeFor::buffer_and_launch;
  return {code_for == CodeFor::all ? 0 : user.run, by_buffer ? user.buffer : 0, by_launch ? user.launch : 0};
}

}  // namespace

std::vector<unsigned> encoded_sizes(const LineDesign& design, const LineSet& set, CodeFor code_for) {
  std::map<CodeKey, std::vector<std::size_t>> groups;
  for (std::size_t i = 0; i < set.lines.size(); ++i) groups[key_of(set.users[i], code_for)].push_back(i);
  std::vector<unsigned> sizes(set.lines.size());
  for (const auto& [key, numbers] : groups) {
    LineSet own;
    for (const std::size_t i : numbers) own.lines.push_back(set.lines[i]);
    const std::shared_ptr<const LineCodec> codec = codec_of(design, own);
    for (const std::size_t i : numbers) sizes[i] = encoded_size(*codec, set.lines[i], design.name, i);
  }
  return sizes;
}

}  // namespace heddle::memory_lines
