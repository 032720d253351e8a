// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <tlm_utils/simple_initiator_socket.h>

#include <algorithm>
#include <functional>
#include <systemc>
#include <vector>

#include "hw/memory/transaction.hpp"
#include "hw/sim/clock_domain.hpp"

namespace heddle {

/// One request of a script. Empty `enables` mean all bytes.
struct Step {
  bool write = false;
  std::uint64_t address = 0;
  unsigned length = burst_bytes;
  std::vector<unsigned char> bytes{}, enables{};
  Cycle not_before = 0;
  std::function<void(AtomicRequest&)> atomic{};  ///< makes it an atomic
};

/// The outcome of a request, with times in cycles of the initiator's domain, rounded down.
struct Outcome {
  Cycle sent = 0, answered = 0;
  tlm::tlm_response_status status = tlm::TLM_INCOMPLETE_RESPONSE;
  std::vector<unsigned char> bytes{};
  std::vector<std::uint64_t> old{};  ///< of an atomic
};

/// Sends a script with at most one request a cycle, and checks the protocol on its side.
class Initiator : public sc_core::sc_module, public Clocked {
 public:
  tlm_utils::simple_initiator_socket<Initiator> socket{"socket"};

  Initiator(sc_core::sc_module_name name, ClockDomain& domain, TransactionPool& pool)
      : sc_module(name), pool_(pool) {
    socket.register_nb_transport_bw(this, &Initiator::nb_transport_bw);
    domain.attach(*this);
  }

  std::vector<Step> script;
  std::vector<Outcome> outcomes;
  unsigned refusals = 0, protocol_errors = 0, finished = 0;
  unsigned hold_responses = 0;  ///< cycles before END_RESP; 0: completed at once
  std::function<void(tlm::tlm_generic_payload&)> spoil;

  bool done() const { return finished == script.size(); }

  Cycle tick(Cycle now) override {
    if (held_ != nullptr && now >= held_until_) {
      tlm::tlm_phase phase = tlm::END_RESP;
      sc_core::sc_time delay;
      auto* held = std::exchange(held_, nullptr);
      socket->nb_transport_fw(*held, phase, delay);
      finish(*held);
    }
    const Cycle then = held_ != nullptr ? now + 1 : never;
    if (blocked_ || next_ == script.size()) return then;
    const Cycle from = std::max(script[next_].not_before, free_from_);
    if (now < from) return std::min(then, from);
    send(now);
    return now + 1;
  }

 private:
  void send(Cycle now) {
    const Step& step = script[next_];
    Transaction& t = pool_.acquire();
    if (step.atomic)
      step.atomic(t.set_up_atomic(step.address, step.length));
    else if (!step.write)
      t.set_up_read(step.address, step.length);
    else if (step.enables.empty())
      t.set_up_write(step.address, step.length);
    else
      t.set_up_partial_write(step.address, step.length);
    if (step.write) std::copy_n(step.bytes.begin(), step.length, t.data.begin());
    std::copy(step.enables.begin(), step.enables.end(), t.enables.begin());
    t.origin().tag = next_++;
    if (spoil) spoil(t);
    outcomes.resize(script.size());
    outcomes[t.origin().tag].sent = now;
    tlm::tlm_phase phase = tlm::BEGIN_REQ;
    sc_core::sc_time delay;
    blocked_ = socket->nb_transport_fw(t, phase, delay) == tlm::TLM_ACCEPTED;
    refusals += blocked_;
    protocol_errors += !blocked_ && phase != tlm::END_REQ;
  }

  tlm::tlm_sync_enum nb_transport_bw(tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase,
                                     sc_core::sc_time&) {
    if (phase == tlm::END_REQ) {
      protocol_errors += !blocked_;
      blocked_ = false;
      // It is free strictly later, so that it does not matter whether the edge at this time has run.
      free_from_ = sc_core::sc_time_stamp().value() / domain()->period_fs() + 1;
      wake();
      return tlm::TLM_ACCEPTED;
    }
    protocol_errors += phase != tlm::BEGIN_RESP || held_ != nullptr;
    Outcome& outcome = outcomes[payload.get_extension<Origin>()->tag];
    protocol_errors += outcome.answered != 0;
    outcome.answered = sc_core::sc_time_stamp().value() / domain()->period_fs();
    outcome.status = payload.get_response_status();
    outcome.bytes.assign(payload.get_data_ptr(), payload.get_data_ptr() + payload.get_data_length());
    if (const auto* atomic = payload.get_extension<AtomicRequest>())
      for (unsigned k = 0; k < atomic->count; ++k) outcome.old.push_back(atomic->operations[k].old);
    if (hold_responses == 0) {
      finish(payload);
      return tlm::TLM_COMPLETED;
    }
    held_ = &payload;
    held_until_ = outcome.answered + hold_responses;
    wake();
    return tlm::TLM_ACCEPTED;
  }

  void finish(tlm::tlm_generic_payload& payload) {
    ++finished;
    payload.release();
  }

  TransactionPool& pool_;
  std::size_t next_ = 0;
  bool blocked_ = false;
  Cycle free_from_ = 0;
  tlm::tlm_generic_payload* held_ = nullptr;
  Cycle held_until_ = 0;
};

}  // namespace heddle
