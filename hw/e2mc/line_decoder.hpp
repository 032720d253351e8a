#pragma once

#include <deque>
#include <memory>
#include <string>
#include <vector>

#include "hw/e2mc/huffman_decoder/huffman_decoder.hpp"
#include "hw/e2mc/table_load.hpp"
#include "hw/memory/line/line_executor.hpp"
#include "models/e2mc/line_code.hpp"

namespace heddle {

/// Decodes one line at a time: each of its ways in a huffman_decoder of its own, all with the same tables.
/// The pointers to the ways are read by the model (ways_of in line_code.hpp).
class LineDecoder final : public sc_core::sc_module, public Clocked {
 public:
  LineDecoder(sc_core::sc_module_name name, const HuffmanDecoderConfig& decoder, unsigned ways,
              ClockDomain& clock, const EdgeParts& parts);

  /// Loads a code into the tables, a write a cycle.
  void load(const e2mc::CodeTable& code);
  /// Can it take a line, in this instant of the owner's clock?
  bool free() const;
  /// Takes a line; when it is restored, its job is done and the owner is woken.
  void start(LineJob& job);

  Cycle tick(Cycle now) override;

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

  void begin();
  void collect(Way& way);
  void finish();
  void give_chunks();
  std::uint32_t chunk_of(const Way& way) const;

  const HuffmanDecoderConfig config_;
  Clocked& owner_;
  const Wire<bool>& rst_n_;
  std::deque<Way> ways_;
  TableLoad<e2mc::TableWrite> load_;
  LineJob* job_ = nullptr;
  bool begun_ = false;
  std::uint64_t free_fs_ = 0;  ///< free behind this instant
  sc_core::sc_event ticked_;
};

}  // namespace heddle
