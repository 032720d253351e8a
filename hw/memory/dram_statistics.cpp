#include "hw/memory/dram_statistics.hpp"

#include "hw/memory/transaction.hpp"

namespace heddle {

DramStatistics::DramStatistics(StatGroup& group, const DramConfig& config)
    : cycles_(group.counter("cycles", "cycles", "Command clock cycles passed")),
      requests_(
          group.counter("requests", "requests", "Requests that reached a bank; an atomic counts as two")),
      reads_(group.counter("reads", "requests", "Reads served")),
      writes_(group.counter("writes", "requests", "Writes served")),
      atomics_(
          group.counter("atomics", "requests", "Atomics served, which also count as a read and a write")),
      bursts_(group.counter("bursts", "bursts", "Bursts of 32 B moved")),
      bytes_(group.counter("bytes", "B", "Bytes moved, masked ones of partial writes included")),
      hits_(group.counter("row_hits", "requests", "Requests that found their row open")),
      closed_(group.counter("row_closed", "requests", "Requests that found no row open in their bank")),
      conflicts_(group.counter("row_conflicts", "requests", "Requests that found another row open")),
      busy_(group.counter("bus_busy", "cycles", "Data bus cycles with data, summed over the channels")),
      responses_(group.counter("responses", "requests", "Responses sent, errors included")),
      latency_(group.counter("latency_total", "cycles", "Cycles from request to response, summed")),
      errors_(group.counter("errors", "requests", "Requests that are malformed, answered with an error")),
      queue_full_(group.counter("queue_full", "requests", "Requests that waited for room in their channel")),
      queue_wait_(group.counter("queue_full_wait", "cycles", "Cycles that they waited, summed")),
      refused_(group.counter("refused", "requests", "Requests that an initiator had to hold")) {
  group.ratio("row_hit_rate", "", "Share of requests that found their row open", hits_, requests_);
  group.ratio("latency", "cycles", "Mean time from request to response", latency_, responses_);
  group.ratio("bus_utilization", "", "Share of the peak bandwidth that was used", busy_, cycles_,
              1.0 / config.channels);
  group.ratio("bandwidth", "GB/s", "Mean bandwidth", bytes_, cycles_,
              1e6 / static_cast<double>(config.period_fs()));
}

void DramStatistics::see_access(const DramAccess& access, bool write, unsigned bursts) {
  ++requests_;
  ++(write ? writes_ : reads_);
  ++(access.row == RowState::hit ? hits_ : access.row == RowState::closed ? closed_ : conflicts_);
  bursts_ += bursts;
  bytes_ += bursts * burst_bytes;
  busy_ += access.end - access.data;
}

}  // namespace heddle
