// SPDX-License-Identifier: Apache-2.0
#include "tests/ptx/forms.hpp"

/// Every opcode form that the kernels of a public benchmark suite use, compiled by nvcc 13, clang 19 and
/// clang 14, with spellings of each form.
namespace heddle::test::census_test {
namespace {

const Form census[] = {
    // needed by half of the kernels
    {"ret", "ret; ret.uni;"},
    {"add.int",
     "add.{u16|s16} h0,h1,h2; add.{u32|s32} r0,r1,r2; add.{u64|s64} q0,q1,-8; add.sat.s32 r0,r1,r2;"},
    {"cvta.to.global", "cvta.to.global.u64 q0,q1; cvta.to.global.u32 r0,r1;"},
    {"mov.b",
     "mov.{b16|u16|s16} h0,h1; mov.{b32|u32|s32} r0,r1; mov.{b64|u64|s64} q0,q1; mov.u32 r0,%tid.x; mov.b64 "
     "{r0,r1},q0; mov.b64 q0,{r0,r1}; mov.f32 f0,0f3F800000; mov.f64 d0,0d3FF0000000000000; mov.u64 q0,sh;"},
    {"ld.param",
     "ld.param.{u32|s32|b32} r0,[a]; ld.param.{u64|b64} q0,[a]; ld.param.f32 f0,[a+4]; ld.param.u8 h0,[a];"},
    {"mul.wide", "mul.wide.{u16|s16} r0,h0,h1; mul.wide.{u32|s32} q0,r0,4;"},
    {"shl", "shl.b16 h0,h1,3; shl.b32 r0,r1,r2; shl.b64 q0,q1,r0;"},
    {"st.global",
     "st.global.{u8|u16} [q0],h0; st.global.{u32|b32|s32} [q0+4],r0; st.global.f32 [q0],f0; st.global.f64 "
     "[q0],d0; st.global.u64 [q0],q1;"},
    {"mad.lo", "mad.lo.{u16|s16} h0,h1,h2,h3; mad.lo.{u32|s32} r0,r1,r2,r3; mad.lo.{u64|s64} q0,q1,q2,q3;"},
    {"ld.const", "ld.const.f32 f0,[c]; ld.const.u32 r0,[c+8]; ld.const.f32 f0,[q0];"},
    {"ld.global",
     "ld.global.{u8|s8|u16|s16} h0,[q0]; ld.global.{u32|s32|b32} r0,[q0+-4]; ld.global.f32 f0,[q0]; "
     "ld.global.f64 d0,[q0]; ld.global.u8 r0,[q0];"},
    {"bra", "bra END; bra.uni END; @p0 bra END; @!p0 bra END;"},
    {"setp.int",
     "setp.{eq|ne|lt|le|gt|ge}.{u16|s16} p0,h0,h1; setp.{eq|ne|lt|le|gt|ge}.{u32|s32} p0,r0,5; "
     "setp.{lo|ls|hi|hs}.u32 p0,r0,r1; setp.{eq|ne}.{b16} p0,h0,h1; setp.{eq|lt}.{u64|s64} p0,q0,q1; "
     "setp.lt.and.s32 p0,r0,r1,!p1; setp.ge.or.s32 p0|p1,r0,r1,p2;"},
    {"cvt.int.int",
     "cvt.{u64|s64}.{u32|s32} q0,r0; cvt.u32.u64 r0,q0; cvt.{u16|s16}.{u32|s32} h0,r0; "
     "cvt.{u32|s32}.{u8|s8|u16|s16} r0,h0; cvt.u8.u32 r0,r1; cvt.sat.u8.s32 r0,r1;"},
    {"and.b", "and.b16 h0,h1,h2; and.b32 r0,r1,255; and.b64 q0,q1,q2;"},
    {"mul.f32",
     "mul.f32 f0,f1,f2; mul.rn.f32 f0,f1,f2; mul.rz.ftz.sat.f32 f0,f1,f2; mul.ftz.f32 f0,f1,0f3F800000;"},
    {"fma.f32",
     "fma.{rn|rz|rm|rp}.f32 f0,f1,f2,f3; fma.rn.ftz.f32 f0,f1,f2,f3; fma.rn.ftz.sat.f32 f0,f1,f2,f3;"},
    {"div.f32", "div.{rn|rz|rm|rp}.f32 f0,f1,f2; div.full.f32 f0,f1,f2; div.full.ftz.f32 f0,f1,f2;"},
    {"mul.lo", "mul.lo.{u16|s16} h0,h1,h2; mul.lo.{u32|s32} r0,r1,r2; mul.lo.{u64|s64} q0,q1,q2;"},
    {"not.b", "not.b16 h0,h1; not.b32 r0,r1; not.b64 q0,q1;"},
    {"sub.int",
     "sub.{u16|s16} h0,h1,h2; sub.{u32|s32} r0,r1,r2; sub.{u64|s64} q0,q1,q2; sub.sat.s32 r0,r1,r2;"},
    {"bar.sync", "bar.sync 0; barrier.sync.aligned 0; barrier.sync 0;"},
    {"shr", "shr.{u16|s16|b16} h0,h1,3; shr.{u32|s32|b32} r0,r1,r2; shr.{u64|s64|b64} q0,q1,r0;"},
    {"neg.int", "neg.s16 h0,h1; neg.s32 r0,r1; neg.s64 q0,q1;"},
    {"cvt.f32.int",
     "cvt.{rn|rz|rm|rp}.f32.{u32|s32} f0,r0; cvt.rn.f32.{u8|s8|u16|s16} f0,h0; cvt.rn.f32.{u64|s64} f0,q0;"},
    {"or.pred", "or.pred p0,p1,p2;"},
    {"ld.shared",
     "ld.shared.{u32|s32|b32} r0,[r1]; ld.shared.f32 f0,[sh+4]; ld.shared.f32 f0,[q0]; ld.shared.v2.f32 "
     "{f0,f1},[r0]; ld.shared.u8 h0,[r0];"},
    {"st.shared",
     "st.shared.{u32|s32|b32} [r1],r0; st.shared.f32 [sh+4],f0; st.shared.f64 [r0],d0; st.shared.v4.f32 "
     "[r0],{f0,f1,f2,f3};"},
    {"add.f32",
     "add.f32 f0,f1,f2; add.{rn|rz|rm|rp}.f32 f0,f1,f2; add.ftz.f32 f0,f1,f2; add.sat.f32 f0,f1,f2;"},
    {"sub.f32", "sub.f32 f0,f1,f2; sub.{rn|rz|rm|rp}.f32 f0,f1,f2; sub.ftz.f32 f0,f1,f2;"},
    {"setp.f32",
     "setp.{eq|ne|lt|le|gt|ge|equ|neu|ltu|leu|gtu|geu|num|nan}.f32 p0,f0,f1; setp.lt.ftz.f32 p0,f0,f1; "
     "setp.gt.and.ftz.f32 p0|p1,f0,f1,p2;"},
    {"neg.f32", "neg.f32 f0,f1; neg.ftz.f32 f0,f1;"},
    {"max.int", "max.{u16|s16} h0,h1,h2; max.{u32|s32} r0,r1,r2; max.{u64|s64} q0,q1,q2;"},
    {"selp",
     "selp.{b16|u16|s16} h0,h1,h2,p0; selp.{b32|u32|s32} r0,1,0,p0; selp.{b64|u64|s64} q0,q1,q2,!p0; "
     "selp.f32 "
     "f0,f1,f2,p0; selp.f64 d0,d1,d2,p0;"},
    {"sqrt.f32", "sqrt.{rn|rz|rm|rp|approx}.f32 f0,f1; sqrt.approx.ftz.f32 f0,f1; sqrt.rn.ftz.f32 f0,f1;"},
    {"mul24.lo", "mul24.lo.s32 r0,r1,r2; mul24.hi.s32 r0,r1,r2;"},
    {"tex.1d.v4",
     "tex.1d.v4.{f32.s32} {f0,f1,f2,f3},[t,{r0}]; tex.1d.v4.f32.f32 {f0,f1,f2,f3},[t,{f4}]; "
     "tex.1d.v4.s32.s32 "
     "{r0,r1,r2,r3},[t,{r4}];"},
    {"div.int", "div.{u16|s16} h0,h1,h2; div.{u32|s32} r0,r1,r2; div.{u64|s64} q0,q1,q2;"},
    {"setp.f64",
     "setp.{eq|ne|lt|le|gt|ge|equ|neu|ltu|leu|gtu|geu|num|nan}.f64 p0,d0,d1; setp.lt.or.f64 p0,d0,d1,p1;"},
    {"lg2.approx.f32", "lg2.approx.f32 f0,f1; lg2.approx.ftz.f32 f0,f1;"},
    {"st.global.v4",
     "st.global.v4.f32 [q0],{f0,f1,f2,f3}; st.global.v4.u32 [q0+16],{r0,r1,r2,r3}; st.global.v4.u8 "
     "[q0],{h0,h1,h2,h3};"},
    // by four fifths
    {"mov.pred", "mov.pred p0,p1; mov.pred p0,1;"},
    {"and.pred", "and.pred p0,p1,p2;"},
    {"not.pred", "not.pred p0,p1;"},
    {"xor.pred", "xor.pred p0,p1,p2;"},
    {"min.int", "min.{u16|s16} h0,h1,h2; min.{u32|s32} r0,r1,r2; min.{u64|s64} q0,q1,q2;"},
    {"or.b", "or.b16 h0,h1,h2; or.b32 r0,r1,255; or.b64 q0,q1,q2;"},
    {"atom.global.or", "atom.global.or.b32 r0,[q0],r1; atom.global.or.b64 q0,[q1],q2;"},
    {"atom.shared.or", "atom.shared.or.b32 r0,[r1],r2;"},
    {"bfe", "bfe.{u32|s32} r0,r1,r2,8; bfe.{u64|s64} q0,q1,r0,8;"},
    {"rem", "rem.{u16|s16} h0,h1,h2; rem.{u32|s32} r0,r1,r2; rem.{u64|s64} q0,q1,q2;"},
    {"cvt.int.f32",
     "cvt.{rni|rzi|rmi|rpi}.{u32|s32}.f32 r0,f0; cvt.rzi.{u64|s64}.f32 q0,f0; cvt.rzi.ftz.{u16|s16}.f32 "
     "h0,f0; "
     "cvt.rzi.sat.s32.f32 r0,f0;"},
    {"ex2.approx.f32", "ex2.approx.f32 f0,f1; ex2.approx.ftz.f32 f0,f1;"},
    {"cvt.sat.f32.f32", "cvt.sat.f32.f32 f0,f1; cvt.ftz.sat.f32.f32 f0,f1;"},
    {"ld.volatile.shared", "ld.volatile.shared.u32 r0,[r1]; ld.volatile.shared.f32 f0,[sh];"},
    {"st.volatile.shared", "st.volatile.shared.u32 [r1],r0; st.volatile.shared.f32 [sh],f0;"},
    {"atom.global.add",
     "atom.global.add.{u32|s32} r0,[q0],1; atom.global.add.u64 q0,[q1],q2; atom.global.add.f32 f0,[q0],f1;"},
    {"atom.shared.add", "atom.shared.add.u32 r0,[r1],1; atom.shared.add.f32 f0,[r1],f1;"},
    {"fma.f64", "fma.{rn|rz|rm|rp}.f64 d0,d1,d2,d3;"},
    {"mul.f64", "mul.f64 d0,d1,d2; mul.{rn|rz|rm|rp}.f64 d0,d1,d2;"},
    {"div.f64", "div.{rn|rz|rm|rp}.f64 d0,d1,d2;"},
    {"add.f64", "add.f64 d0,d1,d2; add.{rn|rz|rm|rp}.f64 d0,d1,d2;"},
    {"sub.f64", "sub.f64 d0,d1,d2; sub.{rn|rz|rm|rp}.f64 d0,d1,d2;"},
    {"rcp.f64", "rcp.{rn|rz|rm|rp}.f64 d0,d1;"},
    {"neg.f64", "neg.f64 d0,d1;"},
    {"sqrt.f64", "sqrt.{rn|rz|rm|rp}.f64 d0,d1;"},
    {"abs.f64", "abs.f64 d0,d1;"},
    {"cvt.f64.int",
     "cvt.{rn|rz|rm|rp}.f64.{u32|s32} d0,r0; cvt.rn.f64.{u64|s64} d0,q0; cvt.rn.f64.{u16|s16} d0,h0;"},
    {"cvt.f32.f64", "cvt.{rn|rz|rm|rp}.f32.f64 f0,d0; cvt.rn.ftz.f32.f64 f0,d0; cvt.rn.sat.f32.f64 f0,d0;"},
    {"cvt.f64.f32", "cvt.f64.f32 d0,f0; cvt.ftz.f64.f32 d0,f0;"},
    {"cvt.f64.f64", "cvt.{rni|rzi|rmi|rpi}.f64.f64 d0,d1; cvt.sat.f64.f64 d0,d1;"},
    {"cvt.int.f64", "cvt.{rni|rzi|rmi|rpi}.{u32|s32}.f64 r0,d0; cvt.rzi.{u64|s64}.f64 q0,d0;"},
    {"rcp.f32", "rcp.{rn|rz|rm|rp}.f32 f0,f1; rcp.rn.ftz.f32 f0,f1;"},
    {"mul.hi", "mul.hi.{u16|s16} h0,h1,h2; mul.hi.{u32|s32} r0,r1,r2; mul.hi.{u64|s64} q0,q1,q2;"},
    {"abs.f32", "abs.f32 f0,f1; abs.ftz.f32 f0,f1;"},
    {"ld",
     "ld.{u32|s32|b32} r0,[q0]; ld.f32 f0,[q0+4]; ld.v2.f64 {d0,d1},[q0]; ld.u8 h0,[q0]; ld.volatile.u32 "
     "r0,[q0];"},
    {"st",
     "st.{u32|s32|b32} [q0],r0; st.f32 [q0+4],f0; st.v2.u64 [q0],{q1,q2}; st.u8 [q0],h0; st.volatile.u32 "
     "[q0],r0;"},
    {"copysign.f32", "copysign.f32 f0,f1,f2;"},
    {"rcp.approx.f32", "rcp.approx.f32 f0,f1; rcp.approx.ftz.f32 f0,f1;"},
    // by nineteen of twenty
    {"ld.const.v2", "ld.const.v2.f32 {f0,f1},[c]; ld.const.v2.u32 {r0,r1},[q0];"},
    {"shf.r.wrap", "shf.r.wrap.b32 r0,r1,r2,r3; shf.l.wrap.b32 r0,r1,r2,13;"},
    {"call",
     "{ .param .b32 x; .param .b32 y; st.param.b32 [x],r0; call.uni (y),fn,(x); ld.param.b32 r1,[y]; }"},
    {"st.param", "{ .param .b32 x; .param .b32 y; st.param.b32 [x+0],7; call (y),fn,(x); }"},
    {"abs.int", "abs.s16 h0,h1; abs.s32 r0,r1; abs.s64 q0,q1;"},
    {"cvta.shared", "cvta.shared.u64 q0,q1; cvta.to.shared.u64 q0,q1; cvta.shared.u32 r0,r1;"},
    {"st.local", "st.local.u32 [lo+4],r0; st.local.f32 [q0],f0; st.local.v2.u32 [lo],{r0,r1};"},
    {"cvta.local", "cvta.local.u64 q0,q1; cvta.to.local.u64 q0,q1;"},
    {"rcp.approx.f64", "rcp.approx.ftz.f64 d0,d1;"},
    {"xor.b", "xor.b16 h0,h1,h2; xor.b32 r0,r1,255; xor.b64 q0,q1,q2;"},
    {"cvt.f32.f32",
     "cvt.{rni|rzi|rmi|rpi}.f32.f32 f0,f1; cvt.rmi.ftz.f32.f32 f0,f1; cvt.rni.sat.f32.f32 f0,f1;"},
    {"div.approx.f32", "div.approx.f32 f0,f1,f2; div.approx.ftz.f32 f0,f1,f2;"},
    // by all
    {"mul24.lo.u32", "mul24.lo.u32 r0,r1,r2; mad24.lo.{u32|s32} r0,r1,r2,r3;"},
    {"prmt", "prmt.b32 r0,r1,r2,0x5410; prmt.b32.{f4e|b4e|rc8|ecl|ecr|rc16} r0,r1,r2,r3;"},
    {"tex.2d.v4.u32.f32",
     "tex.2d.v4.u32.f32 {r0,r1,r2,r3},[t,{f0,f1}]; tex.2d.v4.f32.f32 {f0,f1,f2,f3},[t,{f4,f5}]; "
     "tex.2d.v4.f32.s32 {f0,f1,f2,f3},[t,{r0,r1}];"},
    {"bfi", "bfi.b32 r0,r1,r2,8,4; bfi.b64 q0,q1,q2,r0,r1;"},
    {"exit", "exit; @p0 exit;"},
    {"st.global.v2",
     "st.global.v2.f32 [q0],{f0,f1}; st.global.v2.f64 [q0],{d0,d1}; st.global.v2.u32 [q0],{r0,r1};"},
    {"cvta.global", "cvta.global.u64 q0,q1; cvta.global.u32 r0,r1;"},
    {"max.f32", "max.f32 f0,f1,f2; max.ftz.f32 f0,f1,f2; max.NaN.f32 f0,f1,f2;"},
    {"min.f32", "min.f32 f0,f1,f2; min.ftz.f32 f0,f1,f2; min.NaN.f32 f0,f1,f2;"},
    {"min.f64", "min.f64 d0,d1,d2; max.f64 d0,d1,d2;"},
    {"add.cc", "add.cc.{u32|s32} r0,r1,r2; add.cc.{u64|s64} q0,q1,q2;"},
    {"addc.cc", "addc.cc.{u32|s32} r0,r1,r2; addc.cc.{u64|s64} q0,q1,q2;"},
    {"addc", "addc.{u32|s32} r0,r1,0; addc.{u64|s64} q0,q1,q2;"},
    {"sub.cc", "sub.cc.{u32|s32} r0,r1,r2; sub.cc.{u64|s64} q0,q1,q2;"},
    {"subc.cc", "subc.cc.{u32|s32} r0,r1,r2; subc.cc.{u64|s64} q0,q1,q2;"},
    {"subc", "subc.{u32|s32} r0,r1,0; subc.{u64|s64} q0,q1,q2;"},
    {"mad.lo.cc", "mad.lo.cc.{u32|s32} r0,r1,r2,r3; mad.lo.cc.{u64|s64} q0,q1,q2,q3;"},
    {"madc.lo.cc", "madc.lo.cc.{u32|s32} r0,r1,r2,r3; madc.lo.cc.{u64|s64} q0,q1,q2,q3;"},
    {"madc.hi.cc", "madc.hi.cc.{u32|s32} r0,r1,r2,r3; madc.hi.cc.{u64|s64} q0,q1,q2,q3;"},
    {"madc.hi", "madc.hi.{u32|s32} r0,r1,r2,r3; madc.hi.{u64|s64} q0,q1,q2,q3;"},
    {"clz.b64", "clz.b64 r0,q0; clz.b32 r0,r1;"},
    {"ld.global.nc",
     "ld.global.nc.{u32|s32|b32} r0,[q0]; ld.global.nc.f32 f0,[q0+4]; ld.global.nc.u8 h0,[q0];"},
    {"ld.global.nc.v2",
     "ld.global.nc.v2.f32 {f0,f1},[q0]; ld.global.nc.v4.f32 {f0,f1,f2,f3},[q0]; ld.global.nc.v2.u32 "
     "{r0,r1},[q0];"},
    {"ld.local", "ld.local.u32 r0,[lo+4]; ld.local.f32 f0,[q0]; ld.local.v2.u32 {r0,r1},[lo];"},
};

TEST(Census, EveryFormOfThePublicSuiteIsTaken) { expect_forms(census, "opcode forms of the census"); }

}  // namespace
}  // namespace heddle::test::census_test
