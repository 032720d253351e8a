// SPDX-License-Identifier: Apache-2.0
#include "tb/microbench/crossbar_load.hpp"

#include <deque>

#include "hw/memory/crossbar/crossbar_net.hpp"
#include "models/base/random.hpp"

namespace heddle {
namespace {

struct Packet : tlm::tlm_generic_payload {
  Cycle made = 0;
  unsigned output = 0;
};

class LoadRun {
 public:
  LoadRun(const CrossbarLoad& load, double offered)
      : load_(load),
        net_(load.config, load.inputs, load.outputs, statistics_),
        random_(load.seed),
        flits_(net_.flits(load.packet_bytes)),
        chance_(static_cast<std::uint64_t>(offered / flits_ * 0x1p32)),
        sources_(load.inputs) {}

  LoadPoint run(double offered) {
    for (now_ = 1; now_ <= load_.warm_up + load_.measured; ++now_) {
      deliver();
      net_.advance(now_);
      for (unsigned k = 0; k < load_.inputs; ++k) make(k);
    }
    return {offered, static_cast<double>(delivered_) * flits_ / load_.inputs / load_.measured,
            delivered_ == 0 ? 0 : static_cast<double>(latency_) / static_cast<double>(delivered_)};
  }

 private:
  void deliver() {
    net_.occupied().for_each([&](unsigned output) {
      auto* packet = static_cast<Packet*>(net_.front(output, now_));
      if (packet == nullptr) return;
      net_.pop(output, now_);
      free_.push_back(packet);
      if (now_ <= load_.warm_up) return;
      ++delivered_;
      latency_ += now_ - packet->made;
    });
  }
  void make(unsigned input) {
    std::deque<Packet*>& source = sources_[input];
    if ((random_() >> 32) < chance_) {
      if (free_.empty()) free_.push_back(&packets_.emplace_back());
      Packet& packet = *free_.back();
      free_.pop_back();
      packet.made = now_;
      packet.output = load_.traffic == Traffic::uniform       ? random_.below(load_.outputs)
                      : load_.traffic == Traffic::permutation ? input % load_.outputs
                                                              : 0;
      source.push_back(&packet);
    }
    if (source.empty() || !net_.room(input, load_.packet_bytes)) return;
    Packet& packet = *source.front();
    source.pop_front();
    net_.enter(input, packet, packet.output, load_.packet_bytes, now_);
  }

  const CrossbarLoad& load_;
  StatGroup statistics_;
  CrossbarNet net_;
  Random random_;
  const unsigned flits_;
  const std::uint64_t chance_;  ///< of a packet in a cycle, of 2^32
  Cycle now_ = 0;
  std::vector<std::deque<Packet*>> sources_;
  std::deque<Packet> packets_;
  std::vector<Packet*> free_;
  std::uint64_t delivered_ = 0, latency_ = 0;
};

}  // namespace

LoadPoint measure(const CrossbarLoad& load, double offered) { return LoadRun(load, offered).run(offered); }

LoadCurve measure(const CrossbarLoad& load, std::span<const double> offered) {
  LoadCurve curve{.name = std::string(name_of(load.traffic))};
  for (const double share : offered) curve.points.push_back(measure(load, share));
  return curve;
}

}  // namespace heddle
