// A technique that changes values on purpose: it is held to its model where it says so, and to the exact
// value everywhere else.
#include <gtest/gtest.h>

#include "tests/tandem/checked.hpp"

namespace heddle::value_model_test {
namespace {

/// Results from 0x55000000 to 0x55ffffff lose their low bits on the way to the banks.
constexpr bool rounds(std::uint32_t value) { return value >> 24 == 0x55; }
constexpr std::uint32_t low_bits = 15;

class RoundingModel final : public ValueModel {
 public:
  void change(const ptx::Instruction&, unsigned, LaneMask lanes, WarpRegister& value) const override {
    for (unsigned lane = 0; lane < warp_size; ++lane)
      if ((lanes >> lane & 1) != 0) value[lane] &= ~low_bits;
  }
};

struct Rounding {
  std::uint32_t bits = low_bits;  ///< that it clears
  bool says_so = true;
};

class RoundingStage final : public SmTechnique, public ResultStage {
 public:
  explicit RoundingStage(Rounding rounding) : rounding_(rounding) {}
  void attach(SmHooks& hooks, const SmStations&) override { hooks.add(static_cast<ResultStage&>(*this)); }
  bool start(const RegisterWrite& w) override {
    RegisterWrite rounded = w;
    if (rounds(w.data[0])) {
      for (unsigned lane = 0; lane < warp_size; ++lane) rounded.data[lane] &= ~rounding_.bits;
      rounded.changed = rounding_.says_so;
    }
    return register_.start(rounded);
  }
  bool done(RegisterWrite& out) override { return register_.done(out); }

 private:
  const Rounding rounding_;
  ResultRegister register_;
};

/// `model`: what it says that it does.
Techniques rounding(Rounding r, std::shared_ptr<const ValueModel> model = std::make_shared<RoundingModel>()) {
  return {std::make_shared<TechniqueOfTest>(
      std::vector{Hook::result_stage, Hook::value_model},
      [r](const SmTechniqueParts&) { return std::make_unique<RoundingStage>(r); }, std::move(model))};
}

/// Three results in a row that are rounded, each made of the one before.
const std::string body =
    "mov.u32 %r1, 0x55000027;\nadd.u32 %r1, %r1, %r0;\nadd.u32 %r6, %r1, 21;\nmov.u32 %r1, %r6;\n" + store_r1;

TEST(ValueModel, WhatATechniqueSaysIsExpectedOfIt) {
  Checked c(body, rounding({}));
  const auto out = c.run(64, 64);
  for (unsigned i = 0; i < 64; ++i) EXPECT_EQ(out[i], 0x55000020 + 16 + i / 16 * 16) << i;
}

TEST(ValueModel, AChangeThatItDoesNotSayIsADifference) {
  expect_in(Checked(body, rounding({.says_so = false})).failure(),
            {"test.ptx:", "check: the file's register", "lane 0", "got 0x55000020", "expected 0x55000027"});
}

TEST(ValueModel, AnotherChangeThanItSaysIsADifference) {
  expect_in(Checked(body, rounding({.bits = 1})).failure(),
            {"check: the file's register", "lane 0", "got 0x55000026", "expected 0x55000020"});
}

TEST(ValueModel, NoChangeWhereItSaysOneIsADifference) {
  expect_in(Checked(body, rounding({.bits = 0})).failure(),
            {"check: the file's register", "got 0x55000027", "expected 0x55000020"});
}

TEST(ValueModel, AChangeWithoutAModelIsRefused) {
  expect_in(Checked(body, rounding({}, nullptr)).failure(),
            {"check: the result in register", "changed on purpose", "no technique has a model of that"});
}

}  // namespace
}  // namespace heddle::value_model_test
