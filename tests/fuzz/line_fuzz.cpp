// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <span>
#include <vector>

#include "models/e2mc/line_coder.hpp"
#include "models/line_compression/bdi_line_codec.hpp"
#include "models/line_compression/best_line_codec.hpp"
#include "models/line_compression/cpack_line_codec.hpp"
#include "models/line_compression/fpc_line_codec.hpp"

// The entry point of libFuzzer. The input is a record of a recording of memory lines
// (models/line/line_recording.hpp): 16 bytes, of which the second and third choose the size of a line, the
// code of E2MC, and the rule of the best codec; and a line, which is also taken as what is stored of one:
// - A line is restored from what its codec stores of it.
// - Any stored bytes are restored to some line, or called corrupt, by all codecs. Of BDI, FPC and C-Pack the
//   restored line's own stored bytes are the same bytes again.
// - The codecs, which are written to be fast, do both as the models of the blocks.

namespace heddle {
namespace {

void require(bool holds) {
  if (!holds) std::abort();
}

/// The code of the symbols of a row of lines with few values, most of them from the input itself.
const e2mc::CodeTable& table_of(unsigned symbol_bits) {
  static std::map<unsigned, e2mc::CodeTable> tables;
  if (const auto it = tables.find(symbol_bits); it != tables.end()) return it->second;
  e2mc::ValueCounts counts(symbol_bits);
  LineBytes line{};
  for (unsigned k = 0; k < 256; ++k) {
    for (unsigned i = 0; i < line.size(); ++i)
      line[i] = static_cast<unsigned char>(i % 4 < 2 ? k % 7 : k * i % 61);
    counts.add(line);
  }
  return tables.emplace(symbol_bits, e2mc::CodeTable(counts, e2mc::table_shape(symbol_bits))).first->second;
}

/// `made` and `restored` are the model's, of the line and of the stored bytes.
template <class Compressed, class Restored>
void as_model(const LineCodec& codec, const LineBytes& bytes, unsigned line_bytes, const Compressed& made,
              const Restored& restored) {
  const StoredLine stored = codec.encode(std::span(bytes).first(line_bytes));
  require(stored.bits == made.bytes && stored.length == made.length && stored.encoding == made.compressed);
  LineBytes back{};
  codec.decode({.bits = bytes, .encoding = 1}, std::span(back).first(line_bytes));
  require(std::equal(back.begin(), back.begin() + line_bytes, restored.bytes.begin()));
}

template <class Compress, class Decompress>
void line_codec(const LineCodec& codec, const LineBytes& bytes, unsigned line_bytes, Compress compress,
                Decompress decompress) {
  const auto made = compress(std::span(bytes).first(line_bytes));
  require(made.length <= line_bytes && made.compressed == (made.length < line_bytes));
  const auto back = decompress(made.bytes, made.compressed);
  require(!back.corrupt && std::equal(bytes.begin(), bytes.begin() + line_bytes, back.bytes.begin()));
  const auto restored = decompress(bytes, true);
  as_model(codec, bytes, line_bytes, made, restored);
  if (restored.corrupt) return;
  const auto again = compress(std::span(restored.bytes).first(line_bytes));
  require(again.compressed);
  require(std::equal(bytes.begin(), bytes.begin() + again.length, again.bytes.begin()));
}

/// The best of the three, by the lines that all three models make.
void best(const LineBytes& bytes, unsigned line_bytes, const BestRule& rule, const BestLayouts& layouts) {
  const auto line = std::span(bytes).first(line_bytes);
  const BdiLine bdi = bdi_line_compress(line, layouts.bdi_base);
  const FpcLine fpc = fpc_compress(line, layouts.fpc_segment_words);
  const CpackLine cpack = cpack_compress(line, layouts.cpack_values);
  const BestLine made = best_line_select(line,
                                         {{{bdi.bytes, bdi.length, bdi.compressed},
                                           {fpc.bytes, fpc.length, fpc.compressed},
                                           {cpack.bytes, cpack.length, cpack.compressed}}},
                                         rule);
  const auto back = best_line_decompress(made.bytes, made.compressed, line_bytes, layouts);
  require(!back.corrupt && std::equal(line.begin(), line.end(), back.bytes.begin()));
  as_model(BestLineCodec(rule, layouts), bytes, line_bytes, made,
           best_line_decompress(bytes, true, line_bytes, layouts));
}

const e2mc::LineCoder& coder_of(unsigned symbol_bits, unsigned ways) {
  static std::map<std::pair<unsigned, unsigned>, e2mc::LineCoder> coders;
  return coders.try_emplace({symbol_bits, ways}, table_of(symbol_bits), e2mc::LineCodeConfig{.ways = ways})
      .first->second;
}

void huffman(const LineBytes& bytes, unsigned line_bytes, unsigned symbol_bits, unsigned ways) {
  const e2mc::LineCoder& coder = coder_of(symbol_bits, ways);
  const auto line = std::span(bytes).first(line_bytes);
  const e2mc::HuffmanLine made = coder.encode(line);
  if (made.compressed) {
    require(made.length <= line_bytes - 32);
    const e2mc::RestoredLine back = coder.decode(std::span(made.bytes).first(made.length), line_bytes);
    require(!back.corrupt && std::equal(line.begin(), line.end(), back.bytes.begin()));
  }
  for (unsigned stored : {32u, 64u, 96u}) {
    if (stored >= line_bytes) break;
    // A copy of its own, so that a read beyond it is seen.
    const std::vector<unsigned char> exact(bytes.begin(), bytes.begin() + stored);
    const e2mc::RestoredLine restored = coder.decode(exact, line_bytes);
    if (restored.corrupt) continue;
    const auto again = coder.encode(std::span(restored.bytes).first(line_bytes));
    require(again.compressed ? again.length <= stored : true);
  }
}

}  // namespace
}  // namespace heddle

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace heddle;
  constexpr std::size_t ahead = 16;
  if (size <= ahead) return 0;
  LineBytes bytes{};
  std::copy_n(data + ahead, std::min(size - ahead, bytes.size()), bytes.begin());
  const unsigned shape = data[1], preference = data[2];
  const unsigned line_bytes = (shape & 1) != 0 ? 64 : 128;
  if (line_bytes == 64) std::fill(bytes.begin() + 64, bytes.end(), 0);
  for (const BdiBase base : {BdiBase::first_wide, BdiBase::first_value}) {
    const auto made = bdi_line_compress(std::span(bytes).first(line_bytes), base);
    const auto back = bdi_line_decompress(made.bytes, made.compressed, line_bytes, base);
    require(!back.corrupt && std::equal(bytes.begin(), bytes.begin() + line_bytes, back.bytes.begin()));
    as_model(BdiLineCodec(base), bytes, line_bytes, made, bdi_line_decompress(bytes, true, line_bytes, base));
  }
  for (const unsigned segment : {0u, 2u, 4u, 8u, 16u})
    line_codec(
        FpcLineCodec(segment), bytes, line_bytes,
        [&](std::span<const unsigned char> line) { return fpc_compress(line, segment); },
        [&](const LineBytes& stored, bool compressed) {
          return fpc_decompress(stored, compressed, line_bytes, segment);
        });
  for (const unsigned values : {16u, 4u})
    line_codec(
        CpackLineCodec(values), bytes, line_bytes,
        [&](std::span<const unsigned char> line) { return cpack_compress(line, values); },
        [&](const LineBytes& stored, bool compressed) {
          return cpack_decompress(stored, compressed, line_bytes, values);
        });
  huffman(bytes, line_bytes, 4u << (shape >> 1 & 3), 1u << (shape >> 3 & 3));
  const BestRule rule{.granularity = 8u << (preference & 3),
                      .margin = preference >> 2 & 3,
                      .decompression_latency = {preference >> 4 & 3, 2, preference >> 6}};
  const auto base = (shape & 32) != 0 ? BdiBase::first_value : BdiBase::first_wide;
  best(bytes, line_bytes, rule, {.bdi_base = base});
  best(bytes, line_bytes, rule, {.bdi_base = base, .fpc_segment_words = 4, .cpack_values = 4});
  return 0;
}
