// SPDX-License-Identifier: Apache-2.0
// Several PTX files linked: what their names mean to each other, with values that kernels store.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <sstream>

#include "models/host/context.hpp"
#include "models/host/functional_device.hpp"
#include "models/ptx/register_table.hpp"

namespace heddle::link_test {
namespace {

using Words = std::vector<std::uint32_t>;

constexpr const char* head = ".version 8.0\n.target sm_75\n.address_size 64\n";

/// a.ptx, b.ptx, ...; each text begins on line 4.
std::vector<ptx::PtxFile> files_of(const std::vector<std::string>& texts) {
  std::vector<ptx::PtxFile> files;
  for (const std::string& text : texts)
    files.push_back({head + text, std::string(1, static_cast<char>('a' + files.size())) + ".ptx"});
  return files;
}

/// Kernel `name`: `body` leaves words in %r0 to %r3, which one thread stores.
std::string kernel(const std::string& body, const std::string& name = "k") {
  return fmt::format(
      ".visible .entry {}(.param .u64 out)\n{{\n.reg .b32 %r<8>; .reg .b64 %d<4>;\n"
      "mov.b32 %r0, 0; mov.b32 %r1, 0; mov.b32 %r2, 0; mov.b32 %r3, 0;\n{}\n"
      "ld.param.u64 %d0, [out];\nst.global.v4.b32 [%d0], {{%r0, %r1, %r2, %r3}};\nret;\n}}\n",
      name, body);
}

/// A function of one word.
std::string function(const std::string& linkage, const std::string& name, const std::string& body) {
  return fmt::format(
      "{} .func (.param .b32 z) {}(.param .b32 w)\n{{\n.reg .b32 %r<4>; .reg .b64 %d<2>;\n"
      "ld.param.b32 %r0, [w];\n{}\nst.param.b32 [z], %r0;\nret;\n}}\n",
      linkage, name, body);
}
std::string declaration(const std::string& name) {
  return fmt::format(".extern .func (.param .b32 z) {}(.param .b32 w);\n", name);
}

struct Linked {
  explicit Linked(const std::vector<std::string>& texts) : module(context.link_texts(files_of(texts))) {}
  Words run(const std::string& name = "k") {
    const DevicePointer out = context.upload(Words(4));
    module.function(name).launch({.grid = {1}, .cta = {1}, .shared_bytes = 64}, out);
    return context.download<std::uint32_t>(out, 4);
  }
  std::ostringstream printed;
  FunctionalDevice device;
  Context context{device, {.output = &printed}};
  Module module;
};

Words words_of(const std::vector<std::string>& texts) { return Linked(texts).run(); }

Problem problem_of(const std::vector<std::string>& texts) {
  try {
    words_of(texts);
  } catch (const Error& e) {
    return e.problem();
  }
  return {.what = "accepted"};
}

TEST(Link, FunctionsAndVariablesOfOtherFilesMeanTheSame) {
  const std::string a = ".visible .global .u32 seed = 40;\n.extern .const .u32 step[2];\n" +
                        declaration("f") +
                        kernel(
                            "call (%r0), f, (2); ld.const.u32 %r1, [step+4]; st.global.u32 [seed], 7;\n"
                            "call (%r2), f, (1);");
  const std::string b = ".extern .global .u32 seed;\n.visible .const .u32 step[2] = {5, 6};\n" +
                        function(".visible", "f", "ld.global.u32 %r1, [seed]; add.u32 %r0, %r0, %r1;");
  EXPECT_EQ(words_of({a, b}), (Words{42, 6, 8, 0}));
  EXPECT_EQ(words_of({b, a}), (Words{42, 6, 8, 0}));
}

TEST(Link, NamesOfAFileAloneStayApart) {
  const auto text = [](int n) {
    return fmt::format(".global .u32 x = {};\n", n) +
           function("", "help", "ld.global.u32 %r1, [x]; mad.lo.u32 %r0, %r0, 100, %r1;");
  };
  const std::string a = text(1) + declaration("f") + kernel("call (%r0), help, (7); call (%r1), f, (7);");
  const std::string b = text(2) + function(".visible", "f", "call (%r0), help, (%r0);");
  Linked linked({a, b});
  EXPECT_EQ(linked.run(), (Words{701, 702, 0, 0}));
  linked.context.put<std::uint32_t>(linked.module.variable("b.ptx:x").address, 9);
  EXPECT_EQ(linked.run(), (Words{701, 709, 0, 0}));
  EXPECT_EQ(linked.context.get<std::uint32_t>(linked.module.variable("a.ptx:x").address), 1u);
}

TEST(Link, VariablesOfBodiesStayApart) {
  const auto count = [](const std::string& linkage, const std::string& name, int from) {
    return function(linkage, name,
                    fmt::format(".global .u32 n = {}; ld.global.u32 %r0, [n]; add.u32 %r0, %r0, 1;\n"
                                "st.global.u32 [n], %r0;",
                                from));
  };
  const std::string a = count("", "tick", 10) + declaration("other") +
                        kernel("call (%r0), tick, (0); call (%r0), tick, (0); call (%r1), other, (0);");
  const std::string b = count("", "tick", 20) + function(".visible", "other", "call (%r0), tick, (0);");
  EXPECT_EQ(words_of({a, b}), (Words{12, 21, 0, 0}));
}

TEST(Link, AStrongDefinitionGoesAheadOfWeakOnes) {
  const auto file = [](const std::string& linkage, int n) {
    return fmt::format("{} .global .u32 v = {};\n", linkage, n) +
           function(linkage, "f", fmt::format("add.u32 %r0, %r0, {};", n));
  };
  const std::string a =
      ".extern .global .u32 v;\n" + declaration("f") + kernel("call (%r0), f, (0); ld.global.u32 %r1, [v];");
  EXPECT_EQ(words_of({a, file(".weak", 1), file(".visible", 2), file(".weak", 3)}), (Words{2, 2, 0, 0}));
  EXPECT_EQ(words_of({a, file(".weak", 3), file(".weak", 1)}), (Words{3, 3, 0, 0}));
}

TEST(Link, TheLargestCommonVariableCounts) {
  const std::string small = ".common .global .u32 v;\n", large = ".common .global .u64 v[2];\n";
  const std::string store =
      kernel("st.global.u32 [v+12], 5; ld.global.u32 %r0, [v+12]; ld.global.u32 %r1, [v];");
  Linked linked({small, large + store});
  EXPECT_EQ(linked.module.variable("v").bytes, 16u);
  EXPECT_EQ(linked.run(), (Words{5, 0, 0, 0}));
  EXPECT_EQ(words_of({small + kernel("ld.global.u32 %r0, [v];"), ".visible .global .u32 v = 3;"}),
            (Words{3, 0, 0, 0}));
  EXPECT_NE(problem_of({large + store, ".visible .global .u32 v = 3;"}).what, "accepted");
}

TEST(Link, AWeakKernelOfTwoFilesIsOneKernel) {
  const auto file = [](int n) {
    std::string text = kernel(fmt::format("mov.b32 %r0, {};", n), "t");
    return text.replace(0, 8, ".weak");
  };
  Linked linked({file(1), file(2)});
  EXPECT_EQ(linked.module.functions(), (std::vector<std::string>{"t"}));
  EXPECT_EQ(linked.run("t")[0], 1u);
}

TEST(Link, AddressesOfOtherFilesAreInitialValuesAndTargetsOfCalls) {
  const std::string a = ".extern .global .u64 table[3];\n" +
                        kernel(
                            ".reg .u64 %f; ld.global.u64 %f, [table+8];\n"
                            "P: .callprototype (.param .b32 _) _ (.param .b32 _);\n"
                            "call (%r0), %f, (5), P; ld.global.u64 %f, [table]; call (%r1), %f, (5), P;\n"
                            "ld.global.u64 %d1, [table+16]; ld.u32 %r2, [%d1];");
  const std::string b = declaration("g") + ".extern .global .u32 v;\n" +
                        function("", "f", "add.u32 %r0, %r0, 1;") +
                        ".visible .global .u64 table[3] = {f, g, generic(v)};\n";
  const std::string c = function("", "f", "mov.b32 %r0, 99;") +
                        function(".visible", "g", "add.u32 %r0, %r0, 2;") + ".visible .global .u32 v = 77;\n";
  EXPECT_EQ(words_of({a, b, c}), (Words{7, 6, 77, 0}));
}

TEST(Link, SharedMemoryOfOtherFilesIsTheSame) {
  const std::string a = ".visible .shared .align 4 .u32 s[4];\n.extern .shared .align 4 .b8 dynamic[];\n" +
                        declaration("f") +
                        kernel(
                            "st.shared.u32 [s+8], 5; st.shared.u32 [dynamic], 6; call (%r0), f, (1);\n"
                            "ld.shared.u32 %r1, [dynamic+4];");
  const std::string b = ".extern .shared .align 4 .u32 s[4];\n.extern .shared .align 16 .b8 mine[];\n" +
                        function(".visible", "f",
                                 "ld.shared.u32 %r0, [s+8]; ld.shared.u32 %r1, [mine];\n"
                                 "st.shared.u32 [mine+4], 9; mad.lo.u32 %r0, %r0, 10, %r1;");
  EXPECT_EQ(words_of({a, b}), (Words{56, 9, 0, 0}));
}

TEST(Link, AnAliasIsTheFunctionThatItStandsFor) {
  const std::string a = declaration("g") + kernel("call (%r0), g, (5);");
  const std::string b = function(".visible", "f", "add.u32 %r0, %r0, 1;") +
                        ".visible .func (.param .b32 z) g(.param .b32 w);\n.alias g, f;\n";
  EXPECT_EQ(words_of({a, b}), (Words{6, 0, 0, 0}));
  EXPECT_EQ(words_of({b + kernel("call (%r0), g, (5); call (%r1), f, (6);")}), (Words{6, 7, 0, 0}));
  const Problem nothing = problem_of({b + ".func h();\n.alias h, none;\n"});
  EXPECT_EQ(nothing.what, "alias 'h' of what is not defined");
  EXPECT_EQ(nothing.value, "none");
}

TEST(Link, FunctionsOfTheDriverAreThereForAllFiles) {
  const std::string print = ".extern .func (.param .b32 r) vprintf (.param .b64 f, .param .b64 a);\n";
  const std::string a =
      print + ".global .b8 text[3] = {65, 10, 0};\n" + declaration("f") +
      kernel("cvta.global.u64 %d1, text; call (%r0), vprintf, (%d1, 0); call (%r1), f, (1);");
  const std::string b =
      print + ".extern .func (.param .b64 p) malloc (.param .b64 n);\n.extern .func free (.param .b64 p);\n" +
      ".global .b8 text[3] = {66, 10, 0};\n" +
      function(".visible", "f",
               "cvta.global.u64 %d0, text; call (%r0), vprintf, (%d0, 0);\n"
               "call (%d0), malloc, (8); st.u32 [%d0], 3; ld.u32 %r0, [%d0]; call free, (%d0);");
  Linked linked({a, b});
  EXPECT_EQ(linked.run(), (Words{0, 3, 0, 0}));
  EXPECT_EQ(linked.printed.str(), "A\nB\n");
}

TEST(Link, AFunctionOfTheFilesGoesAheadOfTheDrivers) {
  const std::string declared = ".extern .func (.param .b64 p) malloc (.param .b64 n);\n";
  const std::string a = declared + ".extern .func free (.param .b64 p);\n" +
                        kernel("call (%d1), malloc, (8); cvt.u32.u64 %r0, %d1; call free, (0);");
  const std::string b =
      ".visible .func (.param .b64 p) malloc(.param .b64 n) { st.param.b64 [p], 4711; ret; }\n";
  EXPECT_EQ(words_of({a, b}), (Words{4711, 0, 0, 0}));
}

TEST(Link, WhatNoFileDefinesIsAnErrorWhereItIsUsed) {
  const std::string a = declaration("f") + kernel("call (%r0), f, (2);");
  const Problem call = problem_of({a, function("", "f", "")});
  EXPECT_EQ(call.place, "a.ptx:9:1");
  EXPECT_EQ(call.what,
            "call of a function that is declared and not defined in any of the files that are linked");
  EXPECT_EQ(call.value, "f");
  EXPECT_EQ(call.legal,
            "a definition with .visible or .weak in one of a.ptx, b.ptx; what b.ptx:4:24 defines is for its "
            "own file");
  const Problem variable = problem_of({"", ".extern .global .u32 v;\n" + kernel("ld.global.u32 %r0, [v];")});
  EXPECT_EQ(variable.place, "b.ptx:9:21");
  EXPECT_EQ(variable.what,
            "variable is declared .extern and not defined in any of the files that are linked");
  EXPECT_EQ(problem_of({"", ".extern .shared .u32 v[2];\n" + kernel("ld.shared.u32 %r0, [v];")}).value, "v");
  EXPECT_EQ(words_of({"", declaration("f") + ".extern .global .u32 v;\n" + kernel("")}), Words(4));
}

TEST(Link, TwoDefinitionsAreAnError) {
  const std::string f = function(".visible", "f", ""), v = ".visible .global .u32 v;\n";
  for (const std::string& text : {f, v, kernel("")}) {
    const Problem p = problem_of({text, "\n" + text});
    EXPECT_EQ(p.what, "defined twice") << text;
    EXPECT_EQ(p.place.substr(0, 8), "b.ptx:5:") << text;
    EXPECT_NE(p.legal.find("the other is at a.ptx:4:"), p.legal.npos) << p.legal;
  }
  EXPECT_EQ(problem_of({".entry k() { ret; }", ".entry k() { ret; }"}).what, "defined twice");
  EXPECT_EQ(problem_of({".global .u32 v;\n.global .u32 v;\n"}).place, "a.ptx:5:14");
  const Problem mixed = problem_of({function(".visible", "v", ""), v});
  EXPECT_EQ(mixed.what, "a variable and a function have one name");
  EXPECT_EQ(mixed.place, "b.ptx:4:23");
}

TEST(Link, DeclarationsThatDoNotAgreeAreErrors) {
  const auto refused = [](const std::string& definition, const std::string& other) {
    const Problem p = problem_of({definition, other + "\n" + kernel("")});
    EXPECT_NE(p.what.find("is declared here as something else than at a.ptx:4:"), p.what.npos)
        << other << ": " << p.what;
    EXPECT_EQ(p.place.substr(0, 8), "b.ptx:4:");
  };
  const std::string v = ".visible .global .align 4 .u32 v[2];";
  for (const char* other :
       {".extern .global .u32 v;", ".extern .global .u32 v[3];", ".extern .const .u32 v[2];",
        ".extern .global .align 8 .u32 v[2];", ".extern .global .f32 v[2];", ".weak .global .u32 v[4];"})
    refused(v, other);
  for (const char* other : {".extern .global .b8 v[8];\n", ".extern .global .align 2 .s32 v[];\n"})
    EXPECT_EQ(problem_of({v, other + kernel("")}).what, "accepted") << other;
  const std::string f = ".visible .func (.param .b32 z) f(.param .b64 a, .param .align 4 .b8 s[8]) { ret; }";
  for (const char* other : {".extern .func f(.param .b64 a, .param .align 4 .b8 s[8]);",
                            ".extern .func (.param .b32 z) f(.param .b64 a);",
                            ".extern .func (.param .b64 z) f(.param .b64 a, .param .align 4 .b8 s[8]);",
                            ".extern .func (.param .b32 z) f(.param .b32 a, .param .align 4 .b8 s[8]);",
                            ".extern .func (.param .b32 z) f(.param .b64 a, .param .align 4 .b8 s[12]);",
                            ".extern .func (.param .b32 z) f(.param .b64 a, .param .align 8 .b8 s[8]);",
                            ".extern .func (.param .b32 z) f(.param .b64 a, .param .b64 s);"})
    refused(f, other);
  EXPECT_EQ(problem_of({f, ".extern .func (.param .f32 z) f(.param .u64 a, .param .align 4 .b8 s[8]);\n" +
                               kernel("")})
                .what,
            "accepted");
}

TEST(Link, AFileAloneMustAgreeWithItself) {
  const Problem p = problem_of({".extern .global .u64 v;\n.visible .global .u32 v;\n"});
  EXPECT_NE(p.what.find("something else"), p.what.npos) << p.what;
  EXPECT_EQ(problem_of({function("", "f", "") + ".func f();"}).value, ".func f()");
}

TEST(Link, AddressesOfAllFilesHaveOneSize) {
  const Problem p = [] {
    try {
      const std::vector<ptx::PtxFile> files{{".version 6.0\n.target sm_50\n.address_size 64\n", "a.ptx"},
                                            {".version 6.0\n.target sm_50\n.address_size 32\n", "b.ptx"}};
      ptx::PtxModule linked(files);
    } catch (const Error& e) {
      return e.problem();
    }
    return Problem{};
  }();
  EXPECT_EQ(p.what, "files with different sizes of addresses cannot be linked");
  EXPECT_EQ(p.value, "32 bits");
  EXPECT_EQ(p.legal, "64 bits, as in a.ptx");
}

TEST(Link, MessagesCountTheLinesOfEachFile) {
  const std::string fault = function(".visible", "f", "ld.global.u32 %r0, [12];");
  const Problem at_run = problem_of({declaration("f") + kernel("call (%r0), f, (2);"), "\n\n" + fault});
  EXPECT_EQ(at_run.place, "b.ptx:10: ld.global.u32 %r0, [12];");
  EXPECT_EQ(problem_of({kernel(""), "\nfrob"}).place, "b.ptx:5:1");
  EXPECT_EQ(problem_of({kernel("") + "/* no end", kernel("")}).place, "a.ptx:13:1");
  EXPECT_EQ(problem_of({".entry a() {", "}"}).place, "a.ptx:4:12");
}

TEST(Link, RegistersOfALinkedKernelHaveTheirNames) {
  ptx::PtxModule module(
      files_of({function(".visible", "f", ""), declaration("f") + kernel("call (%r0), f, (2);")}));
  const ptx::Kernel k = module.compile("k");
  EXPECT_EQ(k.file, "b.ptx");
  const ptx::RegisterTable table = ptx::register_table(k);
  EXPECT_EQ(ptx::register_of(table, "%d0", k).bits, 64u);
}

}  // namespace
}  // namespace heddle::link_test
