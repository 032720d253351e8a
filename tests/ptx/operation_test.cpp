// SPDX-License-Identifier: Apache-2.0
#include "models/ptx/program/operation.hpp"

#include <gtest/gtest.h>

#include "models/ptx/load.hpp"

namespace heddle::ptx::operation_test {
namespace {

struct Case {
  const char* statement;
  Operation operation;
  Unit unit;
};
void PrintTo(const Case& c, std::ostream* out) { *out << c.statement; }

class OperationClass : public testing::TestWithParam<Case> {};

TEST_P(OperationClass, FollowsOpcodeAndType) {
  const std::string text =
      ".version 6.0\n.target sm_50\n.address_size 64\n.visible .entry k() {\n"
      ".reg .b32 %r<8>; .reg .b64 %rd<8>; .reg .f32 %f<8>; .reg .f64 %fd<8>; "
      ".reg .pred %p<4>;\n" +
      std::string(GetParam().statement) + "\nret;\n}\n";
  const Instruction i = load_module(text, "test.ptx").front().code.front();
  EXPECT_EQ(i.operation, GetParam().operation);
  EXPECT_EQ(i.unit, GetParam().unit);
}
using O = Operation;
INSTANTIATE_TEST_SUITE_P(Ptx, OperationClass,
                         testing::Values(Case{"add.s32 %r1, %r2, 1;", O::int_add, Unit::sp},
                                         Case{"shl.b32 %r1, %r2, 1;", O::int_add, Unit::sp},
                                         Case{"setp.lt.s32 %p1, %r2, 1;", O::int_add, Unit::sp},
                                         Case{"min.u32 %r1, %r2, 1;", O::int_max, Unit::sp},
                                         Case{"mul.wide.u32 %rd1, %r2, 4;", O::int_mul, Unit::sp},
                                         Case{"mul24.lo.u32 %r1, %r2, 4;", O::int_mul, Unit::sp},
                                         Case{"mad.lo.s32 %r1, %r2, %r3, %r4;", O::int_mad, Unit::sp},
                                         Case{"rem.u32 %r1, %r2, %r3;", O::int_div, Unit::sfu},
                                         Case{"sub.f32 %f1, %f2, %f3;", O::fp_add, Unit::sp},
                                         Case{"setp.lt.f32 %p1, %f2, %f3;", O::fp_add, Unit::sp},
                                         Case{"cvt.rn.f32.s32 %f1, %r2;", O::fp_add, Unit::sp},
                                         Case{"max.f32 %f1, %f2, %f3;", O::fp_max, Unit::sp},
                                         Case{"mul.f32 %f1, %f2, %f3;", O::fp_mul, Unit::sp},
                                         Case{"fma.rn.f32 %f1, %f2, %f3, %f4;", O::fp_mad, Unit::sp},
                                         Case{"div.approx.f32 %f1, %f2, %f3;", O::fp_div, Unit::sfu},
                                         Case{"rcp.rn.f32 %f1, %f2;", O::special, Unit::sfu},
                                         Case{"sin.approx.f32 %f1, %f2;", O::special, Unit::sfu},
                                         Case{"add.f64 %fd1, %fd2, %fd3;", O::dp_add, Unit::dp},
                                         Case{"setp.lt.f64 %p1, %fd2, %fd3;", O::dp_add, Unit::dp},
                                         Case{"cvt.f64.f32 %fd1, %f2;", O::dp_add, Unit::dp},
                                         Case{"cvt.rzi.s32.f64 %r1, %fd2;", O::dp_add, Unit::dp},
                                         Case{"min.f64 %fd1, %fd2, %fd3;", O::dp_max, Unit::dp},
                                         Case{"mul.f64 %fd1, %fd2, %fd3;", O::dp_mul, Unit::dp},
                                         Case{"fma.rn.f64 %fd1, %fd2, %fd3, %fd4;", O::dp_mad, Unit::dp},
                                         Case{"div.rn.f64 %fd1, %fd2, %fd3;", O::dp_div, Unit::dp},
                                         Case{"sqrt.rn.f64 %fd1, %fd2;", O::dp_div, Unit::dp},
                                         Case{"mov.f64 %fd1, %fd2;", O::int_add, Unit::sp},
                                         Case{"selp.f64 %fd1, %fd2, %fd3, %p1;", O::int_add, Unit::sp},
                                         Case{"ld.global.f64 %fd1, [%rd1];", O::int_add, Unit::ldst}));

}  // namespace
}  // namespace heddle::ptx::operation_test
