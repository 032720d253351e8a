// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <vector>

#include "hw/e2mc/code_units.hpp"
#include "hw/e2mc/run_code.hpp"
#include "hw/line_compression/line_compressor.hpp"

namespace heddle {

/// The compressors and decompressors of an edge, in clocks of their own (Lal2017, section III-G). Where there
/// are several codes, each has units of its own, since a unit holds the tables of one. A line that is
/// written goes to those of its owner's code, a line that is read to those of the code that it names. For
/// each code, at most one compressed and one decompressed line begin in a cycle of the owner. Before the
/// compressors have a code, lines stay as they are; before the decoders have one, compressed lines wait.
class E2mcUnits final : public sc_core::sc_module, public Clocked, public LineExecutor {
 public:
  E2mcUnits(sc_core::sc_module_name name, const E2mcConfig& config, RunCode& code, LineWork work,
            unsigned granularity, const EdgeParts& parts);

  bool start(LineJob& job) override;
  bool done(LineJob& job) override;
  Cycle done_at(const LineJob& job) const override { return job.end_fs != 0 ? 0 : never; }
  /// The owner is woken when a unit is free. While units of another code are free, it asks in each cycle.
  Cycle start_at(bool encodes) const override;

  Cycle tick(Cycle) override { return never; }
  /// The units' cycles count up to the owner's edges.
  void credit(Cycle) override;

 private:
  unsigned code_of(const LineJob& job);

  ClockDomain compressor_clock_, decoder_clock_;
  LineOwners& owners_;
  const unsigned ways_;
  std::deque<CodeUnits> units_;    ///< by number of the code
  std::size_t codes_ = 0;          ///< that there are
  std::vector<Counter*> by_code_;  ///< lines that begin to be encoded, where there may be several codes
};

}  // namespace heddle
