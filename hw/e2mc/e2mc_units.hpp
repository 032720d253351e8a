#pragma once

#include <deque>
#include <optional>

#include "hw/e2mc/e2mc_config.hpp"
#include "hw/e2mc/line_decoder.hpp"
#include "hw/e2mc/line_encoder.hpp"
#include "hw/e2mc/run_code.hpp"
#include "hw/e2mc/unit_pool.hpp"
#include "hw/line_compression/line_compressor.hpp"

namespace heddle {

/// The compressors and decompressors of an edge, in clocks of their own (Lal2017, section III-G). A line goes
/// to the unit that a codec_pool offers, at most one compressed and one decompressed line in a cycle of the
/// owner, and waits while no unit is offered. Before the compressors have a code, lines stay as they are;
/// before the decoders have one, compressed lines wait.
class E2mcUnits final : public sc_core::sc_module, public Clocked, public LineExecutor {
 public:
  E2mcUnits(sc_core::sc_module_name name, const E2mcConfig& config, RunCode& code, LineWork work,
            unsigned granularity, const EdgeParts& parts);

  bool start(LineJob& job) override;
  bool done(LineJob& job) override;
  Cycle done_at(const LineJob& job) const override { return job.end_fs != 0 ? 0 : never; }
  /// The owner is woken when a unit is free.
  Cycle start_at(bool encodes) const override {
    return (encodes ? encoder_pool_ : *decoder_pool_).has_unit() ? 0 : never;
  }

  Cycle tick(Cycle) override { return never; }
  /// The units' cycles count up to the owner's edges.
  void credit(Cycle) override;

 private:
  ClockDomain compressor_clock_, decoder_clock_;
  UnitPool encoder_pool_;
  std::optional<UnitPool> decoder_pool_;  ///< where there are decoders
  std::deque<LineEncoder> encoders_;
  std::deque<LineDecoder> decoders_;
};

}  // namespace heddle
