// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <systemc>
#include <vector>

#include "hw/memory/request_check.hpp"
#include "hw/memory/sparse_memory.hpp"
#include "hw/memory/target_port.hpp"
#include "hw/memory/transaction.hpp"

namespace heddle {

/// A memory with a fixed timing: it takes a request every `interval` cycles, answers it `latency` cycles
/// later, and records it.
class PlainTarget : public sc_core::sc_module, public Clocked {
 public:
  struct Seen {
    Cycle taken;
    std::uint64_t address;
    unsigned length;
    bool write;
    unsigned bytes;  ///< that are written
    std::uint32_t source;
  };

  PlainTarget(sc_core::sc_module_name name, ClockDomain& clock, unsigned latency, unsigned interval = 1,
              unsigned depth = 8)
      : sc_module(name), port("port", *this, depth), latency(latency), interval(interval) {
    clock.attach(*this);
    port.debug = [this](tlm::tlm_generic_payload& p) {
      const std::span<unsigned char> data(p.get_data_ptr(), p.get_data_length());
      p.is_read() ? memory.read(p.get_address(), data) : memory.write(p.get_address(), data);
      return p.get_data_length();
    };
  }

  Cycle tick(Cycle now) override {
    if (!work_.empty() && work_.front().first <= now && port.can_respond()) {
      auto* payload = work_.front().second;
      work_.pop();
      port.respond(*payload);
    }
    if (now >= next_)
      if (auto* payload = port.front()) {
        port.pop();
        next_ = now + interval;
        perform(*payload, now);
        work_.push({now + latency, payload});
      }
    return work_.empty() && port.empty() ? never : now + 1;
  }

  TargetPort port;
  unsigned latency, interval;
  SparseMemory memory;
  std::vector<Seen> seen;

 private:
  void perform(tlm::tlm_generic_payload& p, Cycle now) {
    const std::span<unsigned char> data(p.get_data_ptr(), p.get_data_length());
    unsigned bytes = p.is_write() ? p.get_data_length() : 0;
    if (const unsigned char* e = p.get_byte_enable_ptr()) {
      bytes = 0;
      for (unsigned i = 0; i < p.get_data_length(); ++i) bytes += e[i] != 0;
      memory.write(p.get_address(), data, {e, p.get_byte_enable_length()});
    } else if (p.is_write()) {
      memory.write(p.get_address(), data);
    } else if (p.is_read()) {
      memory.read(p.get_address(), data);
    }
    const auto* origin = p.get_extension<Origin>();
    seen.push_back({now, p.get_address(), p.get_data_length(), p.is_write(), bytes,
                    origin != nullptr ? origin->source : 0});
    p.set_response_status(check_request(p));
  }

  Cycle next_ = 0;
  Ring<std::pair<Cycle, tlm::tlm_generic_payload*>> work_;
};

}  // namespace heddle
