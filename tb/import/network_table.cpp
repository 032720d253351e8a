// SPDX-License-Identifier: Apache-2.0
#include <array>

#include "tb/import/conversions.hpp"
#include "tb/import/option_table.hpp"

namespace heddle {
namespace network_settings {
namespace {

using namespace conversions;

constexpr auto one_stage = "not modelled: the interconnect is a crossbar of one stage";
constexpr auto arbiter = "iSLIP matches inputs and outputs";
constexpr auto speed = "not modelled: a link moves a flit a cycle";
constexpr auto no_channels = "not modelled: an input has no virtual channels";
constexpr auto queue = "not modelled: a packet waits at its sender while icnt.input_flits are full";
constexpr auto whole = "not modelled: a packet leaves icnt.output_flits when it is there as a whole";
constexpr auto traffic = "only for traffic of its own";
constexpr auto output = "only for what it prints";
constexpr auto power = "only for its power model";
constexpr auto not_modelled = "not modelled";

// The first row that fits counts: a name stands before the form that it begins with.
constexpr std::array rows{
    OptionRow{"flit_size", "icnt.flit_bytes", same, ""},
    OptionRow{"num_vcs", "icnt.queues", virtual_channels, ""},
    OptionRow{"vc_buf_size", "icnt.input_flits", input_buffer, ""},
    OptionRow{"ejection_buffer_size", "icnt.output_flits", ejection_buffer, ""},
    OptionRow{"routing_delay", "icnt.latency", router_latency, ""},
    OptionRow{"vc_alloc_delay", "icnt.latency", router_latency, ""},
    OptionRow{"sw_alloc_delay", "icnt.latency", router_latency, ""},
    OptionRow{"st_prepare_delay", "icnt.latency", router_latency, ""},
    OptionRow{"st_final_delay", "icnt.latency", router_latency, ""},
    OptionRow{"output_delay", "icnt.latency", router_latency, ""},
    // Its shape.
    OptionRow{"topology", "", expects_fly, one_stage},
    OptionRow{"n", "", expects_one, one_stage},
    OptionRow{"k", "", nullptr, "there are as many ports as SMs and L2 slices"},
    OptionRow{"c", "", expects_one, "not modelled: each SM has a port"},
    OptionRow{"routing_function", "", nullptr, "a crossbar has one way to each output"},
    OptionRow{"subnets", "", expects_two, "requests and answers have a crossbar each"},
    OptionRow{"network_count", "", nullptr, "obsolete there: subnets counts"},
    OptionRow{"use_map", "", nullptr, "the order of ports is of no account in a crossbar"},
    OptionRow{"memory_node_map", "", nullptr, "the order of ports is of no account in a crossbar"},
    OptionRow{"perfect_icnt", "", expects_zero, not_modelled},
    OptionRow{"fixed_lat_per_hop", "", expects_zero, not_modelled},
    OptionRow{"use_noc_latency", "", nullptr, "channels of a crossbar take a cycle"},
    OptionRow{"channel_file", "", nullptr, one_stage},
    OptionRow{"network_file", "", nullptr, one_stage},
    // Its router.
    OptionRow{"router", "", nullptr, "the crossbar has queues at its inputs and outputs"},
    OptionRow{"vc_allocator", "", nullptr, arbiter},
    OptionRow{"sw_allocator", "", nullptr, arbiter},
    OptionRow{"arb_type", "", nullptr, arbiter},
    OptionRow{"alloc_iters", "icnt.iterations", same, ""},
    OptionRow{"input_speedup", "", expects_one, speed},
    OptionRow{"output_speedup", "", expects_one, speed},
    OptionRow{"internal_speedup", "icnt.speedup", whole_speed, "rounded up to a whole number"},
    OptionRow{"output_buffer_size", "", nullptr, "icnt.output_flits are those of ejection_buffer_size"},
    OptionRow{"input_buffer_size", "", nullptr, queue},
    OptionRow{"boundary_buffer_size", "", nullptr, whole},
    OptionRow{"buf_size", "", nullptr, "vc_buf_size times num_vcs counts"},
    OptionRow{"buffer_policy", "", nullptr, no_channels},
    OptionRow{"private_buf*", "", nullptr, no_channels},
    OptionRow{"max_held_slots", "", nullptr, no_channels},
    OptionRow{"credit_delay", "", expects_zero, "not modelled: room in a buffer is known at once"},
    OptionRow{"wait_for_tail_credit", "", expects_zero, no_channels},
    OptionRow{"vc_*", "", nullptr, no_channels},
    OptionRow{"speculative", "", expects_zero, not_modelled},
    OptionRow{"spec_*", "", nullptr, not_modelled},
    OptionRow{"hold_switch_for_packet", "", nullptr, "a packet crosses as a whole"},
    OptionRow{"noq", "", expects_zero, not_modelled},
    OptionRow{"priority", "", nullptr, arbiter},
    OptionRow{"read_re*", "", nullptr, no_channels},
    OptionRow{"write_re*", "", nullptr, no_channels},
    // What is no network.
    OptionRow{"traffic", "", nullptr, traffic},
    OptionRow{"packet_size*", "", nullptr, traffic},
    OptionRow{"injection_*", "", nullptr, traffic},
    OptionRow{"classes", "", nullptr, traffic},
    OptionRow{"class_priority", "", nullptr, traffic},
    OptionRow{"burst_*", "", nullptr, traffic},
    OptionRow{"batch_*", "", nullptr, traffic},
    OptionRow{"use_read_write", "", nullptr, traffic},
    OptionRow{"write_fraction", "", nullptr, traffic},
    OptionRow{"seed", "", nullptr, traffic},
    OptionRow{"sim_power", "", nullptr, power},
    OptionRow{"sim_*", "", nullptr, traffic},
    OptionRow{"warmup_*", "", nullptr, traffic},
    OptionRow{"acc_*", "", nullptr, traffic},
    OptionRow{"stopping_thres", "", nullptr, traffic},
    OptionRow{"sample_period", "", nullptr, traffic},
    OptionRow{"max_samples", "", nullptr, traffic},
    OptionRow{"latency_thres", "", nullptr, traffic},
    OptionRow{"include_queuing", "", nullptr, output},
    OptionRow{"measure_stats", "", nullptr, output},
    OptionRow{"pair_stats", "", nullptr, output},
    OptionRow{"print_*", "", nullptr, output},
    OptionRow{"watch_*", "", nullptr, output},
    OptionRow{"stats_out", "", nullptr, output},
    OptionRow{"viewer_trace", "", nullptr, output},
    OptionRow{"deadlock_warn_timeout", "", nullptr, output},
    OptionRow{"enable_link_stats", "", nullptr, output},
    OptionRow{"MATLAB_OUTPUT", "", nullptr, output},
    OptionRow{"DISPLAY_*", "", nullptr, output},
    OptionRow{"power_output_file", "", nullptr, power},
    OptionRow{"tech_file", "", nullptr, power},
    OptionRow{"channel_width", "", nullptr, power},
    OptionRow{"channel_sweep", "", nullptr, power},
};

}  // namespace
}  // namespace network_settings

std::span<const OptionRow> network_table() { return network_settings::rows; }

}  // namespace heddle
