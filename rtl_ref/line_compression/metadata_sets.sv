// SPDX-License-Identifier: Apache-2.0
// The work of metadata_cache, whose table shows what each request does, with numbers of any width.
//
// Function    a block has its set in the lower bits of its number, and its tag in the others. Its
//             set is searched in all ways at once; a fill takes the lowest way that is not valid,
//             or the one that was used least recently.
// Latency     inputs are sampled at a rising edge; the answer is there behind it. A request sees
//             all that those before it have done.
//             holds_o says in the same cycle in which way block_i is there, for assertions.
// Reset       asynchronous; nothing is valid, and all other outputs are zero.
`include "rtl_ref/assertions.svh"
`default_nettype none

module metadata_sets #(
  parameter int unsigned Sets = 64,
  parameter int unsigned Ways = 4,
  parameter int unsigned BlockBits = 32,
  parameter int unsigned Entries = 128,
  localparam int unsigned EntryBits = $clog2(Entries),
  localparam int unsigned Width = 2 * Entries
) (
  input  wire logic                 clk_i,
  input  wire logic                 rst_ni,
  input  wire logic [1:0]           op_i,
  input  wire logic [BlockBits-1:0] block_i,
  input  wire logic [EntryBits-1:0] entry_i,
  input  wire logic [1:0]           bits_i,
  input  wire logic [Width-1:0]     data_i,
  input  wire logic                 valid_i,
  output logic                      hit_o,
  output logic      [1:0]           bits_o,
  output logic                      evicted_o,
  output logic                      dirty_o,
  output logic      [BlockBits-1:0] evicted_block_o,
  output logic      [Width-1:0]     evicted_data_o,
  output logic                      valid_o,
  output logic      [Ways-1:0]      holds_o
);

  localparam logic [1:0] LookUp = 2'd0;
  localparam logic [1:0] Record = 2'd1;
  localparam logic [1:0] Fill = 2'd2;
  localparam logic [1:0] Drop = 2'd3;

  localparam int unsigned SetBits = (Sets < 2) ? 1 : $clog2(Sets);
  localparam int unsigned TagBits = BlockBits - $clog2(Sets);

  logic [SetBits-1:0] set;
  logic [TagBits-1:0] tag;
  assign set = block_i[SetBits-1:0] & SetBits'(Sets - 1);  // zero where there is one set
  assign tag = block_i[BlockBits-1:BlockBits-TagBits];

  // By way.
  logic [Ways-1:0] holds, valids, dirties, oldest;
  logic [TagBits*Ways-1:0] tags;
  logic [Width*Ways-1:0] rows;

  logic hit, full, looks_up, records, fills, drops, leaves;
  logic [Ways-1:0] first_free, selected, used;  // one-hot, or zero
  logic [TagBits-1:0] selected_tag;

  always_comb begin
    hit = valid_i && holds != '0;
    full = valids == '1;
    looks_up = hit && op_i == LookUp;
    records = hit && op_i == Record;
    fills = valid_i && !hit && op_i == Fill;
    drops = hit && op_i == Drop;
    leaves = drops || (fills && full);

    first_free = ~valids & (valids + Ways'(1));
    selected = fills ? (full ? oldest : first_free) : (holds & {Ways{valid_i}});
    used = selected & {Ways{looks_up || records || fills}};

    selected_tag = '0;
    for (int unsigned w = 0; w < Ways; w++) begin
      selected_tag = selected_tag | (tags[TagBits*w +: TagBits] & {TagBits{selected[w]}});
    end
  end

  use_order #(
    .Sets(Sets),
    .Ways(Ways)
  ) u_order (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .set_i(set),
    .used_i(used),
    .oldest_o(oldest)
  );

  for (genvar w = 0; w < Ways; w++) begin : gen_way
    metadata_way #(
      .Sets(Sets),
      .TagBits(TagBits),
      .Entries(Entries)
    ) u_way (
      .clk_i(clk_i),
      .rst_ni(rst_ni),
      .set_i(set),
      .tag_i(tag),
      .read_i(selected[w]),
      .fill_i(selected[w] && fills),
      .data_i(data_i),
      .record_i(selected[w] && records),
      .entry_i(entry_i),
      .bits_i(bits_i),
      .drop_i(selected[w] && drops),
      .holds_o(holds[w]),
      .valid_o(valids[w]),
      .dirty_o(dirties[w]),
      .tag_o(tags[TagBits*w +: TagBits]),
      .data_o(rows[Width*w +: Width])
    );
  end

  logic valid_q, hit_q, found_q, evicted_q, dirty_q;
  logic [Ways-1:0] way_q;
  logic [BlockBits-1:0] block_d, block_q;
  logic [EntryBits-1:0] entry_q;

  if (Sets < 2) begin : gen_one_set
    assign block_d = selected_tag;
  end else begin : gen_sets
    assign block_d = {selected_tag, set};
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      valid_q <= 1'b0;
      hit_q <= 1'b0;
      found_q <= 1'b0;
      evicted_q <= 1'b0;
      dirty_q <= 1'b0;
      block_q <= '0;
    end else begin
      valid_q <= valid_i;
      hit_q <= hit;
      found_q <= looks_up;
      evicted_q <= leaves;
      dirty_q <= leaves && (dirties & selected) != '0;
      block_q <= block_d & {BlockBits{leaves}};
    end
  end

  always_ff @(posedge clk_i) begin
    way_q <= selected;
    entry_q <= entry_i;
  end

  // The data come from their memories behind the edge.
  logic [Width-1:0] row;
  always_comb begin
    row = '0;
    for (int unsigned w = 0; w < Ways; w++) begin
      row = row | (rows[Width*w +: Width] & {Width{way_q[w]}});
    end
  end

  assign hit_o = hit_q;
  assign bits_o = row[{entry_q, 1'b0} +: 2] & {2{found_q}};
  assign evicted_o = evicted_q;
  assign dirty_o = dirty_q;
  assign evicted_block_o = block_q;
  assign evicted_data_o = row & {Width{evicted_q}};
  assign valid_o = valid_q;
  assign holds_o = holds;

  `HEDDLE_ASSERT(ADirtyBlockLeaves, !dirty_o || evicted_o)

endmodule
`default_nettype wire
