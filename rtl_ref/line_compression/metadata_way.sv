// SPDX-License-Identifier: Apache-2.0
// One way of the sets of a metadata cache: a tag, a valid bit, a dirty bit and a block a set.
//
// Function    holds_o: the block of tag_i is in set set_i. valid_o, dirty_o, tag_o: what is there.
//             fill_i puts a block there, clean; record_i writes one of its entries, and it is
//             dirty; drop_i makes it invalid. read_i reads its data.
// Latency     holds_o, valid_o, dirty_o, tag_o answer in the same cycle, by what was there before
//             the edge that samples fill_i, record_i and drop_i; data_o is the block that was read
//             last, behind the edge, as it was before it.
// Reset       asynchronous; nothing is valid. Tags and data are kept, and none sees them.
`default_nettype none

module metadata_way #(
  parameter int unsigned Sets = 64,
  parameter int unsigned TagBits = 26,
  parameter int unsigned Entries = 128,
  localparam int unsigned SetBits = (Sets < 2) ? 1 : $clog2(Sets),
  localparam int unsigned EntryBits = $clog2(Entries),
  localparam int unsigned Width = 2 * Entries
) (
  input  wire logic                 clk_i,
  input  wire logic                 rst_ni,
  input  wire logic [SetBits-1:0]   set_i,
  input  wire logic [TagBits-1:0]   tag_i,
  input  wire logic                 read_i,
  input  wire logic                 fill_i,
  input  wire logic [Width-1:0]     data_i,
  input  wire logic                 record_i,
  input  wire logic [EntryBits-1:0] entry_i,
  input  wire logic [1:0]           bits_i,
  input  wire logic                 drop_i,
  output logic                      holds_o,
  output logic                      valid_o,
  output logic                      dirty_o,
  output logic      [TagBits-1:0]   tag_o,
  output logic      [Width-1:0]     data_o
);

  logic [TagBits-1:0] tags_q [0:Sets-1];
  logic [Sets-1:0] valid_d, valid_q, dirty_d, dirty_q;

  always_comb begin
    valid_d = valid_q;
    dirty_d = dirty_q;
    if (fill_i || drop_i) begin
      valid_d[set_i] = fill_i;
    end
    if (fill_i || record_i) begin
      dirty_d[set_i] = record_i;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      valid_q <= '0;
      dirty_q <= '0;
    end else begin
      valid_q <= valid_d;
      dirty_q <= dirty_d;
    end
  end

  always_ff @(posedge clk_i) begin
    if (fill_i) begin
      tags_q[set_i] <= tag_i;
    end
  end

  assign tag_o = tags_q[set_i];
  assign valid_o = valid_q[set_i];
  assign dirty_o = dirty_q[set_i];
  assign holds_o = valid_o && tag_o == tag_i;

  metadata_memory #(
    .Rows(Sets),
    .Entries(Entries)
  ) u_memory (
    .clk_i(clk_i),
    .row_i(set_i),
    .read_i(read_i),
    .fill_i(fill_i),
    .data_i(data_i),
    .record_i(record_i),
    .entry_i(entry_i),
    .bits_i(bits_i),
    .row_o(data_o)
  );

endmodule
`default_nettype wire
