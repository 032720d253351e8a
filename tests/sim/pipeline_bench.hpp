// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "hw/sim/wire.hpp"
#include "models/base/config.hpp"
#include "models/base/error.hpp"

namespace heddle {

/// A feed-forward block with its wires in a clock domain; `step` advances one edge.
template <class Block>
struct PipelineBench {
  using Request = typename Block::RequestType;
  using Response = typename Block::ResponseType;

  explicit PipelineBench(const typename Block::Config& config) : block("block", config) {
    block.io.clk(domain);
    block.io.rst_n(rst_n);
    block.io.req.port(req);
    block.io.rsp.port(rsp);
    rst_n.write(true);
    sc_core::sc_start(sc_core::sc_time::from_value(500));
  }
  void step() { sc_core::sc_start(sc_core::sc_time::from_value(1000)); }
  /// Returns the response to one request; the time is checked elsewhere.
  const Response& answer(const Request& request) {
    req.write({request, true});
    step();
    req.write({});
    for (int i = 0; i < 20 && !rsp.read().valid; ++i) step();
    EXPECT_TRUE(rsp.read().valid);
    return rsp.read().payload;
  }

  ClockDomain domain{"core", 1000};
  Wire<Beat<Request>> req{"req"};
  Wire<Beat<Response>> rsp{"rsp"};
  Wire<bool> rst_n{"rst_n"};
  Block block;
};

/// Expects this response to one request at the stated edge, and nothing before or behind it.
template <class Block>
void expect_latency(const typename Block::Config& config, unsigned latency,
                    const typename Block::RequestType& request,
                    const typename Block::ResponseType& response) {
  PipelineBench<Block> bench(config);
  bench.req.write({request, true});
  for (unsigned edge = 1; edge <= latency; ++edge) {
    EXPECT_FALSE(bench.rsp.read().valid) << "before edge " << edge;
    bench.step();
    bench.req.write({});
  }
  ASSERT_TRUE(bench.rsp.read().valid);
  EXPECT_TRUE(bench.rsp.read().payload == response);
  bench.step();
  EXPECT_FALSE(bench.rsp.read().valid);
}

template <class Block>
void expect_latency(unsigned latency, const typename Block::RequestType& request,
                    const typename Block::ResponseType& response) {
  expect_latency<Block>({.latency = latency}, latency, request, response);
}

template <class Block>
void expect_reset_empties_every_stage(const typename Block::Config& config = {.latency = 4},
                                      int latency = 4) {
  PipelineBench<Block> bench(config);
  bench.req.write({{}, true});
  for (int i = 0; i < latency; ++i) bench.step();
  EXPECT_TRUE(bench.rsp.read().valid);
  bench.req.write({});
  bench.rst_n.write(false);
  bench.step();
  bench.rst_n.write(true);
  for (int i = 0; i < 6; ++i) {
    EXPECT_FALSE(bench.rsp.read().valid);
    bench.step();
  }
}

/// Expects that the parameter's value is refused, and that the error names the parameter and its range.
template <class Block>
void expect_refused(const std::string& parameter, const std::string& value, const std::string& legal) {
  ConfigTree tree;
  tree.set(parameter + "=" + value);
  try {
    resolve<typename Block::Config>(tree);
    FAIL();
  } catch (const Error& e) {
    EXPECT_NE(std::string(e.what()).find(parameter), std::string::npos) << e.what();
    EXPECT_NE(std::string(e.what()).find(legal), std::string::npos) << e.what();
  }
}

}  // namespace heddle
