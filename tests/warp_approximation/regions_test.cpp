// SPDX-License-Identifier: Apache-2.0
// Which instructions the marks put into approximate regions, and which marks are refused.
#include "models/warp_approximation/regions.hpp"

#include <gtest/gtest.h>

#include "tests/warp_approximation/marked_kernel.hpp"

namespace heddle::test::regions_test {
namespace {

/// Prints each instruction's region and level: "-" outside, else region:level.
std::string shape(const Regions& regions) {
  std::string text;
  for (const Regions::At& at : regions.at)
    text += at.region == no_region ? "- " : fmt::format("{}:{} ", at.region, at.level);
  return text;
}

/// Line 5 has the declarations; the body begins on line 6.
ptx::Kernel marked(const std::string& body) {
  return one_kernel("", ".reg .f32 %f<8>; .reg .b32 %r<8>; .reg .pred %p<4>;\n" + body);
}
std::string shape_of(const std::string& body, const RegionOptions& options = {}) {
  return shape(find_regions(marked(body), options));
}
Problem refused(const std::string& body, const RegionOptions& options = {}) {
  return problem_of([&] { find_regions(marked(body), options); });
}

const std::string begin = ".pragma \"heddle.approxBegin\";\n", end = ".pragma \"heddle.approxEnd\";\n",
                  add = "add.f32 %f0, %f1, %f2;\n", set = "setp.lt.s32 %p0, %r0, %r1;\n", leave = "ret;\n";
std::string level(int d) { return fmt::format(".pragma \"heddle.approxLevel {}\";\n", d); }

TEST(Regions, AreWhatStandsBetweenTheMarks) {
  const std::string body = add + level(6) + begin + add + add + end + add + begin + add + end + leave;
  EXPECT_EQ(shape_of(body), "- 0:6 0:6 - 1:6 - ");
  const Regions found = find_regions(marked(body));
  ASSERT_EQ(found.regions.size(), 2u);
  EXPECT_EQ(found.regions[0].begins, std::vector<std::uint32_t>{8});
  EXPECT_EQ(found.regions[0].ends, std::vector<std::uint32_t>{11});
  EXPECT_EQ(found.regions[1].begins, std::vector<std::uint32_t>{13});
}

TEST(Regions, TakeTheirLevelFromMarksOrOptions) {
  const std::string body = begin + add + level(3) + add + end + add + begin + add + end + leave;
  EXPECT_EQ(shape_of(body), "0:0 0:3 - 1:3 - ");
  EXPECT_EQ(shape_of(body, {.default_level = 9}), "0:9 0:3 - 1:3 - ");
  EXPECT_EQ(shape_of(body, {.default_level = 9, .level = 31}), "0:31 0:31 - 1:31 - ");
  EXPECT_EQ(shape_of(body, {.level = 0}), "0:0 0:0 - 1:0 - ");
  const Problem p = refused(body, {.level = 32});
  EXPECT_EQ(p.value, "32");
  EXPECT_EQ(p.legal, "0 to 31");
  EXPECT_EQ(refused(body, {.default_level = 32}).value, "32");
}

TEST(Regions, OfOneInstructionAreItsPtxLine) {
  const std::string one = ".pragma \"heddle.approx\";\n";
  EXPECT_EQ(shape_of(level(4) + one + add + add + one + add + leave), "0:4 - 1:4 - ");
  EXPECT_EQ(shape_of(begin + add + one + add + end + leave), "0:0 0:0 - ") << "marked anyway";
  EXPECT_EQ(find_regions(marked(one + add + leave)).regions.at(0).ends, std::vector<std::uint32_t>{6});
}

TEST(Regions, LeavePragmasOfOthersAlone) {
  EXPECT_EQ(
      shape_of(".pragma \"nounroll\";\n" + begin + ".pragma \"approximately\", \"\";\n" + add + end + leave),
      "0:0 - ");
}

TEST(Regions, FollowBranchesAndLoops) {
  // One path of a branch; a loop with the region inside of it, and one inside of a region.
  EXPECT_EQ(shape_of(set + "@%p0 bra Join;\n" + begin + add + end + "Join:\n" + add + leave), "- - 0:0 - - ");
  EXPECT_EQ(shape_of("Loop:\n" + begin + add + end + set + "@%p0 bra Loop;\n" + leave), "0:0 - - - ");
  EXPECT_EQ(shape_of(begin + "Loop:\n" + add + set + "@%p0 bra Loop;\n" + end + leave), "0:0 0:0 0:0 - ");
}

TEST(Regions, BegunOnSeveralWaysAreOneWhereTheyMeet) {
  const std::string body = set + "@%p0 bra Else;\n" + begin + add + "bra Join;\nElse:\n" + begin + add +
                           "Join:\n" + add + end + leave;
  EXPECT_EQ(shape_of(body), "- - 0:0 0:0 0:0 0:0 - ");
  const Regions found = find_regions(marked(body));
  ASSERT_EQ(found.regions.size(), 1u);
  EXPECT_EQ(found.regions[0].begins, (std::vector<std::uint32_t>{8, 12}));
  EXPECT_EQ(found.regions[0].ends, std::vector<std::uint32_t>{16});
}

TEST(Regions, NestedBegin) {
  const Problem p = refused(begin + add + begin + add + end + leave);
  EXPECT_EQ(p.place, "k.ptx:8");
  EXPECT_EQ(p.value, "begun on line 6");
  EXPECT_EQ(refused("Loop:\n" + begin + add + set + "@%p0 bra Loop;\n" + end + leave).value,
            "begun on line 7");
}

TEST(Regions, EndWithoutBegin) {
  const Problem p = refused(add + end + leave);
  EXPECT_EQ(p.place, "k.ptx:7");
  EXPECT_EQ(p.what, "no approximate region ends here");
  EXPECT_EQ(p.value, "heddle.approxEnd");
}

TEST(Regions, ThatDoNotEndOnEveryWay) {
  for (const std::string& exit : {std::string("@%p0 exit;\n"), std::string("@%p0 ret;\n")}) {
    const Problem p = refused(set + begin + add + exit + end + leave);
    EXPECT_EQ(p.place, "k.ptx:7");
    EXPECT_EQ(p.value, "exit on line 9");
  }
  EXPECT_EQ(refused(begin + add + leave).value, "exit on line 8");
  EXPECT_EQ(shape_of(set + begin + "@%p0 trap;\n" + end + leave), "- 0:0 - ") << "a failed kernel is no exit";
}

TEST(Regions, WaysThatMeetMustAgree) {
  const Problem p = refused(set + "@%p0 bra Join;\n" + begin + add + "Join:\n" + add + end + leave);
  EXPECT_EQ(p.place, "k.ptx:11");
  EXPECT_EQ(p.value, "begun on line 8 by way of line 9; none by way of line 7");
}

TEST(Regions, LevelsThatDependOnTheWayAreRefusedWhereTheyCount) {
  const std::string two =
      set + "@%p0 bra Else;\n" + level(3) + "bra Join;\nElse:\n" + level(4) + "Join:\n" + add;
  EXPECT_EQ(shape_of(two + leave), "- - - - - ");
  EXPECT_EQ(shape_of(two + level(5) + begin + add + end + leave), "- - - - 0:5 - ");
  EXPECT_EQ(shape_of(two + begin + add + end + leave, {.level = 2}), "- - - - 0:2 - ");
  for (const std::string& use : {begin + add + end, std::string(".pragma \"heddle.approx\";\n") + add}) {
    const Problem p = refused(two + use + leave);
    EXPECT_EQ(p.place, "k.ptx:14");
    EXPECT_EQ(p.what, "the level depends on the way that leads here");
    EXPECT_TRUE(p.value == "line 8 or line 11" || p.value == "line 11 or line 8") << p.value;
  }
  EXPECT_NE(refused(set + "@%p0 bra Join;\n" + level(3) + "Join:\n" + begin + add + end + leave)
                .value.find("the default level"),
            std::string::npos);
  // Two levels meet inside of a region.
  EXPECT_EQ(refused(set + begin + "@%p0 bra Join;\n" + level(3) + add + "Join:\n" + add + end + leave).place,
            "k.ptx:12");
}

TEST(Regions, MisspelledMarksNameTheRightOnes) {
  const auto text = [](const std::string& pragma) {
    return refused(".pragma \"" + pragma + "\";\n" + add + leave);
  };
  const Problem p = text("heddle.aproxBegin");
  EXPECT_EQ(p.place, "k.ptx:6");
  EXPECT_EQ(p.value, "heddle.aproxBegin");
  EXPECT_EQ(p.nearest, "heddle.approxBegin");
  EXPECT_NE(p.legal.find("heddle.approxLevel D"), std::string::npos);
  EXPECT_EQ(text("approxEnd").nearest, "heddle.approxEnd") << "without its prefix";
  EXPECT_EQ(text("heddle.approxBegin now").value, "heddle.approxBegin now");
  EXPECT_EQ(text("heddle.other").what, "unknown pragma");
  for (const std::string wrong : {"heddle.approxLevel", "heddle.approxLevel 32", "heddle.approxLevel -1",
                                  "heddle.approxLevel 4x", "heddle.approxLevel ", "heddle.approxLevel six"}) {
    EXPECT_EQ(text(wrong).value, wrong);
    EXPECT_NE(text(wrong).legal.find("approxLevel"), std::string::npos);
  }
  EXPECT_EQ(text("heddle.approxLevel 31").what, "");
}

TEST(Regions, ReachIntoCalledFunctionsButNotIntoTheDeviceLibrary) {
  const auto kernel = [](const std::string& body) {
    return ptx::load_module(
               ".version 6.0\n.target sm_50\n.address_size 64\n.func f() {\n.reg .f32 %x;\n"
               "add.f32 %x, %x, %x;\nret;\n}\n.extern .func free(.param .b64 p);\n"
               ".visible .entry k() {\n.reg .b64 %a;\n" +
                   body + "ret;\n}\n",
               "k.ptx")
        .at(0);
  };
  const std::string call = "call f;\n";
  const auto level_of_f = [](const ptx::Kernel& k) {
    const Regions found = find_regions(k);
    for (std::size_t i = 0; i < k.code.size(); ++i)
      if (k.code[i].line == 6) return found.at[i].region == no_region ? -1 : int{found.at[i].level};
    return -2;
  };
  EXPECT_EQ(level_of_f(kernel(call)), -1);
  EXPECT_EQ(level_of_f(kernel(level(7) + begin + call + end)), 7);
  EXPECT_EQ(problem_of([&] { find_regions(kernel(call + begin + call + end)); }).what,
            "ways meet here of which only one is in an approximate region");
  const std::string library = "{ .param .b64 p; st.param.b64 [p], %a; call free, (p); }\n";
  const ptx::Kernel freeing = kernel(library + begin + library + end);
  const Regions found = find_regions(freeing);
  std::size_t inside = 0;
  for (std::size_t i = 0; i < freeing.code.size(); ++i) {
    inside += found.at[i].region != no_region;
    EXPECT_TRUE(freeing.code[i].line <= freeing.file_lines || found.at[i].region == no_region);
  }
  EXPECT_GT(inside, 0u);
}

TEST(Regions, KeepTheirInstructionsWhenRegistersAreSpilled) {
  std::string body = ".reg .f32 %x<24>; .reg .b64 %a;\nld.param.u64 %a, [a];\n";
  for (int r = 0; r < 24; ++r) body += fmt::format("ld.global.f32 %x{}, [%a+{}];\n", r, 4 * r);
  body += begin;
  for (int r = 1; r < 24; ++r) body += fmt::format("add.f32 %x0, %x0, %x{};\n", r);
  body += end + ".pragma \"heddle.approx\";\nmul.f32 %x1, %x0, %x0;\nst.global.f32 [%a], %x1;\nret;";
  for (const std::uint32_t limit : {63u, 8u}) {
    const ptx::Kernel kernel =
        ptx::kernel_of(one_kernel_text(".param .u64 a", body), "k.ptx", "k", {.max_registers = limit});
    const Regions found = find_regions(kernel);
    for (std::size_t i = 0; i < kernel.code.size(); ++i) {
      const std::uint32_t line = kernel.code[i].line;
      const bool adds = line >= 32 && line <= 54, one = line == 57;
      EXPECT_EQ(found.at[i].region, adds ? 0u : one ? 1u : no_region) << "line " << line;
    }
  }
}

}  // namespace
}  // namespace heddle::test::regions_test
