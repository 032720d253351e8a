// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "hw/line_compression/line_compressor.hpp"
#include "hw/line_compression/line_pipeline.hpp"
#include "hw/line_compression/line_results.hpp"

namespace heddle {

/// Compresses and decompresses the lines of an edge in two blocks, or compresses in one, in the clock of the
/// edge. Each block takes a line a cycle. A line stands on the block's pins one cycle after `start`, and its
/// result `latency` cycles later.
template <class Compressor, class Decompressor>
class LineBlocks final : public sc_core::sc_module, public Clocked, public LineExecutor {
 public:
  LineBlocks(const std::string& name, const typename Compressor::Config& compressor,
             const typename Decompressor::Config& decompressor, LineWork work, unsigned granularity,
             const EdgeParts& parts)
      : sc_module(sc_core::sc_module_name(name.c_str())),
        clock_(parts.clock),
        granularity_(granularity),
        compress_("compressor", compressor, parts) {
    wakes(compress_, parts.owner);
    if (work == LineWork::both) {
      decompress_.emplace("decompressor", decompressor, parts);
      wakes(*decompress_, parts.owner);
    }
    clock_.attach(*this);
  }

  bool start(LineJob& job) override {
    const Cycle now = clock_.now();
    const bool started = job.encodes
                             ? compress_.start(job, {job.line}, now)
                             : decompress_->start(job, {job.stored.bits, job.stored.encoding != 0}, now);
    if (!started) return false;
    job.end_fs = 0;
    wake();
    return true;
  }
  bool done(LineJob& job) override {
    collect();
    return job.end_fs != 0;
  }
  Cycle done_at(const LineJob& job) const override { return job.end_fs != 0 ? 0 : never; }
  Cycle start_at(bool encodes) const override {
    return (encodes ? compress_.started() : decompress_->started()) + 1;
  }

  /// Takes the results that come, whether or not the edge looks for them in this cycle, and takes the
  /// requests of the cycle before off the pins.
  Cycle tick(Cycle now) override {
    collect();
    compress_.idle(now);
    if (decompress_) decompress_->idle(now);
    return never;
  }

 private:
  template <class Pipeline>
  void wakes(Pipeline& pipeline, Clocked& owner) {
    pipeline.wakes(owner);
    pipeline.wakes(*this);
  }

  void collect() {
    const Cycle now = clock_.now();
    if (LineJob* job = compress_.take(now)) finish(*job, compress_.result(), granularity_, compress_.name());
    if (!decompress_) return;
    if (LineJob* job = decompress_->take(now)) finish(*job, decompress_->result(), decompress_->name());
  }

  ClockDomain& clock_;
  const unsigned granularity_;
  LinePipeline<Compressor> compress_;
  std::optional<LinePipeline<Decompressor>> decompress_;
};

}  // namespace heddle
