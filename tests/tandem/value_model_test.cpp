// SPDX-License-Identifier: Apache-2.0
// A technique that changes values on purpose is checked against its model.
#include <gtest/gtest.h>

#include "tests/tandem/checked.hpp"

namespace heddle::value_model_test {
namespace {

/// Results from 0x55000000 to 0x55ffffff lose their low bits on the way to the banks.
constexpr bool rounds(std::uint32_t value) { return value >> 24 == 0x55; }
constexpr std::uint32_t low_bits = 15;

class RoundedResults final : public ResultModel {
 public:
  void begin_cta(unsigned, unsigned) override {}
  void observe(const ObservedInstruction& o) override {
    lanes_ = o.lanes;
    results_ = o.kernel.code[o.pc].destination_count;
    clears_ = o.setting != 0 ? o.setting : low_bits;
  }
  LaneMask computing() const override { return lanes_; }
  void executed(ptx::RegisterRefs<ptx::max_destinations>& destinations) override {
    for (unsigned k = 0; k < results_; ++k)
      for (unsigned lane = 0; lane < warp_size; ++lane)
        if ((lanes_ >> lane & 1) != 0 && rounds(destinations[k][lane])) destinations[k][lane] &= ~clears_;
  }

 private:
  LaneMask lanes_ = 0;
  unsigned results_ = 0;
  std::uint32_t clears_ = 0;  ///< bits
};

class RoundingModel final : public ValueModel {
 public:
  bool exact() const override { return false; }
  CtaModels of_launch(const ptx::Kernel&) const override {
    return [] { return std::make_unique<RoundedResults>(); };
  }
};

struct Rounding {
  std::uint32_t bits = low_bits;  ///< that it clears
  std::uint8_t says = 0;          ///< of each instruction: that it clears these; 0: nothing
};

class RoundingStage final : public SmTechnique, public ResultStage, public ValueSetting {
 public:
  explicit RoundingStage(Rounding rounding) : rounding_(rounding) {}
  void attach(SmHooks& hooks, const SmStations&) override {
    hooks.add(static_cast<ResultStage&>(*this));
    hooks.hold(static_cast<ValueSetting&>(*this));
  }
  std::uint8_t setting(const InFlight&) override { return rounding_.says; }
  bool takes(const RegisterWrite& w) const override { return register_.takes(w); }
  bool start(const RegisterWrite& w) override {
    RegisterWrite rounded = w;
    if (rounds(w.data[0]))
      for (unsigned lane = 0; lane < warp_size; ++lane) rounded.data[lane] &= ~rounding_.bits;
    return register_.start(rounded);
  }
  bool done(RegisterWrite& out) override { return register_.done(out); }

 private:
  const Rounding rounding_;
  ResultRegister register_;
};

/// `model` is what the technique claims to do.
Techniques rounding(Rounding r, std::shared_ptr<const ValueModel> model = std::make_shared<RoundingModel>()) {
  return {std::make_shared<TechniqueOfTest>(
      std::vector{Hook::result_stage, Hook::value_model},
      [r](const SmTechniqueParts&) { return std::make_unique<RoundingStage>(r); }, std::move(model))};
}

/// Three results in a row that are rounded, each computed from the one before.
const std::string body =
    "mov.u32 %r1, 0x55000027;\nadd.u32 %r1, %r1, %r0;\nadd.u32 %r6, %r1, 21;\nmov.u32 %r1, %r6;\n" + store_r1;

TEST(ValueModel, WhatItSaysIsExpectedOfTheTechnique) {
  Checked c(body, rounding({}));
  const auto out = c.run(64, 64);
  for (unsigned i = 0; i < 64; ++i) EXPECT_EQ(out[i], 0x55000020 + 16 + i / 16 * 16) << i;
}

TEST(ValueModel, AnotherChangeThanItSaysIsADifference) {
  expect_in(Checked(body, rounding({.bits = 1})).failure(),
            {"check: the file's register", "lane 0", "got 0x55000026", "expected 0x55000020"});
}

/// The setting that the technique has for an instruction reaches the model.
TEST(ValueModel, WhatAnInstructionIsSetToIsExpected) {
  const auto out = Checked(body, rounding({.bits = 1, .says = 1})).run(64, 64);
  EXPECT_EQ(out[0], 0x5500003au);
  EXPECT_EQ(out[3], 0x5500003cu);
}

TEST(ValueModel, AnotherChangeThanAnInstructionIsSetToIsADifference) {
  expect_in(Checked(body, rounding({.bits = 1, .says = 3})).failure(),
            {"check: the file's register", "lane 0", "got 0x55000026", "expected 0x55000024"});
}

TEST(ValueModel, NoChangeWhereItSaysOneIsADifference) {
  expect_in(Checked(body, rounding({.bits = 0})).failure(),
            {"check: the file's register", "got 0x55000027", "expected 0x55000020"});
}

TEST(ValueModel, AChangeWithoutAModelIsADifference) {
  expect_in(Checked(body, rounding({}, nullptr)).failure(),
            {"test.ptx:", "check: the file's register", "lane 0", "got 0x55000020", "expected 0x55000027"});
}

}  // namespace
}  // namespace heddle::value_model_test
