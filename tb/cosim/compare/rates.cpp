// SPDX-License-Identifier: Apache-2.0
#include "tb/cosim/compare/rates.hpp"

#include <ctime>

namespace heddle {

double thread_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

BareLoop::BareLoop(std::unique_ptr<RtlModel> rtl, const std::vector<const PinLayout*>& inputs,
                   const std::vector<const PinLayout*>& outputs)
    : rtl_(std::move(rtl)), inputs_(tie(inputs)), outputs_(tie(outputs)) {
  *static_cast<unsigned char*>(rtl_->ports().find("rst_ni")->second.data) = 1;
}

std::vector<BareLoop::TiedChannel> BareLoop::tie(const std::vector<const PinLayout*>& layouts) {
  const auto ports = rtl_->ports();
  std::vector<TiedChannel> all;
  for (const PinLayout* layout : layouts) {
    all.push_back({layout, {}});
    for (const Field& f : layout->fields())
      all.back().ties.push_back(
          {static_cast<std::byte*>(ports.find(f.name)->second.data), f.offset, rtl_bytes(f.bits)});
  }
  return all;
}

Speed BareLoop::run(const Trace& trace, unsigned rounds) {
  const double start = thread_seconds();
  unsigned seen = 0;
  for (unsigned round = 0; round < rounds; ++round) {
    for (std::size_t cycle = 0; cycle < trace.cycles(); ++cycle) {
      for (std::size_t i = 0; i < inputs_.size(); ++i) {
        const auto& ties = inputs_[i].ties;
        const std::byte* value = trace.value(cycle, i);
        for (std::size_t t = inputs_[i].layout->valid(value) ? 0 : ties.size() - 1; t < ties.size(); ++t)
          copy_pin(ties[t].rtl, value + ties[t].offset, ties[t].bytes);
      }
      rtl_->edge();
      for (const TiedChannel& c : outputs_) {
        if (c.layout->has_valid() && *c.ties.back().rtl == std::byte{0}) continue;
        for (const Tie& t : c.ties)
          for (std::size_t b = 0; b < t.bytes; ++b) seen += std::to_integer<unsigned>(t.rtl[b]);
      }
    }
  }
  seen_ += seen;  // keeps the compiler from removing the reads
  return {rounds * trace.vectors(), thread_seconds() - start};
}

Replay::Replay(const char* name, Block& block) : domain_(name, 1'000'000) {
  Pins& pins = block.pins();
  pins.clk(domain_);
  pins.rst_n(rst_n_);
  for (Channel* c : pins.channels) {
    auto& nets = c->input() ? inputs_ : outputs_;
    nets.push_back(c->make_net(sc_core::sc_gen_unique_name("replay"), Carrier::wire));
    c->bind(*nets.back());
  }
  rst_n_.write(true);
  domain_.attach(*this);
}

Speed Replay::run(const Trace& trace, unsigned rounds) {
  const double start = thread_seconds();
  trace_ = &trace;
  left_ = rounds * trace.cycles();
  wake();
  sc_core::sc_start(sc_core::sc_time::from_value(domain_.period_fs() * left_));
  return {rounds * trace.vectors(), thread_seconds() - start};
}

Cycle Replay::tick(Cycle now) {
  if (left_ == 0) {
    // The inputs become zero, so that the block does not work on while others are measured.
    for (std::size_t i = 0; trace_ != nullptr && i < inputs_.size(); ++i) {
      std::memset(inputs_[i]->staged(), 0, trace_->layout(i).bytes());
      inputs_[i]->commit();
    }
    return never;
  }
  --left_;
  for (std::size_t i = 0; i < inputs_.size(); ++i) {
    trace_->layout(i).copy(inputs_[i]->staged(), trace_->value(next_, i));
    inputs_[i]->commit();
  }
  next_ = next_ + 1 == trace_->cycles() ? 0 : next_ + 1;
  return now + 1;
}

}  // namespace heddle
