// SPDX-License-Identifier: Apache-2.0
#include "tb/run/platform.hpp"

#include <gtest/gtest.h>

#include "models/base/error.hpp"
#include "models/base/registry.hpp"
#include "tb/run/child_process.hpp"
#include "tb/run/systemc_reports.hpp"
#include "tests/workloads/temporary_folder.hpp"

namespace heddle::platform_test {
namespace {

/// A second technique that holds the RegisterEncoding hook.
class OtherEncoding final : public Technique {
 public:
  std::vector<Hook> hooks() const override { return {Hook::register_encoding}; }
};
const Registration<TechniqueEntry> other{TechniqueEntry{
    "other_form", "for this test", {}, [](const ConfigTree&) -> std::shared_ptr<const Technique> {
      return std::make_shared<OtherEncoding>();
    }}};

TEST(Platform, LaterLayersWin) {
  const TemporaryFolder folder;
  PlatformOptions options;
  options.techniques = {"warped_compression"};
  options.files = {folder.add("a.yaml", "sm: {warps: 10, ctas: 3}\nwarped_compression: {compressors: 3}\n"),
                   folder.add("b.yaml", "sm: {warps: 11}\n")};
  options.assignments = {"sms=4", "sm.ctas=5"};
  const Platform p = resolve_platform(options);
  EXPECT_EQ(p.gpu.sms, 4u);
  EXPECT_EQ(p.gpu.sm.warps, 11u);
  EXPECT_EQ(p.gpu.sm.ctas, 5u);
  EXPECT_EQ(p.gpu.core_mhz, 1400u);
  EXPECT_EQ(p.tree.take("warped_compression.compressors")->values.front(), "3");
  EXPECT_TRUE(held(p.techniques, Hook::register_encoding));
}

/// Techniques that encode lines want them whole, and so does an L2 that writes misses through.
TEST(Platform, KeepsAnL2ThatWritesMissesThrough) {
  const TemporaryFolder folder;
  PlatformOptions options{.gpu = folder.add("g.yaml", "l2: {fetch: line, write_miss: through}\n"),
                          .techniques = {"line_compression"}};
  EXPECT_EQ(resolve_platform(options).gpu.l2.write_miss, L2WriteMiss::through);
  options.assignments = {"l2.write_miss=fetch"};
  EXPECT_EQ(resolve_platform(options).gpu.l2.write_miss, L2WriteMiss::fetch);
  options = {.techniques = {"line_compression"}};
  EXPECT_EQ(resolve_platform(options).gpu.l2.write_miss, L2WriteMiss::fetch);
}

TEST(Platform, ChecksAndIgnoresSectionsOfTechniquesThatAreNotThere) {
  const TemporaryFolder folder;
  PlatformOptions options;
  options.files = {folder.add("a.yaml", "warped_compression: {compressors: 3}\n")};
  EXPECT_TRUE(resolve_platform(options).techniques.empty());
  options.files = {folder.add("b.yaml", "warped_compression: {compressors: 99}\n")};
  EXPECT_THROW(resolve_platform(options), Error);
}

TEST(Platform, RefusesATechnologyThatLeavesKeysOut) {
  const TemporaryFolder folder;
  PlatformOptions options;
  options.technology =
      folder.add("half.yaml", "gpu_costs:\n  core: {control_pj: 1, integer_pj: 2, integer_multiply_pj: 3}\n");
  try {
    resolve_platform(options);
    FAIL() << "nothing was thrown";
  } catch (const Error& error) {
    EXPECT_NE(error.problem().place.find("half.yaml:2"), std::string::npos) << error.problem().place;
    EXPECT_EQ(error.problem().what, "the technology does not state gpu_costs.core.float_pj");
  }
}

TEST(Platform, TakesFromTheBaseWhatATechnologyDoesNotState) {
  const TemporaryFolder folder;
  PlatformOptions options;
  options.technology =
      folder.add("mine.yaml", "based_on: lee2015_45nm\ngpu_costs: {core: {control_pj: 1}}\n");
  const Platform p = resolve_platform(options);
  EXPECT_DOUBLE_EQ(p.gpu_costs.core.control_pj, 1);
  EXPECT_NE(p.tree.place_of("gpu_costs.core.integer_pj").find("lee2015_45nm"), std::string::npos);
}

TEST(Platform, RefusesATechnologyWhoseBaseHasABase) {
  const TemporaryFolder folder;
  PlatformOptions options;
  options.technology = folder.add("mine.yaml", "based_on: jeon2015_40nm\n");
  EXPECT_THROW(resolve_platform(options), Error);
}

TEST(Platform, RefusesTechniquesThatExcludeEachOther) {
  PlatformOptions options;
  options.techniques = {"warped_compression", "other_form"};
  try {
    resolve_platform(options);
    FAIL() << "nothing was thrown";
  } catch (const Error& error) {
    EXPECT_EQ(error.problem().value, "warped_compression,other_form");
    EXPECT_NE(error.problem().what.find("exclude"), std::string::npos);
  }
}

/// Checks that an error which SystemC reports in `report` is thrown as an Error.
template <class Report>
Error reported(Report report) {
  try {
    in_child_process("it", [&] {
      route_systemc_reports();
      report();
      return std::string();
    });
  } catch (const Error& error) {
    return error;
  }
  ADD_FAILURE() << "nothing was thrown";
  return Error({});
}

TEST(SystemCReports, BecomeErrors) {
  for (const bool fatal : {false, true}) {
    const Error error = reported([&] {
      if (fatal) SC_REPORT_FATAL("kind", "message");
      SC_REPORT_ERROR("kind", "message");
    });
    EXPECT_EQ(error.problem().place, "SystemC");
    EXPECT_EQ(error.problem().what, "kind");
    EXPECT_EQ(error.problem().value, "message");
  }
}

TEST(SystemCReports, OfElaborationToo) {
  const Error error = reported([] {
    sc_core::sc_in<bool> unbound("unbound");
    sc_core::sc_start();
  });
  EXPECT_NE(std::string(error.what()).find("unbound"), std::string::npos) << error.what();
}

}  // namespace
}  // namespace heddle::platform_test
