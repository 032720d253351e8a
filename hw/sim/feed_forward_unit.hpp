// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <memory>
#include <new>
#include <string>
#include <vector>

#include "hw/sim/block_entry.hpp"
#include "hw/sim/block_maker.hpp"
#include "hw/sim/feed_forward.hpp"
#include "hw/sim/wire.hpp"

namespace heddle {

/// The input of a FeedForwardUnit, as the unit ahead of it sees it.
template <class Request>
class FeedForwardInput {
 protected:
  template <class Block>
  friend class FeedForwardUnit;

  explicit FeedForwardInput(const std::string& name) : request_((name + "_req").c_str()) {}
  virtual ~FeedForwardInput() = default;
  /// Without pins: this request would be written to the pins in cycle `at`.
  virtual void take(const Request&, Cycle at) = 0;
  /// The unit ahead starts requests this many cycles before they are here.
  virtual void expect_ahead(unsigned cycles) = 0;

  Wire<Beat<Request>> request_;
  bool direct_ = false;
};

/// A feed-forward block with the wires at its pins. Its owner starts one request a cycle at most, in its own
/// tick or between that edge and the next one, and looks for a response in each cycle.
///
/// Where nobody could see a difference, the unit is direct: it has the block compute the response when a
/// request is started, shows it in the cycle in which the pins would, and leaves the pins and the clocking of
/// the block out, which take several times as long. That is so when the block is the model and not RTL, no
/// BlockWatcher observes its pins, cycles are skipped, the owner asks for no wake (`add_reader`), and the
/// same holds for the unit that `next` names. Whatever decides, the responses and their cycles are the same:
/// tests/sim/direct_units_test.cpp.
template <class Block>
class FeedForwardUnit : public FeedForwardInput<typename Block::RequestType> {
 public:
  using Request = typename Block::RequestType;
  using Response = typename Block::ResponseType;

  /// `next`: the unit that takes its responses as requests; then this one never shows any.
  FeedForwardUnit(const std::string& name, const typename Block::Config& config, ClockDomain& clock,
                  Wire<bool>& rst_n, const BlockMaker& blocks, FeedForwardInput<Response>* next = nullptr)
      : FeedForwardInput<Request>(name),
        clock_(clock),
        block_(make_block<Block>(name.c_str(), config, blocks)),
        model_(dynamic_cast<Model*>(block_.get())),
        next_(next),
        latency_(model_ != nullptr ? model_->latency() : 0),
        response_((name + "_rsp").c_str()) {
    block_->io.clk(clock);
    block_->io.rst_n(rst_n);
    block_->io.req.port(this->request_);
    block_->io.rsp.port(next != nullptr ? next->request_ : response_);
    this->direct_ = model_ != nullptr && blocks.watcher == nullptr && clock.skipping();
    if (this->direct_) expect_ahead(0);
    if (next == nullptr) return;
    next->direct_ = next->direct_ && this->direct_;
    if (next->direct_) next->expect_ahead(latency_);
  }

  const char* name() const { return block_->name(); }
  /// Wakes `reader` when a response shows, or shows no longer: for an owner that may sleep while a request is
  /// in the block. To be called before the simulation begins.
  void add_reader(Clocked& reader) {
    this->direct_ = false;
    response_.add_reader(reader);
  }

  /// A request has been started in this cycle, or in the last one and `idle` was not called since.
  bool driven() const { return driven_; }
  /// The next request, to be filled in place: it holds what an earlier one had. `start` starts it.
  Request& staged() { return this->request_.staged().payload; }
  void start() {
    driven_ = true;
    if (direct())
      take(staged(), clock_.now());
    else
      this->request_.start();
  }
  void start(const Request& r) {
    staged() = r;
    start();
  }
  /// In the cycle behind one with a request, before another one is started.
  void idle() {
    if (driven_ && !direct()) this->request_.idle();
    driven_ = false;
  }
  /// The response that shows in this cycle; null when there is none.
  const Response* response() const {
    if (!this->direct_) return response_.shown().valid ? &response_.shown().payload : nullptr;
    const Shown& s = shown_[clock_.now() & (shown_.size() - 1)];
    return s.cycle == clock_.now() ? &s.response : nullptr;
  }

 private:
  using Model = FeedForward<Request, Response>;
  struct Shown {
    Response response;
    Cycle cycle = never;  ///< in which it shows
  };

  bool direct() const { return this->direct_ && (next_ == nullptr || next_->direct_); }
  void take(const Request& r, Cycle at) final {
    const Cycle written = at + latency_;  // at this edge the block would write its output
    if (next_ != nullptr) return next_->take(model_->respond(r), written);
    Shown& s = shown_[(written + 1) & (shown_.size() - 1)];
    new (&s.response) Response(model_->respond(r));  // made in its place
    s.cycle = written + 1;
  }
  /// A place for each cycle from the present one up to that of the response to a request of this cycle.
  void expect_ahead(unsigned cycles) final {
    shown_.resize(std::bit_ceil(std::size_t{cycles} + latency_ + 2));
  }

  ClockDomain& clock_;
  std::unique_ptr<BlockWith<typename Block::PinsType>> block_;
  Model* model_;  ///< null: it is RTL
  FeedForwardInput<Response>* next_;
  const unsigned latency_;  ///< of the model
  bool driven_ = false;
  std::vector<Shown> shown_;       ///< by the lowest bits of the cycle
  Wire<Beat<Response>> response_;  // last, so that what is used without it lies together
};

}  // namespace heddle
