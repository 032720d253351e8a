// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <tlm>
#include <vector>

namespace heddle {

/// Observers of the payloads that pass a port: `see(payload, phase)` for each BEGIN_REQ and BEGIN_RESP.
/// Timelines and protocol checkers use them; tests of the data path flip a bit there. A tap at an SM's port
/// is called by the thread that ticks the SM (Island).
class PayloadTaps {
 public:
  using See = std::function<void(tlm::tlm_generic_payload&, tlm::tlm_phase)>;

  void add(See see) { taps_.push_back(std::move(see)); }
  void see(tlm::tlm_generic_payload& payload, tlm::tlm_phase phase) const {
    for (const See& s : taps_) s(payload, phase);
  }

 private:
  std::vector<See> taps_;
};

}  // namespace heddle
