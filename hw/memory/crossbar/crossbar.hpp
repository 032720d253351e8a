// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>

#include "hw/memory/crossbar/crossbar_net.hpp"
#include "hw/memory/initiator_port.hpp"
#include "hw/memory/slice_map.hpp"
#include "hw/memory/target_port.hpp"

namespace heddle {

/// The interconnect: a crossbar from SMs to L2 slices for requests and another one back for answers, so that
/// answers never wait for requests. `sm(k)` is the socket of an SM, or of any TLM-2.0 initiator; `slice(k)`
/// binds to an L2 slice, or to any target that serves the addresses which SliceMap gives to k; neighbouring
/// slices may share a port of the crossbar (CrossbarConfig::slices_per_port), which takes their answers round
/// robin, one a cycle. A request that is malformed is answered with its TLM error without leaving its port.
class Crossbar : public sc_core::sc_module, public Clocked {
 public:
  /// `domain` runs at the interconnect's clock. Statistics: groups `requests` and `responses` of `group`.
  /// Throws Error when the slices do not fill the ports.
  Crossbar(sc_core::sc_module_name name, const CrossbarConfig& config, const SliceMap& map, unsigned sms,
           ClockDomain& domain, StatGroup& group);

  /// Payloads may outlive it.
  ~Crossbar() override;

  TargetPort& sm(unsigned k) { return sms_[k]; }
  InitiatorPort& slice(unsigned k) { return slices_[k]; }

  Cycle tick(Cycle now) override;
  void credit(Cycle elapsed) override {
    requests_.credit(elapsed);
    responses_.credit(elapsed);
  }

 private:
  enum class Latch { deliveries, inputs, answers };  // that random stalls may hold

  using Payload = tlm::tlm_generic_payload;
  static constexpr unsigned port_depth = 2;  ///< inbox of a port: one arrives while another is taken

  /// Where a request came from: an extension of its payload until the answer is back.
  struct Route : tlm::tlm_extension<Route> {
    unsigned sm = 0;
    tlm::tlm_generic_payload* payload = nullptr;  ///< that carries it
    tlm::tlm_extension_base* clone() const override { return new Route(*this); }
    void copy_from(const tlm::tlm_extension_base& other) override {
      sm = static_cast<const Route&>(other).sm;
    }
    void free() override { payload = nullptr; }  // the payload is freed; the Route belongs to the crossbar
  };
  void answer_malformed();
  void mark(Payload&, unsigned sm);
  unsigned unmark(Payload&);

  unsigned request_bytes(const Payload&) const;
  unsigned response_bytes(const Payload&) const;
  // Each returns whether it must run again in the next cycle.
  bool deliver(Cycle now);
  bool take_requests(Cycle now);
  bool take_responses(Cycle now);
  bool take_response(unsigned port, Cycle now);
  /// The port of a slice.
  unsigned port_of(unsigned slice) const { return slice / config_.slices_per_port; }
  /// The slice of a port whose answer goes next, or null.
  InitiatorPort* next_to_answer(unsigned port);
  unsigned debug(Payload&);

  const CrossbarConfig config_;
  const SliceMap map_;
  CrossbarNet requests_, responses_;
  std::deque<TargetPort> sms_;
  std::deque<InitiatorPort> slices_;
  PortSet sm_mail_, slice_mail_;           ///< SMs and slices that may have sent payloads
  std::vector<unsigned> pointers_;         ///< of the round robins: by port, which of its slices goes first
  PortSet refused_;                        ///< SMs with malformed requests
  std::vector<Ring<Payload*>> malformed_;  ///< by SM
  std::deque<Route> routes_;
  std::vector<Route*> free_routes_;
};

}  // namespace heddle
