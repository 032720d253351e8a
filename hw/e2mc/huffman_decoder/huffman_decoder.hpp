// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <utility>

#include "hw/sim/block.hpp"
#include "models/base/parameter.hpp"
#include "models/e2mc/stream_decoder.hpp"

namespace heddle {

inline constexpr unsigned most_code_bits = e2mc::DecoderTables::most_code_bits;

/// A write to the tables, as in e2mc::TableWrite: kind 0 clears a tree, 1 writes the first codeword and the
/// offset of a length, 2 the escape codeword, 3 the next symbol. Codewords are left-aligned in the decoder's
/// max_code_bits lower bits.
struct DecoderLoad {
  Bits<2> kind;
  Bits<3> tree;
  Bits<5> length;  ///< in bits
  Bits<most_code_bits> code;
  Bits<most_code_bits> offset;
  std::uint32_t symbol;  ///< the lower symbol_bits are kept
  bool operator==(const DecoderLoad&) const = default;
};

/// A stream that is to be decoded, with its first chunk.
struct DecoderStart {
  Bits<9> symbols;             ///< to be decoded; of a whole line of 128 bytes up to 256
  Bits<11> bits;               ///< that the stream has
  Bits<most_code_bits> chunk;  ///< as in DecoderChunk
  bool operator==(const DecoderStart&) const = default;
};

/// The next max_code_bits of the stream, in the lower bits of the pin; the first is the highest of them. Bits
/// behind the stream's last do not matter.
struct DecoderChunk {
  Bits<most_code_bits> bits;
  bool operator==(const DecoderChunk&) const = default;
};

struct DecoderReady {
  bool start;  ///< a start is taken: the decoder is free
  bool chunk;  ///< a chunk is taken
  bool operator==(const DecoderReady&) const = default;
};

struct DecodedSymbol {
  std::uint32_t value;
  bool operator==(const DecodedSymbol&) const = default;
};

/// Beside the last symbol of a stream, or alone when it ends early or has none.
struct DecodedEnd {
  bool corrupt;  ///< its bits ended early, or had a codeword that there is not: the symbols mean nothing
  bool operator==(const DecodedEnd&) const = default;
};

struct HuffmanDecoderPins : Pins {
  BeatIn<DecoderLoad> load{channels, "load"};
  BeatIn<DecoderStart> start{channels, "start"};
  BeatIn<DecoderChunk> chunk{channels, "chunk"};
  LevelOut<DecoderReady> ready{channels, "ready"};
  BeatOut<DecodedSymbol> symbol{channels, "symbol"};
  BeatOut<DecodedEnd> done{channels, "done"};
};

struct HuffmanDecoderConfig {
  unsigned symbol_bits = 16;
  unsigned max_code_bits = most_code_bits;
  unsigned entries = 1024;

  static constexpr auto parameters() {
    using C = HuffmanDecoderConfig;
    return std::tuple{
        parameter(&C::symbol_bits, "symbol_bits", "bits", 4u, 32u, "Lal2017 section III-B1",
                  "length of a symbol: 4, 8, 16 or 32"),
        parameter(&C::max_code_bits, "max_code_bits", "bits", 4u, most_code_bits, "Lal2017 section III-B2c",
                  "length of the longest codeword, and of a chunk"),
        parameter(&C::entries, "entries", "symbols", 8u, 4096u, "Lal2017 section III-B2b",
                  "in the tables of all trees together, a power of two: 128 of 4 bits, 1024 of 8 bits")};
  }
  e2mc::DecoderShape shape() const { return {symbol_bits, max_code_bits, entries}; }
  void validate() const { shape().validate(); }
};

/// Decodes one stream of canonical Huffman codewords (Lal2017 section III-F, Fig. 7) in three stages: search
/// for the codeword that the buffer begins with, subtraction of its length's offset, look-up of the symbol.
/// Of n symbols without escapes the first shows behind the third edge after the one that takes the start, and
/// the last, with `done`, behind edge n + 2, if each chunk comes when it is asked for. An escaped value takes
/// ceil(symbol_bits / max_code_bits) cycles more.
///
/// Symbols of 4 and 8 bits have a tree for each place in a word; the tables of all are here and take turns.
/// Another stream may start while the last symbols of one before are in the later stages.
class HuffmanDecoder final : public BlockWith<HuffmanDecoderPins> {
 public:
  using Config = HuffmanDecoderConfig;
  using PinsType = HuffmanDecoderPins;
  static constexpr const char* block_name = "huffman_decoder";
  /// Without a chunk, an escape codeword and what the buffer has of the value behind it are the most that
  /// is taken unseen, in three cycles; what comes next shows three edges later.
  static unsigned settle(const Config&) { return 8; }

  HuffmanDecoder(sc_core::sc_module_name name, const Config& config);

  Cycle tick(Cycle now) override;

  // Without the pins, for an owner that keeps the time by itself.

  void load(const DecoderLoad& l);

  struct Ran {
    unsigned edges = 0;  ///< of the first stage, from the one that finds the first codeword on; 0: no end
    bool corrupt = false;
  };
  /// Decodes a stream by the same three stages, without the registers between them. `chunk()` gives the next
  /// chunk when there is one, `put(symbol)` takes a symbol. Ends without an end behind `most` edges.
  template <class NextChunk, class Put>
  Ran run(const DecoderStart& start, NextChunk&& chunk, Put&& put, unsigned most) {
    e2mc::StreamDecoder stream = stream_;
    stream.step(stream_of(start), {});
    for (unsigned edges = 1; edges <= most; ++edges) {
      std::optional<std::uint32_t> bits;
      if (stream.room()) bits = bits_of(chunk());
      const Placed placed = place(stream.step({}, bits));
      if (placed.symbol) put(look_up(placed));
      if (placed.end) return {edges, placed.corrupt};
    }
    return {};
  }

 private:
  struct Shown {
    Beat<DecodedSymbol> symbol{};
    Beat<DecodedEnd> done{};
  };
  /// A symbol or an end behind the subtraction.
  struct Placed {
    bool symbol = false, end = false, corrupt = false;
    bool found = false;        ///< there is a row
    unsigned row = 0;          ///< of the look-up table
    e2mc::Symbol escaped = 0;  ///< the symbol when there is no row
  };

  Shown step(const Beat<DecoderStart>& start, const Beat<DecoderChunk>& chunk);
  e2mc::Stream stream_of(const DecoderStart& s) const {
    return {s.symbols.value, s.bits.value, s.chunk.value & code_mask_};
  }
  std::optional<std::uint32_t> bits_of(const std::optional<DecoderChunk>& c) const {
    return c ? std::optional(c->bits.value & code_mask_) : std::nullopt;
  }
  Placed place(const e2mc::Found& found);
  /// The third stage. A codeword without a place gives zero.
  DecodedSymbol look_up(const Placed& placed) const {
    return {placed.found ? tables_.symbol(placed.row) : placed.escaped};
  }

  e2mc::DecoderTables tables_;
  e2mc::StreamDecoder stream_;
  std::uint32_t code_mask_, symbol_mask_;
  e2mc::Found found_;
  Placed placed_;
  bool missed_ = false;  ///< the stream had a codeword that there is not
};

/// The second stage. A codeword without a place makes the stream corrupt, which its end tells.
inline HuffmanDecoder::Placed HuffmanDecoder::place(const e2mc::Found& found) {
  std::optional<unsigned> row;
  if (found.symbol && !found.escaped) {
    row = tables_.row(found.tree, found.bits, found.length);
    missed_ |= !row;
  }
  return {.symbol = found.symbol,
          .end = found.end,
          .corrupt = found.end && (std::exchange(missed_, false) || found.failed),
          .found = row.has_value(),
          .row = row.value_or(0),
          .escaped = found.escaped ? found.bits : 0};
}

}  // namespace heddle
