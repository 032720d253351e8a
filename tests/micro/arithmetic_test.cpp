// SPDX-License-Identifier: Apache-2.0
// Latency and rate of arithmetic, compared with the configuration.
#include <algorithm>

#include "tests/micro/figures.hpp"

namespace heddle::micro::arithmetic_test {
namespace {

struct Time {
  double latency, interval, pipelines;
};

/// Returns what the configuration says of an operation, by the micro-kernel's name for it.
Time time_of(const SmConfig& sm, const std::string& name) {
  const bool dp = name.starts_with("dp_"), special = name == "special";
  if (special)
    return {double(sm.operations.special.latency), double(sm.operations.special.interval),
            double(sm.sfu_units)};
  const auto& type = dp                        ? sm.operations.double_precision
                     : name.starts_with("fp_") ? sm.operations.single_precision
                                               : sm.operations.integer;
  const std::string kind = name.substr(name.find('_') + 1);
  const auto& t = kind == "max"   ? type.max
                  : kind == "mul" ? type.mul
                  : kind == "mad" ? type.mad
                  : kind == "div" ? type.div
                                  : type.add;
  const double pipelines = dp ? sm.dp_units : kind == "div" ? sm.sfu_units : sm.sp_units;
  return {double(t.latency), double(t.interval), pipelines};
}

const std::vector<std::string> operations{"int_add", "int_max", "int_mul", "int_mad", "int_div",
                                          "fp_add",  "fp_mul",  "fp_mad",  "fp_div",  "special",
                                          "dp_add",  "dp_mul",  "dp_mad"};

/// A dependent instruction issues when the result is in the banks: dispatch, latency, write. A 64-bit result
/// has two registers, which leave the pipeline one a cycle.
TEST(MicroArithmetic, ADependentInstructionWaitsForThePipelineAndTheRegisterFile) {
  const GpuConfig config = machine();
  const auto measured = figures("micro_arithmetic", config);
  for (const std::string& name : operations) {
    const double second_register = name.starts_with("dp_") ? 1 : 0;
    expect_exactly(measured, name + "_latency",
                   to_dispatch + time_of(config.sm, name).latency + second_register + to_register);
  }
}

/// An operation occupies each of its pipelines for `interval` cycles, and each scheduler issues one
/// instruction a cycle.
TEST(MicroArithmetic, IndependentInstructionsTakeTheirPipelineForItsInterval) {
  const GpuConfig config = machine(1, in_turn);
  const auto measured = figures("micro_arithmetic", config);
  for (const std::string& name : operations) {
    const Time t = time_of(config.sm, name);
    expect_rate(measured, name + "_rate", std::max(t.interval / t.pipelines, 1.0 / config.sm.schedulers));
  }
}

TEST(MicroArithmetic, FiguresFollowTheConfiguration) {
  GpuConfig config = machine();
  config.sm.operations.integer.add.latency = 9;
  expect_exactly(figures("micro_arithmetic", config), "int_add_latency", to_dispatch + 9 + to_register);
}

}  // namespace
}  // namespace heddle::micro::arithmetic_test
