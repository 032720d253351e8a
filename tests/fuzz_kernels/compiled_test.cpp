// SPDX-License-Identifier: Apache-2.0
// Random kernels in C++: the scalar interpreter, clang's machine code, and clang's PTX on the functional
// interpreter agree.
#include <gtest/gtest.h>
#include <stdlib.h>

#include <filesystem>
#include <functional>
#include <optional>

#include "models/base/error.hpp"
#include "tb/fuzz/compiled/clang.hpp"
#include "tb/fuzz/compiled/host_run.hpp"
#include "tb/fuzz/interpret/scalar_interpreter.hpp"
#include "tb/fuzz/run/draw_case.hpp"
#include "tests/workloads/temporary_folder.hpp"

namespace heddle::fuzz::compiled_test {
namespace {

constexpr std::uint64_t seed = 20'261'123;

MachineRun no_machine(const KernelTree&, const std::string&, const Machine&) {
  return {.refused = true, .after = {}};
}

class CompiledKernels : public testing::TestWithParam<unsigned> {};

TEST_P(CompiledKernels, ComputeOnTheHostAndAsPtxWhatTheScalarInterpreterDoes) {
  for (std::uint64_t n = 0; n < 5; ++n) {
    Case c = draw_compiled_case(seed, n, {.rtl_one_in = 0});
    c.compiled = GetParam();
    const CaseResult r = check(c, no_machine);
    EXPECT_EQ(r.verdict, Verdict::passed) << "seed " << seed << ", kernel " << n << ": " << r.text;
    EXPECT_GT(r.instructions, 0u);
  }
}
INSTANTIATE_TEST_SUITE_P(Level, CompiledKernels, testing::Values(0u, 3u));

TEST(CompiledKernel, WithOtherInputsIsSeenToDiffer) {
  Case c = draw_compiled_case(seed, 1, {.rtl_one_in = 0});
  const ClangKernel clang(c.kernel, 0);
  const Buffers expected = run_scalar(c.kernel);
  EXPECT_EQ(difference(c.kernel, expected, run_on_host(c.kernel, clang.library())), "") << "seed " << seed;
  for (InputBuffer& b : c.kernel.inputs) ++b.seed;
  EXPECT_NE(difference(c.kernel, expected, run_on_host(c.kernel, clang.library())), "") << "seed " << seed;
}

/// Sets an environment variable during its lifetime.
class Variable {
 public:
  Variable(const char* name, const std::filesystem::path& value) : name_(name) {
    if (const char* before = ::getenv(name)) before_ = before;
    ::setenv(name, value.c_str(), 1);
  }
  ~Variable() { before_ ? ::setenv(name_, before_->c_str(), 1) : ::unsetenv(name_); }
  Variable(const Variable&) = delete;

 private:
  const char* name_;
  std::optional<std::string> before_;
};

TEST(CompiledKernel, LeavesNoFilesWhetherItCompilesOrNot) {
  const TemporaryFolder temporary, nothing;
  const Variable folder("TMPDIR", temporary.path());
  const Case c = draw_compiled_case(seed, 2, {.rtl_one_in = 0});
  {
    const ClangKernel clang(c.kernel, 3);
    EXPECT_FALSE(std::filesystem::is_empty(temporary.path()));
  }
  EXPECT_TRUE(std::filesystem::is_empty(temporary.path()));
  const Variable path("PATH", nothing.path());
  EXPECT_THROW(ClangKernel(c.kernel, 3), Error);
  EXPECT_TRUE(std::filesystem::is_empty(temporary.path()));
}

TEST(CompiledKernel, WithoutClangIsOneError) {
  const TemporaryFolder nothing;
  const Variable path("PATH", nothing.path());
  const Case c = draw_compiled_case(seed, 0, {.rtl_one_in = 0});
  for (const auto& needs_clang : std::vector<std::function<void()>>{
           [] { require_clang(); }, [&] { ClangKernel(c.kernel, 0); }, [&] { ptx_of(c); }}) {
    try {
      needs_clang();
      ADD_FAILURE() << "no error";
    } catch (const Error& e) {
      EXPECT_EQ(e.problem().place, "PATH");
      EXPECT_NE(e.problem().what.find("clang++"), std::string::npos) << e.what();
      EXPECT_EQ(e.problem().legal, "apt-get install clang");
    }
  }
}

}  // namespace
}  // namespace heddle::fuzz::compiled_test
