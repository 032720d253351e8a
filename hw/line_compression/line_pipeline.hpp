// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "hw/memory/line/line_executor.hpp"
#include "hw/sim/feed_forward_unit.hpp"
#include "models/base/error.hpp"
#include "models/base/ring.hpp"

namespace heddle {

/// A feed-forward block of an edge, and the jobs that are in it, in order. It takes one a cycle. A request
/// stands on the block's pins one cycle after `start`, and its result `latency` cycles later.
template <class Block>
class LinePipeline {
 public:
  using Request = typename Block::RequestType;
  using Response = typename Block::ResponseType;

  LinePipeline(const char* name, const typename Block::Config& config, const EdgeParts& parts)
      : unit_(name, config, parts.clock, *parts.rst_n, parts.blocks) {}

  const char* name() const { return unit_.name(); }
  /// Is woken when a result comes.
  void wakes(Clocked& reader) { unit_.add_reader(reader); }

  /// False when it has taken a job in this cycle already.
  bool start(LineJob& job, const Request& request, Cycle now) {
    if (started_ == now) return false;
    started_ = now;
    jobs_.push(&job);
    unit_.start(request);
    return true;
  }
  Cycle started() const { return started_; }  ///< the cycle of the last request

  /// To be called in each cycle behind one with a request: takes it off the pins.
  void idle(Cycle now) {
    if (started_ != now) unit_.idle();
  }
  /// The job whose result stands on the pins in this cycle; null when there is none, or it was returned
  /// before.
  LineJob* take(Cycle now) {
    if (unit_.response() == nullptr || collected_ == now) return nullptr;
    collected_ = now;
    if (jobs_.empty())
      throw Error({.place = name(), .what = "the block returns a line for which there was no request"});
    LineJob* job = jobs_.front();
    jobs_.pop();
    return job;
  }
  /// The result of the job that `take` has returned in this cycle.
  const Response& result() const { return *unit_.response(); }

 private:
  FeedForwardUnit<Block> unit_;
  Ring<LineJob*> jobs_{};
  Cycle started_ = 0, collected_ = 0;  ///< the cycle of the last request, and of the last response
};

}  // namespace heddle
