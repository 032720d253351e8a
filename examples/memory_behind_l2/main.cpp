// SPDX-License-Identifier: Apache-2.0
// A TLM-2.0 memory of your own behind a slice of Heddle's L2. A trace plays the part of the SMs: it reads
// four lines twice, and the second time none of them reaches the memory.
#include <tlm_utils/simple_target_socket.h>

#include <cstdio>
#include <cstring>
#include <systemc>
#include <vector>

#include "hw/memory/l2/l2_slice.hpp"
#include "hw/sim/failure.hpp"
#include "models/base/error.hpp"
#include "tb/trace/trace_player.hpp"

using namespace heddle;

/// Loosely timed: 50 ns an access. Bytes are written as their enables say.
struct MyMemory : sc_core::sc_module {
  tlm_utils::simple_target_socket<MyMemory> socket{"socket"};
  std::vector<unsigned char> bytes = std::vector<unsigned char>(1 << 20);
  unsigned accesses = 0;

  explicit MyMemory(sc_core::sc_module_name name) : sc_module(name) {
    socket.register_b_transport(this, &MyMemory::b_transport);
    socket.register_transport_dbg(this, &MyMemory::transport_dbg);
  }
  bool copy(tlm::tlm_generic_payload& p) {
    const std::uint64_t first = p.get_address();
    if (first + p.get_data_length() > bytes.size()) return false;
    for (unsigned i = 0; i < p.get_data_length(); ++i) {
      if (p.is_read())
        p.get_data_ptr()[i] = bytes[first + i];
      else if (p.get_byte_enable_ptr() == nullptr || p.get_byte_enable_ptr()[i] != 0)
        bytes[first + i] = p.get_data_ptr()[i];
    }
    return true;
  }
  void b_transport(tlm::tlm_generic_payload& p, sc_core::sc_time& delay) {
    ++accesses;
    delay += sc_core::sc_time(50, sc_core::SC_NS);
    p.set_response_status(copy(p) ? tlm::TLM_OK_RESPONSE : tlm::TLM_ADDRESS_ERROR_RESPONSE);
  }
  unsigned transport_dbg(tlm::tlm_generic_payload& p) { return copy(p) ? p.get_data_length() : 0; }
};

int main() try {
  ClockDomain core("core", 1'000'000), l2_clock("l2_clock", 1'428'571);  // periods in fs
  StatGroup statistics;
  std::vector<TraceAccess> trace;
  for (unsigned k = 0; k < 8; ++k)
    trace.push_back(
        {.time = 500ull * k, .relative = false, .write = false, .address = k % 4 * 128ull, .bytes = 128});
  TracePlayer sms(
      "sms", trace, 1, 8, [](const TraceAccess&, std::uint64_t) { return 0u; }, core,
      statistics.group("sms"));
  L2Slice slice("l2", 0, {}, SliceMap(256, 1), l2_clock, statistics.group("l2"));
  MyMemory memory("memory");
  sms.socket(0).bind(slice.in.socket);
  slice.out.socket.bind(memory.socket);

  sc_core::sc_start();
  rethrow_failure();
  core.settle();
  l2_clock.settle();
  std::printf("%.0f reads, %.0f of them hits in the L2; %u accesses of the memory; %.0f cycles a read\n",
              statistics.number("sms.reads"), statistics.number("l2.hits"), memory.accesses,
              statistics.number("sms.latency"));
  return sms.done() ? 0 : 1;
} catch (const Error& error) {
  std::fprintf(stderr, "%s\n", error.what());
  return 1;
}
