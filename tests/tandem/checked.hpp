#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "hw/sm/plain_form.hpp"
#include "models/base/error.hpp"
#include "tb/tandem/tandem_check.hpp"
#include "tests/gpu/ptx_run.hpp"

namespace heddle {

/// A plain register file, of which a test replaces some part.
class PlainFormButFor : public RegisterForm {
 public:
  void attach(Clocked& pipeline) override { form_.attach(pipeline); }
  const WarpRegister* read_done(unsigned cluster) override { return form_.read_done(cluster); }
  void start_read(unsigned cluster, RegisterId r, const WarpRegister& bytes) override {
    form_.start_read(cluster, r, bytes);
  }
  bool write_done(RegisterWrite& out) override { return form_.write_done(out); }
  bool start_write(const RegisterWrite& w) override { return form_.start_write(w); }
  unsigned writes_in_flight() const override { return form_.writes_in_flight(); }
  BankSet banks(RegisterId r) const override { return form_.banks(r); }
  bool plain(RegisterId r) const override { return form_.plain(r); }
  PartialWrites partial_writes() const override { return form_.partial_writes(); }
  std::uint8_t plain_form() const override { return form_.plain_form(); }
  void writing(unsigned requester, const RegisterWrite& w) override { form_.writing(requester, w); }
  void store(RegisterBanks& banks, const RegisterWrite& w) override { form_.store(banks, w); }
  WarpRegister peek(const RegisterBanks& banks, RegisterId r) const override { return form_.peek(banks, r); }
  void clear(RegisterRange range) override { form_.clear(range); }
  bool busy() const override { return form_.busy(); }

 protected:
  PlainForm form_;
};

/// The end of a kernel's body: thread i stores %r1 to word i.
inline const std::string store_r1 =
    "mul.wide.u32 %rd2, %r0, 4;\nadd.s64 %rd3, %rd1, %rd2;\nst.global.u32 [%rd3], %r1;\n";

/// A kernel (see PtxRun) under tandem execution.
struct Checked {
  explicit Checked(const std::string& body, FormMaker form = {}, GpuConfig config = PtxRun::one_sm())
      : Checked(body, config, Seams(std::move(form))) {}
  Checked(const std::string& body, const GpuConfig& config, const Seams& seams)
      : gpu(config, seams, nullptr, stats),
        check(gpu, config, seams.values),
        kernel(ptx::load_module(PtxRun::text(body), "test.ptx").front()) {}

  std::vector<std::uint32_t> run(unsigned threads, unsigned words, unsigned ctas = 1) {
    out = check.allocate(words * 4);
    check.launch_with(kernel, {ctas}, {threads}, out);
    return check.download<std::uint32_t>(out, words);
  }
  /// What the check says of a run of two warps.
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
