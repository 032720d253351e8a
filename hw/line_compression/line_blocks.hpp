#pragma once

#include <fmt/format.h>

#include <optional>
#include <string>

#include "hw/line_compression/line_compressor.hpp"
#include "hw/line_compression/pins.hpp"
#include "hw/memory/line/line_executor.hpp"
#include "hw/sim/feed_forward_unit.hpp"
#include "models/base/error.hpp"
#include "models/base/ring.hpp"
#include "models/line_compression/burst_lines.hpp"

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
    wakes(compress_.unit, parts.owner);
    if (work == LineWork::both) {
      decompress_.emplace("decompressor", decompressor, parts);
      wakes(decompress_->unit, parts.owner);
    }
    clock_.attach(*this);
  }

  bool start(LineJob& job) override {
    return job.encodes ? compress_.start(job, {job.line}, *this)
                       : decompress_->start(job, {job.stored.bits, job.stored.encoding != 0}, *this);
  }
  bool done(LineJob& job) override {
    collect();
    return job.end_fs != 0;
  }
  Cycle done_at(const LineJob& job) const override { return job.end_fs != 0 ? 0 : never; }
  Cycle start_at(bool encodes) const override {
    return (encodes ? compress_.started : decompress_->started) + 1;
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
  /// A block, and the jobs that are in it, in order.
  template <class Block>
  struct Pipeline {
    FeedForwardUnit<Block> unit;
    Ring<LineJob*> jobs{};
    Cycle started = 0, collected = 0;  ///< the cycle of the last request, and of the last response

    Pipeline(const char* name, const typename Block::Config& config, const EdgeParts& parts)
        : unit(name, config, parts.clock, *parts.rst_n, parts.blocks) {}

    bool start(LineJob& job, const typename Block::RequestType& request, LineBlocks& owner) {
      const Cycle now = owner.clock_.now();
      if (started == now) return false;
      started = now;
      job.end_fs = 0;
      jobs.push(&job);
      unit.start(request);
      owner.wake();
      return true;
    }
    void idle(Cycle now) {
      if (started != now) unit.idle();
    }
    /// The job whose result stands on the pins in this cycle; null when there is none, or it was returned
    /// before.
    LineJob* result(Cycle now) {
      if (unit.response() == nullptr || collected == now) return nullptr;
      collected = now;
      if (jobs.empty())
        throw Error(
            {.place = unit.name(), .what = "the block returns a line for which there was no request"});
      LineJob* job = jobs.front();
      jobs.pop();
      job->end_fs = 1;
      return job;
    }
  };

  template <class Unit>
  void wakes(Unit& unit, Clocked& owner) {
    unit.add_reader(owner);
    unit.add_reader(*this);
  }

  void collect() {
    const Cycle now = clock_.now();
    if (LineJob* job = compress_.result(now)) {
      const CompressedLine& line = *compress_.unit.response();
      if (line.length > line_bytes)
        throw Error({.place = compress_.unit.name(),
                     .what = "a compressed line is longer than a line",
                     .value = std::to_string(line.length),
                     .legal = fmt::format("at most {} bytes", line_bytes)});
      job->stored = in_bursts({.bits = line.data, .length = line.length, .encoding = line.compressed},
                              job->line, granularity_);
    }
    if (!decompress_) return;
    if (LineJob* job = decompress_->result(now)) {
      const RestoredLine& line = *decompress_->unit.response();
      if (line.corrupt)
        throw Error({.place = decompress_->unit.name(),
                     .what = "a stored line is corrupt: no compressor makes these bytes",
                     .value = fmt::format("line {:#x}, {} bytes", job->address, job->stored.length)});
      job->line = line.data;
    }
  }

  ClockDomain& clock_;
  const unsigned granularity_;
  Pipeline<Compressor> compress_;
  std::optional<Pipeline<Decompressor>> decompress_;
};

}  // namespace heddle
