// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <fmt/format.h>

#include "hw/memory/initiator_port.hpp"
#include "hw/memory/target_port.hpp"
#include "hw/memory/transaction.hpp"

namespace heddle::ports_test {
namespace {

/// Sends `count` requests as fast as possible, and takes an answer every `pause` cycles.
struct Sender : sc_core::sc_module, Clocked {
  Sender(sc_core::sc_module_name name, ClockDomain& clock, unsigned count, unsigned room, unsigned pause)
      : sc_module(name), port("port", *this, room), left(count), pause(pause) {
    clock.attach(*this);
  }
  Cycle tick(Cycle now) override {
    if (now % pause == 0)
      if (auto* payload = port.receive()) {
        received.push_back({now, payload->get_address()});
        payload->release();
      }
    if (left != 0 && port.free()) {
      Transaction& t = pool.acquire();
      t.set_up_read(32 * --left, 32);
      sent.push_back(now);
      port.send(t);
    }
    return (left != 0 && port.free()) || port.waiting() ? now + 1 : never;
  }
  InitiatorPort port;
  TransactionPool pool;
  unsigned left, pause;
  std::vector<Cycle> sent;
  std::vector<std::pair<Cycle, std::uint64_t>> received;
};

/// Takes a request every `pause` cycles and answers it `latency` cycles later.
struct Echo : sc_core::sc_module, Clocked {
  Echo(sc_core::sc_module_name name, ClockDomain& clock, unsigned depth, unsigned pause, unsigned latency)
      : sc_module(name), port("port", *this, depth), pause(pause), latency(latency) {
    clock.attach(*this);
  }
  Cycle tick(Cycle now) override {
    if (!work.empty() && work.front().first <= now && port.can_respond()) {
      auto* payload = work.front().second;
      work.pop();
      payload->set_response_status(tlm::TLM_OK_RESPONSE);
      port.respond(*payload);
    }
    if (now % pause == 0)
      if (auto* payload = port.front()) {
        port.pop();
        taken.push_back(now);
        work.push({now + latency, payload});
      }
    return work.empty() && port.empty() ? never : now + 1;
  }
  TargetPort port;
  unsigned pause, latency;
  Ring<std::pair<Cycle, tlm::tlm_generic_payload*>> work;
  std::vector<Cycle> taken;
};

struct Pair {
  Pair(const std::string& name, std::uint64_t core, std::uint64_t memory, bool target_first, bool skipping,
       unsigned depth, unsigned room, unsigned take_every, unsigned receive_every)
      : core("core", core, skipping), memory("memory", memory, skipping) {
    const auto make_target = [&] {
      target = std::make_unique<Echo>((name + "_echo").c_str(), this->memory, depth, take_every, 3);
    };
    if (target_first) make_target();
    sender = std::make_unique<Sender>((name + "_sender").c_str(), this->core, 40, room, receive_every);
    if (!target_first) make_target();
    sender->port.socket.bind(target->port.socket);
  }
  ClockDomain core, memory;
  std::unique_ptr<Sender> sender;
  std::unique_ptr<Echo> target;
};

/// Times do not depend on which side is made first or on skipping; nothing is lost, and the order is kept.
void all_orders_agree(std::uint64_t core, std::uint64_t memory, unsigned depth, unsigned room,
                      unsigned take_every, unsigned receive_every) {
  std::vector<std::unique_ptr<Pair>> pairs;
  for (unsigned k = 0; k < 4; ++k)
    pairs.push_back(std::make_unique<Pair>(fmt::format("pair{}_", k), core, memory, k % 2 == 0, k < 2, depth,
                                           room, take_every, receive_every));
  sc_core::sc_start(1, sc_core::SC_US);
  const Pair& first = *pairs.front();
  ASSERT_EQ(first.sender->received.size(), 40u);
  EXPECT_EQ(first.sender->pool.lent(), 0u);
  for (unsigned i = 0; i < 40; ++i) EXPECT_EQ(first.sender->received[i].second, 32 * (39 - i));
  for (const auto& pair : pairs) {
    EXPECT_EQ(pair->sender->sent, first.sender->sent);
    EXPECT_EQ(pair->sender->received, first.sender->received);
    EXPECT_EQ(pair->target->taken, first.target->taken);
  }
}

TEST(Ports, OrderOfProcessesDoesNotMatterWithRoomForAll) { all_orders_agree(1000, 1000, 64, 64, 1, 1); }
TEST(Ports, OrderOfProcessesDoesNotMatterWithASlowTarget) { all_orders_agree(1000, 1000, 2, 64, 3, 1); }
TEST(Ports, OrderOfProcessesDoesNotMatterWithASlowInitiator) { all_orders_agree(1000, 1000, 2, 1, 1, 5); }
TEST(Ports, OrderOfProcessesDoesNotMatterBetweenClocks) { all_orders_agree(714, 1082, 2, 2, 1, 3); }

TEST(Ports, ARequestCostsACycleAHopAndAnAnswerToo) {
  Pair pair("pair_", 1000, 1000, true, true, 64, 64, 1, 1);
  sc_core::sc_start(1, sc_core::SC_US);
  EXPECT_EQ(pair.target->taken.front(), pair.sender->sent.front() + 1);
  EXPECT_EQ(pair.sender->received.front().first, pair.sender->sent.front() + 1 + 3 + 1);
  EXPECT_EQ(pair.sender->sent.back(), pair.sender->sent.front() + 39);  // one a cycle
}

TEST(Ports, ATapSeesEachRequestAndEachAnswer) {
  Pair pair("pair_", 1000, 1000, true, true, 2, 1, 3, 5);
  unsigned requests = 0, answers = 0;
  const auto count = [&](tlm::tlm_generic_payload&, tlm::tlm_phase phase) {
    ++(phase == tlm::BEGIN_REQ ? requests : answers);
  };
  pair.sender->port.taps.add(count);
  pair.target->port.taps.add(count);
  sc_core::sc_start(1, sc_core::SC_US);
  EXPECT_EQ(requests, 80u);
  EXPECT_EQ(answers, 80u);
}

}  // namespace
}  // namespace heddle::ports_test
