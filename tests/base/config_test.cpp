// SPDX-License-Identifier: Apache-2.0
#include "models/base/config.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "models/base/scratch_folder.hpp"
#include "models/base/whole_file.hpp"

namespace heddle::config_test {
namespace {

enum class Policy { gto, lrr };
constexpr auto names_of(Policy) { return std::array{Named{Policy::gto, "gto"}, Named{Policy::lrr, "lrr"}}; }

struct Cache {
  unsigned ways = 4;
  double energy = 7.5;
  static constexpr auto parameters() {
    return std::tuple{
        parameter(&Cache::ways, "ways", "", 1u, 16u, "a table", "Ways of a set"),
        parameter(&Cache::energy, "energy", "pJ", 0, 1e6, "a fit", "Energy per access").calibration()};
  }
};

struct Buffer {
  std::uint64_t size = 4;
  static constexpr auto parameters() {
    return std::tuple{parameter(&Buffer::size, "size", "bytes", 1, 1 << 20, "", "Size")};
  }
};

struct Core {
  unsigned latency = 2;
  std::int64_t offset = -1;
  bool gated = false;
  std::string label = "a: b";
  Policy policy = Policy::gto;
  std::vector<unsigned> banks{1, 2};
  std::vector<Policy> order{};
  Cache l1{};
  std::vector<Buffer> buffers{};

  static constexpr auto parameters() {
    return std::tuple{
        parameter(&Core::latency, "latency", "cycles", 1, 16, "Lee2015 Table 2", "Pipeline depth"),
        parameter(&Core::offset, "offset", "", -8, 8, "", "An offset"),
        parameter(&Core::gated, "gated", "", "Power gating"),
        parameter(&Core::label, "label", "", "A label"),
        parameter(&Core::policy, "policy", "", "Scheduler"),
        parameter(&Core::banks, "banks", "", 0, 31, "", "Banks"),
        parameter(&Core::order, "order", "", "Order of policies"),
        section(&Core::l1, "l1", "First level cache"),
        section(&Core::buffers, "buffers", "Buffers")};
  }
  void validate() const {
    if (latency > 8 && gated) throw Error({.what = "core.latency above 8 cannot be gated"});
  }
};

// A struct with a member that its parameters forget: parameters_cover has to detect it.
struct Forgotten {
  unsigned a = 1, b = 2;
  static constexpr auto parameters() { return std::tuple{parameter(&Forgotten::a, "a", "", 0, 9, "", "")}; }
};
struct Doubled {
  unsigned a = 1, b = 2;
  static constexpr auto parameters() {
    return std::tuple{parameter(&Doubled::a, "a", "", 0, 9, "", ""),
                      parameter(&Doubled::a, "b", "", 0, 9, "", "")};
  }
};
struct SameName {
  unsigned a = 1;
  bool b = false;
  static constexpr auto parameters() {
    return std::tuple{parameter(&SameName::a, "a", "", 0, 9, "", ""), parameter(&SameName::b, "a", "", "")};
  }
};
struct BadDefault {
  unsigned a = 10;
  static constexpr auto parameters() { return std::tuple{parameter(&BadDefault::a, "a", "", 0, 9, "", "")}; }
};
struct Empty {
  static constexpr auto parameters() { return std::tuple{}; }
};
struct Widest {
  bool a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x;
};
static_assert(parameters_cover<Core>() && parameters_cover<Cache>() && parameters_cover<Empty>());
static_assert(!parameters_cover<Forgotten>());
static_assert(!parameters_cover<Doubled>());
static_assert(!parameters_cover<SameName>());
static_assert(!parameters_cover<BadDefault>());
static_assert(member_count<Core> == 9 && member_count<Empty> == 0 && member_count<Widest> == 24);

ConfigTree tree_of(const std::string& yaml) {
  ConfigTree tree;
  tree.add_text(yaml, "f.yaml");
  return tree;
}

/// Returns the message of the Error that `action` throws.
template <class Action>
std::string error_of(Action action) {
  try {
    action();
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

std::string core_error(const std::string& yaml) {
  return error_of([&] {
    const ConfigTree tree = tree_of(yaml);
    resolve<Core>(tree, "core");
    tree.check_all_used();
  });
}

TEST(Config, DefaultsWhenNothingIsGiven) {
  const ConfigTree tree;
  const Core core = resolve<Core>(tree, "core");
  EXPECT_EQ(core.latency, 2u);
  EXPECT_EQ(core.label, "a: b");
  EXPECT_EQ(tree.resolved().front().origin, "default");
}

TEST(Config, EveryTypeIsRead) {
  const ConfigTree tree = tree_of(
      "core:\n  latency: 0x10\n  offset: -8\n  label: ''\n  policy: lrr\n  banks: [3, 31]\n  order: lrr\n"
      "  l1: {ways: 16, energy: 1e3}\n  buffers: [{size: 8}, {}]\n");
  const Core core = resolve<Core>(tree, "core");
  EXPECT_EQ(core.latency, 16u);
  EXPECT_EQ(core.offset, -8);
  EXPECT_EQ(core.label, "");
  EXPECT_EQ(core.policy, Policy::lrr);
  EXPECT_EQ(core.banks, (std::vector<unsigned>{3, 31}));
  EXPECT_EQ(core.order, std::vector{Policy::lrr});
  EXPECT_EQ(core.l1.ways, 16u);
  EXPECT_EQ(core.l1.energy, 1000.0);
  ASSERT_EQ(core.buffers.size(), 2u);
  EXPECT_EQ(core.buffers[0].size, 8u);
  EXPECT_EQ(core.buffers[1].size, 4u);
  EXPECT_NO_THROW(tree.check_all_used());
}

TEST(Config, LaterLayersWinValueByValue) {
  ConfigTree tree =
      tree_of("core:\n  latency: 3\n  offset: 1\n  banks: [1]\n  buffers: [{size: 8}, {size: 9}]\n");
  tree.add_text("core: {offset: 2, buffers: [{size: 5}]}", "g.yaml");
  tree.set("core.banks=[7, 8]");
  tree.set("core.l1={ways: 2}");
  const Core core = resolve<Core>(tree, "core");
  EXPECT_EQ(core.latency, 3u);
  EXPECT_EQ(core.offset, 2);
  EXPECT_EQ(core.banks, (std::vector<unsigned>{7, 8}));
  EXPECT_EQ(core.l1.ways, 2u);
  ASSERT_EQ(core.buffers.size(), 1u);
  EXPECT_EQ(core.buffers[0].size, 5u);
}

TEST(Config, AnElementOfAListOfSectionsIsSetInPlace) {
  ConfigTree tree = tree_of("core: {buffers: [{size: 8}, {size: 9}]}");
  tree.set("core.buffers[1].size=11");
  const Core core = resolve<Core>(tree, "core");
  ASSERT_EQ(core.buffers.size(), 2u);
  EXPECT_EQ(core.buffers[0].size, 8u);
  EXPECT_EQ(core.buffers[1].size, 11u);
  tree.set("core.buffers[999999999].size=1");
  EXPECT_EQ(error_of([&] { resolve<Core>(tree, "core"); }),
            "command line: core.buffers has an element 999999999 but only 3 elements");
  tree.set("core.buffers[x].size=1");
  EXPECT_EQ(error_of([&] { resolve<Core>(tree, "core"); }),
            "command line: bad index of a list: 'core.buffers[x].size'; legal: list[0].key");
}

TEST(Config, AnEmptySectionAroundAReadOneIsFine) {
  const ConfigTree tree = tree_of("gpu:\n");
  resolve<Core>(tree, "gpu.core");
  EXPECT_NO_THROW(tree.check_all_used());
}

TEST(Config, WrongTypeOutOfRangeAndUnknownChoiceNamePlaceValueAndWhatIsLegal) {
  EXPECT_EQ(core_error("core:\n  latency: two\n"),
            "f.yaml:2:12: core.latency has the wrong type (unsigned): 'two'; legal: 1 .. 16 cycles");
  EXPECT_EQ(core_error("core:\n  latency: 17\n"),
            "f.yaml:2:12: core.latency is out of range: '17'; legal: 1 .. 16 cycles");
  EXPECT_EQ(core_error("core: {latency: -1}"),
            "f.yaml:1:17: core.latency is out of range: '-1'; legal: 1 .. 16 cycles");
  EXPECT_EQ(core_error("core: {latency: 99999999999999999999999}"),
            "f.yaml:1:17: core.latency is out of range: '99999999999999999999999'; legal: 1 .. 16 cycles");
  EXPECT_EQ(core_error("core: {latency: 2.5}"),
            "f.yaml:1:17: core.latency has the wrong type (unsigned): '2.5'; legal: 1 .. 16 cycles");
  EXPECT_EQ(core_error("core: {policy: gtp}"),
            "f.yaml:1:16: core.policy is none of its choices: 'gtp'; legal: gto, lrr; did you mean 'gto'?");
  EXPECT_EQ(core_error("core: {gated: yes}"),
            "f.yaml:1:15: core.gated is none of its choices: 'yes'; legal: true, false");
  EXPECT_EQ(core_error("core: {banks: [1, 32]}"),
            "f.yaml:1:15: core.banks is out of range: '32'; legal: 0 .. 31");
  EXPECT_EQ(core_error("core: {l1: {energy: nan}}"),
            "f.yaml:1:21: core.l1.energy has the wrong type (number): 'nan'; legal: 0 .. 1000000 pJ");
  EXPECT_EQ(core_error("core: {l1: {energy: 1e999}}"),
            "f.yaml:1:21: core.l1.energy is out of range: '1e999'; legal: 0 .. 1000000 pJ");
}

TEST(Config, ValuesAndSectionsInEachOthersPlace) {
  EXPECT_EQ(core_error("core: {latency: [1]}"),
            "f.yaml:1:17: core.latency takes one value, not a list; legal: unsigned: 1 .. 16 cycles");
  EXPECT_EQ(core_error("core:\n  latency:\n"),
            "f.yaml:2:3: core.latency has no value; legal: unsigned: 1 .. 16 cycles");
  EXPECT_EQ(core_error("core: {latency: {x: 1}}"), "f.yaml:1:18: core.latency takes a value, not a section");
  EXPECT_EQ(core_error("core: 3"),
            "f.yaml:1:7: core is a section, not a value: '3'; legal: a map of its keys");
  EXPECT_EQ(core_error("core: {l1: [1]}"),
            "f.yaml:1:12: core.l1 is a section, not a value: '1'; legal: a map of its keys");
  EXPECT_EQ(core_error("core: {buffers: {size: 3}}"), "f.yaml:1:18: core.buffers is a list of sections");
  EXPECT_EQ(core_error("core: {buffers: [3]}"), "f.yaml:1:8: core.buffers is a list of sections");
  EXPECT_EQ(core_error("core:\n"), "no error");
}

TEST(Config, UnknownKeysNameTheNearest) {
  EXPECT_EQ(core_error("core:\n  latensy: 3\n"),
            "f.yaml:2:3: unknown key: 'core.latensy'; legal: banks, buffers, gated, l1, label, latency, "
            "offset, order, "
            "policy; did you mean 'core.latency'?");
  EXPECT_EQ(core_error("core: {l1: {wais: 3}}"),
            "f.yaml:1:13: unknown key: 'core.l1.wais'; legal: energy, ways; did you mean 'core.l1.ways'?");
  EXPECT_EQ(core_error("cora: {latency: 3}"),
            "f.yaml:1:8: unknown key: 'cora.latency'; legal: core; did you mean 'core.latency'?");
  EXPECT_EQ(core_error("qqqqqqqqqq: {}"), "f.yaml:1:1: unknown key: 'qqqqqqqqqq'; legal: core");
}

TEST(Config, ValidateGetsThePlaceOfItsSection) {
  EXPECT_EQ(core_error("a: {}\ncore:\n  gated: true\n  latency: 9\n"),
            "f.yaml:3:3: core.latency above 8 cannot be gated");
}

TEST(Config, MalformedYaml) {
  const auto load = [](const std::string& text) { return error_of([&] { tree_of(text); }); };
  EXPECT_EQ(load("a: 1\nb: 2\na: 3\n"), "f.yaml:3:1: duplicate key (first at f.yaml:1:1): 'a'");
  EXPECT_EQ(load("a: {b: 1}\na.b: 2\n"), "f.yaml:2:1: duplicate key (first at f.yaml:1:5): 'a.b'");
  EXPECT_EQ(load("- 1\n"), "f.yaml:1:1: a configuration is a map of keys");
  EXPECT_EQ(load("? [a, b]\n: 1\n"), "f.yaml:1:3: a key must be a plain word");
  EXPECT_EQ(load("a..b: 1\n"), "f.yaml:1:1: a part of the key is empty: 'a..b'");
  EXPECT_EQ(load("a: [1, {b: 2}]\n"), "f.yaml:1:5: a list mixes maps and values");
  EXPECT_EQ(load("a: [[1], [2]]\n"), "f.yaml:1:5: a is a list of plain values");
  EXPECT_EQ(load("a: 1\n---\nb: 2\n"), "f.yaml:3:1: more than one YAML document");
  EXPECT_EQ(load("a: &x {b: *x}\n").substr(0, 14), "f.yaml:1:8: ne");  // a map nested in itself is an error
  EXPECT_EQ(load("a: [1\n").substr(0, 7), "f.yaml:");
  EXPECT_EQ(load("a: b: c\n"), "f.yaml:1:5: YAML: illegal map value");
  EXPECT_EQ(load(std::string(100000, '[')).substr(0, 7), "f.yaml:");
  EXPECT_EQ(load(""), "no error");
}

TEST(Config, MultiplyingAliasesEnd) {
  std::string text = "x0: &x0 {a: 1, b: 1}\n";
  for (int i = 1; i < 15; ++i) {
    std::string line = "x" + std::to_string(i) + ": &x" + std::to_string(i) + " {";
    for (int k = 0; k < 9; ++k) line += "k" + std::to_string(k) + ": *x" + std::to_string(i - 1) + ", ";
    text += line + "}\n";
  }
  EXPECT_NE(error_of([&] { tree_of(text); }), "no error");
}

TEST(Config, Files) {
  const auto folder = std::filesystem::temp_directory_path() / "heddle_config_test";
  std::filesystem::create_directories(folder);
  const std::string file = folder / "core.yaml";
  std::ofstream(file) << "core:\n  latency: 0\n";
  const auto load = [](const std::string& path) {
    return error_of([&] {
      ConfigTree tree;
      tree.add_file(path);
      resolve<Core>(tree, "core");
    });
  };
  EXPECT_EQ(load(file), file + ":2:12: core.latency is out of range: '0'; legal: 1 .. 16 cycles");
  EXPECT_EQ(load(file + ".no"),
            "cannot read the configuration file: No such file or directory: '" + file + ".no'");
  EXPECT_EQ(load(folder), "cannot read the configuration file: it is a folder: '" + folder.string() + "'");
  std::filesystem::remove_all(folder);
}

TEST(Config, AFileThatHasChangedIsReadAnew) {
  const ScratchFolder folder;
  const std::string file = (folder.path() / "x.yaml").string();
  for (const std::string value : {"1", "2", "1"}) {
    WholeFile(file).write("a: {b: " + value + "}\n");
    for (int again = 0; again < 2; ++again) {
      ConfigTree tree;
      tree.add_file(file);
      EXPECT_EQ(tree.take("a.b")->values, std::vector<std::string>{value});
    }
  }
}

TEST(Config, CommandLine) {
  const auto set = [](const std::string& text) {
    return error_of([&] {
      ConfigTree tree;
      tree.set(text);
      resolve<Core>(tree, "core");
      tree.check_all_used();
    });
  };
  EXPECT_EQ(set("core.latency=3"), "no error");
  EXPECT_EQ(set("core.latency"),
            "command line: a setting needs a value: 'core.latency'; legal: section.key=value");
  EXPECT_EQ(set("=3"), "command line: a part of the key is empty");
  EXPECT_EQ(set("core.latency=99"),
            "command line: core.latency is out of range: '99'; legal: 1 .. 16 cycles");
  EXPECT_EQ(set("core.latency="), "command line: core.latency has no value; legal: unsigned: 1 .. 16 cycles");
  EXPECT_EQ(set("core.banks=[1").substr(0, 36), "command line: value of core.banks: e");
  EXPECT_EQ(set("core.latenzy=3").substr(0, 42), "command line: unknown key: 'core.latenzy';");
}

TEST(Config, ShowPrintsOriginsAndReadsBackTheSame) {
  ConfigTree tree = tree_of("core:\n  latency: 5\n  label: 'null'\n  buffers: [{size: 8}, {size: 9}]\n");
  tree.set("core.l1.ways=3");
  resolve<Core>(tree, "core");
  resolve<Core>(tree, "core");  // a section that is resolved twice is printed once
  const std::string shown = show(tree);
  EXPECT_EQ(shown,
            "core:\n"
            "  latency: 5  # cycles; f.yaml:2:12\n"
            "  offset: -1  # default\n"
            "  gated: false  # default\n"
            "  label: \"null\"  # f.yaml:3:10\n"
            "  policy: gto  # default\n"
            "  banks: [1, 2]  # default\n"
            "  order: []  # default\n"
            "  l1:\n"
            "    ways: 3  # command line\n"
            "    energy: 7.5  # pJ; default\n"
            "  buffers:\n"
            "    - size: 8  # bytes; f.yaml:4:20\n"
            "    - size: 9  # bytes; f.yaml:4:31\n");
  const ConfigTree again = tree_of(shown);
  const Core core = resolve<Core>(again, "core");
  EXPECT_NO_THROW(again.check_all_used());
  EXPECT_EQ(core.latency, 5u);
  EXPECT_EQ(core.label, "null");
  EXPECT_EQ(core.l1.ways, 3u);
  ASSERT_EQ(core.buffers.size(), 2u);
  EXPECT_EQ(core.buffers[1].size, 9u);
}

TEST(Config, SchemaIsAFileOfTheDefaults) {
  const auto parameters = describe<Core>("core");
  ASSERT_EQ(parameters.size(), 10u);
  EXPECT_EQ(parameters[0].path, "core.latency");
  EXPECT_EQ(parameters[0].legal, "1 .. 16 cycles");
  EXPECT_EQ(parameters[0].source, "Lee2015 Table 2");
  EXPECT_TRUE(parameters[8].calibrated);
  EXPECT_EQ(parameters[9].path, "core.buffers[0].size");
  const std::string text = schema_text(parameters);
  EXPECT_EQ(text.substr(0, text.find("  # An offset")),
            "core:\n  # Pipeline depth\n  # unsigned in cycles: 1 .. 16 cycles\n  # source: Lee2015 Table 2\n"
            "  latency: 2\n");
  const ConfigTree tree = tree_of(text);
  EXPECT_EQ(resolve<Core>(tree, "core").label, "a: b");
  EXPECT_NO_THROW(tree.check_all_used());
}

struct Queue {
  unsigned depth = 1, width = 2;
  static constexpr auto parameters() {
    return std::tuple{parameter(&Queue::depth, "depth", "entries", 1u, 9u, "test", "Depth"),
                      parameter(&Queue::width, "width", "B", 1u, 9u, "test", "Width")};
  }
};

struct Unit {
  Queue queue{.depth = 7};
  static constexpr auto parameters() { return std::tuple{section(&Unit::queue, "queue", "A queue")}; }
};

TEST(Defaults, OfASectionAreThoseOfTheStructThatOwnsIt) {
  EXPECT_EQ(resolve<Unit>(ConfigTree{}).queue.depth, 7u);
  const ConfigTree tree = tree_of("queue:\n  width: 5\n");
  const Unit unit = resolve<Unit>(tree);
  EXPECT_EQ(unit.queue.depth, 7u);
  EXPECT_EQ(unit.queue.width, 5u);
  const auto parameters = describe<Unit>();
  ASSERT_EQ(parameters.size(), 2u);
  EXPECT_EQ(parameters[0].defaults.front(), "7");
  EXPECT_EQ(parameters[1].defaults.front(), "2");
}

}  // namespace
}  // namespace heddle::config_test
