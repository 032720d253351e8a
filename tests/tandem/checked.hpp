// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "hw/sm/banks/uncompressed.hpp"
#include "models/base/error.hpp"
#include "tb/tandem/tandem_check.hpp"
#include "tests/gpu/ptx_run.hpp"
#include "tests/gpu/technique_of_test.hpp"

namespace heddle {

/// An uncompressed register file, part of which a test replaces.
class EncodingOfTest : public SmTechnique, public UncompressedRegisters {
 public:
  void attach(SmHooks& hooks, const SmStations&) override {
    hooks.hold(static_cast<RegisterEncoding&>(*this));
  }
};

/// Returns techniques with `Part` as the register encoding.
template <class Part, class... A>
Techniques encoded_by(A... arguments) {
  return {technique_of<Part>({Hook::register_encoding}, arguments...)};
}

/// The end of a kernel's body: thread i stores %r1 to word i.
inline const std::string store_r1 =
    "mul.wide.u32 %rd2, %r0, 4;\nadd.s64 %rd3, %rd1, %rd2;\nst.global.u32 [%rd3], %r1;\n";

/// A kernel (see PtxRun) under tandem execution.
struct Checked {
  explicit Checked(const std::string& body, const Techniques& techniques = {},
                   GpuConfig config = PtxRun::one_sm())
      : Checked(body, config, techniques) {}
  Checked(const std::string& body, const GpuConfig& config, const Techniques& techniques)
      : gpu(config, techniques, nullptr, stats),
        check(gpu, config, values_of(techniques)),
        kernel(ptx::load_module(PtxRun::text(body), "test.ptx").front()) {}

  std::vector<std::uint32_t> run(unsigned threads, unsigned words, unsigned ctas = 1) {
    out = check.allocate(words * 4);
    check.launch_with(kernel, {ctas}, {threads}, out);
    return check.download<std::uint32_t>(out, words);
  }
  /// Returns the error that the check reports for a run of two warps.
  std::string failure(unsigned threads = 64) {
    try {
      run(threads, 4 * threads);
    } catch (const Error& e) {
      return e.what();
    }
    return "";
  }

  const LoadCounts& loads() const { return check.counts().loads; }

  StatGroup stats;
  SimulatedGpu gpu;
  TandemCheck check;
  ptx::Kernel kernel;
  DevicePointer out = 0;
};

inline void expect_in(const std::string& text, const std::vector<std::string>& parts) {
  for (const std::string& part : parts) EXPECT_NE(text.find(part), std::string::npos) << part << "\n" << text;
}

}  // namespace heddle
