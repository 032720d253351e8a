// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

namespace heddle::fuzz {

/// A configuration key and the values that may be drawn for it.
struct Knob {
  const char* key;
  std::vector<const char*> values;
};

/// Latencies and sizes, none of which may change a result.
inline const std::vector<Knob> knobs{
    {"sm.load_store.l1c.mshr_entries", {"1", "2"}},
    {"sm.load_store.l1c.mshr_merges", {"1", "4"}},
    {"sm.collectors.units", {"3", "6", "16"}},
    {"sm.collectors.sp", {"1", "2", "6"}},
    {"sm.collectors.sfu", {"1", "2", "8"}},
    {"sm.collectors.memory", {"1", "2", "4"}},
    {"sm.sp_units", {"1", "2", "4"}},
    {"sm.sfu_units", {"1", "2"}},
    {"sm.dp_units", {"1", "2"}},
    {"sm.result_buses", {"1", "2", "3", "8"}},
    {"sm.write_buffer", {"8", "9", "16", "64"}},
    {"sm.schedulers", {"1", "2"}},
    {"sm.active_warps", {"1", "2", "6"}},
    {"sm.warps", {"32", "40", "48"}},
    {"sm.registers_per_thread", {"255"}},
    {"sm.decode_latency", {"1", "3"}},
    {"sm.operations.integer.add.latency", {"1", "4", "11"}},
    {"sm.operations.double_precision.add.latency", {"2", "8", "70"}},
    {"sm.operations.double_precision.add.interval", {"1", "8", "40"}},
    {"sm.operations.special.latency", {"5", "20", "60"}},
    {"sm.operations.special.interval", {"1", "8", "25"}},
    {"sm.load_store.queue", {"1", "2", "8"}},
    {"sm.load_store.loads", {"1", "2", "32"}},
    {"sm.load_store.shared_latency", {"1", "26", "100"}},
    {"sm.load_store.shared_banks", {"1", "8", "32"}},
    {"sm.load_store.global_in_l1", {"true", "false"}},
    {"sm.load_store.l1d.bytes", {"2048", "8192", "16384"}},
    {"sm.load_store.l1d.ways", {"1", "2", "4"}},
    {"sm.load_store.l1d.latency", {"1", "35"}},
    {"sm.load_store.l1d.mshr_entries", {"1", "3", "64"}},
    {"sm.load_store.l1d.mshr_merges", {"1", "2", "8"}},
    {"sm.l1i.mshr_entries", {"1", "2"}},
    {"sm.l1i_prefetch", {"misses", "always"}},
    {"sm.l1i_kept", {"true"}},
    {"icnt.latency", {"1", "8", "40"}},
    {"icnt.flit_bytes", {"16", "32", "40"}},
    {"icnt.queues", {"fifo", "virtual_output"}},
    {"icnt.iterations", {"1", "4"}},
    {"icnt.speedup", {"1", "2"}},
    {"icnt.slices_per_port", {"1", "2", "3"}},
    {"dram.address.hash", {"none", "fold"}},
    {"dram.controller.one_queue", {"true"}},
    {"dram.controller.shared_queues", {"true"}},
    {"l2.cache.bytes", {"8192", "65536"}},
    {"l2.cache.mshr_entries", {"1", "4", "32"}},
    {"l2.cache.mshr_merges", {"1", "2", "4"}},
    {"l2.rop_latency", {"0", "120", "500"}},
    {"l2.port_bytes", {"32", "128"}},
    {"dram.gddr5.t_cl", {"5", "12", "40"}},
    {"sm.merge_buffers", {"1", "2"}},
    {"sm.load_store.l1d_port_bytes", {"32", "64"}},
    {"sm.load_store.l1d_encoded", {"true"}},
    {"sm.load_store.l1d_tags", {"2", "4"}},
    {"sm.load_store.l1c.bytes", {"512", "1024"}},
    {"skip_idle_cycles", {"true", "false"}},
    {"cta_order", {"reversed", "scattered"}},
};

/// A small memory system, in which queues are soon full and lines are soon evicted.
inline const std::vector<Knob> narrow{
    {"sm.load_store.l1d.queue", {"2", "3"}},
    {"sm.load_store.l1c.queue", {"1"}},
    {"sm.l1i.queue", {"1"}},
    {"l2.cache.bytes", {"1024", "2048", "4096"}},
    {"l2.cache.ways", {"1", "2", "8"}},
    {"l2.cache.queue", {"2", "3"}},
    {"l2.cache.mshr_entries", {"1", "4"}},
    {"l2.input_queue", {"1", "3"}},
    {"l2.response_queue", {"1", "3"}},
    {"l2.fill_queue", {"1", "3"}},
    {"l2.fetch", {"line"}},
    {"l2.write_miss", {"fetch", "around"}},
    {"icnt.input_flits", {"8", "16"}},
    {"icnt.output_flits", {"8", "16"}},
    {"dram.controller.inbox", {"1", "3"}},
    {"dram.controller.read_queue", {"1", "4"}},
    {"dram.gddr5.refresh", {"true"}},
    {"dram.gddr5.t_refi", {"400", "1500"}},
    {"dram.controller.starvation_limit", {"10", "100"}},
};

}  // namespace heddle::fuzz
