// SPDX-License-Identifier: Apache-2.0
// The registers of one tree of a Huffman decoder: the first codeword and the offset of each length, the
// escape codeword, and how many symbols the tree has.
//
// write_*     kind 0 makes the tree empty, 1 writes the length write_length_i, 2 the escape codeword,
//             3 counts a symbol. Codewords and first codewords are left-aligned in CodeBits, offsets
//             are right-aligned; what is beyond their length is not kept.
// symbols_o   symbols of the tree; full_o: there is no place for one more.
// Latency     inputs are sampled at a rising edge; outputs are the flip-flops behind it.
// Reset       asynchronous; the tree is empty.
`default_nettype none

module huffman_tree #(
  parameter int unsigned CodeBits = 20,
  parameter int unsigned Entries = 1024,
  parameter bit Escapes = 1'b1,
  localparam int unsigned PlaceBits = $clog2(Entries)
) (
  input  wire logic                          clk_i,
  input  wire logic                          rst_ni,
  input  wire logic                          write_i,
  input  wire logic [1:0]                    write_kind_i,
  input  wire logic [4:0]                    write_length_i,
  input  wire logic [CodeBits-1:0]           write_code_i,
  input  wire logic [CodeBits-1:0]           write_offset_i,
  output logic      [CodeBits*CodeBits-1:0]  firsts_o,
  output logic      [CodeBits*CodeBits-1:0]  offsets_o,
  output logic      [CodeBits-1:0]           used_o,
  output logic      [CodeBits-1:0]           escape_code_o,
  output logic      [4:0]                    escape_length_o,
  output logic      [PlaceBits:0]            symbols_o,
  output logic                               full_o
);

  logic clear;
  assign clear = write_i && write_kind_i == 2'd0;

  for (genvar l = 1; l <= CodeBits; l++) begin : gen_length
    logic write, used_d, used_q;
    logic [l-1:0] first_d, first_q, offset_d, offset_q;
    assign write = write_i && write_kind_i == 2'd1 && write_length_i == 5'(l);
    always_comb begin
      used_d = (used_q && !clear) || write;
      first_d = write ? write_code_i[CodeBits-1 -: l] : first_q;
      offset_d = write ? write_offset_i[l-1:0] : offset_q;
    end
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        used_q <= 1'b0;
        first_q <= '0;
        offset_q <= '0;
      end else begin
        used_q <= used_d;
        first_q <= first_d;
        offset_q <= offset_d;
      end
    end
    assign used_o[l-1] = used_q;
    assign firsts_o[CodeBits*(l-1) +: CodeBits] = CodeBits'(first_q) << (CodeBits - l);
    assign offsets_o[CodeBits*(l-1) +: CodeBits] = CodeBits'(offset_q);
  end

  if (Escapes) begin : gen_escape
    logic write;
    logic [CodeBits-1:0] code_d, code_q;
    logic [4:0] length_d, length_q;
    assign write = write_i && write_kind_i == 2'd2 && write_length_i <= 5'(CodeBits);
    always_comb begin
      code_d = write ? write_code_i : code_q;
      length_d = write ? write_length_i : clear ? '0 : length_q;
    end
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        code_q <= '0;
        length_q <= '0;
      end else begin
        code_q <= code_d;
        length_q <= length_d;
      end
    end
    assign escape_code_o = code_q;
    assign escape_length_o = length_q;
  end else begin : gen_no_escape
    assign escape_code_o = '0;
    assign escape_length_o = '0;
  end

  logic [PlaceBits:0] symbols_d, symbols_q;
  always_comb begin
    symbols_d = symbols_q;
    if (clear) begin
      symbols_d = '0;
    end else if (write_i && write_kind_i == 2'd3 && !full_o) begin
      symbols_d = symbols_q + (PlaceBits + 1)'(1);
    end
  end
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      symbols_q <= '0;
    end else begin
      symbols_q <= symbols_d;
    end
  end
  assign symbols_o = symbols_q;
  assign full_o = symbols_q[PlaceBits];

endmodule
`default_nettype wire
