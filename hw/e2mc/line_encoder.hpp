// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "hw/e2mc/block_packer/block_packer.hpp"
#include "hw/e2mc/huffman_compressor/huffman_compressor.hpp"
#include "hw/e2mc/line_unit.hpp"
#include "models/e2mc/compressor_tables.hpp"

namespace heddle {

/// Encodes one line at a time in a huffman_compressor, one way after the other; a block_packer takes the bits
/// that leave it and makes the stored line of them. Wires behind the packer add the number of the code.
class LineEncoder final : public LineUnit<e2mc::CodeWrite> {
 public:
  LineEncoder(sc_core::sc_module_name name, const HuffmanCompressorConfig& compressor, unsigned ways,
              unsigned code, unsigned granularity, Counter& cycles, Counter& table_writes, ClockDomain& clock,
              const EdgeParts& parts);

  /// What it loads for a code.
  Writes writes(const e2mc::CodeTable& code) const { return code_writes(code, config_.shape()); }

 private:
  void drive_load(const e2mc::CodeWrite* w) override;
  void load_ahead(const e2mc::CodeWrite& w) override;
  bool run(LineCycles& cycles) override;
  void begin() override;
  bool advance() override;
  bool answer() override;
  unsigned working() const override { return 1; }
  CompressorSymbol next_symbol() const;
  void finish(const CompressedLine& stored);

  const HuffmanCompressorConfig config_;
  const unsigned ways_, code_, granularity_;
  const std::size_t symbols_;  ///< of a line, a power of two as are the ways
  std::unique_ptr<BlockWith<HuffmanCompressorPins>> block_;
  std::unique_ptr<BlockWith<BlockPackerPins>> packer_;
  Wire<Beat<CompressorLoad>> load_{"load"};
  Wire<Beat<CompressorSymbol>> symbol_{"symbol"};
  Wire<Level<CompressorReady>> ready_{"ready"};
  Wire<Beat<UncompressedLine>> start_{"start"};
  Wire<Beat<CompressedBits>> bits_{"bits"};  ///< from the compressor to the packer
  Wire<Beat<CompressedLine>> stored_{"stored"};
  std::size_t given_ = 0;  ///< symbols of the line

  // When the blocks run ahead.
  HuffmanCompressor* const compressor_model_;
  BlockPacker* const packer_model_;
};

}  // namespace heddle
