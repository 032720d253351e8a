// SPDX-License-Identifier: Apache-2.0
#include "models/ptx/parse/kernel_name.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "models/host/context.hpp"
#include "models/host/functional_device.hpp"

namespace heddle::test::kernel_name_test {
namespace {

/// Mangled names of saxpy(int, float, float const*, float*), static dot(float*), ns::scale<int>(int*),
/// ns::scale<float>(float*), fill(int*), fill(float*), and a name that is not mangled.
const std::vector<std::string> kernels{
    "_Z5saxpyifPKfPf", "_ZL3dotPf", "_ZN2ns5scaleIiEEvPT_",       "_ZN2ns5scaleIfEEvPT_", "_Z4fillPi",
    "_Z4fillPf",       "plain",     "_ZN12_GLOBAL__N_16hiddenEPf"};

std::string found(std::string_view name) { return ptx::find_kernel(kernels, name, "k.ptx"); }

Problem problem(std::string_view name) {
  try {
    ADD_FAILURE() << found(name);
  } catch (const Error& e) {
    return e.problem();
  }
  return {};
}

TEST(KernelName, IsDemangled) {
  EXPECT_EQ(ptx::demangled("_Z5saxpyifPKfPf"), "saxpy(int, float, float const*, float*)");
  EXPECT_EQ(ptx::demangled("_ZN2ns5scaleIfEEvPT_"), "void ns::scale<float>(float*)");
  EXPECT_EQ(ptx::demangled("plain"), "plain");
  EXPECT_EQ(ptx::demangled("_Zzz"), "_Zzz");
  EXPECT_EQ(ptx::demangled("f"), "f");  // "f" would also be the mangled name of a type
}

TEST(KernelName, IsFoundByEachOfItsNames) {
  for (const std::string& kernel : kernels) EXPECT_EQ(found(kernel), kernel);
  EXPECT_EQ(found("saxpy"), kernels[0]);
  EXPECT_EQ(found("saxpy(int, float, float const*, float*)"), kernels[0]);
  EXPECT_EQ(found("saxpy(int,float,float const *,float *)"), kernels[0]);
  EXPECT_EQ(found("dot"), kernels[1]);
  EXPECT_EQ(found("ns::scale<int>"), kernels[2]);
  EXPECT_EQ(found("ns::scale<float>(float*)"), kernels[3]);
  EXPECT_EQ(found("void ns::scale<float>(float*)"), kernels[3]);
  EXPECT_EQ(found("fill(int*)"), kernels[4]);
  EXPECT_EQ(found("(anonymous namespace)::hidden"), kernels[7]);
}

TEST(KernelName, OfSeveralIsRefusedWithTheCandidates) {
  EXPECT_EQ(problem("fill").what, "several kernels have this name");
  EXPECT_EQ(problem("fill").legal, "_Z4fillPi (fill(int*)), _Z4fillPf (fill(float*))");
  EXPECT_EQ(problem("ns::scale").legal,
            "_ZN2ns5scaleIiEEvPT_ (void ns::scale<int>(int*)), "
            "_ZN2ns5scaleIfEEvPT_ (void ns::scale<float>(float*))");
}

TEST(KernelName, OfNoneIsRefusedWithTheNearest) {
  EXPECT_EQ(problem("saxby").what, "no such kernel");
  EXPECT_EQ(problem("saxby").nearest, "saxpy");
  EXPECT_NE(problem("saxby").legal.find("_Z5saxpyifPKfPf (saxpy(int, float, float const*, float*))"),
            std::string::npos);
  EXPECT_EQ(problem("").what, "the file does not hold exactly one kernel: name one");
}

TEST(KernelName, IsLookedUpByTheHostApi) {
  FunctionalDevice device;
  Context context(device);
  const Module module = context.load_text(
      ".version 6.0\n.target sm_50\n.address_size 64\n"
      ".visible .entry _Z5firstPf(.param .u64 a) { ret; }\n.visible .entry _ZL6secondi(.param .u32 n) { ret; "
      "}\n",
      "k.ptx");
  EXPECT_EQ(module.function("first").name(), "_Z5firstPf");
  EXPECT_EQ(module.function("second(int)").name(), "_ZL6secondi");
  module.function("second").launch({}, 1);
  try {
    module.function("third");
    ADD_FAILURE();
  } catch (const ApiError& e) {
    EXPECT_EQ(e.status(), Status::not_found);
  }
}

}  // namespace
}  // namespace heddle::test::kernel_name_test
