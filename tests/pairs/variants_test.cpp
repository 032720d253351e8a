// SPDX-License-Identifier: Apache-2.0
// configs/pairs.yaml, and what is wrong with other such files.
#include "tb/pairs/variants.hpp"

#include <gtest/gtest.h>

#include "tb/pairs/combinations.hpp"
#include "tests/workloads/temporary_folder.hpp"

namespace heddle::pairs::variants_test {
namespace {

/// Every variant alone is a machine, and every technique of Heddle has one.
TEST(Variants, AreMachines) {
  const Variants all = load_variants(variants_file());
  for (const TechniqueVariants& t : all.techniques)
    for (const Variant& v : t.variants) {
      const PlatformOptions machine = machine_of(all, {{{&t, &v}}});
      EXPECT_NO_THROW(resolve_platform(machine)) << t.name << " " << v.name;
    }
  for (const std::string& name : Registry<TechniqueEntry>::instance().names())
    EXPECT_TRUE(std::ranges::any_of(all.techniques, [&](const auto& t) { return t.name == name; })) << name;
}

/// The first value of each resource is legal where nothing else is scarce, or a later one is.
TEST(Variants, HaveResourcesThatExist) {
  const Variants all = load_variants(variants_file());
  for (const Resource& r : all.resources) {
    PlatformOptions machine;
    if (!r.technique.empty()) machine.techniques = {r.technique};
    // Those of a queue between two watermarks need these first.
    machine.assignments = {"dram.controller.write_low=0", "dram.controller.write_high=1"};
    unsigned legal = 0;
    for (const std::string& value : r.values) {
      PlatformOptions with = machine;
      with.assignments.push_back(r.key + "=" + value);
      try {
        resolve_platform(with);
        ++legal;
      } catch (const Error&) {
        continue;
      }
    }
    EXPECT_GT(legal, 0u) << r.key;
  }
}

const std::string good =
    "techniques:\n"
    "  - name: warped_compression\n"
    "    variants:\n"
    "      - {name: move, source: Lee2015}\n"
    "      - {name: merge, set: [warped_compression.divergence=merge], source: Lee2015}\n"
    "  - name: lane_power_gating\n"
    "    variants:\n"
    "      - {name: plain, source: Wong2016, workloads: [sobel]}\n";

std::string refusal(const std::string& instead_of, const std::string& what) {
  std::string text = good;
  const std::size_t at = text.find(instead_of);
  EXPECT_NE(at, std::string::npos) << instead_of;
  const TemporaryFolder folder;
  const std::string file = folder.add("v.yaml", text.replace(at, instead_of.size(), what));
  try {
    load_variants(file);
    return "";
  } catch (const Error& e) {
    return e.what();
  }
}

void expect(const std::string& said, const std::vector<std::string>& parts) {
  for (const std::string& part : parts) EXPECT_NE(said.find(part), std::string::npos) << said;
}

TEST(Variants, OfAFileWithoutTechniquesAreRefused) {
  const TemporaryFolder folder;
  for (const char* text : {"", "# Nothing.\n", "beside: []\n", "techniques: []\n"}) {
    const std::string file = folder.add("v.yaml", text);
    try {
      load_variants(file);
      ADD_FAILURE() << text;
    } catch (const Error& e) {
      expect(e.what(), {file, "there is no pair of techniques", "two or more"});
    }
  }
}

TEST(Variants, OfBadFilesAreRefusedWithTheirPlace) {
  EXPECT_EQ(refusal("sobel", "sobel"), "");
  expect(refusal("- name: warped_compression", "- name: warp_compression"),
         {"v.yaml:2:", "'warp_compression'", "mean 'warped_compression'?"});
  expect(refusal("name: merge", "name: move"), {"v.yaml:5:", "this name is taken", "'move'"});
  expect(refusal("divergence=merge", "divergence"), {"v.yaml:5:", "SECTION.KEY=VALUE"});
  expect(refusal(", source: Lee2015}\n      - {name: merge", "}\n      - {name: merge"),
         {"v.yaml:4:", "no source", "'move'"});
  expect(refusal("[sobel]", "[sobell]"), {"v.yaml:8:", "'sobell'", "mean 'sobel'?"});
  expect(refusal("source: Wong2016", "source: Wong2016, config: configs/none.yaml"),
         {"v.yaml:8:", "configs/none.yaml"});
  expect(refusal("source: Wong2016", "sauce: Wong2016"), {"v.yaml:8:", "sauce"});
}

}  // namespace
}  // namespace heddle::pairs::variants_test
