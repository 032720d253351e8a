// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "hw/e2mc/huffman_compressor/huffman_compressor.hpp"
#include "hw/line_compression/pins.hpp"
#include "models/e2mc/line_packer.hpp"

namespace heddle {

/// The bits of a line come from a huffman_compressor, one way after the other.
struct BlockPackerPins : Pins {
  BeatIn<UncompressedLine> start{channels, "start"};
  BeatIn<CompressedBits> bits{channels, "bits"};
  BeatOut<CompressedLine> stored{channels, "stored"};
};

struct BlockPackerConfig {
  unsigned line_bytes = 128;
  unsigned ways = 4;
  unsigned max_code_bits = e2mc::CompressorTables::most_code_bits;
  unsigned granularity = 32;

  static constexpr auto parameters() {
    using C = BlockPackerConfig;
    return std::tuple{
        parameter(&C::line_bytes, "line_bytes", "bytes", shortest_line, longest_line,
                  "GPGPU-Sim's SM2_GTX480", "length of a line: 64 or 128"),
        parameter(&C::ways, "ways", "", 1u, 8u, "Lal2017 section III-F1",
                  "parts of a line that are decoded at a time: 1, 2, 4 or 8"),
        parameter(&C::max_code_bits, "max_code_bits", "bits", 4u, e2mc::CompressorTables::most_code_bits,
                  "Lal2017 section III-B2c", "length of a chunk of the compressor"),
        parameter(&C::granularity, "granularity", "bytes", 32u, 64u, "Lal2017 section III-E",
                  "length of a burst, 32 or 64: a compressed line is shorter by at least so much")};
  }
  void validate() const;
};

/// Puts the codewords of a line where E2MC stores them: pointers to the ways ahead, and each way from a whole
/// byte on (Lal2017, Fig. 8). Where that is longer than a line less a burst, or where a symbol has no
/// codeword, the line is stored as it is.
///
/// `start` gives the line. From its edge on, that edge's included, bits are those of the line; one that has
/// begun before and is not complete is given up. The edge that takes the last bits of the last way shows the
/// stored line. Without a line, bits are ignored.
class BlockPacker final : public BlockWith<BlockPackerPins> {
 public:
  using Config = BlockPackerConfig;
  using PinsType = BlockPackerPins;
  static constexpr const char* block_name = "block_packer";
  /// The edge that takes bits, and the beat that the stored line is.
  static unsigned settle(const Config&) { return 2; }

  BlockPacker(sc_core::sc_module_name name, const Config& config) : BlockWith(name), config_(config) {}

  Cycle tick(Cycle now) override;

  // An edge without the pins, for an owner that keeps the time by itself.

  /// A line comes.
  void begin(const UncompressedLine& line);
  /// Bits come; true: they make the line complete. Throws Error for more bits than there are pins.
  bool take(const CompressedBits& b);
  /// The complete line, which shows behind the edge.
  CompressedLine stored();

 private:
  const Config config_;
  LineBytes line_{};
  std::optional<e2mc::LinePacker> packer_;  ///< while a line is put together
  unsigned packed_ = 0;                     ///< ways of it
  bool uncodable_ = false;
};

}  // namespace heddle
