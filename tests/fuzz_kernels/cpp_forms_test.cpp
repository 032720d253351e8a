// SPDX-License-Identifier: Apache-2.0
// The C++ expressions of the forms, compiled by clang for the host: they compute what the forms' own
// arithmetic does, and have no undefined behaviour for any source.
#include "tb/fuzz/compiled/cpp_forms.hpp"

#include <fmt/ranges.h>
#include <gtest/gtest.h>
#include <setjmp.h>
#include <signal.h>

#include <array>
#include <bit>
#include <cmath>

#include "models/base/random.hpp"
#include "tests/fuzz_kernels/compiled_forms.hpp"

namespace heddle::fuzz::cpp_forms_test {
namespace {

constexpr std::uint64_t seed = 20'261'123;
constexpr unsigned draws = 4000;

std::vector<FormInCpp> all_rows() {
  std::vector<FormInCpp> rows;
  for (const Form* form : all_forms())
    if (const auto* expressions = cpp_expressions(*form)) rows.push_back({form, *expressions});
  return rows;
}

/// Draws the bits of a source: a limit of integers or floats, a neighbour of one, a small number, or any
/// bits.
std::uint64_t draw(Random& random, Kind kind) {
  static constexpr std::array<std::uint64_t, 24> words{
      0,          1,          0x7f,       0x80,       0xff,       0x7fff,     0x8000,     0xffff,
      0x7fffffff, 0x80000000, 0xffffffff, 0x3f800000, 0xbf800000, 0x40200000, 0x7f800000, 0xff800000,
      0x7fc00000, 0x7f800001, 0x00800000, 0x7f7fffff, 0x4f000000, 0xcf000000, 0x4f800000, 0x5f000000};
  static constexpr std::array<double, 12> doubles{0,      -0.0,   1,       -2.5,     0x1p31,    -0x1p31,
                                                  0x1p32, 0x1p63, -0x1p63, 0x1p1023, 0x1p-1022, HUGE_VAL};
  const unsigned width = bits_of(kind);
  std::uint64_t bits = random();
  switch (random.below(4)) {
    case 0:
      bits = random.below(70);
      break;
    case 1:
      bits = words[random.below(words.size())] - random.below(3) + 1;
      if (width == 64 && random.one_in(2)) bits <<= 32;
      break;
    case 2:
      if (width == 64)
        bits = std::bit_cast<std::uint64_t>(doubles[random.below(doubles.size())]) - random.below(3) + 1;
  }
  return width == 64 ? bits : bits & ((std::uint64_t{1} << width) - 1);
}

/// PTX does not say which NaN an operation gives.
bool same(Kind kind, std::uint64_t a, std::uint64_t b) {
  const auto nan = [&](std::uint64_t bits) {
    return kind == Kind::f64   ? std::isnan(std::bit_cast<double>(bits))
           : kind == Kind::f32 ? std::isnan(std::bit_cast<float>(static_cast<std::uint32_t>(bits)))
                               : false;
  };
  return a == b || (nan(a) && nan(b));
}

using Words = std::array<std::uint64_t, 5>;

template <class Visit>
void for_drawn_sources(const Form& form, Visit&& visit) {
  Random random(seed);
  const FormOperands o = operands_of(form);
  for (unsigned n = 0; n < draws; ++n) {
    Words in{};
    for (unsigned i = 0; i < o.sources; ++i) in[i] = draw(random, o.source[i]);
    if (!visit(in)) return;
  }
}

/// Returns the first sources for which `function` and the form differ; empty when there are none.
std::string difference(const Form& form, FormFunction function) {
  const FormOperands o = operands_of(form);
  std::string text;
  for_drawn_sources(form, [&](const Words& in) {
    Words expected{}, got{};
    form.compute(in.data(), expected.data());
    function(in.data(), got.data());
    for (unsigned i = 0; i < o.results; ++i)
      if (!same(o.result[i], expected[i], got[i]))
        text = fmt::format("{} {}, seed {}: of {:#x} result {}: expected {:#x}, got {:#x}", form.text,
                           form.signature, seed, fmt::join(in, " "), i, expected[i], got[i]);
    return text.empty();
  });
  return text;
}

TEST(CppForms, ComputeOnThisMachineWhatTheFormsDo) {
  const std::vector<FormInCpp> rows = all_rows();
  ASSERT_GT(rows.size(), 400u);
  const CompiledForms compiled(rows);
  for (std::size_t i = 0; i < rows.size(); ++i)
    EXPECT_EQ(difference(*rows[i].form, compiled.function(i)), "");
}

TEST(CppForms, AWrongOneIsSeen) {
  const Form &add = form_named("add.s32"), &less = form_named("setp.ltu.f32", "p:ff");
  const CompiledForms compiled({{&add, {"(u32)({0} - {1})"}}, {&less, {"({0} < {1})"}}});
  EXPECT_NE(difference(add, compiled.function(0)), "");
  EXPECT_NE(difference(less, compiled.function(1)), "");
}

sigjmp_buf at_trap;

/// Returns the sources for which clang's sanitizer stops the function; empty when there are none.
std::string undefined(const Form& form, FormFunction function) {
  static Words in;
  struct sigaction trap {
  }, before{};
  trap.sa_handler = [](int) { siglongjmp(at_trap, 1); };
  ::sigaction(SIGILL, &trap, &before);
  const bool trapped = sigsetjmp(at_trap, 1) != 0;
  if (!trapped)
    for_drawn_sources(form, [&](const Words& drawn) {
      in = drawn;
      Words out{};
      function(in.data(), out.data());
      return true;
    });
  ::sigaction(SIGILL, &before, nullptr);
  return trapped ? fmt::format("{} {}, seed {}: undefined for {:#x}", form.text, form.signature, seed,
                               fmt::join(in, " "))
                 : "";
}

TEST(CppForms, AreDefinedForAllSources) {
  std::vector<FormInCpp> rows = all_rows();
  rows.push_back({&form_named("add.s32"), {"(u32)((s32){0} + (s32){1})"}});
  const char* which = "undefined,float-cast-overflow";
  const CompiledForms compiled(rows,
                               {std::string("-fsanitize=") + which, std::string("-fsanitize-trap=") + which});
  for (std::size_t i = 0; i + 1 < rows.size(); ++i)
    EXPECT_EQ(undefined(*rows[i].form, compiled.function(i)), "");
  EXPECT_NE(undefined(*rows.back().form, compiled.function(rows.size() - 1)), "") << "a sum that overflows";
}

}  // namespace
}  // namespace heddle::fuzz::cpp_forms_test
