// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <optional>
#include <string>

#include "hw/e2mc/e2mc_config.hpp"
#include "hw/e2mc/line_decoder.hpp"
#include "hw/e2mc/line_encoder.hpp"
#include "hw/e2mc/unit_pool.hpp"

namespace heddle {

/// What the units of an edge share.
struct UnitClocks {
  ClockDomain &compressor, &decoder;
  Counter &compressing, &compressor_writes;
  Counter *decoding = nullptr, *decoder_writes = nullptr;  ///< null: there are no decoders
};

/// The compressors and decompressors of an edge for one code: a line goes to the unit that a codec_pool
/// offers, and waits while none is offered. Before the compressors have the code, lines stay as they are.
class CodeUnits {
 public:
  /// `number` of the code: its encoders write it into their lines.
  CodeUnits(const E2mcConfig& config, unsigned number, unsigned granularity, const UnitClocks& clocks,
            const EdgeParts& parts);
  CodeUnits(const CodeUnits&) = delete;
  CodeUnits& operator=(const CodeUnits&) = delete;

  void load(const e2mc::CodeTable& code);
  bool start(LineJob& job);
  bool has_unit(bool encodes) const { return encodes ? encoder_pool_.has_unit() : decoder_pool_->has_unit(); }
  /// Counts the cycles that have passed by this time.
  void count_until(std::uint64_t fs);

 private:
  UnitPool encoder_pool_;
  std::optional<UnitPool> decoder_pool_;  ///< where there are decoders
  std::deque<LineEncoder> encoders_;
  std::deque<LineDecoder> decoders_;
};

}  // namespace heddle
