#pragma once

#include <memory>
#include <optional>
#include <string>

#include "hw/e2mc/huffman_compressor/huffman_compressor.hpp"
#include "hw/e2mc/table_load.hpp"
#include "hw/memory/line/line_executor.hpp"
#include "models/e2mc/line_packer.hpp"

namespace heddle {

/// Encodes one line at a time in a huffman_compressor, one way after the other. Pointers and codewords are
/// put together by the model (LinePacker).
class LineEncoder final : public sc_core::sc_module, public Clocked {
 public:
  LineEncoder(sc_core::sc_module_name name, const HuffmanCompressorConfig& compressor, unsigned ways,
              unsigned granularity, ClockDomain& clock, const EdgeParts& parts);

  /// Loads a code into the table, a write a cycle.
  void load(const e2mc::CodeTable& code);
  /// Has it a code, in this instant of the owner's clock?
  bool loaded() const;
  /// Can it take a line?
  bool free() const;
  /// Takes a line; when it is encoded, its job is done and the owner is woken.
  void start(LineJob& job);

  Cycle tick(Cycle now) override;

 private:
  void collect();
  void finish();
  void give_symbol();
  std::size_t symbols() const { return e2mc::symbols_of(config_.symbol_bits, line_bytes); }

  const HuffmanCompressorConfig config_;
  const unsigned ways_, granularity_;
  Clocked& owner_;
  const Wire<bool>& rst_n_;
  std::unique_ptr<BlockWith<HuffmanCompressorPins>> block_;
  Wire<Beat<CompressorLoad>> load_wire_{"load"};
  Wire<Beat<CompressorSymbol>> symbol_{"symbol"};
  Wire<Level<CompressorReady>> ready_{"ready"};
  Wire<Beat<CompressedBits>> bits_{"bits"};
  TableLoad<e2mc::CodeWrite> load_;
  LineJob* job_ = nullptr;
  std::optional<e2mc::LinePacker> packer_;  ///< of the line
  std::size_t given_ = 0;                   ///< symbols of it
  unsigned packed_ = 0;                     ///< ways of it
  bool uncodable_ = false;
  std::uint64_t free_fs_ = 0, loaded_fs_ = 0;  ///< behind this instant
  sc_core::sc_event ticked_;
};

}  // namespace heddle
