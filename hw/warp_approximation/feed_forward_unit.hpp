#pragma once

#include <memory>
#include <string>

#include "hw/sim/block_entry.hpp"
#include "hw/sim/wire.hpp"
#include "hw/sm/hooks/sm_technique.hpp"

namespace heddle {

/// A feed-forward block of the SM with the wires at its pins.
template <class Block>
class FeedForwardUnit {
 public:
  using Request = typename Block::RequestType;
  using Response = typename Block::ResponseType;

  /// `response`: where its answers go; null: to a wire of its own.
  FeedForwardUnit(const std::string& name, const typename Block::Config& config,
                  const SmTechniqueParts& parts, Wire<Beat<Response>>* response = nullptr)
      : block_(make_block<Block>(name.c_str(), config, parts.blocks)),
        request_((name + "_req").c_str()),
        own_((name + "_rsp").c_str()),
        response_(response != nullptr ? *response : own_) {
    block_->io.clk(parts.clock);
    block_->io.rst_n(parts.rst_n);
    block_->io.req.port(request_);
    block_->io.rsp.port(response_);
  }

  /// First call of each cycle.
  void begin_cycle() {
    if (driven_) request_.write({});
    driven_ = false;
  }
  bool driven() const { return driven_; }
  void start(const Request& r) {
    request_.write({r, true});
    driven_ = true;
  }
  Wire<Beat<Request>>& request() { return request_; }
  Wire<Beat<Response>>& response() { return response_; }
  const char* name() const { return block_->name(); }

 private:
  std::unique_ptr<BlockWith<typename Block::PinsType>> block_;
  Wire<Beat<Request>> request_;
  Wire<Beat<Response>> own_;
  Wire<Beat<Response>>& response_;
  bool driven_ = false;  ///< a beat was put on the request wire in this cycle
};

}  // namespace heddle
