#include <gtest/gtest.h>

#include <cstring>

#include "tests/memory/bench.hpp"

namespace heddle {
namespace {

std::uint64_t plus(std::uint64_t old, std::uint64_t b, std::uint64_t c) { return old + b + c; }

TEST(Atomic, WordsAreChangedInOrderAndTheOldOnesComeBack) {
  AtomicRequest request;
  request.update = plus;
  request.width = 2;
  request.add(4, 1, 2);
  request.add(4, 5, 0);
  request.add(0, 0xffff, 2);
  std::array<unsigned char, 8> bytes{0xff, 0xff, 9, 9, 10, 1, 9, 9};
  ASSERT_TRUE(request.fits(8));
  request.perform(bytes);
  EXPECT_EQ(bytes, (std::array<unsigned char, 8>{0, 0, 9, 9, 18, 1, 9, 9}));
  EXPECT_EQ(request.operations[0].old, 0x10au);
  EXPECT_EQ(request.operations[1].old, 0x10du);
  EXPECT_EQ(request.operations[2].old, 0xffffu);
}

TEST(Atomic, WhatDoesNotFitIsRecognised) {
  const auto with = [](unsigned width, unsigned offset, AtomicRequest::Update update) {
    AtomicRequest r;
    r.update = update;
    r.width = static_cast<std::uint8_t>(width);
    r.add(offset, 0, 0);
    return r.fits(32);
  };
  EXPECT_TRUE(with(4, 28, plus));
  EXPECT_TRUE(with(8, 24, plus));
  EXPECT_FALSE(with(8, 28, plus));
  EXPECT_FALSE(with(4, 32, plus));
  EXPECT_FALSE(with(4, 2, plus));
  EXPECT_FALSE(with(3, 0, plus));
  EXPECT_FALSE(with(4, 0, nullptr));
  EXPECT_FALSE(AtomicRequest{}.fits(32));
}

TEST(Atomic, TravelsAsATransactionAndIsDoneWhereTheMemoryIs) {
  // Two initiators add to one word, 50 times each; every old value is seen once.
  Bench bench(DramConfig{}, 2);
  std::vector<Transaction*> sent;
  for (auto& sm : bench.sm) {
    sm->script.assign(50, Step{.address = 0x1000, .length = 32});
    sm->spoil = [&](tlm::tlm_generic_payload& payload) {
      auto& t = static_cast<Transaction&>(payload);
      AtomicRequest& request = t.set_up_atomic(0x1000, 32);
      request.update = plus;
      request.width = 8;
      request.add(8, 1, 0);
      t.acquire();
      sent.push_back(&t);
    };
  }
  run({&bench});
  std::vector<bool> seen(100);
  for (Transaction* t : sent) {
    const std::uint64_t old = t->atomic().operations[0].old;
    ASSERT_LT(old, 100u);
    EXPECT_FALSE(seen[old]);
    seen[old] = true;
    t->release();
  }
  std::array<unsigned char, 8> bytes{};
  bench.dram->memory().read(0x1008, bytes);
  EXPECT_EQ(bytes[0], 100);
  EXPECT_EQ(bench.number("atomics"), 100);
  EXPECT_EQ(bench.number("reads"), 100);
  EXPECT_EQ(bench.number("writes"), 100);
  EXPECT_EQ(bench.protocol_errors(), 0u);
}

TEST(Atomic, WithoutTheExtensionItIsACommandError) {
  Bench bench(DramConfig{});
  bench.sm[0]->script = {{.address = 0x1000, .length = 32}};
  bench.sm[0]->spoil = [](tlm::tlm_generic_payload& p) { p.set_command(tlm::TLM_IGNORE_COMMAND); };
  run({&bench});
  EXPECT_EQ(bench.sm[0]->outcomes[0].status, tlm::TLM_COMMAND_ERROR_RESPONSE);
}

}  // namespace
}  // namespace heddle
