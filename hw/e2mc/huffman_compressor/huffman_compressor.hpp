// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "hw/sim/block.hpp"
#include "models/base/parameter.hpp"
#include "models/e2mc/bit_packer.hpp"

namespace heddle {

/// A write to the table, as in e2mc::CodeWrite: kind 0 clears a tree, 1 writes its next entry, 2 the escape
/// codeword, 3 nothing. Codewords are left-aligned in the compressor's max_code_bits lower bits.
struct CompressorLoad {
  Bits<2> kind;
  Bits<3> tree;
  std::uint32_t symbol;  ///< the lower symbol_bits count
  Bits<e2mc::CompressorTables::most_code_bits> code;
  Bits<5> length;  ///< in bits
  bool operator==(const CompressorLoad&) const = default;
};

/// The next symbol of a stream.
struct CompressorSymbol {
  std::uint32_t value;  ///< the lower symbol_bits count
  bool last;            ///< the next symbol is another stream's first
  bool operator==(const CompressorSymbol&) const = default;
};

struct CompressorReady {
  bool symbol;  ///< a symbol is taken
  bool operator==(const CompressorReady&) const = default;
};

/// The next max_code_bits of a stream, or with its last symbol all that are left. A chunk is as DecoderChunk:
/// in the lower bits of the pin, the first bit the highest.
struct CompressedBits {
  Bits<e2mc::CompressorTables::most_code_bits> chunk;
  Bits<e2mc::CompressorTables::most_code_bits> rest;  ///< a second chunk, of a stream's last bits alone
  Bits<6> count;                                      ///< of these bits; behind them are zeros
  bool last;                                          ///< the stream ends with them
  Bits<12> total;  ///< bits of the stream until now; with `last` its size; 4095 of that many or more
  bool uncodable;  ///< with `last`: a symbol had neither a codeword nor an escape; the bits mean nothing
  bool operator==(const CompressedBits&) const = default;
};

struct HuffmanCompressorPins : Pins {
  BeatIn<CompressorLoad> load{channels, "load"};
  BeatIn<CompressorSymbol> symbol{channels, "symbol"};
  LevelOut<CompressorReady> ready{channels, "ready"};
  BeatOut<CompressedBits> bits{channels, "bits"};
};

struct HuffmanCompressorConfig {
  unsigned symbol_bits = 16;
  unsigned max_code_bits = e2mc::CompressorTables::most_code_bits;
  unsigned entries = 1024;

  static constexpr auto parameters() {
    using C = HuffmanCompressorConfig;
    return std::tuple{
        parameter(&C::symbol_bits, "symbol_bits", "bits", 4u, 32u, "Lal2017 section III-B1",
                  "length of a symbol: 4, 8, 16 or 32"),
        parameter(&C::max_code_bits, "max_code_bits", "bits", 4u, e2mc::CompressorTables::most_code_bits,
                  "Lal2017 section III-B2c", "length of the longest codeword, and of a chunk"),
        parameter(&C::entries, "entries", "symbols", 16u, 4096u, "Lal2017 section III-B2b",
                  "in the tables of all trees together, a power of two: 128 of 4 bits, 1024 of 8 bits")};
  }
  e2mc::CompressorShape shape() const { return {symbol_bits, max_code_bits, entries}; }
  void validate() const { shape().validate(); }
};

/// Encodes streams of symbols in canonical Huffman codewords (Lal2017, section III-E, Fig. 6), one symbol a
/// cycle in two stages: look-up of the codeword, and its place in a buffer of two chunks. The edge that takes
/// a symbol reads the table; its codeword is in the buffer behind the second edge after that, and a full
/// chunk, or with the last symbol all that is left, shows there. Of 64 symbols without escapes the last bits
/// show behind edge 65, the first symbol's being 0. An escaped symbol takes ceil(symbol_bits /
/// max_code_bits) cycles more, in which none is taken.
///
/// Symbols of 4 and 8 bits have a tree for each place in a word; the tables of all are here and take turns,
/// beginning with each stream. The next stream's first symbol may follow the last one at once.
class HuffmanCompressor final : public BlockWith<HuffmanCompressorPins> {
 public:
  using Config = HuffmanCompressorConfig;
  using PinsType = HuffmanCompressorPins;
  static constexpr const char* block_name = "huffman_compressor";
  /// Two stages, and the beat that the last bits are; parts of a value that fill no chunk are one at most.
  static unsigned settle(const Config&) { return 4; }

  HuffmanCompressor(sc_core::sc_module_name name, const Config& config);

  Cycle tick(Cycle now) override;

  // Without the pins, for an owner that keeps the time by itself.

  void load(const CompressorLoad& l);

  /// Encodes streams by the same two stages, without the register between them. `next()` points to the next
  /// symbol when there is one, `take(bits)` takes what leaves, and says whether it was the last. Returns the
  /// edges of the first stage, from the one that takes the first symbol on, or 0 when there are `most`.
  template <class NextSymbol, class Take>
  unsigned run(NextSymbol&& next, Take&& take, unsigned most) {
    e2mc::StreamEncoder encoder = encoder_;
    e2mc::BitPacker packer = packer_;
    for (unsigned edges = 1; edges <= most; ++edges) {
      std::optional<e2mc::StreamSymbol> symbol;
      if (encoder.ready()) symbol = stream_symbol(next());
      const auto packed = packer.step(encoder.step(symbol));
      if (packed && take(bits_of(*packed))) return edges;
    }
    return 0;
  }

 private:
  std::optional<e2mc::StreamSymbol> stream_symbol(const CompressorSymbol* s) const {
    return s ? std::optional(e2mc::StreamSymbol{s->value & symbol_mask_, s->last}) : std::nullopt;
  }
  static CompressedBits bits_of(const e2mc::PackedBits& packed) {
    return {{packed.chunk},
            {packed.rest},
            {static_cast<std::uint8_t>(packed.count)},
            packed.last,
            {static_cast<std::uint16_t>(packed.total)},
            packed.uncodable};
  }
  Beat<CompressedBits> step(const Beat<CompressorSymbol>& symbol);

  e2mc::CompressorTables tables_;
  e2mc::StreamEncoder encoder_;
  e2mc::BitPacker packer_;
  std::uint32_t symbol_mask_;
  e2mc::CodedBits coded_;  ///< between the stages
  bool shown_ = false;     ///< bits are shown
};

}  // namespace heddle
