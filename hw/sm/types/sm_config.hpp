// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <string>

#include "hw/memory/cache/cache_config.hpp"
#include "hw/register_file/power_gate/power_gate.hpp"
#include "hw/sm/types/instruction_prefetch.hpp"
#include "hw/sm/types/operation_config.hpp"
#include "hw/sm/warp_scheduler/warp_scheduler.hpp"
#include "models/base/parameter.hpp"
#include "models/ptx/program/code_generation.hpp"
#include "models/ptx/program/divergence.hpp"

namespace heddle {

/// Operand collectors: units that any instruction can use, and how many of them each kind of instruction may
/// hold at a time, so that a kind that stalls leaves room for the others. When the limits add up to the
/// number of units, each kind has units of its own.
struct CollectorConfig {
  unsigned units = 16;
  unsigned sp = 12;
  unsigned sfu = 8;
  unsigned memory = 4;

  static constexpr auto parameters() {
    using C = CollectorConfig;
    constexpr auto twice =
        "twice GPGPU-Sim's SM2_GTX480, as an operand takes four cycles here and two there (registers of the "
        "bank arbiter)";
    return std::tuple{parameter(&C::units, "units", "collector units", 1u, 16u,
                                "GPGPU-Sim's SM2_GTX480: 6 SP + 8 SFU + 2 memory",
                                "operand collectors, each with two requesters at the bank arbiter"),
                      parameter(&C::sp, "sp", "collector units", 1u, 16u, twice,
                                "collector units that instructions of the SP pipelines may hold"),
                      parameter(&C::sfu, "sfu", "collector units", 1u, 16u, "GPGPU-Sim's SM2_GTX480",
                                "collector units that instructions of the SFU and DP pipelines may hold"),
                      parameter(&C::memory, "memory", "collector units", 1u, 16u, twice,
                                "collector units that instructions of the load/store unit may hold")};
  }
};

struct LoadStoreConfig {
  unsigned queue = 8;
  unsigned shared_latency = 26;
  unsigned shared_bytes = 48 * 1024;
  unsigned shared_banks = 32;
  unsigned loads = 64;
  unsigned merge_buffers = 64;
  bool global_in_l1 = true;
  CacheConfig l1d{.hashed_index = true, .latency = 35, .mshr_entries = 64};
  unsigned l1d_port_bytes = 128;
  bool l1d_encoded = false;
  unsigned l1d_tags = 1;
  CacheConfig l1c{
      .bytes = 8 * 1024, .ways = 2, .line_bytes = 64, .mshr_entries = 2, .mshr_merges = 32, .queue = 4};
  CacheConfig l1t{.bytes = 12 * 1024, .ways = 24, .latency = 2, .queue = 4};
  unsigned texture_fragments = 128;
  unsigned line_units = 0;
  unsigned line_latency = 26;

  static constexpr auto parameters() {
    using C = LoadStoreConfig;
    return std::tuple{
        parameter(&C::queue, "queue", "instructions", 1u, 64u, "modelling choice",
                  "memory instructions that wait in the load/store unit"),
        parameter(&C::shared_latency, "shared_latency", "cycles", 1u, 1000u,
                  "GPGPU-Sim's SM2_GTX480 (gpgpu_smem_latency)",
                  "latency of a shared memory access without bank conflicts"),
        parameter(&C::shared_bytes, "shared_bytes", "bytes", 1024u, 262144u, "GTX 480: 48 KB",
                  "shared memory of the SM"),
        parameter(&C::shared_banks, "shared_banks", "banks", 1u, 32u, "GTX 480: 32 banks of 4 bytes",
                  "shared memory banks"),
        parameter(&C::loads, "loads", "instructions", 1u, 256u, "modelling choice",
                  "load instructions whose data are on their way"),
        parameter(&C::merge_buffers, "merge_buffers", "warp registers", 4u, 64u, "modelling choice: all",
                  "of sm.merge_buffers those that memory instructions may hold, which wait for memory"),
        parameter(&C::global_in_l1, "global_in_l1", "GPGPU-Sim's SM2_GTX480 (gpgpu_gmem_skip_L1D 0)",
                  "loads of global memory go through the L1 data cache"),
        section(&C::l1d, "l1d",
                "L1 data cache, of global and local memory; GPGPU-Sim's SM2_GTX480 (dl1, gpgpu_l1_latency). "
                "48 KB are 6 ways, with shared_bytes: 16384"),
        parameter(&C::l1d_port_bytes, "l1d_port_bytes", "B", 4u, 128u,
                  "GPGPU-Sim: a cache's data port is as wide as its line; one load whose line has come, or "
                  "one that went past the L1, is taken a cycle",
                  "width of the L1 data cache's port, which hits, loads served by a fill, stores to local "
                  "memory, write-backs and answers to L1-bypassing requests share"),
        parameter(&C::l1d_encoded, "l1d_encoded", "Vijaykumar2015 section 7.5",
                  "where lines are decoded in the SM, the L1 data cache holds those of global memory as they "
                  "come, and each hit of an encoded one waits until that is decoded"),
        parameter(
            &C::l1d_tags, "l1d_tags", "", 1u, 4u,
            "Vijaykumar2015 section 7.5: twice or four times as many tags",
            "tags for each line of capacity; with l1d_encoded more than one let encoded lines share the "
            "bytes of a set, in segments of 8"),
        section(&C::l1c, "l1c", "constant cache; GPGPU-Sim's SM2_GTX480 (const_cache)"),
        section(&C::l1t, "l1t",
                "texture cache; GPGPU-Sim's SM2_GTX480 (tex_cache). It has no MSHRs: it answers in order"),
        parameter(&C::texture_fragments, "texture_fragments", "accesses", 1u, 4096u,
                  "GPGPU-Sim's SM2_GTX480 (tex_cache T:128)",
                  "accesses in the fragment FIFO between the texture cache's tags and its data"),
        parameter(&C::line_units, "line_units", "pipelines", 0u, 4u,
                  "Vijaykumar2015 section 5.2: assist warps work on lines in the L1; set by techniques",
                  "ports through which assist warps access their memory lines, an instruction a cycle each"),
        parameter(&C::line_latency, "line_latency", "cycles", 1u, 1000u,
                  "modelling choice: as shared memory, which lies in the same array",
                  "latency of such an access")};
  }

  /// Throws Error when the lines of the data or texture cache are not those of coalescing, and for what
  /// CacheConfig refuses of a cache with dirty lines.
  void validate() const {
    l1d.validate_write_back();
    for (const CacheConfig& cache : {l1d, l1t})
      if (cache.line_bytes != 128)
        throw Error({.what = "line_bytes of l1d and l1t must be those of a coalesced access",
                     .value = std::to_string(cache.line_bytes),
                     .legal = "128"});
  }
};

/// One streaming multiprocessor.
struct SmConfig {
  unsigned warps = 48;
  unsigned ctas = 8;
  unsigned threads = 1536;
  unsigned cta_start_delay = 0;
  std::uint64_t cta_start_seed = 1;
  unsigned registers = 1024;
  unsigned registers_per_thread = 63;
  unsigned schedulers = 2;
  std::string scheduler = "gto";
  unsigned active_warps = 6;
  unsigned starvation_limit = 10'000;
  unsigned sp_units = 2;
  unsigned sfu_units = 1;
  unsigned dp_units = 1;
  unsigned scalar_units = 0;
  unsigned result_buses = 2;
  unsigned write_buffer = 16;
  unsigned merge_buffers = 8;
  bool power_gating = false;
  PowerGateConfig power_gate;
  unsigned decode_latency = 1;
  ptx::Divergence divergence = ptx::Divergence::stack;
  ptx::InstructionSet isa = ptx::InstructionSet::ptx;
  unsigned optimize = 0;
  bool value_statistics = false;
  bool register_clock_gating = false;
  InstructionPrefetch l1i_prefetch = InstructionPrefetch::none;
  bool l1i_kept = false;
  CollectorConfig collectors;
  OperationConfig operations;
  CacheConfig l1i{.bytes = 2048, .mshr_entries = 2, .mshr_merges = 32, .queue = 4};
  LoadStoreConfig load_store;

  static constexpr auto parameters() {
    using C = SmConfig;
    return std::tuple{
        parameter(&C::warps, "warps", "warps", 1u, 64u, "Lee2015 Table 2", "warps that an SM holds"),
        parameter(&C::ctas, "ctas", "CTAs", 1u, 32u, "GTX 480: 8", "CTAs that an SM holds"),
        parameter(&C::threads, "threads", "threads", 32u, 2048u, "Lee2015 Table 2",
                  "threads that an SM holds"),
        parameter(&C::cta_start_delay, "cta_start_delay", "cycles", 0u, 1000u,
                  "to perturb runs, for the spread of a figure; no machine has it",
                  "a CTA starts up to so many cycles later, as is drawn (0: none)"),
        parameter(&C::cta_start_seed, "cta_start_seed", "", 0u, ~std::uint64_t{0} >> 1,
                  "to perturb runs, for the spread of a figure", "seed of that draw"),
        parameter(&C::registers, "registers", "warp registers", 64u, 2048u,
                  "Lee2015 Table 2: 128 KB = 32 banks x 256 entries x 16 B",
                  "warp registers in the register file"),
        parameter(&C::registers_per_thread, "registers_per_thread", "registers", 8u, 255u,
                  "Fermi: 63; sm_35 and later: 255", "architected registers that a kernel may use"),
        parameter(&C::schedulers, "schedulers", "schedulers", 1u, 4u, "Lee2015 Table 2",
                  "warp schedulers, each with one issue slot"),
        parameter(&C::scheduler, "scheduler", "Lee2015 Table 2",
                  "warp scheduling policy: gto (greedy then oldest), lrr (loose round robin), two_level"),
        parameter(&C::active_warps, "active_warps", "warps", 1u, 64u,
                  "Jeon2015 section 9; GPGPU-Sim's two_level_active:6",
                  "active set of each two_level scheduler"),
        parameter(&C::starvation_limit, "starvation_limit", "cycles", 0u, 1'000'000u,
                  "modelling choice: no workload meets it (Workloads of tests/gpu)",
                  "after which a warp that could issue goes ahead of the policy's choice (0: never)"),
        parameter(&C::sp_units, "sp_units", "pipelines", 1u, 4u, "GPGPU-Sim's SM2_GTX480",
                  "integer and single-precision pipelines, 32 lanes wide"),
        parameter(&C::sfu_units, "sfu_units", "pipelines", 1u, 4u, "GPGPU-Sim's SM2_GTX480",
                  "special function pipelines"),
        parameter(&C::dp_units, "dp_units", "pipelines", 1u, 4u, "one, as SFU", "double-precision pipelines"),
        parameter(&C::scalar_units, "scalar_units", "pipelines", 0u, 4u,
                  "Wong2016 section 5.7: the scalar unit that it compares with",
                  "pipelines of one lane, which take from the SP pipelines what one lane executes for all"),
        parameter(&C::result_buses, "result_buses", "buses", 1u, 8u, "GPGPU-Sim's SM2_GTX480: EX_WB",
                  "registers that all pipelines together can hand to the write-back in a cycle"),
        parameter(&C::write_buffer, "write_buffer", "warp registers", 8u, 64u, "modelling choice",
                  "results that wait for a write port, including those inside compressors"),
        parameter(&C::merge_buffers, "merge_buffers", "warp registers", 4u, 64u,
                  "modelling choice: two instructions of four destinations, the most that one has",
                  "buffers in which a technique may merge divergent writes (Lee2015 section 5.2)"),
        parameter(&C::power_gating, "power_gating", "Lee2015 section 5.3; set by techniques",
                  "whether register banks that hold nothing are switched off"),
        section(&C::power_gate, "power_gate",
                "power gating of the register banks, used when power_gating is true"),
        parameter(&C::decode_latency, "decode_latency", "cycles", 1u, 1000u, "GPGPU-Sim: one stage",
                  "latency from fetched words to the warp's instruction buffer"),
        parameter(&C::divergence, "divergence", "stack: up to sm_6x; threads: sm_70 and later",
                  "how the lanes of a warp diverge: stack (one SIMT stack), threads (independent thread "
                  "scheduling: each path goes on eventually)"),
        parameter(
            &C::isa, "isa", "GPGPU-Sim: PTX or PTXPlus; asfermi for sm_20 (models/ptx/README.md)",
            "operands that take no register: ptx (literals), fermi (also parameters and constants, one an "
            "instruction), ptxplus (also special registers)"),
        parameter(
            &C::optimize, "optimize", "", 0u, 2u, "modelling choice",
            "passes over a kernel's code (heddle kernel --passes): 0 none, 1 operands of the instruction "
            "set, 2 all"),
        parameter(&C::value_statistics, "value_statistics",
                  "for Lee2015 figures 2, 12 and 19, and Wong2016 figure 1",
                  "count the similarity of register values and of operands, and the toggles of the banks' "
                  "wires (statistics `values`, `operand_similarity` and `wires`); slows the simulation"),
        parameter(&C::register_clock_gating, "register_clock_gating", "Wong2016 section 5.8",
                  "access only the 32-bit slices of the banks whose lanes are read or written, and count the "
                  "energy of slices"),
        section(&C::collectors, "collectors", "operand collectors"),
        section(&C::l1i, "l1i", "L1 instruction cache; GPGPU-Sim's SM2_GTX480 (il1 4:128:4), A:2:32,4"),
        parameter(&C::l1i_prefetch, "l1i_prefetch",
                  "Smith, Cache Memories (1982): one block lookahead. Fermi: unknown; GPGPU-Sim: none",
                  "which accesses of the instruction cache ask for the next line of the code, too, where it "
                  "is not there and an MSHR is free: none, misses, always"),
        parameter(&C::l1i_kept, "l1i_kept",
                  "Fermi: unknown; GPGPU-Sim: true, as it invalidates the L1 data cache alone",
                  "the code of each kernel has a place of its own in memory, and the instruction caches keep "
                  "it over launches of others; otherwise a launch of another kernel empties them"),
        section(&C::operations, "operations", "latency and initiation interval of operations"),
        section(&C::load_store, "load_store", "load/store unit and shared memory")};
  }

  /// By which kernels are compiled.
  ptx::CodeGeneration code_generation() const { return {isa, optimize}; }

  /// Throws Error for a scheduling policy that no file registers.
  void validate() const { Registry<WarpSchedulerEntry>::instance().find(scheduler, "scheduler"); }
};

}  // namespace heddle
