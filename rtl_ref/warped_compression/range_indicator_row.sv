// SPDX-License-Identifier: Apache-2.0
// A row of the range indicator table: the indicators of consecutive warp registers, a column each.
//
// Bits        bit c of planes_o[Columns*k +: Columns] is bit k of column c's indicator; plane 2 is
//             zero with two bits.
// Updates     requester w with write_i[w] writes the columns of columns_i[Columns*w +: Columns], in
//             which no other does, with encodings_i[8*w +: 8]; bits Bits and up do not matter.
// Clearing    the columns of cleared_i are uncompressed unless they are written.
// Latency     inputs are sampled at a rising edge; planes_o are the flip-flops after it.
// Reset       asynchronous; all registers are uncompressed.
`default_nettype none

module range_indicator_row #(
  parameter int unsigned Bits = 2,
  parameter int unsigned Columns = 32,
  parameter int unsigned Requesters = 8
) (
  input  wire logic                          clk_i,
  input  wire logic                          rst_ni,
  input  wire logic [Requesters-1:0]         write_i,
  input  wire logic [Columns*Requesters-1:0] columns_i,
  input  wire logic [8*Requesters-1:0]       encodings_i,
  input  wire logic [Columns-1:0]            cleared_i,
  output logic      [3*Columns-1:0]          planes_o
);

  logic [Columns-1:0] written;
  always_comb begin
    written = '0;
    for (int unsigned w = 0; w < Requesters; w++) begin
      written = written | (columns_i[Columns*w +: Columns] & {Columns{write_i[w]}});
    end
  end

  for (genvar k = 0; k < 3; k++) begin : gen_plane
    if (k < Bits) begin : gen_bit
      localparam logic [Columns-1:0] Uncompressed = {Columns{k < 2}};
      logic [Columns-1:0] set, plane_d, plane_q;

      always_comb begin
        set = '0;
        for (int unsigned w = 0; w < Requesters; w++) begin
          set = set | (columns_i[Columns*w +: Columns] &
                       {Columns{write_i[w] && encodings_i[8*w+k]}});
        end
        plane_d = set | (~written & ((plane_q & ~cleared_i) | (Uncompressed & cleared_i)));
      end

      always_ff @(posedge clk_i or negedge rst_ni) begin
        if (!rst_ni) begin
          plane_q <= Uncompressed;
        end else begin
          plane_q <= plane_d;
        end
      end

      assign planes_o[Columns*k +: Columns] = plane_q;
    end else begin : gen_none
      assign planes_o[Columns*k +: Columns] = '0;
    end
  end

  logic unused_encoding_bits;
  assign unused_encoding_bits = ^encodings_i;

endmodule
`default_nettype wire
