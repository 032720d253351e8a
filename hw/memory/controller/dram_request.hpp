// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>
#include <tlm>
#include <vector>

#include "hw/memory/address_mapping.hpp"
#include "hw/sim/clock_domain.hpp"

namespace heddle {

/// What a channel's controller knows about a payload that it holds.
struct DramRequest {
  tlm::tlm_generic_payload* payload = nullptr;
  bool write = false;
  DramAddress place{};
  std::uint64_t line = 0;  ///< which memory line
  std::uint64_t age = 0;   ///< its number in order of arrival
  Cycle arrived = 0;       ///< at the entrance
  Cycle queued = 0;
  unsigned length = 0;             ///< bytes that DRAM moves for it
  unsigned bursts = 0, sent = 0;   ///< how many it takes, and for how many the command went out
  unsigned running = 0;            ///< bursts whose end the device has not announced yet
  Cycle end = 0;                   ///< of the data of its latest burst
  bool opened = false;             ///< its row was activated for it,
  bool closed = false;             ///< and another one was closed for it
  bool urgent = false;             ///< another request waits for it, or for a younger one to its line
  DramRequest* waiters = nullptr;  ///< first of those that must come after it
  DramRequest* next_waiter = nullptr;
  bool blocked = false;  ///< waits for another one
  // Neighbours in its queue, and among those of its bank there.
  DramRequest *older = nullptr, *younger = nullptr, *bank_older = nullptr, *bank_younger = nullptr;
};

/// Lends request records.
class DramRequestPool {
 public:
  DramRequest& take() {
    if (free_.empty()) free_.push_back(&all_.emplace_back());
    DramRequest& request = *free_.back();
    free_.pop_back();
    request = DramRequest();
    request.age = ++taken_;
    return request;
  }
  void give_back(DramRequest& request) {
    request.payload = nullptr;
    free_.push_back(&request);
  }
  std::size_t lent() const { return all_.size() - free_.size(); }
  /// All records; those that are not lent have no payload.
  std::deque<DramRequest>& all() { return all_; }

 private:
  std::deque<DramRequest> all_;
  std::vector<DramRequest*> free_;
  std::uint64_t taken_ = 0;
};

}  // namespace heddle
