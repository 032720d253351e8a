// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "hw/gpu/simulated_gpu.hpp"
#include "tb/workloads/workload.hpp"
#include "tests/gpu/ptx_run.hpp"

namespace heddle::memory_faults_test {
namespace {

enum class Place { nowhere, request_flit, answer_flit, line_written, line_read, dram_burst };

struct Fault {
  const char* name;
  Place place;
  const char* workload;
};
void PrintTo(const Fault& fault, std::ostream* out) { *out << fault.name; }

/// Flips one bit, once: at the n-th request, so that other traffic has passed before.
class Spoiler {
 public:
  explicit Spoiler(unsigned n) : n_(n) {}
  void spoil(unsigned char* byte) {
    if (byte != nullptr && ++asked_ == n_) *byte ^= 0x20;
  }
  bool has_spoilt() const { return asked_ >= n_; }

 private:
  const unsigned n_;
  unsigned asked_ = 0;
};

/// Returns the third byte of the first word that a request moves: a high bit of a float's fraction.
unsigned moved_byte(const tlm::tlm_generic_payload& payload) {
  unsigned first = 0;
  if (const unsigned char* enables = payload.get_byte_enable_ptr())
    while (enables[first] == 0) ++first;
  return first / 4 * 4 + 2;
}

void set_up(Place place, MemorySystem& memory, unsigned sms, Spoiler& spoiler) {
  using Payload = tlm::tlm_generic_payload;
  const auto in_payload = [&spoiler](Payload& p) { spoiler.spoil(p.get_data_ptr() + moved_byte(p)); };
  if (place == Place::request_flit)
    for (unsigned k = 0; k < sms; ++k)
      memory.crossbar().sm(k).taps.add([=](Payload& p, tlm::tlm_phase phase) {
        if (phase == tlm::BEGIN_REQ && p.is_write()) in_payload(p);
      });
  for (unsigned k = 0; k < memory.map().slices(); ++k) {
    L2Slice& slice = memory.slice(k);
    const auto in_line = [&slice, &spoiler](const Payload& p) {
      spoiler.spoil(slice.byte(p.get_address() + moved_byte(p)));
    };
    const auto of_data = [](const Payload& p) {
      const auto* origin = p.get_extension<Origin>();
      return origin != nullptr && origin->client == Client::data;
    };
    if (place == Place::answer_flit)
      memory.crossbar().slice(k).taps.add([=](Payload& p, tlm::tlm_phase phase) {
        if (phase == tlm::BEGIN_RESP && p.is_read() && of_data(p)) in_payload(p);
      });
    if (place == Place::line_written || place == Place::line_read)
      slice.in.taps.add([=](Payload& p, tlm::tlm_phase phase) {
        if (phase == tlm::BEGIN_RESP && p.is_read() == (place == Place::line_read) && of_data(p)) in_line(p);
      });
    if (place == Place::dram_burst)
      memory.dram().device(k).tap([=](Payload& p, const DramCommand& command) {
        if (command.op == DramOp::read) in_payload(p);
      });
  }
}

class MemoryFault : public testing::TestWithParam<Fault> {};

/// The bytes of a result went through each of these places: a flipped bit gives a wrong result.
TEST_P(MemoryFault, SpoilsTheResult) {
  StatGroup stats;
  GpuConfig config;
  config.sms = 4;
  SimulatedGpu gpu(config, techniques_of(""), nullptr, stats);
  // A DRAM does not know the clients of its bursts, and the first ones are code, which the SMs do not
  // interpret.
  Spoiler spoiler(GetParam().place == Place::dram_burst ? 100 : 5);
  set_up(GetParam().place, gpu.gpu().memory(), config.sms, spoiler);
  WorkloadOptions options;
  options.small = true;
  const WorkloadResult result = Registry<Workload>::instance().find(GetParam().workload).run(gpu, options);
  if (GetParam().place == Place::nowhere) {
    EXPECT_TRUE(result.passed()) << result.first;
  } else {
    EXPECT_TRUE(spoiler.has_spoilt());
    EXPECT_FALSE(result.passed());
  }
}
INSTANTIATE_TEST_SUITE_P(In, MemoryFault,
                         testing::Values(Fault{"Nothing", Place::nowhere, "vectoradd"},
                                         Fault{"NothingOfMatmul", Place::nowhere, "matmul"},
                                         Fault{"ARequestFlit", Place::request_flit, "vectoradd"},
                                         Fault{"AnAnswerFlit", Place::answer_flit, "vectoradd"},
                                         Fault{"AWrittenLine", Place::line_written, "vectoradd"},
                                         Fault{"ALineThatIsReadAgain", Place::line_read, "matmul"},
                                         Fault{"ADramBurst", Place::dram_burst, "vectoradd"}),
                         [](const auto& info) { return info.param.name; });

}  // namespace
}  // namespace heddle::memory_faults_test
