// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tb/import/conversion.hpp"

// The functions of the table of options (option_table.cpp). Each reads the value of its option and sets the
// key of its row, or keys below it.

namespace heddle::conversions {

/// A natural number, as it is.
void same(Conversion& c);

// Of an SM.
void sms(Conversion& c);                ///< clusters times cores
void threads_and_warps(Conversion& c);  ///< THREADS:WARP_SIZE
void warp_registers(Conversion& c);     ///< registers of a thread to those of a warp
void scheduler(Conversion& c);
void result_buses(Conversion& c);  ///< the width EX_WB among those of the pipelines
void collectors(Conversion& c);
void class_times(Conversion& c);  ///< ADD,MAX,MUL,MAD,DIV; {} in the key stands for the class
void skips_l1(Conversion& c);     ///< 1: not global_in_l1

// Of caches: TYPE:SETS:LINE:WAYS,REPLACEMENT:WRITE:ALLOCATION:WRITE_MISS:INDEX,MSHR:ENTRIES:MERGES,QUEUE,PORT
void instruction_cache(Conversion& c);
void constant_cache(Conversion& c);
void texture_cache(Conversion& c);
void data_cache(Conversion& c);
void l2_cache(Conversion& c);

// Of clocks and memory.
void clocks(Conversion& c);  ///< CORE:INTERCONNECT:L2:DRAM in MHz
void partitions(Conversion& c);
void partition_queues(Conversion& c);  ///< I2$:$2D:D2$:$2I
void channel_width(Conversion& c);
void dram_timing(Conversion& c);   ///< NAME=CYCLES:..., or the cycles alone in their order
void dram_latency(Conversion& c);  ///< core cycles to those of DRAM
void write_queue(Conversion& c);   ///< SIZE:HIGH:LOW
void address_bits(Conversion& c);  ///< dramid@BIT;BITS

// Of the interconnect, in the configuration.
void network_mode(Conversion& c);     ///< 1: the network's file describes it; 2: a crossbar that is built in
void network_file(Conversion& c);     ///< tells where it is not read; the import reads it
void built_in_buffer(Conversion& c);  ///< packets to flits
// As expects_one below, of a mode in which the option counts. `none` is for one without any counterpart.
void built_in_one(Conversion& c);
void built_in_two(Conversion& c);
void built_in_none(Conversion& c);
// In the network's file.
void input_buffer(Conversion& c);     ///< virtual channels times the flits of one
void ejection_buffer(Conversion& c);  ///< 0: that of a virtual channel
void router_latency(Conversion& c);   ///< the stages of a router, and the channels in and out of it
void expects_fly(Conversion& c);
void virtual_channels(Conversion& c);  ///< queues of an input, and its buffer
void whole_speed(Conversion& c);       ///< rounded up

// Of options whose only value that Heddle models is 0, or 1: the row says why another is not taken over.
void expects_zero(Conversion& c);
void expects_one(Conversion& c);
void expects_two(Conversion& c);

}  // namespace heddle::conversions
