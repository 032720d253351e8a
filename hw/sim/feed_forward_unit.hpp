#pragma once

#include <memory>
#include <string>

#include "hw/sim/block_entry.hpp"
#include "hw/sim/block_maker.hpp"
#include "hw/sim/wire.hpp"

namespace heddle {

/// A feed-forward block with the wires at its pins. Its owner starts one request a cycle at most.
template <class Block>
struct FeedForwardUnit {
  using Request = typename Block::RequestType;
  using Response = typename Block::ResponseType;

  std::unique_ptr<BlockWith<typename Block::PinsType>> block;
  Wire<Beat<Request>> request;
  Wire<Beat<Response>> response;
  bool driven = false;  ///< a request is on its wire since this cycle

  /// `next`: the wire of its responses, if that is another block's; then `response` stays idle.
  FeedForwardUnit(const std::string& name, const typename Block::Config& config, ClockDomain& clock,
                  Wire<bool>& rst_n, const BlockMaker& blocks, Wire<Beat<Response>>* next = nullptr)
      : block(make_block<Block>(name.c_str(), config, blocks)),
        request((name + "_req").c_str()),
        response((name + "_rsp").c_str()) {
    block->io.clk(clock);
    block->io.rst_n(rst_n);
    block->io.req.port(request);
    block->io.rsp.port(next != nullptr ? *next : response);
  }

  /// The request of this cycle, to be filled in place: it holds what an earlier one had.
  Request& start() {
    driven = true;
    return request.start();
  }
  void start(const Request& r) { start() = r; }
  /// In the cycle behind one with a request, before another one is started.
  void idle() {
    if (driven) request.idle();
    driven = false;
  }
};

}  // namespace heddle
