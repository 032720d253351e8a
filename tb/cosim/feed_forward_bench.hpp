#pragma once

#include <cstdint>

#include "hw/sim/channel.hpp"
#include "models/base/random.hpp"
#include "tb/cosim/block_bench.hpp"
#include "tb/cosim/pacer.hpp"

namespace heddle {

/// A bench for a pipeline without stalls: bursts, gaps and lone requests; the block's own bench draws the
/// requests.
template <class Request, class Response>
class FeedForwardBench : public TypedBench<Beat<Request>, Beat<Response>> {
 public:
  FeedForwardBench(unsigned latency, std::uint64_t seed) : random(seed), latency_(latency), pacer_(latency) {}

  unsigned latency() const final { return latency_; }

 protected:
  virtual void draw(Request& request) = 0;

  Random random;

 private:
  bool next(Beat<Request>& in, const Beat<Response>&) final {
    in.valid = pacer_.offer(random);
    if (in.valid) draw(in.payload);
    return in.valid;
  }

  unsigned latency_;
  Pacer pacer_;
};

}  // namespace heddle
