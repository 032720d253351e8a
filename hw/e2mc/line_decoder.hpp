// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <memory>
#include <string>
#include <vector>

#include "hw/e2mc/block_unpacker/block_unpacker.hpp"
#include "hw/e2mc/line_unit.hpp"

namespace heddle {

/// Decodes one line at a time: a block_unpacker gives each of its ways to a huffman_decoder of its own, all
/// with the same tables.
class LineDecoder final : public LineUnit<e2mc::TableWrite> {
 public:
  LineDecoder(sc_core::sc_module_name name, const HuffmanDecoderConfig& decoder, unsigned ways,
              Counter& cycles, Counter& table_writes, ClockDomain& clock, const EdgeParts& parts);

  /// What it loads for a code.
  Writes writes(const e2mc::CodeTable& code) const { return table_writes(code, config_.shape()); }

 private:
  /// A decoder with its wires, and what it has of its way.
  struct Way {
    std::unique_ptr<BlockWith<HuffmanDecoderPins>> block;
    Wire<Beat<DecoderLoad>> load;
    Wire<Beat<DecoderStart>> start;
    Wire<Beat<DecoderChunk>> chunk;
    Wire<Level<DecoderReady>> ready;
    Wire<Beat<DecodedSymbol>> symbol;
    Wire<Beat<DecodedEnd>> done;
    unsigned next = 0;  ///< symbol of the line
    bool ended = false, corrupt = false;

    HuffmanDecoder* model = nullptr;  ///< when the blocks run ahead

    Way(const std::string& name, const HuffmanDecoderConfig& config, ClockDomain& clock,
        const EdgeParts& parts);
  };

  std::size_t tables() const override { return ways_.size(); }
  void drive_load(const e2mc::TableWrite* w) override;
  void load_ahead(const e2mc::TableWrite& w) override;
  bool run(LineCycles& cycles) override;
  void give() override;
  void begin() override;
  bool advance() override;
  bool answer() override { return false; }
  unsigned working() const override;
  PackedLine packed() const;
  void begin_ways();
  void put(Way& way, const DecodedSymbol& symbol);
  /// Throws Error when a way is corrupt.
  bool all_ended();
  [[noreturn]] void report_corrupt(const Block& by);

  const HuffmanDecoderConfig config_;
  const std::size_t symbols_;  ///< of a line
  std::unique_ptr<BlockWith<BlockUnpackerPins>> unpacker_;
  std::deque<Way> ways_;
  Wire<Beat<PackedLine>> line_{"line"};
  Wire<Beat<OpenedLine>> opened_{"opened"};
  // Of the ways that there are not.
  Wire<Level<DecoderReady>> no_ready_{"no_ready"};
  Wire<Beat<DecoderStart>> no_start_{"no_start"};
  Wire<Beat<DecoderChunk>> no_chunk_{"no_chunk"};

  // When the blocks run ahead.
  BlockUnpacker* const unpacker_model_;
  std::vector<unsigned> ends_;  ///< the edges at which the ways end
};

}  // namespace heddle
