// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>

#include "hw/e2mc/huffman_decoder/huffman_decoder.hpp"
#include "hw/line_compression/pins.hpp"
#include "models/e2mc/line_unpacker.hpp"

namespace heddle {

/// The stored bytes of a compressed line. Those behind `length` are of no way.
struct PackedLine {
  alignas(64) LineBytes data{};
  std::uint8_t length = 0;
  bool operator==(const PackedLine&) const = default;
};

/// A line has been taken.
struct OpenedLine {
  bool corrupt;  ///< too many bytes, or a pointer out of order or beyond them: no way is started
  bool operator==(const OpenedLine&) const = default;
};

/// Each way's channels are those of a huffman_decoder. Ways that there are not have channels, too: what they
/// are given does not matter, and they give nothing.
struct BlockUnpackerPins : Pins {
  static constexpr unsigned most_ways = 8;

  BeatIn<PackedLine> line{channels, "line"};
  std::array<LevelIn<DecoderReady>, most_ways> ready{{{channels, "ready0"},
                                                      {channels, "ready1"},
                                                      {channels, "ready2"},
                                                      {channels, "ready3"},
                                                      {channels, "ready4"},
                                                      {channels, "ready5"},
                                                      {channels, "ready6"},
                                                      {channels, "ready7"}}};
  BeatOut<OpenedLine> opened{channels, "opened"};
  std::array<BeatOut<DecoderStart>, most_ways> start{{{channels, "start0"},
                                                      {channels, "start1"},
                                                      {channels, "start2"},
                                                      {channels, "start3"},
                                                      {channels, "start4"},
                                                      {channels, "start5"},
                                                      {channels, "start6"},
                                                      {channels, "start7"}}};
  std::array<BeatOut<DecoderChunk>, most_ways> chunk{{{channels, "chunk0"},
                                                      {channels, "chunk1"},
                                                      {channels, "chunk2"},
                                                      {channels, "chunk3"},
                                                      {channels, "chunk4"},
                                                      {channels, "chunk5"},
                                                      {channels, "chunk6"},
                                                      {channels, "chunk7"}}};
};

struct BlockUnpackerConfig {
  unsigned line_bytes = 128;
  unsigned ways = 4;
  unsigned max_code_bits = most_code_bits;
  unsigned symbol_bits = 16;

  static constexpr auto parameters() {
    using C = BlockUnpackerConfig;
    return std::tuple{
        parameter(&C::line_bytes, "line_bytes", "bytes", shortest_line, longest_line,
                  "GPGPU-Sim's SM2_GTX480", "length of a line: 64 or 128"),
        parameter(&C::ways, "ways", "", 1u, BlockUnpackerPins::most_ways, "Lal2017 section III-F1",
                  "parts of a line that are decoded at a time: 1, 2, 4 or 8"),
        parameter(&C::max_code_bits, "max_code_bits", "bits", 4u, most_code_bits, "Lal2017 section III-B2c",
                  "length of a chunk of the decoders"),
        parameter(&C::symbol_bits, "symbol_bits", "bits", 4u, 32u, "Lal2017 section III-B1",
                  "length of a symbol, which says how many a way has: 4, 8, 16 or 32")};
  }
  void validate() const;
};

/// Starts a huffman_decoder for each way of a stored line (Lal2017, Fig. 8), and gives each the chunks of its
/// way.
///
/// The edge that takes a line shows `opened`, and the starts of all ways unless a pointer is corrupt. The
/// next edge shows the second chunk of each way, which stands until an edge at which the decoder is ready for
/// it; that edge shows the chunk behind it, if the way has more bits. A decoder that is ready for a start at
/// an edge at which a chunk stands has ended its stream: the rest of the way is given up. So is a line when
/// another one comes.
class BlockUnpacker final : public BlockWith<BlockUnpackerPins> {
 public:
  using Config = BlockUnpackerConfig;
  using PinsType = BlockUnpackerPins;
  static constexpr const char* block_name = "block_unpacker";
  /// Without a beat on its pins nothing moves.
  static unsigned settle(const Config&) { return 1; }

  BlockUnpacker(sc_core::sc_module_name name, const Config& config);

  Cycle tick(Cycle now) override;

  // Without the pins, for an owner that keeps the time by itself.

  /// A line comes; false: a pointer is corrupt.
  bool open(const PackedLine& line) { return unpacker_.open(line.data, line.length); }
  /// The start of a way, with its first chunk.
  DecoderStart start(unsigned way);
  /// The way's next chunk, if it has more bits.
  std::optional<DecoderChunk> next_chunk(unsigned way);

 private:
  void show(const PackedLine& line);
  bool advance(unsigned way, const DecoderReady& ready);

  const Config config_;
  const std::uint16_t symbols_;  ///< of a way
  e2mc::LineUnpacker unpacker_;
  // What it shows.
  Beat<OpenedLine> opened_;
  std::array<Beat<DecoderStart>, BlockUnpackerPins::most_ways> starts_{};
  std::array<Beat<DecoderChunk>, BlockUnpackerPins::most_ways> chunks_{};
};

}  // namespace heddle
