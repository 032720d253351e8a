// SPDX-License-Identifier: Apache-2.0
#include "hw/memory/controller/controller_statistics.hpp"

namespace heddle {

ControllerStatistics::ControllerStatistics(StatGroup& g, const Gddr5Config& device, const Counter& clock)
    : burst_bytes_(device.burst_bytes()),
      burst_cycles_(device.burst_cycles()),
      cycles_(g.counter("cycles", "cycles", "Command clock cycles (n_cmd + n_nop of GPGPU-Sim)")),
      requests_(g.counter("requests", "requests", "Requests that reached a bank (n_req)")),
      reads_(g.counter("reads", "requests", "Reads among them")),
      writes_(g.counter("writes", "requests", "Writes among them")),
      forwarded_(g.counter("forwarded_reads", "requests", "Reads served from a queued write, without DRAM")),
      errors_(g.counter("errors", "requests", "Malformed requests, answered with an error")),
      commands_(g.counter("commands", "commands", "DRAM commands of all kinds (n_cmd)")),
      activates_(g.counter("activates", "commands", "Activate commands (n_act)")),
      precharges_(g.counter("precharges", "commands", "Precharge commands (n_pre)")),
      refreshes_(g.counter("refreshes", "commands", "Refresh commands (n_ref)")),
      bursts_(g.counter("bursts", "bursts", "Bursts moved")),
      read_bursts_(g.counter("read_bursts", "bursts", "Read commands (n_rd)")),
      write_bursts_(g.counter("write_bursts", "bursts", "Write commands (n_write)")),
      hits_(g.counter("row_hits", "requests", "Requests that found their row open")),
      misses_(g.counter("row_misses", "requests", "Requests that found their bank closed")),
      conflicts_(g.counter("row_conflicts", "requests", "Requests that found another row open")),
      write_drains_(g.counter("write_drains", "", "Times that the scheduler turned from reads to writes")),
      bytes_(g.counter("bytes", "B", "Bytes moved, unwanted ones of a burst included")),
      busy_(g.counter("bus_busy", "cycles", "Data bus cycles with data")),
      reads_queued_(g.counter("reads_queued", "request cycles", "Reads in the queue, summed over cycles")),
      writes_queued_(g.counter("writes_queued", "request cycles", "Writes in the queue, summed over cycles")),
      queue_full_(g.counter("queue_full", "cycles", "Cycles in which a full queue kept a request out")),
      read_responses_(g.counter("read_responses", "requests", "Reads answered")),
      write_responses_(g.counter("write_responses", "requests", "Writes answered")),
      read_latency_(
          g.counter("read_latency_total", "cycles", "Cycles from arrival to answer of reads, summed")),
      write_latency_(
          g.counter("write_latency_total", "cycles", "Cycles from arrival to answer of writes, summed")) {
  g.ratio("row_hit_rate", "", "Share of requests that found their row open", hits_, requests_);
  g.ratio("row_locality", "bursts", "Row-buffer locality: bursts moved for each activate", bursts_,
          activates_);
  g.ratio("bw_util", "", "Bandwidth utilisation: share of the data bus's cycles with data", busy_, cycles_);
  g.ratio("bandwidth", "GB/s", "Mean bandwidth", bytes_, clock,
          1e6 / static_cast<double>(device.period_fs()));
  g.ratio("read_queue", "requests", "Mean occupancy of the read queue", reads_queued_, cycles_);
  g.ratio("write_queue", "requests", "Mean occupancy of the write queue", writes_queued_, cycles_);
  g.ratio("read_latency", "cycles", "Mean time from a read's arrival to its answer", read_latency_,
          read_responses_);
  g.ratio("write_latency", "cycles", "Mean time from a write's arrival to its answer", write_latency_,
          write_responses_);
}

void ControllerStatistics::see_first(const DramRequest& r) {
  ++requests_;
  ++(r.write ? writes_ : reads_);
  ++(r.closed ? conflicts_ : r.opened ? misses_ : hits_);
}

void ControllerStatistics::see_command(const CommandScheduler::Command& command) {
  ++commands_;
  switch (command.op) {
    case DramOp::activate:
      ++activates_;
      break;
    case DramOp::precharge:
      ++precharges_;
      break;
    case DramOp::refresh:
      ++refreshes_;
      break;
    case DramOp::read:
    case DramOp::write:
      if (command.request->sent == 1) see_first(*command.request);
      ++bursts_;
      ++(command.op == DramOp::read ? read_bursts_ : write_bursts_);
      bytes_ += burst_bytes_;
      busy_ += burst_cycles_;
      break;
  }
}

}  // namespace heddle
