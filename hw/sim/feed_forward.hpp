// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <utility>
#include <vector>

#include "hw/sim/block.hpp"

namespace heddle {

template <class Request, class Response>
struct FeedForwardPins : Pins {
  BeatIn<Request> req{channels, "req"};
  BeatOut<Response> rsp{channels, "rsp"};
};

/// A pipeline without stalls: each request gives one response after exactly `latency` edges, one a cycle. The
/// derived block defines what is computed; this class defines when.
template <class Request, class Response>
class FeedForward : public BlockWith<FeedForwardPins<Request, Response>> {
 public:
  using RequestType = Request;
  using ResponseType = Response;

  FeedForward(sc_core::sc_module_name name, unsigned latency)
      : BlockWith<FeedForwardPins<Request, Response>>(name), stages_(latency) {}

  unsigned latency() const { return static_cast<unsigned>(stages_.size()); }
  /// The response to the next request, for a FeedForwardUnit that keeps the time by itself.
  Response respond(const Request& request) { return compute(request); }

  Cycle tick(Cycle now) final {
    if (this->io.in_reset()) {
      for (auto& stage : stages_) stage.valid = false;
      occupied_ = 0;
      reset();
      this->io.rsp.put({});
      return never;
    }
    const Beat<Request>& in = this->io.req.get();
    if (stages_.size() == 1) {  // the output's register is the only one
      Beat<Response>& out = this->io.rsp.next();
      if (in.valid) out.payload = compute(in.payload);
      if (std::exchange(out.valid, in.valid) || in.valid) this->io.rsp.commit();
      return in.valid ? now + 1 : never;
    }
    // Edges pass in between when the block slept, but then every stage was empty and the ring's phase is
    // free.
    Beat<Response>& stage = stages_[head_];
    occupied_ -= stage.valid;
    stage.valid = in.valid;
    if (in.valid) stage.payload = compute(in.payload);
    occupied_ += stage.valid;
    head_ = head_ + 1 == stages_.size() ? 0 : head_ + 1;
    // The output register is written at the latency-th edge that a beat sees: its own edge when the latency
    // is 1.
    this->io.rsp.put(stages_[head_]);
    return occupied_ != 0 || in.valid ? now + 1 : never;
  }

 protected:
  virtual Response compute(const Request&) = 0;
  /// Called at each edge in reset, for what the derived block keeps from one request to the next.
  virtual void reset() {}

 private:
  std::vector<Beat<Response>> stages_;
  std::size_t head_ = 0, occupied_ = 0;
};

}  // namespace heddle
