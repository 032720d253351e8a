// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <optional>
#include <string>

#include "hw/line_compression/bdi_line_compressor/bdi_line_compressor.hpp"
#include "hw/line_compression/bdi_line_decompressor/bdi_line_decompressor.hpp"
#include "hw/line_compression/best_of_all_selector/best_of_all_selector.hpp"
#include "hw/line_compression/cpack_compressor/cpack_compressor.hpp"
#include "hw/line_compression/cpack_decompressor/cpack_decompressor.hpp"
#include "hw/line_compression/fpc_compressor/fpc_compressor.hpp"
#include "hw/line_compression/fpc_decompressor/fpc_decompressor.hpp"
#include "hw/line_compression/line_compressor.hpp"
#include "hw/line_compression/line_pipeline.hpp"
#include "models/energy/storage_use.hpp"

namespace heddle {

/// The configurations of the blocks of an edge.
struct BestBlocksConfig {
  BdiLineCompressorConfig bdi_compressor{};
  BdiLineDecompressorConfig bdi_decompressor{};
  FpcCompressorConfig fpc_compressor{};
  FpcDecompressorConfig fpc_decompressor{};
  CpackCompressorConfig cpack_compressor{};
  CpackDecompressorConfig cpack_decompressor{};
  BestOfAllSelectorConfig selector{};
};

/// Compresses the lines of an edge in three blocks at once, of whose results a selector takes the smallest;
/// and decompresses each in the block of the codec that its stored bytes name. All are in the clock of the
/// edge. It begins to compress a line a cycle at most, and to decompress one.
///
/// As in LineBlocks, a line stands on the pins of a block one cycle after it is given to it. The results of
/// the faster compressors wait for the slowest; the selector's result is there
/// 1 + the slowest compressor's latency + 1 + its own latency cycles after `start`.
class BestBlocks final : public sc_core::sc_module, public Clocked, public LineExecutor {
 public:
  BestBlocks(const std::string& name, const BestBlocksConfig& config, LineWork work, unsigned granularity,
             const EdgeParts& parts);

  /// The results of the faster compressors that wait for the slowest, of a line a cycle.
  static Storage storage(const BestBlocksConfig& config, EdgePlace place);

  /// Throws Error when the stored bytes name no codec.
  bool start(LineJob& job) override;
  bool done(LineJob& job) override;
  Cycle done_at(const LineJob& job) const override { return job.end_fs != 0 ? 0 : never; }
  Cycle start_at(bool encodes) const override;
  Cycle tick(Cycle now) override;

 private:
  struct Decompressors {
    Decompressors(const BestBlocksConfig& config, const EdgeParts& parts)
        : bdi("bdi_decompressor", config.bdi_decompressor, parts),
          fpc("fpc_decompressor", config.fpc_decompressor, parts),
          cpack("cpack_decompressor", config.cpack_decompressor, parts) {}
    LinePipeline<BdiLineDecompressor> bdi;
    LinePipeline<FpcDecompressor> fpc;
    LinePipeline<CpackDecompressor> cpack;
  };
  using Results = Ring<CompressedLine>;

  bool compress(LineJob& job, Cycle now);
  bool decompress(LineJob& job, Cycle now);
  void collect();
  void select(Cycle now);
  template <class Visit>
  void each_pipeline(Visit&& visit);

  ClockDomain& clock_;
  const unsigned granularity_;
  LinePipeline<BdiLineCompressor> bdi_;
  LinePipeline<FpcCompressor> fpc_;
  LinePipeline<CpackCompressor> cpack_;
  LinePipeline<BestOfAllSelector> selector_;
  std::optional<Decompressors> decompressors_;
  Ring<LineJob*> compressing_{};              ///< whose candidates are not at the selector yet, in order
  std::array<Results, best_codecs> ready_{};  ///< candidates of these jobs, in order
  StorageUse ready_use_;
  Cycle decompression_started_ = 0;  ///< the cycle of the last one
};

}  // namespace heddle
