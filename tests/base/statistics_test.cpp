// SPDX-License-Identifier: Apache-2.0
#include "models/base/statistics.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <nlohmann/json.hpp>

#include "models/base/error.hpp"

namespace heddle::statistics_test {
namespace {

struct Sm {
  Sm(StatGroup& root, const std::string& name, const Counter& cycles) : group(root.group(name)) {
    group.ratio("ipc", "1/cycle", "Instructions per cycle", instructions, cycles);
    group.ratio("hit_rate", "%", "Hits of accesses", hits, accesses, 100);
    group.formula("half", "", "Half of the instructions", [this] { return instructions.value() / 2.0; });
  }
  StatGroup& group;
  Counter& instructions = group.counter("instructions", "instructions", "Warp instructions issued");
  Counter& accesses = group.group("l1").counter("accesses", "accesses", "All accesses");
  Counter& hits = group.group("l1").counter("hits", "accesses", "Accesses, that \"hit\"");
};

struct Tree {
  StatGroup root;
  Counter& cycles = root.counter("cycles", "cycles", "Core cycles");
  Sm sm0{root, "sm0", cycles};
  Sm sm1{root, "sm1", cycles};
  StatGroup* parts[2] = {&sm0.group, &sm1.group};
};

TEST(Statistics, PrintersFollowDeclarationOrder) {
  StatGroup root;
  Counter& cycles = root.counter("cycles", "cycles", "Core cycles");
  Sm sm(root, "sm0", cycles);
  cycles += 3;
  ++sm.instructions;
  sm.hits += 5;
  EXPECT_EQ(text_of(root),
            "cycles                   3  cycles        Core cycles\n"
            "sm0.instructions         1  instructions  Warp instructions issued\n"
            "sm0.ipc           0.333333  1/cycle       Instructions per cycle\n"
            "sm0.hit_rate             -  %             Hits of accesses\n"
            "sm0.half               0.5                Half of the instructions\n"
            "sm0.l1.accesses          0  accesses      All accesses\n"
            "sm0.l1.hits              5  accesses      Accesses, that \"hit\"\n");
  EXPECT_EQ(csv_of(root),
            "path,value,unit,description\n"
            "cycles,3,cycles,Core cycles\n"
            "sm0.instructions,1,instructions,Warp instructions issued\n"
            "sm0.ipc,0.3333333333333333,1/cycle,Instructions per cycle\n"
            "sm0.hit_rate,,%,Hits of accesses\n"
            "sm0.half,0.5,,Half of the instructions\n"
            "sm0.l1.accesses,0,accesses,All accesses\n"
            "sm0.l1.hits,5,accesses,\"Accesses, that \"\"hit\"\"\"\n");
  EXPECT_EQ(json_of(root).dump(),
            R"({"cycles":3,"sm0":{"instructions":1,"ipc":0.3333333333333333,"hit_rate":null,"half":0.5,)"
            R"("l1":{"accesses":0,"hits":5}}})");
}

TEST(Statistics, ValuesThatAreNotFiniteAreAbsent) {
  StatGroup root;
  double value = std::numeric_limits<double>::quiet_NaN();
  root.formula("f", "", "", [&] { return value; });
  EXPECT_EQ(json_of(root).dump(), R"({"f":null})");
  value = std::numeric_limits<double>::infinity();
  EXPECT_EQ(csv_of(root), "path,value,unit,description\nf,,,\n");
  value = 2;
  EXPECT_EQ(root.number("f"), 2.0);
}

TEST(Statistics, CountersKeepTheirAddressAndAll64Bits) {
  StatGroup root;
  Counter& first = root.counter("first", "", "");
  for (int i = 0; i < 1000; ++i) root.counter("c" + std::to_string(i), "", "");
  first += std::numeric_limits<std::uint64_t>::max();
  EXPECT_EQ(json_of(root)["first"].dump(), "18446744073709551615");
}

TEST(Statistics, DuplicateAndBadNamesThrow) {
  StatGroup root;
  StatGroup& sm = root.group("sm0");
  sm.counter("cycles", "", "");
  try {
    root.group("sm0").counter("cycles", "", "");
    FAIL() << "a duplicate was accepted";
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(), "statistic declared twice: 'sm0.cycles'");
  }
  EXPECT_THROW(sm.formula("cycles", "", "", [] { return 0.0; }), Error);
  EXPECT_THROW(sm.group("cycles"), Error);
  EXPECT_THROW(root.counter("sm0", "", ""), Error);
  EXPECT_THROW(root.counter("", "", ""), Error);
  EXPECT_THROW(root.counter("a.b", "", ""), Error);
  EXPECT_THROW(root.counter("a b", "", ""), Error);
  EXPECT_NO_THROW(root.counter("L2_cache", "", ""));
  EXPECT_EQ(&root.group("sm0"), &sm);
}

TEST(Statistics, AreLookedUpByPath) {
  StatGroup root;
  Counter& hits = root.group("sm0").group("l1d").counter("hits", "", "");
  hits += 3;
  ASSERT_NE(root.look_up("sm0.l1d.hits"), nullptr);
  EXPECT_EQ(std::get<std::uint64_t>(root.look_up("sm0.l1d.hits")->value()), 3u);
  EXPECT_EQ(root.below("sm0")->look_up("l1d.hits"), root.look_up("sm0.l1d.hits"));
  EXPECT_EQ(root.below("sm0.l1d")->path(), "sm0.l1d");
  EXPECT_EQ(root.below(""), &root);
  for (const char* none : {"hits", "sm0.hits", "sm0.l1d", "sm0.l1", "sm0.l1d.hits.x", "sm0..hits", "", "."})
    EXPECT_EQ(root.look_up(none), nullptr) << none;
  for (const char* none : {"sm", "sm0.l1d.hits", "l1d", "sm0..l1d"})
    EXPECT_EQ(root.below(none), nullptr) << none;
}

TEST(Statistics, OfAWhileAreTheDifferencesOfTheirSums) {
  StatGroup root;
  Counter &hits = root.counter("hits", "", ""), &all = root.counter("all", "", "");
  root.ratio("rate", "%", "", hits, all, 100);
  const Statistic &count = root.find("hits"), &rate = root.find("rate");
  hits += 1;
  all += 2;
  const StatSums hits_before = count.sums(), rate_before = rate.sums();
  hits += 3;
  all += 4;
  EXPECT_EQ(std::get<std::uint64_t>(count.value_of(count.sums() - hits_before)), 3u);
  EXPECT_DOUBLE_EQ(std::get<double>(rate.value_of(rate.sums() - rate_before)), 75);
  EXPECT_TRUE(std::holds_alternative<std::monostate>(rate.value_of({})));
}

TEST(Statistics, DerivedOnesSumOthers) {
  StatGroup root;
  Counter &a = root.counter("a", "", ""), &b = root.counter("b", "", "");
  root.derived("sum", "", "", {&a, &b, &a});
  root.derived("share", "", "", {&a}, {&a, &b}, 2);
  EXPECT_TRUE(std::holds_alternative<std::monostate>(root.find("share").value()));
  a += 3;
  b += 1;
  EXPECT_EQ(std::get<std::uint64_t>(root.find("sum").value()), 4u);
  EXPECT_DOUBLE_EQ(std::get<double>(root.find("share").value()), 1.5);
}

TEST(Statistics, TotalsSumCountersAndRecomputeRatios) {
  Tree tree;
  const StatGroup& total = tree.root.total("total", tree.parts);
  tree.cycles += 10;
  tree.sm0.instructions += 5;
  tree.sm1.instructions += 10;
  tree.sm0.accesses += 4;
  tree.sm0.hits += 4;
  tree.sm1.accesses += 12;
  EXPECT_EQ(total.number("instructions"), 15.0);
  EXPECT_EQ(total.number("ipc"), 1.5);  // the shared cycle counter is counted once
  EXPECT_EQ(total.number("hit_rate"), 25.0);
  EXPECT_EQ(total.number("l1.accesses"), 16.0);
  EXPECT_THROW(total.find("half"), Error);  // an arbitrary formula cannot be summed
  EXPECT_EQ(json_of(total).dump(),
            R"({"instructions":15,"ipc":1.5,"hit_rate":25.0,"l1":{"accesses":16,"hits":4}})");
}

TEST(Statistics, PartsOfATotalMayDifferButNotDisagree) {
  StatGroup root;
  StatGroup* parts[] = {&root.group("a"), &root.group("b")};
  parts[0]->counter("x", "bytes", "") += 1;
  parts[1]->counter("x", "bytes", "") += 2;
  parts[1]->counter("y", "", "") += 3;
  const StatGroup& total = root.total("sum", parts);
  EXPECT_EQ(total.number("x"), 3.0);
  EXPECT_EQ(total.number("y"), 3.0);
  EXPECT_THROW(root.total("sum", parts), Error);
  parts[0]->counter("y", "bytes", "");
  EXPECT_THROW(root.total("other", parts), Error);
}

TEST(Statistics, FindNamesTheNearest) {
  Tree tree;
  EXPECT_EQ(tree.root.find("sm1.l1.hits").name, "hits");
  EXPECT_EQ(tree.sm1.group.find("l1.hits").unit, "accesses");
  try {
    tree.root.find("sm1.l1.hit");
    FAIL() << "an unknown name was found";
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(), "unknown statistic: 'sm1.l1.hit'; did you mean 'sm1.l1.hits'?");
  }
  EXPECT_THROW(tree.root.find("sm7.l1.hits"), Error);
}

}  // namespace
}  // namespace heddle::statistics_test
