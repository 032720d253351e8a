// SPDX-License-Identifier: Apache-2.0
// The release flags that each warp of an SM has latched for its next instructions (Jeon2015, section
// 7.2): the 54 flags of a pir, three bits an instruction, until the next pir of the warp.
//
// Warps       1 to 64.
// Steps       with step_valid_i, of warp step_warp_i: with step_loads_i the flags of step_flags_i
//             replace those that it had, the first instruction's in the lowest bits; then the next
//             step_taken_i instructions take theirs.
// Reads       with read_valid_i, of warp read_warp_i.
// Latency     inputs are sampled at a rising edge; a read sees the step of that edge, and is answered
//             behind it: next_valid_o is high for each edge that took a read, and next_flags_o has
//             the flags of the warp's next instruction in bits 2:0 and of the one behind it in 5:3
//             then, and is zero otherwise.
// Reset       asynchronous; no warp has flags, all outputs are zero.
//
//   of one warp                       its next instructions have
//   nothing loaded since reset        no flags
//   all 18 instructions taken         no flags
//   warp that there is not            no flags
//
// The flags lie in a memory as they were loaded; a number a warp says how many were taken since.
`include "rtl_ref/assertions.svh"
`default_nettype none

module release_flag_latch #(
  parameter int unsigned Warps = 48,
  localparam int unsigned Flags = 54,
  localparam int unsigned RowBits = Warps > 1 ? $clog2(Warps) : 1
) (
  input  wire logic             clk_i,
  input  wire logic             rst_ni,
  input  wire logic [7:0]       step_warp_i,
  input  wire logic             step_loads_i,
  input  wire logic [Flags-1:0] step_flags_i,
  input  wire logic [1:0]       step_taken_i,
  input  wire logic             step_valid_i,
  input  wire logic [7:0]       read_warp_i,
  input  wire logic             read_valid_i,
  output logic      [5:0]       next_flags_o,
  output logic                  next_valid_o
);

  if (Warps < 1 || Warps > 64) begin : gen_check_warps
    $error("release_flag_latch: Warps must be 1 to 64");
  end

  localparam logic [4:0] AllTaken = 5'd18;

  logic steps, reads;
  logic [RowBits-1:0] step_row, read_row;
  assign steps = step_valid_i && step_warp_i < 8'(Warps);
  assign reads = read_valid_i && read_warp_i < 8'(Warps);
  assign step_row = step_warp_i[RowBits-1:0];
  assign read_row = read_warp_i[RowBits-1:0];

  // Instructions of each warp that have taken their flags, as zero does not stand for none.
  logic [5*Warps-1:0] taken_d, taken_q;
  logic [4:0] taken_of_step, taken_of_read, taken_before, taken_after;
  logic asked_q, found_q;
  logic [RowBits-1:0] row_q;

  always_comb begin
    taken_of_step = '0;
    taken_of_read = '0;
    for (int unsigned w = 0; w < Warps; w++) begin
      taken_of_step = taken_of_step | (taken_q[5*w +: 5] & {5{step_row == RowBits'(w)}});
      taken_of_read = taken_of_read | (taken_q[5*w +: 5] & {5{row_q == RowBits'(w)}});
    end
    taken_before = step_loads_i ? 5'd0 : taken_of_step;
    taken_after = taken_before + {3'd0, step_taken_i};
    if (taken_after > AllTaken) begin
      taken_after = AllTaken;
    end
    taken_d = taken_q;
    for (int unsigned w = 0; w < Warps; w++) begin
      if (steps && step_row == RowBits'(w)) begin
        taken_d[5*w +: 5] = taken_after;
      end
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      taken_q <= {Warps{AllTaken}};
      asked_q <= 1'b0;
      found_q <= 1'b0;
      row_q <= '0;
    end else begin
      taken_q <= taken_d;
      asked_q <= read_valid_i;
      found_q <= reads;
      row_q <= read_row;
    end
  end

  logic [Flags-1:0] loaded, left;
  release_flag_memory #(
    .Rows(Warps)
  ) u_memory (
    .clk_i(clk_i),
    .read_i(reads),
    .read_row_i(read_row),
    .write_i(steps && step_loads_i),
    .write_row_i(step_row),
    .write_flags_i(step_flags_i),
    .flags_o(loaded)
  );

  logic unused_left;
  assign left = loaded >> (6'd3 * {1'b0, taken_of_read});
  assign unused_left = ^left[Flags-1:6];

  assign next_flags_o = left[5:0] & {6{found_q}};
  assign next_valid_o = asked_q;

  for (genvar w = 0; w < Warps; w++) begin : gen_warp
    `HEDDLE_ASSERT(NoMoreTakenThanThereAre, taken_q[5*w +: 5] <= AllTaken)
  end

endmodule
`default_nettype wire
