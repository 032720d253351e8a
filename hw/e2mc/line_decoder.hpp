#pragma once

#include <deque>
#include <memory>
#include <string>
#include <vector>

#include "hw/e2mc/huffman_decoder/huffman_decoder.hpp"
#include "hw/e2mc/line_unit.hpp"
#include "models/e2mc/line_code.hpp"

namespace heddle {

/// Decodes one line at a time: each of its ways in a huffman_decoder of its own, all with the same tables.
/// The pointers to the ways are read by the model (ways_of in line_code.hpp).
class LineDecoder final : public LineUnit<e2mc::TableWrite> {
 public:
  LineDecoder(sc_core::sc_module_name name, const HuffmanDecoderConfig& decoder, unsigned ways,
              ClockDomain& clock, const EdgeParts& parts);

  void load(const e2mc::CodeTable& code) { LineUnit::load(table_writes(code, config_.shape())); }

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
    e2mc::WayBits bits{};  ///< that were not given to the decoder
    unsigned next = 0;     ///< symbol of the line
    bool ended = false, corrupt = false;

    Way(const std::string& name, const HuffmanDecoderConfig& config, ClockDomain& clock,
        const EdgeParts& parts);
  };

  void drive_load(const e2mc::TableWrite* w) override;
  void begin() override;
  bool advance() override;
  bool answer() override;
  void collect(Way& way);
  std::uint32_t chunk_of(const Way& way);

  const HuffmanDecoderConfig config_;
  std::deque<Way> ways_;
};

}  // namespace heddle
