// SPDX-License-Identifier: Apache-2.0
// The file of the network that a configuration of GPGPU-Sim names, and its crossbar that is built in.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "models/base/config.hpp"
#include "models/base/error.hpp"
#include "tb/import/import.hpp"
#include "tb/import/option_table.hpp"
#include "tb/run/platform.hpp"
#include "tests/cli/program.hpp"

namespace heddle::import_network_test {
namespace {

GpuConfig gpu_of(const std::string& yaml) {
  ConfigTree tree;
  tree.add_text(yaml, "gpu.yaml");
  const GpuConfig gpu = resolve<GpuConfig>(tree);
  tree.check_all_used();
  return gpu;
}

bool has_note(const std::vector<ImportNote>& notes, const std::string& option, const std::string& text) {
  return std::ranges::any_of(notes, [&](const ImportNote& n) {
    return n.option.starts_with(option) && n.text.find(text) != std::string::npos;
  });
}

const std::string network = R"(// One stage.
use_map = 0;
flit_size = 48;
topology = fly; k = 27; n = 1;
routing_function = dest_tag;
num_vcs = 2; vc_buf_size = 64;   // flits
input_buffer_size = 256;
ejection_buffer_size = 32;
vc_allocator = islip;
alloc_iters = 2;
routing_delay = 0;
vc_alloc_delay = 1;
sw_alloc_delay = 3;
input_speedup
  = 2;
internal_speedup = 1.0;
packet_size = {{1,2,
                3,4},{10,20}};
subnets = 2;
my_own = 1;
)";

/// Imports a configuration whose network's file lies beside it, or below.
std::pair<Import, GpuConfig> network_import_of(const std::string& options, const std::string& text,
                                               const std::string& name = "net.icnt") {
  const TemporaryFolder folder;
  std::filesystem::create_directories((folder.path() / name).parent_path());
  folder.add(name, text);
  Import import = import_sim_options(options, (folder.path() / "x.config").string());
  const GpuConfig gpu = gpu_of(gpu_file_of(import));
  return {std::move(import), gpu};
}

TEST(ImportOfANetwork, ItsFileCounts) {
  for (const char* name : {"net.icnt", "nets/my.icnt"}) {
    const auto [import, gpu] = network_import_of(
        fmt::format("-icnt_flit_size 40\n-network_mode 1\n-inter_config_file {}\n-icnt_in_buffer_limit 512\n",
                    name),
        network, name);
    EXPECT_EQ(gpu.icnt.flit_bytes, 48u);
    EXPECT_EQ(gpu.icnt.input_flits, 128u);
    EXPECT_EQ(gpu.icnt.output_flits, 32u);
    EXPECT_EQ(gpu.icnt.latency, 2u + 0 + 1 + 3 + 0 + 1);
    EXPECT_TRUE(has_note(import.notes, "-icnt_flit_size 40", fmt::format("{}: flit_size 48 counts", name)));
    EXPECT_TRUE(has_note(import.notes, "-icnt_in_buffer_limit 512", "counts with -network_mode 2 only"));
    const std::string of = std::string(name) + ": ";
    EXPECT_TRUE(has_note(import.without, of + "input_speedup 2", "a link moves a flit a cycle"));
    EXPECT_EQ(gpu.icnt.iterations, 2u);
    EXPECT_EQ(gpu.icnt.queues, InputQueues::virtual_output);
    EXPECT_EQ(gpu.icnt.speedup, 1u);
    EXPECT_TRUE(has_note(import.without, of + "input_buffer_size 256", "waits at its sender"));
    EXPECT_TRUE(has_note(import.without, of + "packet_size {{1,2, 3,4},{10,20}}", "traffic of its own"));
    EXPECT_TRUE(has_note(import.unknown, of + "my_own 1", "unknown"));
    EXPECT_FALSE(has_note(import.without, of + "internal_speedup", ""));
    EXPECT_NE(
        gpu_file_of(import).find(fmt::format("input_flits: 128  # {0}: num_vcs 2, vc_buf_size 64", name)),
        std::string::npos)
        << gpu_file_of(import);
  }
}

TEST(ImportOfANetwork, WhatTheNetworkCannotBeHereIsTold) {
  const auto [import, gpu] = network_import_of("-inter_config_file net.icnt\n",
                                               "topology = mesh; n = 2; subnets = 1; credit_delay = 2; "
                                               "vc_buf_size = 100000; num_vcs = 1; flit_size = 0;");
  EXPECT_TRUE(has_note(import.without, "net.icnt: topology mesh", "a crossbar of one stage"));
  EXPECT_TRUE(has_note(import.without, "net.icnt: n 2", "a crossbar of one stage"));
  EXPECT_TRUE(has_note(import.without, "net.icnt: subnets 1", "a crossbar each"));
  EXPECT_TRUE(has_note(import.without, "net.icnt: credit_delay 2", "known at once"));
  EXPECT_EQ(gpu.icnt.input_flits, CrossbarConfig{}.input_flits);
  EXPECT_TRUE(has_note(import.notes, "net.icnt: ", "icnt.input_flits is out of range: 100000"));
  EXPECT_TRUE(has_note(import.notes, "net.icnt: flit_size 0", "icnt.flit_bytes is out of range"));
}

TEST(ImportOfANetwork, OneThatIsNotThereIsANote) {
  for (const char* name : {"other.icnt", "/etc/hostname", "../net.icnt", "sub/../../net.icnt", "."}) {
    const auto [import, gpu] =
        network_import_of(fmt::format("-inter_config_file {}\n-icnt_flit_size 40\n", name), network);
    EXPECT_EQ(gpu.icnt.flit_bytes, 40u);
    EXPECT_TRUE(
        has_note(import.notes, fmt::format("-inter_config_file {}", name), "the defaults of icnt remain"))
        << name;
  }
}

TEST(ImportOfANetwork, TheCrossbarThatIsBuiltInHasOptions) {
  const auto [import, gpu] = network_import_of(
      "-network_mode 2\n-inter_config_file net.icnt\n-icnt_flit_size 40\n-icnt_in_buffer_limit 512\n"
      "-icnt_out_buffer_limit 256\n-icnt_subnets 1\n-icnt_arbiter_algo 1\n-icnt_grant_cycles 1\n",
      network);
  EXPECT_EQ(gpu.icnt.flit_bytes, 40u);
  EXPECT_EQ(gpu.icnt.input_flits, 512u);  // a flit of 40 B is a packet of a sector
  EXPECT_EQ(gpu.icnt.output_flits, 256u);
  EXPECT_EQ(gpu.icnt.latency, CrossbarConfig{}.latency);
  EXPECT_TRUE(has_note(import.without, "-inter_config_file", "not read"));
  EXPECT_TRUE(has_note(import.without, "-icnt_subnets 1", "a crossbar each"));
  EXPECT_TRUE(has_note(import.without, "-icnt_arbiter_algo 1", "iSLIP"));
  EXPECT_FALSE(has_note(import.without, "-icnt_grant_cycles", ""));
  const auto [narrow, flits] =
      network_import_of("-network_mode 2\n-icnt_flit_size 16\n-icnt_in_buffer_limit 64\n", network);
  EXPECT_EQ(flits.icnt.input_flits, 192u);
}

TEST(ImportOfANetwork, AFileThatIsNoNetworkIsRefusedWithItsLine) {
  const auto expect = [](const std::string& text, const std::vector<std::string>& said) {
    try {
      network_import_of("-inter_config_file net.icnt\n", text);
      ADD_FAILURE() << text;
    } catch (const Error& error) {
      for (const std::string& part : said)
        EXPECT_NE(std::string(error.what()).find(part), std::string::npos)
            << "'" << part << "' is not in: " << error.what();
    }
  };
  expect("", {"net.icnt", "has no setting"});
  expect("// k = 3;\n", {"net.icnt", "has no setting"});
  expect("k = 3;\n\nn = 1", {"net.icnt:3", "no ; at its end", "'n = 1'"});
  expect("k = 3;\nn;", {"net.icnt:2", "no setting of a network", "'n'"});
  expect("k = 3;\n-n = 3;", {"net.icnt:2", "'-n = 3'"});
  expect("k = ;", {"net.icnt:1", "k has no value"});
  expect("k = 3;\nflit_size = big;", {"net.icnt:2", "flit_size", "'big'", "legal: 0 .."});
  expect("internal_speedup = fast;", {"net.icnt:1", "'fast'"});
}

TEST(ImportOfANetwork, AnyNumberForAnySettingEndsWell) {
  for (const OptionRow& row : network_table())
    for (const char* value : {"0", "1", "3", "4294967295", "{1,2}", "none"}) {
      std::string name(row.name);
      if (name.ends_with('*')) name.back() = 'x';
      SCOPED_TRACE(name + " " + value);
      try {
        network_import_of("-inter_config_file net.icnt\n", name + " = " + value + ";");
      } catch (const Error& error) {
        EXPECT_NE(std::string(error.what()).find("net.icnt:1"), std::string::npos) << error.what();
      }
    }
}

}  // namespace
}  // namespace heddle::import_network_test
