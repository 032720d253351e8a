// SPDX-License-Identifier: Apache-2.0
// A user's DRAM device behind Heddle's controller: loosely timed, and approximately timed.
#include <gtest/gtest.h>
#include <tlm_utils/peq_with_cb_and_phase.h>
#include <tlm_utils/simple_target_socket.h>

#include <map>

#include "hw/sim/failure.hpp"
#include "models/base/random.hpp"
#include "tests/memory/dram_bench.hpp"

namespace heddle::users_device_test {
namespace {

/// Bytes by address; knows nothing of banks and rows.
struct Bytes {
  void access(tlm::tlm_generic_payload& p) {
    const unsigned char* enables = p.get_byte_enable_ptr();
    for (unsigned i = 0; i < p.get_data_length(); ++i) {
      unsigned char &ours = bytes[p.get_address() + i], &theirs = p.get_data_ptr()[i];
      if (p.is_read())
        theirs = ours;
      else if (p.is_write() && (enables == nullptr || enables[i] != 0))
        ours = theirs;
    }
    p.set_response_status(tlm::TLM_OK_RESPONSE);
  }
  std::map<std::uint64_t, unsigned char> bytes;
};

struct LooselyTimed : sc_core::sc_module, Bytes {
  explicit LooselyTimed(sc_core::sc_module_name name) : sc_module(name) {
    socket.register_b_transport(this, &LooselyTimed::b_transport);
  }
  void b_transport(tlm::tlm_generic_payload& p, sc_core::sc_time& delay) {
    access(p);
    if (!p.is_read() && !p.is_write()) return;
    delay += sc_core::sc_time(15, sc_core::SC_NS);
  }
  tlm_utils::simple_target_socket<LooselyTimed> socket{"socket"};
};

/// Answers later; reads take longer than writes.
struct ApproximatelyTimed : sc_core::sc_module, Bytes {
  explicit ApproximatelyTimed(sc_core::sc_module_name name)
      : sc_module(name), queue(this, &ApproximatelyTimed::later) {
    socket.register_nb_transport_fw(this, &ApproximatelyTimed::nb_transport_fw);
  }
  tlm::tlm_sync_enum nb_transport_fw(tlm::tlm_generic_payload& p, tlm::tlm_phase& phase,
                                     sc_core::sc_time& delay) {
    if (phase == tlm::BEGIN_REQ) {
      access(p);
      queue.notify(p, tlm::BEGIN_RESP, delay + sc_core::sc_time(p.is_read() ? 40 : 10, sc_core::SC_NS));
      phase = tlm::END_REQ;
      return tlm::TLM_UPDATED;
    }
    return tlm::TLM_COMPLETED;
  }
  void later(tlm::tlm_generic_payload& p, const tlm::tlm_phase& due) {
    tlm::tlm_phase phase = due;
    sc_core::sc_time none;
    socket->nb_transport_bw(p, phase, none);
  }
  tlm_utils::simple_target_socket<ApproximatelyTimed> socket{"socket"};
  tlm_utils::peq_with_cb_and_phase<ApproximatelyTimed> queue;
};

template <class Device>
void a_users_device_serves_the_controller(double least_read_latency) {
  const std::uint64_t seed = 21;
  SCOPED_TRACE(seed);
  Random random(seed);
  const DramConfig config = one_channel();
  ClockDomain clock("clock", config.gddr5.period_fs()), core("core", 714'286);
  StatGroup stats;
  const AddressMapping mapping(config.address, config.gddr5, 1 << 20);
  ControllerEntries entries(config.controller);
  ChannelController controller("controller", 0, config.gddr5, config.controller, mapping, entries, clock,
                               stats.group("dram_0"), stats.counter("cycles", "cycles", "of the clock"));
  ProtocolChecker checker("checker", config.gddr5);
  Device device("device");
  TransactionPool pool;
  Initiator slice("slice", core, pool);
  slice.socket.bind(controller.port.socket);
  controller.device.bind(checker.from_controller);
  checker.to_device.bind(device.socket);

  std::map<std::uint64_t, unsigned char> model;
  std::vector<std::vector<unsigned char>> expected;
  for (unsigned i = 0; i < 1000; ++i) {
    Step step{
        .write = random.one_in(2), .address = 128 * random.below(300), .length = 32 * (1 + random.below(4))};
    expected.emplace_back();
    if (step.write) step.bytes = pattern(random.below(256), step.length);
    for (unsigned b = 0; b < step.length; ++b)
      if (step.write)
        model[step.address + b] = step.bytes[b];
      else
        expected.back().push_back(model[step.address + b]);
    slice.script.push_back(step);
  }
  sc_core::sc_start(sc_core::sc_time(1, sc_core::SC_MS));
  rethrow_failure();
  ASSERT_TRUE(slice.done());
  for (std::size_t i = 0; i < expected.size(); ++i)
    ASSERT_TRUE(slice.script[i].write || slice.outcomes[i].bytes == expected[i]) << i;
  EXPECT_TRUE(controller.idle());
  EXPECT_EQ(pool.lent(), 0u);
  EXPECT_GT(stats.number("dram_0.read_latency"), least_read_latency);
}

// Latencies in cycles of the command clock: the controller's plus the device's.
TEST(UsersDevice, LooselyTimed) { a_users_device_serves_the_controller<LooselyTimed>(132 + 13); }
TEST(UsersDevice, ApproximatelyTimed) { a_users_device_serves_the_controller<ApproximatelyTimed>(132 + 36); }

}  // namespace
}  // namespace heddle::users_device_test
