// SPDX-License-Identifier: Apache-2.0
#include "tb/import/option_table.hpp"

#include <algorithm>
#include <array>

#include "tb/import/conversions.hpp"

namespace heddle {
namespace conversions {
namespace {

constexpr auto not_modelled = "not modelled";
constexpr auto power = "only for their power model";
constexpr auto picture = "only for a visualizer";
constexpr auto output = "only for what it prints";
constexpr auto tracing = "only for its debugging output";
constexpr auto ports = "not modelled: a collector has two requesters at the bank arbiter";
constexpr auto own_ptx = "how its own front end reads kernels";
constexpr auto limit = "a limit of its run: --set max_cycles";
constexpr auto device_limit = "a limit of the host's API";
constexpr auto as_int = "integers run in the SP pipelines";
constexpr auto tensor = "tensor cores are not modelled";
constexpr auto statistics_core = "only for its statistics";
constexpr auto configurable = "not modelled: the L1 and shared memory have fixed sizes";
constexpr auto replay = "for traces of Accel-Sim";
constexpr auto checkpoint = "for its checkpoints";
constexpr auto dynamic = "kernels that launch kernels are not modelled";

constexpr std::array rows{
    // The machine.
    OptionRow{"-gpgpu_n_clusters", "sms", sms, ""},
    OptionRow{"-gpgpu_n_cores_per_cluster", "sms", sms, ""},
    OptionRow{"-gpgpu_clock_domains", "*_mhz", clocks, ""},
    // An SM.
    OptionRow{"-gpgpu_shader_core_pipeline", "sm.threads, sm.warps", threads_and_warps, ""},
    OptionRow{"-gpgpu_shader_cta", "sm.ctas", same, ""},
    OptionRow{"-gpgpu_shader_registers", "sm.registers", warp_registers, ""},
    OptionRow{"-gpgpu_num_sched_per_core", "sm.schedulers", same, ""},
    OptionRow{"-gpgpu_scheduler", "sm.scheduler", scheduler, ""},
    OptionRow{"-gpgpu_num_sp_units", "sm.sp_units", same, ""},
    OptionRow{"-gpgpu_num_sfu_units", "sm.sfu_units", same, ""},
    OptionRow{"-gpgpu_num_dp_units", "sm.dp_units", same, ""},
    OptionRow{"-gpgpu_pipeline_widths", "sm.result_buses", result_buses, ""},
    OptionRow{"-gpgpu_operand_collector_num_units_sp", "sm.collectors", collectors, ""},
    OptionRow{"-gpgpu_operand_collector_num_units_sfu", "sm.collectors", collectors, ""},
    OptionRow{"-gpgpu_operand_collector_num_units_mem", "sm.collectors", collectors, ""},
    OptionRow{"-gpgpu_operand_collector_num_units_int", "sm.collectors", collectors, ""},
    OptionRow{"-gpgpu_operand_collector_num_units_dp", "sm.collectors", collectors, ""},
    OptionRow{"-gpgpu_operand_collector_num_units_gen", "sm.collectors", collectors, ""},
    OptionRow{"-gpgpu_enable_specialized_operand_collector", "sm.collectors", collectors, ""},
    OptionRow{"-gpgpu_operand_collector_num_units_tensor_core", "", nullptr, tensor},
    OptionRow{"-gpgpu_operand_collector_num_in_ports_*", "", nullptr, ports},
    OptionRow{"-gpgpu_operand_collector_num_out_ports_*", "", nullptr, ports},
    OptionRow{"-ptx_opcode_latency_int", "sm.operations.integer.{}.latency", class_times, ""},
    OptionRow{"-ptx_opcode_initiation_int", "sm.operations.integer.{}.interval", class_times, ""},
    OptionRow{"-ptx_opcode_latency_fp", "sm.operations.single_precision.{}.latency", class_times, ""},
    OptionRow{"-ptx_opcode_initiation_fp", "sm.operations.single_precision.{}.interval", class_times, ""},
    OptionRow{"-ptx_opcode_latency_dp", "sm.operations.double_precision.{}.latency", class_times, ""},
    OptionRow{"-ptx_opcode_initiation_dp", "sm.operations.double_precision.{}.interval", class_times, ""},
    OptionRow{"-ptx_opcode_latency_sfu", "sm.operations.special.latency", same, ""},
    OptionRow{"-ptx_opcode_initiation_sfu", "sm.operations.special.interval", same, ""},
    OptionRow{"-ptx_opcode_latency_tesnor", "", nullptr, tensor},  // its own spelling
    OptionRow{"-ptx_opcode_latency_tensor", "", nullptr, tensor},
    OptionRow{"-ptx_opcode_initiation_tensor", "", nullptr, tensor},
    OptionRow{"-gpgpu_simd_model", "", expects_one, "not modelled: warps reconverge at post-dominators here"},
    OptionRow{"-gpgpu_max_insn_issue_per_warp", "", expects_one,
              "not modelled: a scheduler issues one instruction a cycle"},
    OptionRow{"-gpgpu_dual_issue_diff_exec_units", "", nullptr, "not modelled: no dual issue"},
    OptionRow{"-gpgpu_inst_fetch_throughput", "", expects_one, not_modelled},
    OptionRow{"-gpgpu_sub_core_model", "", expects_zero,
              "not modelled: schedulers share collectors and pipelines"},
    OptionRow{"-gpgpu_num_reg_banks", "", nullptr,
              "the register file has 32 banks, eight to a warp register"},
    OptionRow{"-gpgpu_reg_bank_use_warp_id", "", nullptr, "the register file has its own mapping"},
    OptionRow{"-gpgpu_reg_file_port_throughput", "", expects_one, not_modelled},
    OptionRow{"-gpgpu_num_int_units", "", nullptr, as_int},
    OptionRow{"-gpgpu_num_tensor_core_units", "", nullptr, tensor},
    OptionRow{"-gpgpu_tensor_core_avail", "", nullptr, tensor},
    OptionRow{"-gpgpu_num_mem_units", "", expects_one, "not modelled: an SM has one load/store unit"},
    OptionRow{"-specialized_unit_*", "", nullptr, not_modelled},
    OptionRow{"-gpgpu_num_cta_barriers", "", nullptr, "PTX has 16 barriers"},
    OptionRow{"-gpgpu_registers_per_block", "", nullptr,
              "not modelled: the registers of an SM are the limit"},
    OptionRow{"-gpgpu_shmem_per_block", "", nullptr, "not modelled: the shared memory of an SM is the limit"},
    OptionRow{"-gpgpu_ignore_resources_limitation", "", expects_zero,
              "not modelled: resources limit the CTAs"},
    OptionRow{"-gpgpu_simt_core_sim_order", "", nullptr, "nothing depends on the order of simulation"},
    OptionRow{"-gpgpu_concurrent_kernel_sm", "", expects_zero, "not modelled: one kernel runs at a time"},
    OptionRow{"-gpgpu_max_concurrent_kernel", "", nullptr, "not modelled: one kernel runs at a time"},
    // Its memories.
    OptionRow{"-gpgpu_cache:il1", "sm.l1i", instruction_cache, ""},
    OptionRow{"-gpgpu_const_cache:l1", "sm.load_store.l1c", constant_cache, ""},
    OptionRow{"-gpgpu_tex_cache:l1", "sm.load_store.l1t", texture_cache, ""},
    OptionRow{"-gpgpu_cache:dl1", "sm.load_store.l1d", data_cache, ""},
    OptionRow{"-gpgpu_cache:dl1PrefL1", "", nullptr, configurable},
    OptionRow{"-gpgpu_cache:dl1PrefShared", "", nullptr, configurable},
    OptionRow{"-gpgpu_l1_latency", "sm.load_store.l1d.latency", same, ""},
    OptionRow{"-gpgpu_gmem_skip_L1D", "sm.load_store.global_in_l1", skips_l1, ""},
    OptionRow{"-gmem_skip_L1D", "sm.load_store.global_in_l1", skips_l1, ""},
    OptionRow{"-gpgpu_l1_banks", "", expects_one, "not modelled: the L1 data cache has one bank"},
    OptionRow{"-gpgpu_l1_banks_*", "", nullptr, "not modelled: the L1 data cache has one bank"},
    OptionRow{"-gpgpu_flush_l1_cache", "", expects_one, "the L1 data cache is empty when a kernel begins"},
    OptionRow{"-gpgpu_perfect_mem", "", expects_zero, not_modelled},
    OptionRow{"-gpgpu_perfect_inst_const_cache", "", expects_zero, not_modelled},
    OptionRow{"-gpgpu_l1_cache_write_ratio", "", expects_zero, not_modelled},
    OptionRow{"-gpgpu_shmem_size", "sm.load_store.shared_bytes", same, ""},
    OptionRow{"-gpgpu_shmem_sizeDefault", "", nullptr, configurable},
    OptionRow{"-gpgpu_shmem_size_PrefL1", "", nullptr, configurable},
    OptionRow{"-gpgpu_shmem_size_PrefShared", "", nullptr, configurable},
    OptionRow{"-gpgpu_shmem_option", "", nullptr, configurable},
    OptionRow{"-gpgpu_unified_l1d_size", "", nullptr, configurable},
    OptionRow{"-gpgpu_adaptive_cache_config", "", expects_zero, configurable},
    OptionRow{"-gpgpu_shmem_num_banks", "sm.load_store.shared_banks", same, ""},
    OptionRow{"-gpgpu_smem_latency", "sm.load_store.shared_latency", same, ""},
    OptionRow{"-smem_latency", "sm.load_store.shared_latency", same, ""},
    OptionRow{"-gpgpu_shmem_limited_broadcast", "", expects_zero,
              "not modelled: any number of words is broadcast in an access"},
    OptionRow{"-gpgpu_shmem_warp_parts", "", expects_one, "not modelled: a warp accesses as a whole"},
    OptionRow{"-gpgpu_mem_unit_ports", "", expects_one, not_modelled},
    OptionRow{"-gpgpu_coalesce_arch", "", nullptr,
              "accesses are coalesced into lines of 128 B, as since Fermi"},
    OptionRow{"-gpgpu_local_mem_map", "", expects_one, not_modelled},
    OptionRow{"-gpgpu_n_ldst_response_buffer_size", "", nullptr, not_modelled},
    // The interconnect.
    OptionRow{"-icnt_flit_size", "icnt.flit_bytes", same, ""},
    OptionRow{"-network_mode", "", network_mode, "there is one interconnect, a crossbar"},
    OptionRow{"-inter_config_file", "", network_file, ""},
    OptionRow{"-inter_config", "", network_file, ""},
    OptionRow{"-icnt_in_buffer_limit", "icnt.input_flits", built_in_buffer, ""},
    OptionRow{"-icnt_out_buffer_limit", "icnt.output_flits", built_in_buffer, ""},
    OptionRow{"-icnt_subnets", "", built_in_two, "requests and answers have a crossbar each"},
    OptionRow{"-icnt_arbiter_algo", "", built_in_none, "iSLIP matches inputs and outputs"},
    OptionRow{"-icnt_grant_cycles", "", built_in_one, not_modelled},
    OptionRow{"-icnt_verbose", "", nullptr, tracing},
    OptionRow{"-gpgpu_n_cluster_ejection_buffer_size", "", nullptr,
              "not modelled: an SM is a port of its own"},
    // L2 and DRAM.
    OptionRow{"-gpgpu_cache:dl2", "l2.cache", l2_cache, ""},
    OptionRow{"-gpgpu_cache:dl2_texture_only", "", expects_zero, "not modelled: the L2 serves all requests"},
    OptionRow{"-l2_ideal", "", expects_zero, not_modelled},
    OptionRow{"-gpgpu_flush_l2_cache", "", expects_zero,
              "not modelled: the L2 keeps its lines between kernels"},
    OptionRow{"-gpgpu_perf_sim_memcpy", "", nullptr, "copies by the host bring no lines into the L2"},
    OptionRow{"-gpgpu_dram_partition_queues", "l2", partition_queues, ""},
    OptionRow{"-gpgpu_l2_rop_latency", "l2.rop_latency", same, ""},
    OptionRow{"-rop_latency", "l2.rop_latency", same, ""},
    OptionRow{"-dram_latency", "dram.controller.latency", dram_latency, ""},
    OptionRow{"-gpgpu_n_mem", "dram.address", partitions, ""},
    OptionRow{"-gpgpu_n_sub_partition_per_mchannel", "dram.address", partitions, ""},
    OptionRow{"-gpgpu_n_mem_per_ctrlr", "dram.gddr5", channel_width, ""},
    OptionRow{"-gpgpu_dram_buswidth", "dram.gddr5", channel_width, ""},
    OptionRow{"-gpgpu_dram_burst_length", "dram.gddr5", channel_width, ""},
    OptionRow{"-dram_data_command_freq_ratio", "dram.gddr5", channel_width, ""},
    OptionRow{"-gpgpu_dram_timing_opt", "dram.gddr5", dram_timing, ""},
    OptionRow{"-gpgpu_mem_addr_mapping", "dram.address", address_bits, ""},
    OptionRow{"-gpgpu_mem_address_mask", "", nullptr, "-gpgpu_mem_addr_mapping says it all"},
    OptionRow{"-gpgpu_memory_partition_indexing", "", expects_zero,
              "not modelled: chunks of dram.address.interleave go round the channels"},
    OptionRow{"-gpgpu_mem_addr_test", "", nullptr, "a test of its own"},
    OptionRow{"-gpgpu_dram_scheduler", "", expects_one, "not modelled: the scheduler is FR-FCFS"},
    OptionRow{"-gpgpu_frfcfs_dram_sched_queue_size", "dram.controller.read_queue", same, ""},
    OptionRow{"-gpgpu_dram_return_queue_size", "dram.controller.transit", same, ""},
    OptionRow{"-dram_write_queue_size", "dram.controller", write_queue, ""},
    OptionRow{"-Write_Queue_Size", "dram.controller", write_queue, ""},
    OptionRow{"-dram_seperate_write_queue_enable", "", expects_one,
              "not modelled: writes have a queue of their own"},
    OptionRow{"-Seperate_Write_Queue_Enable", "", expects_one,
              "not modelled: writes have a queue of their own"},
    OptionRow{"-dram_elimnate_rw_turnaround", "", expects_zero, not_modelled},
    OptionRow{"-dram_dual_bus_interface", "", expects_zero, "not modelled: GDDR5 has one command bus"},
    OptionRow{"-dram_bnk_indexing_policy", "", expects_zero, "not modelled: the bank is that of the address"},
    OptionRow{"-dram_bnkgrp_indexing_policy", "", expects_one,
              "not modelled: the low bits of a bank are its group"},
    OptionRow{"-gpgpu_simple_dram_model", "", expects_zero, not_modelled},
    // What is no machine.
    OptionRow{"-gpgpu_compute_capability_major", "", nullptr, "a kernel's PTX says what it is for"},
    OptionRow{"-gpgpu_compute_capability_minor", "", nullptr, "a kernel's PTX says what it is for"},
    OptionRow{"-gpgpu_occupancy_sm_number", "", nullptr, "a kernel's PTX says what it is for"},
    OptionRow{"-gpgpu_ptx_*", "", nullptr, own_ptx},
    OptionRow{"-gpgpu_experimental_lib_support", "", nullptr, own_ptx},
    OptionRow{"-save_embedded_ptx", "", nullptr, own_ptx},
    OptionRow{"-keep", "", nullptr, own_ptx},
    OptionRow{"-gpgpu_stack_size_limit", "", nullptr, device_limit},
    OptionRow{"-gpgpu_heap_size_limit", "", nullptr, device_limit},
    OptionRow{"-gpgpu_runtime_sync_depth_limit", "", nullptr, device_limit},
    OptionRow{"-gpgpu_runtime_pending_launch_count_limit", "", nullptr, device_limit},
    OptionRow{"-gpgpu_kernel_launch_latency", "", expects_zero, not_modelled},
    OptionRow{"-gpgpu_TB_launch_latency", "", expects_zero, not_modelled},
    OptionRow{"-gpgpu_cdp_enabled", "", nullptr, dynamic},
    OptionRow{"-cdp_latency", "", nullptr, dynamic},
    OptionRow{"-gpgpu_max_*", "", nullptr, limit},
    OptionRow{"-gpgpu_deadlock_detect", "", nullptr, "deadlocks are always found"},
    OptionRow{"-gpgpu_memlatency_stat", "", nullptr, output},
    OptionRow{"-gpgpu_runtime_stat", "", nullptr, output},
    OptionRow{"-gpgpu_cflog_interval", "", nullptr, output},
    OptionRow{"-gpgpu_warpdistro_shader", "", nullptr, statistics_core},
    OptionRow{"-gpgpu_warp_issue_shader", "", nullptr, statistics_core},
    OptionRow{"-liveness_message_freq", "", nullptr, output},
    OptionRow{"-enable_ptx_file_line_stats", "", nullptr, output},
    OptionRow{"-ptx_line_stats_filename", "", nullptr, output},
    OptionRow{"-visualizer_*", "", nullptr, picture},
    OptionRow{"-trace_opcode_latency_initiation_*", "", nullptr, replay},
    OptionRow{"-trace", "", nullptr, replay},
    OptionRow{"-trace_*", "", nullptr, tracing},
    OptionRow{"-checkpoint_*", "", nullptr, checkpoint},
    OptionRow{"-resume_*", "", nullptr, checkpoint},
    OptionRow{"-config", "", nullptr, "another file, which is not read: import it as well"},
    // Power.
    OptionRow{"-gpuwattch_xml_file", "", nullptr, power},
    OptionRow{"-accelwattch_*", "", nullptr, power},
    OptionRow{"-power_*", "", nullptr, power},
    OptionRow{"-steady_*", "", nullptr, power},
    OptionRow{"-hw_perf_*", "", nullptr, power},
    OptionRow{"-dvfs_enabled", "", nullptr, power},
    OptionRow{"-aggregate_power_stats", "", nullptr, power},
    OptionRow{"-n_regfile_gating_group", "", nullptr, power},
    OptionRow{"-gpgpu_clock_gated_*", "", nullptr, power},
};

}  // namespace
}  // namespace conversions

std::span<const OptionRow> option_table() { return conversions::rows; }

const OptionRow* row_of(std::span<const OptionRow> table, std::string_view option) {
  const auto stands_for = [&](const OptionRow& row) {
    return row.name.ends_with('*') ? option.starts_with(row.name.substr(0, row.name.size() - 1))
                                   : option == row.name;
  };
  const auto found = std::ranges::find_if(table, stands_for);
  return found == table.end() ? nullptr : &*found;
}

}  // namespace heddle
