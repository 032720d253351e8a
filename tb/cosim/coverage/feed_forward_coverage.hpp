// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "hw/sim/channel.hpp"
#include "tb/cosim/coverage/block_coverage.hpp"

namespace heddle {

/// Whether a request had another one right before it, and right after it.
struct Neighbours {
  bool before = false, behind = false;
};

/// How requests follow one another in a pipeline without stalls; the block's own coverage says which of them
/// matter.
template <class Request, class Response>
class FeedForwardCoverage : public TypedCoverage<Beat<Request>, Beat<Response>> {
 public:
  explicit FeedForwardCoverage(unsigned latency)
      : latency_(latency),
        back_to_back_(this->coverage.point("back to back")),
        isolated_(this->coverage.point("isolated")),
        reset_stage_(
            this->coverage.points("reset with stage {} occupied", 1, latency, only_a_bench_resets())) {}

 protected:
  /// Returns what is to be remembered until the response is there.
  virtual unsigned see_request(const Request& request) = 0;
  virtual void see_response(const Response& response, unsigned remembered, Neighbours of_request) = 0;

 private:
  void see(const Beat<Request>& in, const Beat<Response>& out, bool rst_n) final {
    if (!rst_n) {
      for (unsigned stage = 0; stage < latency_ && history_ != 0; ++stage)
        *reset_stage_[stage] += history_ >> stage & 1;
      history_ = 0;
      return;
    }
    // Bit k: a request entered k edges ago, so it is in stage k + 1.
    history_ = history_ << 1 | in.valid;
    ++edge_;
    if (out.valid)
      see_response(out.payload, remembered_[(edge_ - latency_) % remembered_.size()],
                   {(history_ >> (latency_ + 1) & 1) != 0, (history_ >> (latency_ - 1) & 1) != 0});
    if (in.valid) remembered_[edge_ % remembered_.size()] = see_request(in.payload);
    back_to_back_ += (history_ & 3) == 3;
    const std::uint64_t around = (std::uint64_t{1} << (2 * latency_ + 1)) - 1;
    isolated_ += (history_ & around) == std::uint64_t{1} << latency_;
  }

  unsigned latency_;
  std::uint64_t& back_to_back_;
  std::uint64_t& isolated_;
  std::vector<std::uint64_t*> reset_stage_;
  std::uint64_t history_ = 0, edge_ = 0;
  std::array<unsigned, 32> remembered_{};  // longer than any latency
};

}  // namespace heddle
