// SPDX-License-Identifier: Apache-2.0
#include "hw/memory/crossbar/crossbar_statistics.hpp"

namespace heddle {

CrossbarStatistics::CrossbarStatistics(StatGroup& group, unsigned outputs)
    : cycles_(group.counter("cycles", "cycles", "interconnect cycles passed")),
      packets_(group.counter("packets", "packets", "packets that entered")),
      flits_(group.counter("flits", "flits", "flits that they take")),
      bytes_(group.counter("bytes", "B", "bytes of their headers, data and byte enables")),
      delivered_(group.counter("delivered", "packets", "packets that left")),
      latency_(group.counter("latency_total", "cycles", "from entering to leaving, summed")),
      contention_(group.counter("contention", "packet cycles",
                                "packets at the front of a queue, of an input that sends nothing, waiting "
                                "because their output served another")),
      output_full_(group.counter("output_full", "packet cycles",
                                 "such packets waiting because their output's buffer was full")),
      input_full_(group.counter("input_full", "packet cycles",
                                "packets waiting at a port because the input's buffer was full")) {
  group.ratio("latency", "cycles", "mean time from entering to leaving", latency_, delivered_);
  group.ratio("utilization", "", "flits moved over one flit per cycle and output", flits_, cycles_,
              1.0 / outputs);
}

}  // namespace heddle
