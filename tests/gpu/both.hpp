// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "models/host/functional_device.hpp"
#include "models/host/status.hpp"
#include "tb/cosim/rtl/verilated_library.hpp"
#include "tests/gpu/ptx_run.hpp"

namespace heddle {

/// A kernel that FunctionalDevice and SimulatedGpu both run.
struct Job {
  std::string text;  ///< a module; its first kernel has one pointer parameter: the buffer
  unsigned threads = 32, ctas = 1;
  std::vector<std::uint32_t> buffer{};   ///< at first; its size is what comes back
  std::vector<ptx::Texture> textures{};  ///< addresses count from the buffer's beginning
};

/// Makes a job of the body of PtxRun's kernel, with `words` zero words.
inline Job job(const std::string& body, unsigned threads, unsigned words, unsigned ctas = 1) {
  return {.text = PtxRun::text(body),
          .threads = threads,
          .ctas = ctas,
          .buffer = std::vector<std::uint32_t>(words)};
}

inline std::vector<std::uint32_t> run_on(Device& device, const Job& j) {
  const ptx::Kernel kernel = ptx::load_module(j.text, "test.ptx").front();
  const DevicePointer buffer = device.upload(j.buffer);
  std::vector<ptx::Texture> textures = j.textures;
  for (ptx::Texture& t : textures) t.address += buffer;
  std::vector<std::byte> block(kernel.parameter_bytes);
  pack_argument(kernel, block, 0, std::as_bytes(std::span(&buffer, 1)));
  device.launch(
      {.kernel = kernel, .grid = {j.ctas}, .cta = {j.threads}, .arguments = block, .textures = textures});
  return device.download<std::uint32_t>(buffer, j.buffer.size());
}

/// The error of a failed launch.
struct Failure {
  Status status = Status::success;
  Problem problem{};
};

inline Failure failure_on(Device& device, const Job& j) {
  try {
    run_on(device, j);
  } catch (const ApiError& e) {
    return {e.status(), e.problem()};
  }
  return {};
}

/// Tests that run a job on the interpreter and on the platform. The register file is uncompressed,
/// compressed, or compressed with its blocks as RTL. A process can have only one platform.
class BothExecutors : public testing::TestWithParam<std::string> {
 protected:
  static GpuConfig small() {
    GpuConfig config;
    config.dram.controller.check_protocol = true;
    config.sms = 2;
    return config;
  }
  /// Runs the job on both, expects equal memory, and returns it.
  std::vector<std::uint32_t> same(const Job& j) {
    FunctionalDevice functional;
    const auto expected = run_on(functional, j);
    EXPECT_EQ(run_on(gpu, j), expected);
    return expected;
  }
  /// Expects the same failure on both, and returns it.
  Failure same_failure(const Job& j) {
    FunctionalDevice functional;
    const Failure expected = failure_on(functional, j), found = failure_on(gpu, j);
    EXPECT_EQ(found.status, expected.status);
    EXPECT_EQ(found.problem.place, expected.problem.place);
    EXPECT_EQ(found.problem.what, expected.problem.what);
    EXPECT_EQ(found.problem.value, expected.problem.value);
    EXPECT_EQ(found.problem.legal, expected.problem.legal);
    return expected;
  }
  double sm(const std::string& path) { return stats.number("sm_total." + path); }

  StatGroup stats;
  VerilatedLibrary rtl{
      parse_rtl_selection(GetParam() == "rtl" ? "bdi_compressor,bdi_decompressor,bank_arbiter" : "")};
  SimulatedGpu gpu{small(), techniques_of(GetParam() == "rtl" ? "warped_compression" : GetParam()), &rtl,
                   stats};
};

#define BOTH_EXECUTORS(suite)                                                             \
  class suite : public BothExecutors {};                                                  \
  INSTANTIATE_TEST_SUITE_P(Form, suite, testing::Values("", "warped_compression", "rtl"), \
                           [](const auto& info) { return info.param.empty() ? "plain" : info.param; })

}  // namespace heddle
