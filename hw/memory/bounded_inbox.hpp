// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <systemc>
#include <tlm>

#include "models/base/ring.hpp"

namespace heddle {

/// The inbox at one end of a TLM connection: payloads with their time of arrival, at most `depth` of them. A
/// payload that arrives at time T is seen strictly after T, and room that is made at T counts strictly after
/// T; so nothing depends on the order of processes at one instant.
class BoundedInbox {
 public:
  using Payload = tlm::tlm_generic_payload;

  explicit BoundedInbox(unsigned depth) : depth_(depth) {}

  bool empty() const { return mail_.empty(); }
  std::size_t size() const { return mail_.size(); }
  bool room() const { return mail_.size() + (freed_at_ == now() ? freed_ : 0) < depth_; }
  void push(Payload& payload, std::uint64_t arrival) { mail_.push({arrival, &payload}); }
  /// The oldest payload that came before now, or null.
  Payload* front() const {
    return mail_.empty() || mail_.front().first >= now() ? nullptr : mail_.front().second;
  }
  void pop() {
    mail_.pop();
    freed_ = freed_at_ == now() ? freed_ + 1 : 1;
    freed_at_ = now();
  }
  /// Calls `see(payload)` for all payloads, whenever they came: for debug accesses, not for the simulated
  /// machine.
  template <class See>
  void for_each(See&& see) const {
    for (auto mail = mail_; !mail.empty(); mail.pop()) see(*mail.front().second);
  }
  static std::uint64_t now() { return sc_core::sc_time_stamp().value(); }

 private:
  const unsigned depth_;
  Ring<std::pair<std::uint64_t, Payload*>> mail_;
  std::uint64_t freed_at_ = ~std::uint64_t{0};  ///< time of the last pop, and how many there were then
  unsigned freed_ = 0;
};

}  // namespace heddle
