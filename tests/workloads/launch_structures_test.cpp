// SPDX-License-Identifier: Apache-2.0
// Arguments that are structures: where their fields lie, and what fits a parameter.
#include <gtest/gtest.h>

#include <cstring>

#include "models/base/error.hpp"
#include "models/host/functional_device.hpp"
#include "tb/workloads/launch_file.hpp"
#include "tests/workloads/temporary_folder.hpp"

namespace heddle::launch_structures_test {
namespace {

LaunchFile load(const TemporaryFolder& folder, const std::string& argument) {
  return load_launch_file(
      folder.add("k.yaml",
                 "buffers: {x: {type: u32, count: 32, fill: {kind: iota}, expect: {kind: iota, "
                 "start: 5}}}\nkernel: k\ngrid: [1]\ncta: [32]\narguments:\n  - {" +
                     argument + "}\n  - {name: bias, type: u32, value: 5}\n"));
}

LaunchArgument structure(const std::string& argument) {
  const TemporaryFolder folder;
  return load(folder, argument).steps[0].arguments[0];
}

std::string hexadecimal(const std::vector<std::byte>& bytes) {
  std::string text;
  for (const std::byte b : bytes) text += fmt::format("{:02x}", static_cast<unsigned>(b));
  return text;
}

TEST(Structures, AreLaidOutAsInCpp) {
  EXPECT_EQ(
      hexadecimal(
          structure("fields: [{type: u8, value: 1}, {type: u32, value: 2}, {type: u16, value: 3}]").bytes),
      "010000000200000003000000");
  EXPECT_EQ(hexadecimal(structure("fields: [{type: u16, values: [1, 2, 3]}, {raw: 'ff 00 FE'}]").bytes),
            "010002000300ff00fe00");
  EXPECT_EQ(hexadecimal(structure("fields: [{at: 2, type: u8, value: 1}], bytes: 4").bytes), "00000100");
  EXPECT_EQ(hexadecimal(structure("raw: 0a0b").bytes), "0a0b");
  const LaunchArgument two =
      structure("fields: [{type: u8, value: 1}, {buffer: x, offset: 8}, {buffer: x, type: u32}]");
  EXPECT_EQ(two.bytes.size(), 24u);
  ASSERT_EQ(two.addresses.size(), 2u);
  EXPECT_EQ(two.addresses[0].at, 8u);
  EXPECT_EQ(two.addresses[0].offset, 8u);
  EXPECT_EQ(two.addresses[1].at, 16u);
  EXPECT_EQ(two.addresses[1].bytes, 4u);
}

const std::string by_value =
    ".version 6.5\n.target sm_75\n.address_size 64\n"
    ".visible .entry k (.param .align 8 .b8 view[16], .param .u32 bias)\n{\n"
    "  .reg .u64 p; .reg .u32 n, t, b, v; .reg .pred q;\n"
    "  ld.param.u64 p, [view];\n  ld.param.u32 n, [view+8];\n  ld.param.u32 b, [bias];\n"
    "  mov.u32 t, %tid.x;\n  setp.ge.u32 q, t, n;\n  @q ret;\n  mad.wide.u32 p, t, 4, p;\n"
    "  ld.global.u32 v, [p];\n  add.u32 v, v, b;\n  st.global.u32 [p], v;\n  ret;\n}\n";

TEST(Structures, ReachTheKernelWithTheirAddresses) {
  const TemporaryFolder folder;
  const LaunchFile launch = load(folder, "fields: [{buffer: x}, {type: u32, value: 32}]");
  const std::string ptx = folder.add("k.ptx", by_value);
  check_fits(launch, {ptx}, {});
  FunctionalDevice device;
  Context context(device);
  const WorkloadResult result = run_launch(context, context.load(ptx), launch);
  EXPECT_TRUE(result.passed()) << result.first;
}

TEST(Structures, OfAnotherSizeAreRefused) {
  const TemporaryFolder folder;
  const std::string ptx = folder.add("k.ptx", by_value);
  const auto refusal = [&](const std::string& argument) -> std::string {
    try {
      check_fits(load(folder, argument), {ptx}, {});
    } catch (const Error& error) {
      return error.what();
    }
    return "accepted";
  };
  EXPECT_NE(refusal("fields: [{buffer: x}]").find("a structure, 8 bytes'; legal: 16 bytes"),
            std::string::npos)
      << refusal("fields: [{buffer: x}]");
  EXPECT_NE(refusal("buffer: x").find("a buffer's address'; legal: 16 bytes"), std::string::npos);
  EXPECT_EQ(refusal("raw: 00112233445566778899aabbccddeeff"), "accepted");
}

TEST(Symbols, MustBeInTheModuleWithTheirSize) {
  const TemporaryFolder folder;
  const std::string ptx = folder.add(
      "k.ptx", ".version 6.0\n.target sm_50\n.address_size 64\n.global .u32 v = 5;\n.entry k() { ret; }\n");
  const auto refusal = [&](const std::string& buffer) -> std::string {
    const std::string file =
        folder.add("k.yaml", "buffers: {b: {" + buffer + "}}\nkernel: k\ngrid: [1]\ncta: [1]\n");
    try {
      check_fits(load_launch_file(file), {ptx}, {});
    } catch (const Error& error) {
      return error.what();
    }
    return "accepted";
  };
  EXPECT_EQ(refusal("symbol: v, type: u32, count: 1"), "accepted");
  EXPECT_NE(refusal("symbol: v, type: u32, count: 2").find("k.yaml:1:"), std::string::npos);
  EXPECT_NE(refusal("symbol: v, type: u32, count: 2").find("'8 bytes'; legal: 4 bytes"), std::string::npos);
  EXPECT_NE(refusal("symbol: w, type: u32, count: 1").find("no such variable: 'w'; legal: v"),
            std::string::npos);
}

}  // namespace
}  // namespace heddle::launch_structures_test
