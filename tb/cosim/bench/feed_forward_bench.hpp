// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "hw/sim/channel.hpp"
#include "models/base/random.hpp"
#include "tb/cosim/bench/block_bench.hpp"
#include "tb/cosim/bench/pacer.hpp"

namespace heddle {

/// The position of a request in a burst: the first follows an idle cycle, the last precedes one.
enum class BurstPlace { inside, first, last };

/// A bench for a pipeline without stalls: bursts, gaps and lone requests; the block's own bench draws the
/// requests.
template <class Request, class Response>
class FeedForwardBench : public TypedBench<Beat<Request>, Beat<Response>> {
 public:
  FeedForwardBench(unsigned latency, std::uint64_t seed) : random(seed), latency_(latency), pacer_(latency) {}

  unsigned latency() const final { return latency_; }

 protected:
  virtual void draw(BurstPlace place, Request& request) = 0;

  Random random;

 private:
  bool next(Beat<Request>& in, const Beat<Response>&) final {
    const bool follows = offered_;
    in.valid = offered_ = pacer_.offer(random);
    if (in.valid) {
      const BurstPlace end = pacer_.ends() ? BurstPlace::last : BurstPlace::inside;
      draw(follows ? end : BurstPlace::first, in.payload);
    }
    return in.valid;
  }

  unsigned latency_;
  Pacer pacer_;
  bool offered_ = false;
};

}  // namespace heddle
