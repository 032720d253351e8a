// SPDX-License-Identifier: Apache-2.0
#include "tb/import/import.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "models/base/config.hpp"
#include "models/base/error.hpp"
#include "tb/import/option_table.hpp"
#include "tb/run/platform.hpp"
#include "tests/cli/program.hpp"

namespace heddle::import_test {
namespace {

/// The options of the GPU that configs/gpus/gtx480_gpgpusim.yaml describes, and some that are no machine.
const std::string gtx480 = R"(# A machine of 15 SMs.
-gpgpu_n_clusters 15
-gpgpu_n_cores_per_cluster 1
-gpgpu_clock_domains 700.0:700.0:700.0:924.0
-gpgpu_shader_core_pipeline 1536:32   # threads and lanes
-gpgpu_shader_cta 8
-gpgpu_shader_registers 32768
-gpgpu_num_sched_per_core 2
-gpgpu_scheduler gto
-gpgpu_num_sp_units 2
-gpgpu_num_sfu_units 1
-gpgpu_pipeline_widths 2,0,0,1,1,2,0,0,1,1,2
-ptx_opcode_latency_int 4,13,4,5,145,32
-ptx_opcode_initiation_int 1,2,2,1,8,4
-ptx_opcode_latency_fp 4,13,4,5,39
-ptx_opcode_initiation_fp 1,2,1,1,4
-ptx_opcode_latency_dp 8,19,8,8,330
-ptx_opcode_initiation_dp 8,16,8,8,130
-gpgpu_operand_collector_num_units_sp 6
-gpgpu_operand_collector_num_units_sfu 8
-gpgpu_operand_collector_num_in_ports_sp 2
-gpgpu_cache:il1 N:4:128:4,L:R:f:N:L,S:2:32,4
-gpgpu_const_cache:l1 N:64:64:2,L:R:f:N:L,S:2:32,4
-gpgpu_tex_cache:l1 N:4:128:24,L:R:m:N:L,T:128:4,128:2
-gpgpu_cache:dl1 N:32:128:4,L:L:m:N:H,S:64:8,8
-gpgpu_l1_latency 35
-gpgpu_smem_latency 26
-gpgpu_shmem_size 49152
-gpgpu_shmem_num_banks 32
-gpgpu_gmem_skip_L1D 0
-icnt_flit_size 40
-gpgpu_cache:dl2 S:64:128:8,L:B:m:L:L,A:256:4,4:0,32
-gpgpu_dram_partition_queues 64:64:64:64
-gpgpu_l2_rop_latency 120
-dram_latency 100
-gpgpu_n_mem 6
-gpgpu_n_sub_partition_per_mchannel 2
-gpgpu_n_mem_per_ctrlr 2
-gpgpu_dram_buswidth 4
-gpgpu_dram_burst_length 8
-dram_data_command_freq_ratio 4
-gpgpu_frfcfs_dram_sched_queue_size 64
-gpgpu_dram_return_queue_size 116
-gpgpu_mem_addr_mapping dramid@8;00000000.00000000.00000000.00000000.0000RRRR.RRRRRRRR.BBBCCCCB.CCSSSSSS
-gpgpu_dram_timing_opt "nbk=16:CCD=2:RRD=6:RCD=12:RAS=28:RP=12:RC=40:
                        CL=12:WL=4:CDLR=5:WR=12:nbkgrp=4:CCDL=3:RTPL=2"
-visualizer_enabled 0
-power_simulation_enabled 1
)";

GpuConfig gpu_of(const std::string& yaml) {
  ConfigTree tree;
  tree.add_text(yaml, "gpu.yaml");
  const GpuConfig gpu = resolve<GpuConfig>(tree);
  tree.check_all_used();
  return gpu;
}

/// All values of a GPU by key, with the dots of its address bits left out: they mean nothing.
std::map<std::string, std::string> values_of(const std::string& yaml) {
  ConfigTree tree;
  tree.add_text(yaml, "gpu.yaml");
  resolve<GpuConfig>(tree);
  std::map<std::string, std::string> all;
  for (const ConfigTree::Resolved& r : tree.resolved()) all[r.info.path] = r.values.at(0);
  std::erase(all["dram.address.bits"], '.');
  return all;
}

bool has_note(const std::vector<ImportNote>& notes, const std::string& option, const std::string& text) {
  return std::ranges::any_of(notes, [&](const ImportNote& n) {
    return n.option.starts_with(option) && n.text.find(text) != std::string::npos;
  });
}

/// Of the network that those options name in GPGPU-Sim: what is not its default.
const std::string fermi_network = R"(num_vcs = 1; vc_buf_size = 64; ejection_buffer_size = 64;
routing_delay = 0; vc_alloc_delay = 1; sw_alloc_delay = 1;
alloc_iters = 1; internal_speedup = 2.0; flit_size = 40;
)";

TEST(Import, TheGtx480OfGpgpuSimIsTheFileOfItsName) {
  const TemporaryFolder folder;
  folder.add("net.icnt", fermi_network);
  const std::string made =
      gpu_file_of(import_sim_options(gtx480 + "-network_mode 1\n-inter_config_file net.icnt\n",
                                     (folder.path() / "gpgpusim.config").string()));
  const std::string kept =
      content_of(std::filesystem::path(HEDDLE_SOURCE_DIR) / "configs/gpus/gtx480_gpgpusim.yaml");
  EXPECT_EQ(values_of(made), values_of(kept));
}

TEST(Import, EachValueNamesItsOptions) {
  const std::string made = gpu_file_of(import_sim_options(gtx480, "gpgpusim.config"));
  for (const char* line :
       {"sms: 15  # -gpgpu_n_clusters 15, -gpgpu_n_cores_per_cluster 1\n",
        "  warps: 48  # -gpgpu_shader_core_pipeline 1536:32\n",
        "    latency: 132  # -dram_latency 100, -gpgpu_clock_domains 700.0:700.0:700.0:924.0\n",
        "-gpgpu_operand_collector_num_units_mem 2 (GPGPU-Sim's default)",
        "#   -visualizer_enabled 0 (line 47): only for a visualizer\n",
        "#   -power_simulation_enabled 1 (line 48): only for their power model\n"})
    EXPECT_NE(made.find(line), std::string::npos) << line << "is not in\n" << made;
}

/// Imports options added to those above, or in place of them; returns the GPU that the file describes.
std::pair<Import, GpuConfig> import_of(const std::string& options) {
  Import import = import_sim_options(options, "x.config");
  const GpuConfig gpu = gpu_of(gpu_file_of(import));
  return {std::move(import), gpu};
}

TEST(Import, OtherFormsOfValuesAreRead) {
  const auto [import, gpu] = import_of(
      "-gpgpu_scheduler two_level_active:5:0:1\n"
      "-gpgpu_dram_timing_opt 8:2:9:13:22:14:35:10:5:6:14\n"
      "-gpgpu_mem_addr_mapping 0000000000000000000000000000000000RRRRRRRRRRRRRRRRBBBDDDCCCCCCCC\n"
      "-gpgpu_n_mem 8 -gpgpu_n_sub_partition_per_mchannel 1\n"
      "-gpgpu_cache:dl1 64:128:6,L:L:m:N,A:32:8,8\n"
      "-gpgpu_cache:dl2 N:64:128:8,L:B:m:W:P,A:32:4,4\n"
      "-gpgpu_pipeline_widths 2,1,1,2,1,1,3\n"
      "-gmem_skip_L1D 1\n"
      "-gpgpu_enable_specialized_operand_collector 0 -gpgpu_operand_collector_num_units_gen 8\n"
      "-dram_write_queue_size 32:28:16\n");
  EXPECT_EQ(gpu.sm.scheduler, "two_level");
  EXPECT_EQ(gpu.sm.active_warps, 5u);
  EXPECT_EQ(gpu.dram.gddr5.banks, 8u);
  EXPECT_EQ(gpu.dram.gddr5.t_cdlr, 6u);
  EXPECT_EQ(gpu.dram.gddr5.t_wr, 14u);
  EXPECT_EQ(gpu.dram.address.controllers, 8u);
  EXPECT_EQ(gpu.dram.address.channels_per_controller, 1u);
  EXPECT_EQ(gpu.dram.address.interleave, 256u);
  EXPECT_EQ(gpu.dram.address.bits, "RRRRRRRRRRRRRRRRBBBCCCCCCCC");
  EXPECT_EQ(gpu.dram.gddr5.row_bytes, 256u);
  EXPECT_EQ(gpu.sm.load_store.l1d.bytes, 49152u);
  EXPECT_FALSE(gpu.sm.load_store.l1d.hashed_index);
  EXPECT_FALSE(gpu.sm.load_store.global_in_l1);
  EXPECT_TRUE(gpu.l2.cache.hashed_index);
  EXPECT_EQ(gpu.l2.fetch, L2Fetch::line);
  EXPECT_EQ(gpu.l2.write_miss, L2WriteMiss::through);
  EXPECT_EQ(gpu.sm.result_buses, 3u);
  EXPECT_EQ(gpu.sm.collectors.units, 8u);
  EXPECT_EQ(gpu.sm.collectors.memory, 8u);
  EXPECT_EQ(gpu.dram.controller.write_high, 28u);
}

TEST(Import, WhatIsNotLegalHereKeepsItsDefaultAndIsTold) {
  const auto [import, gpu] = import_of(
      "-gpgpu_n_clusters 600 -gpgpu_n_cores_per_cluster 1\n"
      "-gpgpu_num_dp_units 0\n"
      "-gpgpu_cache:dl1 S:1:128:256,L:L:s:N:L,A:256:8,16:0,32\n"
      "-gpgpu_scheduler oldest\n"
      "-gpgpu_shader_core_pipeline 1024:64\n"
      "-gpgpu_clock_domains 1417.5:700:700:924\n"
      "-gpgpu_mem_addr_mapping dramid@8;0000000000000000000000000000000000000000RRRRRRRRBBCCCCCCCCCCCCCC\n"
      "-gpgpu_shader_cta 4\n-gpgpu_shader_cta 6\n");
  EXPECT_EQ(gpu.sms, GpuConfig{}.sms);
  EXPECT_TRUE(
      has_note(import.notes, "-gpgpu_n_clusters 600", "sms is out of range: 600 (legal: 1 .. 512 SMs)"));
  EXPECT_TRUE(has_note(import.notes, "-gpgpu_n_clusters 600", "the default remains: sms 15"));
  EXPECT_EQ(gpu.sm.dp_units, SmConfig{}.dp_units);
  EXPECT_TRUE(has_note(import.notes, "-gpgpu_num_dp_units 0", "sm.dp_units is out of range"));
  EXPECT_EQ(gpu.sm.load_store.l1d.bytes, LoadStoreConfig{}.l1d.bytes);  // not 32 KiB with four ways
  EXPECT_EQ(gpu.sm.load_store.l1d.ways, LoadStoreConfig{}.l1d.ways);
  EXPECT_EQ(gpu.sm.load_store.l1d.queue, 16u);  // what is legal of the option is taken over
  EXPECT_TRUE(has_note(import.notes, "-gpgpu_cache:dl1", "sm.load_store.l1d.ways is out of range: 256"));
  EXPECT_TRUE(has_note(import.notes, "-gpgpu_scheduler oldest", "gto, lrr, two_level"));
  EXPECT_TRUE(has_note(import.notes, "-gpgpu_shader_core_pipeline", "32 threads here, not 64"));
  EXPECT_EQ(gpu.core_mhz, 1418u);
  EXPECT_TRUE(has_note(import.notes, "-gpgpu_clock_domains", "1417.5 is rounded"));
  // Legal in themselves, but not with 16 banks.
  EXPECT_EQ(gpu.dram.address.bits, AddressConfig{}.bits);
  EXPECT_TRUE(has_note(import.notes, "-gpgpu_mem_addr_mapping", "bank bits"));
  EXPECT_EQ(gpu.sm.ctas, 6u);
  EXPECT_TRUE(has_note(import.notes, "-gpgpu_shader_cta 4", "line 9 has this option again"));
}

TEST(Import, OptionsThatAreLegalTogetherAreTakenOverTogether) {
  // Eight banks and three bank bits: each alone does not fit the default of the other.
  const auto [import, gpu] = import_of(
      "-gpgpu_mem_addr_mapping dramid@8;000000000000000000000000000000000000RRRRRRRRRRRRRBBBCCCCCCCCCCCC\n"
      "-gpgpu_n_mem 4\n"
      "-gpgpu_dram_timing_opt nbk=8;CCD=2:RRD=6\n");
  EXPECT_TRUE(import.notes.empty());
  EXPECT_EQ(gpu.dram.gddr5.banks, 8u);
  EXPECT_EQ(gpu.dram.address.bits, "RRRRRRRRRRRRRBBBCCCCCCCCCCCC");
}

TEST(Import, AnyBytesOfAnOptionLeaveAFileThatLoads) {
  import_of("-gpgpu_n_mem 6\n-my_own \x01\x7f\xff:\n-gpgpu_scheduler a\x02: [\n");
}

TEST(Import, UnknownOptionsAndThoseOfOneModelledValueAreTold) {
  const auto [import, gpu] = import_of(
      "-gpgpu_n_cluster 15\n-my_own 1\n-gpgpu_simd_model 1\n-gpgpu_dram_scheduler 0\n-gpgpu_n_mem 6\n");
  EXPECT_TRUE(has_note(import.unknown, "-gpgpu_n_cluster 15", "did you mean -gpgpu_n_clusters?"));
  EXPECT_TRUE(has_note(import.unknown, "-my_own 1", "unknown"));
  EXPECT_EQ(import.agreed, 1u);
  EXPECT_TRUE(has_note(import.without, "-gpgpu_dram_scheduler 0", "FR-FCFS"));
}

TEST(Import, MalformedValuesAreRefusedWithTheirLine) {
  const auto expect = [](const std::string& text, const std::vector<std::string>& said) {
    try {
      import_sim_options(text, "x.config");
      ADD_FAILURE() << text;
    } catch (const Error& error) {
      for (const std::string& part : said)
        EXPECT_NE(std::string(error.what()).find(part), std::string::npos)
            << "'" << part << "' is not in: " << error.what();
    }
  };
  expect("-gpgpu_n_mem 6\n-gpgpu_n_clusters many\n",
         {"x.config:2", "-gpgpu_n_clusters", "'many'", "legal: 0 .."});
  expect("-gpgpu_n_clusters -3", {"x.config:1", "'-3'"});
  expect("-gpgpu_shader_cta 8 8", {"x.config:1", "-gpgpu_shader_cta", "'8 8'"});
  expect("-gpgpu_n_clusters", {"x.config:1", "-gpgpu_n_clusters has no value"});
  expect("-gpgpu_n_clusters 5\n\n-gpgpu_n_cores_per_cluster x", {"x.config:3", "-gpgpu_n_cores_per_cluster"});
  expect("-gpgpu_cache:dl1 N:32:128,L:L:m:N:H,S:64:8,8",
         {"x.config:1", "-gpgpu_cache:dl1", "legal: [TYPE:]SETS"});
  expect("-gpgpu_cache:dl1 N:32:128:4,Q:L:m:N:H,S:64:8,8", {"'Q'", "replacement", "legal: L, F"});
  expect("-gpgpu_dram_timing_opt nbk=16:CCD", {"'CCD'", "has no name"});
  expect("-gpgpu_dram_timing_opt 16:2", {"it has 2 parts"});
  expect("-gpgpu_clock_domains 700:700", {"it has 2 parts", "CORE:INTERCONNECT:L2:DRAM"});
  expect("-gpgpu_clock_domains 700:fast:700:924", {"'fast'", "not a number"});
  expect("-gpgpu_mem_addr_mapping dramid@8;RRRR", {"it has 4 bits"});
  expect("-gpgpu_mem_addr_mapping dramid@8;XRRR", {"'X'"});
  expect("-gpgpu_dram_timing_opt \"nbk=16:\nCCD=2", {"x.config:1", "quotes has no end"});
  expect("-gpgpu_gmem_skip_L1D maybe", {"'maybe'", "legal: 0, 1"});
  expect("sms: 15\n", {"x.config:1", "no configuration of GPGPU-Sim", "'sms:'"});
  expect("# nothing\n", {"no configuration of GPGPU-Sim"});
  expect("-kernel name\n-grid 1\n", {"no configuration of GPGPU-Sim", "'-kernel'"});
}

/// Whatever an option's value is, its import ends with a GPU file that loads, or with an Error.
TEST(Import, AnyNumberForAnyOptionEndsWell) {
  for (const OptionRow& row : option_table())
    for (const char* value : {"0", "1", "3", "4294967295", "0:0:0:0", "1,2,3,4,5", "none"}) {
      std::string name(row.name);
      if (name.ends_with('*')) name.back() = 'x';
      SCOPED_TRACE(name + " " + value);
      try {
        gpu_of(gpu_file_of(import_sim_options(name + " " + value + "\n", "x.config")));
      } catch (const Error& error) {
        EXPECT_NE(std::string(error.what()).find("x.config:1"), std::string::npos) << error.what();
      }
    }
}

TEST(Import, EachOptionStandsOnceInTheTable) {
  for (const auto table : {option_table(), network_table()})
    for (const OptionRow& row : table) {
      EXPECT_EQ(row_of(table, row.name), &row) << row.name << " is shadowed";
      EXPECT_TRUE(row.convert != nullptr || !row.why.empty()) << row.name << " says nothing";
    }
}

TEST(ImportCommand, WritesAFileThatLoads) {
  const TemporaryFolder folder;
  folder.add("gpgpusim.config", gtx480);
  const Ran ran = heddle({"import", "gpgpusim.config", "--out", "gpu.yaml"}, folder);
  ASSERT_EQ(ran.status, 0) << ran.err;
  EXPECT_NE(ran.out.find("-visualizer_enabled 0 (line 47): only for a visualizer"), std::string::npos)
      << ran.out;
  const Ran checked = heddle({"config", "check", "--gpu", "gpu.yaml"}, folder);
  EXPECT_EQ(checked.status, 0) << checked.err;
  const Ran used = heddle({"run", "vectoradd", "--small", "--no-out", "--gpu", "gpu.yaml"}, folder);
  EXPECT_EQ(used.status, 0) << used.err;
  const Ran printed = heddle({"import", "gpgpusim.config"}, folder);
  EXPECT_EQ(printed.out, content_of(folder.path() / "gpu.yaml"));
}

TEST(ImportCommand, RefusesWhatIsNoConfiguration) {
  const TemporaryFolder folder;
  folder.add("k.ptx", ".version 4.0\n");
  folder.add("x.config", "-gpgpu_n_clusters 15\n");
  expect_refused(folder, {"import", "k.ptx", "--out", "g.yaml"},
                 {"k.ptx:1", "no configuration of GPGPU-Sim", "'.version'"});
  expect_refused(folder, {"import", "absent.config"}, {"absent.config"});
  expect_refused(folder, {"import", "x.config", "--out", "x.config"},
                 {"--out would replace what the command reads", "x.config"});
}

}  // namespace
}  // namespace heddle::import_test
