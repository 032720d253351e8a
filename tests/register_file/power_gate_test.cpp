#include "hw/register_file/power_gate/power_gate.hpp"

#include <gtest/gtest.h>

#include "hw/sim/wire.hpp"
#include "models/base/config.hpp"

namespace heddle {
namespace {

/// A power gate with its wires, in a domain; `step` runs one edge with the present inputs.
struct Bench {
  explicit Bench(const PowerGateConfig& config = {}) : block("gate", config) {
    block.io.clk(domain);
    block.io.rst_n(rst_n);
    block.io.need.port(need);
    block.io.write.port(write);
    block.io.clear.port(clear);
    block.io.power.port(power);
    rst_n.write(false);
    sc_core::sc_start(sc_core::sc_time::from_value(1500));
    rst_n.write(true);
  }
  DomainPower step() {
    need.write({{domains}});
    write.write({writes});
    clear.write(cleared);
    sc_core::sc_start(sc_core::sc_time::from_value(1000));
    writes = {};
    cleared = {};
    return power.read().payload;
  }
  void put(unsigned port, RegisterId reg, BankSet banks, bool partial = false) {
    writes.valid.value = static_cast<std::uint8_t>(writes.valid.value | 1u << port);
    writes.partial.value = static_cast<std::uint8_t>(writes.partial.value | unsigned{partial} << port);
    writes.registers[port] = reg;
    writes.banks[port] = banks;
  }

  DomainSet domains{};
  EntryWrites writes{};
  Beat<ClearedRegisters> cleared{};

  ClockDomain domain{"core", 1000};
  Wire<Level<DomainNeeds>> need{"need"};
  Wire<Level<EntryWrites>> write{"write"};
  Wire<Beat<ClearedRegisters>> clear{"clear"};
  Wire<Level<DomainPower>> power{"power"};
  Wire<bool> rst_n{"rst_n"};
  PowerGate block;
};

class WakeUp : public testing::TestWithParam<unsigned> {};

TEST_P(WakeUp, ShowsBehindOneEdgeMoreThanItsLatencyAndNotBefore) {
  Bench bench({.wake_up = GetParam()});
  bench.domains[0] = 1u << 5;
  for (unsigned edge = 1; edge < 1 + GetParam(); ++edge) {
    const DomainPower power = bench.step();
    ASSERT_EQ(power.awake[0], 0u) << "edge " << edge;
    ASSERT_EQ(power.gated[0], ~(1u << 5)) << "edge " << edge;
  }
  EXPECT_EQ(bench.step().awake[0], 1u << 5);
}
INSTANTIATE_TEST_SUITE_P(PowerGate, WakeUp, testing::Values(0u, 1u, 3u, 10u, 64u));

}  // namespace
}  // namespace heddle
