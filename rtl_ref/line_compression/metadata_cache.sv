// SPDX-License-Identifier: Apache-2.0
// The metadata cache of a memory controller: pairs of bits, one of each memory line, that say how
// many bursts the line takes (Vijaykumar2015, section 5.3.2; Lal2017, section III-D). It keeps
// blocks of them, as they lie in memory. What fetches and writes back blocks is around it.
//
// Bytes       of the data that it holds; a power of two. Ways 1, 2, 4 or 8, BlockBytes 32 or 64.
//             There are Bytes / (Ways * BlockBytes) sets, at least one. A block is in the set that
//             is its number modulo the sets.
// Requests    req_op_i for block req_block_i; entry i of a block is bits 2i+1..2i of its data. It
//             has 4 * BlockBytes entries; upper bits of req_entry_i do not matter. With blocks of
//             32 bytes the upper half of req_data_i does not matter, and that of rsp_evicted_data_o
//             is zero.
// Latency     rsp_* answers req_* after one rising edge. A request sees all that those before it
//             have done.
// Handshake   feed-forward: a request every cycle, never stalled. A payload means something only
//             while its valid is high.
// Reset       asynchronous; the cache is empty, and all outputs are zero. A request in reset is
//             lost.
//
//   req_op_i     block     rsp_hit_o  what happens
//   0 look up    there     1          rsp_bits_o is the entry; the block is the most recently used
//   1 record     there     1          the entry becomes req_bits_i; the block is dirty, and the
//                                     most recently used
//   2 fill       there     1          nothing
//   3 drop       there     1          the block leaves
//   2 fill       not       0          the block, req_data_i, is there, clean, and the most recently
//                                     used: in the lowest way that is not valid; or else in that of
//                                     the least recently used block of the set, which leaves
//   others       not       0          nothing
//
// rsp_evicted_o is high when a block leaves. Then rsp_dirty_o says whether it was written since its
// fill, rsp_evicted_block_o is its number, rsp_evicted_data_o its data. They are zero otherwise, as
// is rsp_bits_o for all but a look-up that hits.
//
// The data lie in memories with a registered read port. Their address comes from the pins; tags,
// valid and dirty bits and the order of use are read in the cycle of the request, and select what
// is written at its end, so that the next request finds everything done.
`include "rtl_ref/assertions.svh"
`default_nettype none

module metadata_cache #(
  parameter int unsigned Bytes = 8192,
  parameter int unsigned Ways = 4,
  parameter int unsigned BlockBytes = 32,
  localparam int unsigned MostBits = 512
) (
  input  wire logic                clk_i,
  input  wire logic                rst_ni,
  input  wire logic [1:0]          req_op_i,
  input  wire logic [31:0]         req_block_i,
  input  wire logic [15:0]         req_entry_i,
  input  wire logic [1:0]          req_bits_i,
  input  wire logic [MostBits-1:0] req_data_i,
  input  wire logic                req_valid_i,
  output logic                     rsp_hit_o,
  output logic      [1:0]          rsp_bits_o,
  output logic                     rsp_evicted_o,
  output logic                     rsp_dirty_o,
  output logic      [31:0]         rsp_evicted_block_o,
  output logic      [MostBits-1:0] rsp_evicted_data_o,
  output logic                     rsp_valid_o
);

  if (BlockBytes != 32 && BlockBytes != 64) begin : gen_check_block_bytes
    $error("metadata_cache: BlockBytes must be 32 or 64");
  end
  if (Ways != 1 && Ways != 2 && Ways != 4 && Ways != 8) begin : gen_check_ways
    $error("metadata_cache: Ways must be 1, 2, 4 or 8");
  end
  if (Bytes < Ways * BlockBytes || Bytes > 65536 ||
      (Bytes & (Bytes - 1)) != 0) begin : gen_check_bytes
    $error("metadata_cache: Bytes must be a power of two up to 65536 with a block in each way");
  end

  localparam int unsigned Entries = 4 * BlockBytes;
  localparam int unsigned EntryBits = $clog2(Entries);
  localparam int unsigned Width = 8 * BlockBytes;

  logic [Width-1:0] evicted_data;
  logic [Ways-1:0] holds;

  metadata_sets #(
    .Sets(Bytes / (Ways * BlockBytes)),
    .Ways(Ways),
    .BlockBits(32),
    .Entries(Entries)
  ) u_sets (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .op_i(req_op_i),
    .block_i(req_block_i),
    .entry_i(req_entry_i[EntryBits-1:0]),
    .bits_i(req_bits_i),
    .data_i(req_data_i[Width-1:0]),
    .valid_i(req_valid_i),
    .hit_o(rsp_hit_o),
    .bits_o(rsp_bits_o),
    .evicted_o(rsp_evicted_o),
    .dirty_o(rsp_dirty_o),
    .evicted_block_o(rsp_evicted_block_o),
    .evicted_data_o(evicted_data),
    .valid_o(rsp_valid_o),
    .holds_o(holds)
  );

  assign rsp_evicted_data_o = MostBits'(evicted_data);

  // Not every block has an upper half.
  logic unused_bits;
  assign unused_bits = ^{req_entry_i, req_data_i, holds};

  `HEDDLE_ASSERT(OneWayHoldsABlock, (holds & (holds - Ways'(1))) == '0)
  `HEDDLE_ASSERT(NothingWithoutAnEviction,
                 rsp_evicted_o || (rsp_evicted_block_o == '0 && rsp_evicted_data_o == '0))

endmodule
`default_nettype wire
