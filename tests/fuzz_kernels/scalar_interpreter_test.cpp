// SPDX-License-Identifier: Apache-2.0
#include "tb/fuzz/interpret/scalar_interpreter.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cstring>

#include "models/base/error.hpp"
#include "tb/fuzz/draw/statement_writer.hpp"

namespace heddle::fuzz::scalar_interpreter_test {
namespace {

using K = Statement::Kind;

std::uint64_t one(std::string_view form, std::vector<std::uint64_t> in, std::string_view signature = {}) {
  in.resize(5);
  std::uint64_t out[3]{};
  form_named(form, signature).compute(in.data(), out);
  return out[0];
}
std::uint64_t f32(float f) { return std::bit_cast<std::uint32_t>(f); }

// The expected values were computed by hand from the ISA's descriptions.
TEST(Forms, Integers) {
  EXPECT_EQ(one("add.sat.s32", {0x7fffffff, 1}), 0x7fffffffu);
  EXPECT_EQ(one("mul.hi.u64", {~0ull, ~0ull}), ~0ull - 1);
  EXPECT_EQ(one("mul.hi.s64", {~0ull, ~0ull}), 0u);
  EXPECT_EQ(one("div.s32", {0x80000000, 0xffffffff}), 0x80000000u);
  EXPECT_EQ(one("div.u32", {7, 0}), 0xffffffffu);
  EXPECT_EQ(one("rem.s32", {static_cast<std::uint32_t>(-7), 3}), 0xffffffffu);
  EXPECT_EQ(one("bfe.s32", {0xf0, 4, 4}), 0xffffffffu);
  EXPECT_EQ(one("bfi.b32", {0xf, 0, 8, 4}), 0xf00u);
  EXPECT_EQ(one("bfind.s32", {0xffffffff}), 0xffffffffu);
  EXPECT_EQ(one("shl.b32", {1, 32}), 0u);
  EXPECT_EQ(one("shr.s32", {0x80000000, 99}), 0xffffffffu);
  EXPECT_EQ(one("mul24.hi.s32", {0x800000, 2}), 0xffffff00u);
  EXPECT_EQ(one("prmt.b32", {0x33221100, 0x77665544, 0x7540}), 0x77554400u);
}
TEST(Forms, CarryGoesBehindTheResult) {
  std::uint64_t in[] = {0xffffffff, 0, 1}, out[2]{};
  form_named("addc.cc.u32").compute(in, out);
  EXPECT_EQ(out[0], 0u);
  EXPECT_EQ(out[1], 1u);
  form_named("subc.cc.u32").compute(in, out);
  EXPECT_EQ(out[0], 0xffffffffu);
  EXPECT_EQ(out[1], 1u);  // nothing was borrowed
}
TEST(Forms, Floats) {
  EXPECT_EQ(one("add.rz.f32", {f32(1.0f), f32(0x1p-25f)}), f32(1.0f));
  EXPECT_EQ(one("add.rp.f32", {f32(1.0f), f32(0x1p-25f)}), f32(0x1.000002p0f));
  EXPECT_EQ(one("mul.rn.ftz.f32", {1, f32(1.0f)}), 0u);
  EXPECT_EQ(one("min.f32", {0x7fc00000, f32(2.0f)}), f32(2.0f));
  EXPECT_EQ(one("min.NaN.f32", {0x7fc00000, f32(2.0f)}), 0x7fffffffu);
  EXPECT_EQ(one("setp.ltu.f32", {0x7fc00000, f32(2.0f)}), 1u);
  EXPECT_EQ(one("setp.ne.f32", {0x7fc00000, f32(2.0f)}), 0u);
  EXPECT_EQ(one("cvt.rni.s32.f32", {f32(2.5f)}), 2u);
  EXPECT_EQ(one("cvt.rzi.u32.f32", {f32(-3.0f)}), 0u);
}
TEST(Forms, Halves) {
  EXPECT_EQ(one("add.f16", {0x3c00, 0x3c00}), 0x4000u);        // 1 + 1
  EXPECT_EQ(one("mul.f16", {0x0001, 0x3800}), 0x0000u);        // least / 2, to even
  EXPECT_EQ(one("fma.rn.f16", {0x7bff, 0x4000, 0}), 0x7c00u);  // overflow
  EXPECT_EQ(one("add.f16", {0x7c00, 0xfc00}), 0x7fffu);        // infinity - infinity
  EXPECT_EQ(one("cvt.rn.f16.f32", {f32(65520.0f)}), 0x7c00u);
  EXPECT_EQ(one("cvt.f32.f16", {0x3555}), f32(0x1.554p-2f));
}

/// A kernel of one CTA whose threads store a word to slot 0.
struct Small {
  KernelTree kernel;
  StatementWriter w;
  Reg word, other, p;

  explicit Small(std::uint32_t threads) {
    kernel.shape = {1, threads, 1};
    kernel.shared = true;
    w.to = &kernel.body;
    word = w.fresh(Kind::b32), other = w.fresh(Kind::b32), p = w.fresh(Kind::pred);
    special(word, Special::local_id);
  }
  void special(Reg to, Special s) {
    Statement& st = w.add(K::special);
    st.special = s;
    st.results = {to};
  }
  void store(Reg r) {
    Statement& s = w.add(K::store);
    s.place.region = Region::output;
    s.sources = {operand_of(r)};
  }
  std::vector<std::uint32_t> run() {
    const Buffers b = run_scalar(kernel);
    std::vector<std::uint32_t> words;
    for (std::size_t i = 0; i < b.output.size(); i += 8) {
      std::uint32_t v;
      std::memcpy(&v, b.output.data() + i, 4);
      words.push_back(v);
    }
    return words;
  }
};

TEST(ScalarInterpreter, LoopsAsOftenAsEachThreadSays) {
  Small s(4);
  s.w.compute("mov.b32", {s.other}, {literal_operand(Kind::b32, 10)}, "r:r");
  Statement& loop = s.w.add(K::loop);
  loop.results = {s.w.fresh(Kind::b32)};
  loop.sources = {operand_of(s.word)};
  loop.place.offset = 3;
  StatementWriter inner = s.w;
  std::vector<Statement> body;
  inner.to = &body;
  inner.compute("add.u32", {s.other}, {operand_of(s.other), literal_operand(Kind::b32, 1)});
  s.kernel.body.back().body = body;
  s.store(s.other);
  EXPECT_EQ(s.run(), (std::vector<std::uint32_t>{10, 11, 12, 13}));
}
TEST(ScalarInterpreter, ExchangesAcrossTheCta) {
  Small s(3);
  Statement& e = s.w.add(K::exchange);
  e.place.offset = 1;
  e.sources = {operand_of(s.word)};
  e.results = {s.other};
  s.store(s.other);
  EXPECT_EQ(s.run(), (std::vector<std::uint32_t>{1, 2, 0}));
}
TEST(ScalarInterpreter, ExchangesInsideAGroupOfWarps) {
  Small s(128);
  s.kernel.group_threads = 64;
  Statement& e = s.w.add(K::group_exchange);
  e.place.offset = 65;  // the partner is one thread further on within the group
  e.sources = {operand_of(s.word)};
  e.results = {s.other};
  s.store(s.other);
  std::vector<std::uint32_t> expected;
  for (std::uint32_t i = 0; i < 128; ++i) expected.push_back(i / 64 * 64 + (i + 1) % 64);
  EXPECT_EQ(s.run(), expected);
}
TEST(ScalarInterpreter, AGuardHoldsBack) {
  Small s(3);
  s.w.compute("setp.eq.u32", {s.p}, {operand_of(s.word), literal_operand(Kind::b32, 1)});
  Statement& guarded = s.w.compute("add.u32", {s.word}, {operand_of(s.word), literal_operand(Kind::b32, 40)});
  guarded.guarded = true;
  guarded.guard = operand_of(s.p);
  s.store(s.word);
  EXPECT_EQ(s.run(), (std::vector<std::uint32_t>{0, 41, 2}));
}
TEST(ScalarInterpreter, RefusesWhatIsNoKernel) {
  Small unwritten(1);
  unwritten.store(unwritten.other);
  EXPECT_THROW(unwritten.run(), Error);
  Small divergent(2);
  divergent.w.compute("setp.eq.u32", {divergent.p},
                      {operand_of(divergent.word), literal_operand(Kind::b32, 0)});
  Statement& end = divergent.w.add(K::exit);
  end.guarded = true;
  end.guard = operand_of(divergent.p);
  Statement& wait = divergent.w.add(K::exchange);
  wait.sources = {operand_of(divergent.word)};
  wait.results = {divergent.other};
  EXPECT_THROW(divergent.run(), Error);
  Small split(96);
  split.kernel.group_threads = 64;
  Statement& group = split.w.add(K::group_exchange);
  group.sources = {operand_of(split.word)};
  group.results = {split.other};
  EXPECT_THROW(split.run(), Error);
  Small nowhere(1);
  nowhere.store(nowhere.word);
  nowhere.kernel.body.back().place.offset = 1;
  EXPECT_THROW(nowhere.run(), Error);
}

}  // namespace
}  // namespace heddle::fuzz::scalar_interpreter_test
