#pragma once

#include <memory>
#include <optional>

#include "hw/e2mc/huffman_compressor/huffman_compressor.hpp"
#include "hw/e2mc/line_unit.hpp"
#include "models/e2mc/compressor_tables.hpp"
#include "models/e2mc/line_packer.hpp"

namespace heddle {

/// Encodes one line at a time in a huffman_compressor, one way after the other. Pointers and codewords are
/// put together by the model (LinePacker).
class LineEncoder final : public LineUnit<e2mc::CodeWrite> {
 public:
  LineEncoder(sc_core::sc_module_name name, const HuffmanCompressorConfig& compressor, unsigned ways,
              unsigned granularity, ClockDomain& clock, const EdgeParts& parts);

  void load(const e2mc::CodeTable& code) { LineUnit::load(code_writes(code, config_.shape())); }

 private:
  void drive_load(const e2mc::CodeWrite* w) override;
  void begin() override;
  bool advance() override;
  void answer() override;
  void take(const CompressedBits& b);
  std::size_t symbols() const { return e2mc::symbols_of(config_.symbol_bits, line_bytes); }

  const HuffmanCompressorConfig config_;
  const unsigned ways_, granularity_;
  std::unique_ptr<BlockWith<HuffmanCompressorPins>> block_;
  Wire<Beat<CompressorLoad>> load_{"load"};
  Wire<Beat<CompressorSymbol>> symbol_{"symbol"};
  Wire<Level<CompressorReady>> ready_{"ready"};
  Wire<Beat<CompressedBits>> bits_{"bits"};
  std::optional<e2mc::LinePacker> packer_;  ///< of the line
  std::size_t given_ = 0;                   ///< symbols of it
  unsigned packed_ = 0;                     ///< ways of it
  bool uncodable_ = false;
};

}  // namespace heddle
