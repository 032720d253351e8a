// SPDX-License-Identifier: Apache-2.0
// Turns release flags and pbr instructions into the architected registers that a warp releases
// (Jeon2015, sections 6.2 and 7.2).
//
// read_*      instruction i has read its operands: its warp in [8*i +: 8] of read_warps_i, its flags
//             in [8*i +: 8] of read_flags_i, bit k for operand k, and operand k in
//             [16*(3*i+k) +: 16] of read_operands_i (released_operand says which registers that is,
//             for each count). Bits 7:3 of the flags do not matter.
// branch_*    a pbr: opcode 0x2ef in bits 63:58 and 3:0, nine registers of six bits from bit 4 on; 63
//             is an empty place. A word with another opcode releases nothing, but is answered as a
//             pbr is: branched_valid_o is branch_valid_i.
// flagged_*   the same instructions and warps, and bit r of [64*i +: 64] of flagged_registers_o:
//             register r is released. Zero where there was no instruction.
// branched_*  bit r: register r is released.
// Latency     inputs are sampled at a rising edge; the outputs show after it. One a cycle.
// Reset       asynchronous; no instruction, all outputs are zero.
`include "rtl_ref/assertions.svh"
`default_nettype none

module release_decoder #(
  localparam int unsigned Reads = 2,
  localparam int unsigned Operands = 3,
  localparam int unsigned Registers = 64,
  localparam int unsigned Places = 9
) (
  input  wire logic                         clk_i,
  input  wire logic                         rst_ni,
  input  wire logic [Reads-1:0]             read_valid_i,
  input  wire logic [8*Reads-1:0]           read_warps_i,
  input  wire logic [8*Reads-1:0]           read_flags_i,
  input  wire logic [16*Reads*Operands-1:0] read_operands_i,
  input  wire logic [63:0]                  branch_word_i,
  input  wire logic [7:0]                   branch_warp_i,
  input  wire logic                         branch_valid_i,
  output logic      [Reads-1:0]             flagged_valid_o,
  output logic      [8*Reads-1:0]           flagged_warps_o,
  output logic      [Registers*Reads-1:0]   flagged_registers_o,
  output logic      [Registers-1:0]         branched_registers_o,
  output logic      [7:0]                   branched_warp_o,
  output logic                              branched_valid_o
);

  localparam logic [9:0] PbrOpcode = 10'h2ef;
  localparam logic [5:0] EmptyPlace = 6'd63;

  for (genvar i = 0; i < Reads; i++) begin : gen_read
    logic [Registers*Operands-1:0] released;
    for (genvar k = 0; k < Operands; k++) begin : gen_operand
      released_operand u_operand (
        .released_i(read_valid_i[i] && read_flags_i[8*i+k]),
        .operand_i(read_operands_i[16*(Operands*i+k) +: 16]),
        .registers_o(released[Registers*k +: Registers])
      );
    end

    logic valid_d, valid_q;
    logic [7:0] warp_d, warp_q;
    logic [Registers-1:0] registers_d, registers_q;

    always_comb begin
      valid_d = read_valid_i[i];
      warp_d = read_warps_i[8*i +: 8] & {8{read_valid_i[i]}};
      registers_d = '0;
      for (int unsigned k = 0; k < Operands; k++) begin
        registers_d = registers_d | released[Registers*k +: Registers];
      end
    end

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        valid_q <= 1'b0;
        warp_q <= '0;
        registers_q <= '0;
      end else begin
        valid_q <= valid_d;
        warp_q <= warp_d;
        registers_q <= registers_d;
      end
    end

    assign flagged_valid_o[i] = valid_q;
    assign flagged_warps_o[8*i +: 8] = warp_q;
    assign flagged_registers_o[Registers*i +: Registers] = registers_q;

    logic unused_flags;
    assign unused_flags = ^read_flags_i[8*i+Operands +: 8-Operands];

    `HEDDLE_ASSERT(NothingWithoutAnInstruction,
                   flagged_valid_o[i] || flagged_registers_o[Registers*i +: Registers] == '0)
  end

  logic is_pbr;
  logic branch_valid_d, branch_valid_q;
  logic [7:0] branch_warp_d, branch_warp_q;
  logic [Registers-1:0] branch_registers_d, branch_registers_q;

  always_comb begin
    is_pbr = {branch_word_i[63:58], branch_word_i[3:0]} == PbrOpcode;
    branch_valid_d = branch_valid_i;
    branch_warp_d = branch_warp_i;
    branch_registers_d = '0;
    for (int unsigned k = 0; k < Places; k++) begin
      branch_registers_d = branch_registers_d |
                           (Registers'(is_pbr) << branch_word_i[4+6*k +: 6]);
    end
    branch_registers_d[EmptyPlace] = 1'b0;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      branch_valid_q <= 1'b0;
      branch_warp_q <= '0;
      branch_registers_q <= '0;
    end else begin
      branch_valid_q <= branch_valid_d;
      branch_warp_q <= branch_warp_d;
      branch_registers_q <= branch_registers_d;
    end
  end

  assign branched_registers_o = branch_registers_q;
  assign branched_warp_o = branch_warp_q;
  assign branched_valid_o = branch_valid_q;

  `HEDDLE_ASSERT(AnEmptyPlaceIsNoRegister, !branched_registers_o[EmptyPlace])

endmodule
`default_nettype wire
