// SPDX-License-Identifier: Apache-2.0
// The crossbar against what the literature gives for switches.
#include "tb/microbench/crossbar_load.hpp"

#include <gtest/gtest.h>

namespace heddle::crossbar_load_test {
namespace {

CrossbarLoad cells(InputQueues queues, unsigned iterations = 1, unsigned speedup = 1) {
  CrossbarLoad load;
  load.config.queues = queues;
  load.config.iterations = iterations;
  load.config.speedup = speedup;
  load.config.input_flits = load.config.output_flits = 1000;
  load.inputs = load.outputs = 32;
  return load;
}

/// Karol, Hluchyj, Morgan, IEEE Transactions on Communications 35(12), 1987: 2 - sqrt(2) = 58.6 % with many
/// ports, a little more with few.
TEST(CrossbarLoad, FifosSaturateAt586) {
  const double most = measure(cells(InputQueues::fifo), 1.0).accepted;
  EXPECT_GT(most, 0.575);
  EXPECT_LT(most, 0.61);
}

/// McKeown 1999: iSLIP reaches full throughput of uniform traffic, since its pointers come apart.
TEST(CrossbarLoad, VirtualOutputQueuesReachFullThroughput) {
  EXPECT_GT(measure(cells(InputQueues::virtual_output), 1.0).accepted, 0.97);
}

/// McKeown 1999: with more iterations the queues are shorter at high load.
TEST(CrossbarLoad, IterationsShortenTheWait) {
  const double one = measure(cells(InputQueues::virtual_output, 1), 0.9).latency;
  const double four = measure(cells(InputQueues::virtual_output, 4), 0.9).latency;
  EXPECT_LT(four, 0.75 * one);
}

/// Chuang and others, IEEE JSAC 17(6), 1999: a switch that is twice as fast as its links acts much like one
/// with queues at its outputs only.
TEST(CrossbarLoad, ASpeedupFreesFifos) {
  for (const unsigned bytes : {32u, 160u}) {
    CrossbarLoad load = cells(InputQueues::fifo, 1, 2);
    load.packet_bytes = bytes;
    EXPECT_GT(measure(load, 1.0).accepted, 0.95) << bytes;
  }
}

TEST(CrossbarLoad, APermutationDisturbsNobody) {
  for (const InputQueues queues : {InputQueues::fifo, InputQueues::virtual_output}) {
    const LoadPoint p = measure({.config = {.queues = queues}, .traffic = Traffic::permutation}, 0.95);
    EXPECT_NEAR(p.accepted, 0.95, 0.01);
    EXPECT_LT(p.latency, 25);
  }
}

/// One output is shared by all inputs.
TEST(CrossbarLoad, AHotspotGetsOneOutput) {
  for (const InputQueues queues : {InputQueues::fifo, InputQueues::virtual_output})
    EXPECT_NEAR(measure({.config = {.queues = queues}, .traffic = Traffic::hotspot}, 1.0).accepted, 1.0 / 16,
                1e-3);
}

/// An idle crossbar: the latency, and the flits.
TEST(CrossbarLoad, WithoutLoadALatencyAndTheFlits) {
  CrossbarLoad load = cells(InputQueues::virtual_output);
  load.packet_bytes = 128;
  EXPECT_NEAR(measure(load, 0.002).latency, 5 + 4, 0.1);
}

TEST(CrossbarLoad, TheSameSeedGivesTheSame) {
  const CrossbarLoad load;
  EXPECT_EQ(measure(load, 0.7).latency, measure(load, 0.7).latency);
}

}  // namespace
}  // namespace heddle::crossbar_load_test
