// SPDX-License-Identifier: Apache-2.0
#include "tb/fuzz/run/case_files.hpp"

#include <gtest/gtest.h>

#include "models/host/functional_device.hpp"
#include "tb/fuzz/forms/form_case.hpp"
#include "tb/fuzz/run/draw_case.hpp"
#include "tb/workloads/launch_file.hpp"
#include "tests/workloads/temporary_folder.hpp"

namespace heddle::fuzz::case_files_test {
namespace {

TEST(CaseFiles, TheLaunchFileExpectsWhatTheKernelComputes) {
  for (std::uint64_t n = 0; n < 8; ++n) {
    const TemporaryFolder folder;
    const Case c = draw_case(9, n, {});
    const std::string command = write_case(c, folder.path(), "case");
    EXPECT_NE(command.find("--gpu " + c.machines[0].gpu), std::string::npos) << command;
    const LaunchFile launch = load_launch_file((folder.path() / "case.yaml").string());
    FunctionalDevice device;
    Context context(device, {.build = {.max_registers = c.kernel.max_registers}});
    const WorkloadResult result = run_launch(context, context.load(folder.path() / "case.ptx"), launch);
    EXPECT_TRUE(result.passed()) << n << ": " << result.first;
  }
}

TEST(CaseFiles, TheLaunchFileOfAFormExpectsWhatItComputes) {
  const TemporaryFolder folder;
  for (const char* form : {"testp.normal.f64", "rem.s16", "cvt.rz.f16.f64", "setp.gt.and.s32|", "bfe.s64"}) {
    write_form(form_named(form), folder.path(), "form");
    const LaunchFile launch = load_launch_file((folder.path() / "form.yaml").string());
    FunctionalDevice device;
    Context context(device);
    const WorkloadResult result = run_launch(context, context.load(folder.path() / "form.ptx"), launch);
    EXPECT_TRUE(result.passed()) << form << ": " << result.first;
  }
}

}  // namespace
}  // namespace heddle::fuzz::case_files_test
