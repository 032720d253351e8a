// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <deque>
#include <span>

#include "hw/e2mc/run_code.hpp"
#include "hw/e2mc/value_frequency_table/value_frequency_table.hpp"
#include "hw/memory/line/edge_parts.hpp"
#include "hw/sim/feed_forward_unit.hpp"
#include "models/e2mc/sampled_code.hpp"
#include "models/energy/storage_use.hpp"
#include "models/line/line_codec.hpp"

namespace heddle {

/// The sampling of values at a memory controller (Lal2017, section III-B2b): a value_frequency_table in the
/// controller's clock, which takes a symbol a cycle, and a queue of the lines that wait for it. When the
/// sampling phase has ended and all lines of the queue are counted, the entries are read out for the software
/// that makes the code.
class ValueSampler final : public sc_core::sc_module, public Clocked {
 public:
  ValueSampler(sc_core::sc_module_name name, const E2mcConfig& config, RunCode& code, const EdgeParts& parts);

  /// The queue of lines.
  static Storage storage(const E2mcConfig& config);

  /// A line of the sampling phase. False: the queue is full, and the line is not sampled.
  bool take(std::span<const unsigned char, line_bytes> line);
  Cycle tick(Cycle now) override;

 private:
  void take_answer();
  bool ask();

  const E2mcConfig config_;
  RunCode& code_;
  Wire<bool>& rst_n_;
  FeedForwardUnit<ValueFrequencyTable> table_;
  StorageUse storage_;
  std::deque<std::array<unsigned char, line_bytes>> lines_;
  unsigned symbol_ = 0;         ///< of the first line, the next one
  bool ended_ = false;          ///< the sampling phase
  unsigned under_way_ = 0;      ///< symbols that the table has not answered
  unsigned asked_ = 0;          ///< entries that were read
  unsigned answered_ = 0;       ///< of these
  e2mc::SampledCounts counts_;  ///< what the entries hold
  std::uint64_t counted_ = 0;   ///< symbols that they count
};

}  // namespace heddle
