// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "tests/memory/system_bench.hpp"
#include "tests/memory/toy_edges.hpp"

namespace heddle {

/// One initiator, crossbar, L2 and DRAM with these edges; and a host.
struct EdgeBench {
  explicit EdgeBench(const LineEdges& edges, MemoryConfig config = {}, const std::string& name = "bench") {
    config.l2 = whole_lines(config.l2);
    bench = std::make_unique<SystemBench>(config, 1, true, true, name, 0, edges);
  }
  std::vector<unsigned char> host(bool write, std::uint64_t address, std::vector<unsigned char> bytes) {
    tlm::tlm_generic_payload p;
    p.set_command(write ? tlm::TLM_WRITE_COMMAND : tlm::TLM_READ_COMMAND);
    p.set_address(address);
    p.set_data_ptr(bytes.data());
    p.set_data_length(static_cast<unsigned>(bytes.size()));
    EXPECT_EQ(bench->sm[0]->socket->transport_dbg(p), bytes.size());
    return bytes;
  }
  std::vector<unsigned char> host_read(std::uint64_t address, unsigned count) {
    return host(false, address, std::vector<unsigned char>(count));
  }
  Initiator& sm() { return *bench->sm[0]; }
  /// Runs all steps of the script, and then whatever is still under way.
  void run() {
    bench->run();
    ASSERT_TRUE(bench->done());
    for (const Outcome& o : sm().outcomes) ASSERT_EQ(o.status, tlm::TLM_OK_RESPONSE);
    bench->run_on(20'000);
    EXPECT_EQ(bench->pool.lent(), 0u);
  }

  std::unique_ptr<SystemBench> bench;
};

/// A line of words of which only the lowest bytes are not zero.
inline std::vector<unsigned char> narrow(unsigned first) {
  std::vector<unsigned char> bytes(128);
  for (unsigned i = 0; i < 128; i += 4) bytes[i] = static_cast<unsigned char>(first + i);
  return bytes;
}
inline Step write_line(std::uint64_t address, std::vector<unsigned char> bytes, Cycle from = 0) {
  return {.write = true, .address = address, .length = 128, .bytes = std::move(bytes), .not_before = from};
}

}  // namespace heddle
