// SPDX-License-Identifier: Apache-2.0
#include "tests/ptx/forms.hpp"

/// Opcode forms that the census does not contain, as newer code and libraries use them. (ptxas of CUDA 13
/// accepts every spelling.)
namespace heddle::test::language_test {
namespace {

const Form language[] = {
    {"integers",
     "mul24.{lo|hi}.{u32|s32} r0,r1,r2; mad24.hi.{u32|s32} r0,r1,r2,r3; mad24.hi.sat.s32 r0,r1,r2,r3; "
     "mad.hi.{u16|s16} "
     "h0,h1,h2,h3; mad.hi.{u32|s32} r0,r1,r2,r3; mad.hi.sat.s32 r0,r1,r2,r3; mad.wide.{u16|s16} r0,h0,h1,r1; "
     "mad.wide.{u32|s32} q0,r0,r1,q1; sad.{u16|s16} h0,h1,h2,h3; sad.{u32|s32} r0,r1,r2,r3; sad.u64 "
     "q0,q1,q2,q3; "
     "mad.hi.{u64|s64} q0,q1,q2,q3;"},
    {"packed integers",
     "add.{u16x2|s16x2} r0,r1,r2; min.relu.{s16x2|s32} r0,r1,r2; "
     "max.{u16x2|s16x2} r0,r1,r2; min.{u16x2|s16x2} r0,r1,r2; max.relu.{s16x2|s32} r0,r1,r2;"},
    {"bits",
     "popc.b32 r0,r1; popc.b64 r0,q0; bfind.{u32|s32} r0,r1; bfind.{u64|s64} r0,q0; bfind.shiftamt.{u32|s32} "
     "r0,r1; "
     "brev.b32 r0,r1; brev.b64 q0,q1; fns.b32 r0,r1,r2,r3; szext.{clamp|wrap}.{u32|s32} r0,r1,r2; "
     "bmsk.{clamp|wrap}.b32 r0,r1,r2; cnot.b16 h0,h1; cnot.b32 r0,r1; cnot.b64 q0,q1; shf.l.clamp.b32 "
     "r0,r1,r2,r3; "
     "shf.r.clamp.b32 r0,r1,r2,8; lop3.b32 r0,r1,r2,r3,0xe8; lop3.{or|and}.b32 r0|p0,r1,r2,r3,0x80,p1; "
     "lop3.or.b32 _|p0,r1,r2,r3,0x80,!p1;"},
    {"dot products", "dp4a.{u32|s32}.{u32|s32} r0,r1,r2,r3; dp2a.{lo|hi}.{u32|s32}.{u32|s32} r0,r1,r2,r3;"},
    {"carries", "mad.hi.cc.{u32|s32} r0,r1,r2,r3; madc.lo.{u32|s32} r0,r1,r2,r3; mad.hi.cc.u64 q0,q1,q2,q3;"},
    {"floats",
     "mad.rn.f32 f0,f1,f2,f3; mad.{rn|rz}.f64 d0,d1,d2,d3; mad.rn.ftz.sat.f32 f0,f1,f2,f3; rsqrt.approx.f32 "
     "f0,f1; "
     "rsqrt.approx.ftz.f32 f0,f1; rsqrt.approx.f64 d0,d1; rsqrt.approx.ftz.f64 d0,d1; sin.approx.f32 f0,f1; "
     "cos.approx.ftz.f32 f0,f1; tanh.approx.f32 f0,f1; copysign.f64 d0,d1,d2; "
     "testp.{finite|infinite|number|notanumber|normal|subnormal}.f32 p0,f0; testp.finite.f64 p0,d0; max.f64 "
     "d0,d1,d2;"},
    {"minima of floats",
     "min.xorsign.abs.f32 f0,f1,f2; max.ftz.NaN.xorsign.abs.f32 f0,f1,f2; min.f32 f0,f1,f2,f3; "
     "max.NaN.abs.f32 f0,f1,f2,f3; min.{f16|bf16} h0,h1,h2; max.NaN.{f16x2|bf16x2} r0,r1,r2; "
     "max.ftz.NaN.f16 h0,h1,h2; min.xorsign.abs.f16x2 r0,r1,r2; max.NaN.xorsign.abs.bf16 h0,h1,h2;"},
    {"half arithmetic",
     "add.{f16|bf16} h0,h1,h2; sub.rn.{f16|bf16} h0,h1,h2; mul.{f16x2|bf16x2} r0,r1,r2; add.rn.ftz.sat.f16x2 "
     "r0,r1,r2; "
     "fma.rn.{f16|bf16} h0,h1,h2,h3; fma.rn.ftz.sat.f16 h0,h1,h2,h3; fma.rn.relu.{f16x2|bf16x2} r0,r1,r2,r3; "
     "neg.{f16|bf16} h0,h1; abs.{f16x2|bf16x2} r0,r1; neg.ftz.f16 h0,h1; ex2.approx.f16 h0,h1; "
     "ex2.approx.ftz.bf16x2 r0,r1; "
     "tanh.approx.{f16|bf16} h0,h1; tanh.approx.{f16x2|bf16x2} r0,r1;"},
    {"half comparisons",
     "setp.{eq|lt|gtu|nan}.{f16|bf16} p0,h0,h1; setp.ge.and.f16x2 p0|p1,r0,r1,p2; setp.lt.bf16x2 "
     "p0|p1,r0,r1; "
     "set.eq.{f16|u16|s16}.f16 h0,h1,h2; set.gt.{u32|s32}.f16 r0,h0,h1; set.eq.{f16x2|u32|s32}.f16x2 "
     "r0,r1,r2; "
     "set.ltu.ftz.f16x2.f16x2 r0,r1,r2; set.lt.and.bf16x2.bf16x2 r0,r1,r2,p0; set.eq.bf16.bf16 h0,h1,h2;"},
    {"comparisons",
     "set.{eq|ne|lt|ge}.{u32|s32|f32}.{u32|s32} r0,r1,r2; set.lt.u32.f32 r0,f0,f1; set.gt.and.s32.f64 "
     "r0,d0,d1,p0; "
     "set.lo.u32.u64 r0,q0,q1; slct.{u32|s32|b32}.s32 r0,r1,r2,r3; slct.ftz.f32.f32 f0,f1,f2,f3; "
     "slct.u64.f32 q0,q1,q2,f0; slct.f64.s32 d0,d1,d2,r0;"},
    {"half conversions",
     "cvt.{rn|rz|rm|rp}.f16.f32 h0,f0; cvt.rn.ftz.sat.f16.f32 h0,f0; cvt.rn.f16.f64 h0,d0; "
     "cvt.{rn|rz}.f16.{u32|s32} h0,r0; "
     "cvt.rn.f16.{u64|s64} h0,q0; cvt.f32.{f16|bf16} f0,h0; cvt.f64.f16 d0,h0; "
     "cvt.{rni|rzi|rmi|rpi}.{u32|s32}.f16 r0,h0; "
     "cvt.rzi.{u16|s16|u8|s8}.f16 h0,h1; cvt.rzi.s64.f16 q0,h0; cvt.rni.f16.f16 h0,h1; cvt.rn.bf16.f32 "
     "h0,f0; "
     "cvt.rz.relu.bf16.f32 h0,f0; cvt.rn.relu.f16.f32 h0,f0; cvt.rn.{f16x2|bf16x2}.f32 r0,f0,f1; "
     "cvt.rz.relu.{f16x2|bf16x2}.f32 r0,f0,f1; cvt.rn.bf16.{s32|u32} h0,r0; cvt.rzi.s32.bf16 r0,h0; "
     "cvt.rn.bf16.f16 h0,h1;"},
    {"tf32, packs and 8-bit floats",
     "cvt.rna.tf32.f32 r0,f0; cvt.{rn|rz}.tf32.f32 r0,f0; cvt.rn.relu.tf32.f32 r0,f0; "
     "cvt.pack.sat.{u16|s16}.s32 r0,r1,r2; "
     "cvt.pack.sat.{u8|s8|u4|s4|u2|s2}.s32.b32 r0,r1,r2,r3; cvt.rn.satfinite.{e4m3x2|e5m2x2}.f32 h0,f0,f1; "
     "cvt.rn.satfinite.relu.e4m3x2.f16x2 h0,r0; cvt.rn.f16x2.{e4m3x2|e5m2x2} r0,h0;"},
    {"lanes",
     "shfl.sync.{up|down|bfly|idx}.b32 r0,r1,1,0x1f,-1; shfl.sync.idx.b32 r0|p0,r1,r2,r3,r4; "
     "vote.sync.{all|any|uni}.pred p0,p1,-1; vote.sync.ballot.b32 r0,!p1,0xffffffff; match.any.sync.b32 "
     "r0,r1,-1; "
     "match.all.sync.b32 r0|p0,r1,-1; match.any.sync.b64 r0,q0,r1; activemask.b32 r0; "
     "redux.sync.{add|min|max}.{u32|s32} r0,r1,-1; redux.sync.{and|or|xor}.b32 r0,r1,r2; "
     "redux.sync.{min|max}.f32 f0,f1,-1; redux.sync.min.abs.NaN.f32 f0,f1,-1; elect.sync r0|p0,-1; "
     "elect.sync _|p0,r1;"},
    {"without effect",
     "nanosleep.u32 100; nanosleep.u32 r0; pmevent 7; pmevent.mask 0x3; prefetch.{global|local}.{L1|L2} "
     "[q0]; prefetch.L1 [q0+8]; "
     "prefetchu.L1 [q0]; prefetch.global.L2::evict_last [q0]; discard.global.L2 [q0],128; "
     "applypriority.global.L2::evict_normal [q0],128; createpolicy.fractional.L2::evict_last.b64 q0,1.0; "
     "createpolicy.fractional.L2::evict_first.b64 q0; createpolicy.range.global.L2::evict_last.b64 "
     "q0,[q1],64,128; "
     "createpolicy.cvt.L2.b64 q0,q1; griddepcontrol.{wait|launch_dependents}; bar.warp.sync -1; brkpt;"},
    {"uniform loads",
     "ldu.global.{u32|s32} r0,[q0]; ldu.global.v4.f32 {f0,f1,f2,f3},[q0+16]; ldu.f64 d0,[q0];"},
    {"addresses",
     "cvta.{const|shared::cta}.u64 q0,q1; cvta.to.const.u64 q0,q1; isspacep.{global|shared|local|const} "
     "p0,q0; "
     "isspacep.{shared::cta|param} p0,q0;"},
    {"moves",
     "mov.b16 h0,0x3C00; mov.b32 {h0,h1},r0; mov.b32 r0,{h0,h1}; mov.b64 {h0,h1,h2,h3},q0; mov.b64 "
     "q0,{h0,h1,h2,h3}; "
     "mov.b64 {r0,_},q0; mov.u64 q0,c; mov.u32 r0,WARP_SZ; mov.u32 r0,(1<<4)|3; mov.s32 r0,-(3)*2;"},
    {"special registers",
     "mov.u32 r0,%laneid; mov.u32 r0,%warpid; mov.u32 r0,%nwarpid; mov.u32 r0,%smid; mov.u32 r0,%nsmid; "
     "mov.u64 q0,%gridid; "
     "mov.u32 r0,%lanemask_lt; mov.u32 r0,%clock; mov.u32 r0,%clock_hi; mov.u64 q0,%clock64; mov.u64 "
     "q0,%globaltimer; "
     "mov.u32 r0,%globaltimer_lo; mov.u32 r0,%total_smem_size; mov.u32 r0,%dynamic_smem_size; mov.b32 "
     "r0,%envreg3; "
     "mov.u32 r0,%pm0; mov.u64 q0,%pm1_64; mov.u16 h0,%tid.x; mov.u32 r0,%clusterid.x; mov.u32 "
     "r0,%cluster_nctarank; "
     "mov.u32 r0,%ctaid.z; mov.u32 r0,%nctaid.y; cvt.u64.u32 q0,%tid.x;"},
};

std::string message(const std::string& statement) {
  try {
    (void)ptx::PtxModule(module_with(statement), "language.ptx").compile("k");
  } catch (const Error& e) {
    return e.what();
  }
  return "accepted";
}

TEST(Language, NestedOperandsAreRefusedHoweverDeep) {
  std::string chain = "mov.b64 q0,q0";
  for (unsigned i = 0; i < 300000; ++i) chain += "|q0";
  const std::string nested =
      message("mov.b64 q0," + std::string(300000, '{') + "r0" + std::string(300000, '}') + ";");
  EXPECT_NE(nested.find("vectors do not nest"), std::string::npos) << nested;
  EXPECT_NE(message(chain + ";").find("unexpected text"), std::string::npos);
}

TEST(Language, FormsBeyondTheCensusAreTaken) { expect_forms(language, "groups of forms beyond the census"); }

}  // namespace
}  // namespace heddle::test::language_test
