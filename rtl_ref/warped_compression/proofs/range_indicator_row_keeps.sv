// SPDX-License-Identifier: Apache-2.0
// Any register of a row shows the encoding of its last write, or uncompressed when it was cleared since, as
// long as at most one requester writes it at once. Broken lets several do so, as the table never does.
`default_nettype none

module range_indicator_row_keeps #(
  parameter int unsigned Bits = 3,
  parameter bit Broken = 1'b0
) (
  input  wire logic         clk_i,
  input  wire logic [4:0]   chosen_i,
  input  wire logic [7:0]   write_i,
  input  wire logic [255:0] columns_i,
  input  wire logic [63:0]  encodings_i,
  input  wire logic [31:0]  cleared_i,
  output logic              wrong_o
);

  localparam logic [Bits-1:0] Uncompressed = Bits'(3);

  logic started_q = 1'b0, lawful_q = 1'b1;
  logic [4:0] chosen_q;
  logic [Bits-1:0] expected_d, expected_q, shown;
  logic [95:0] planes;
  logic [3:0] writers;

  range_indicator_row #(
    .Bits(Bits)
  ) u_row (
    .clk_i(clk_i),
    .rst_ni(started_q),
    .write_i(write_i),
    .columns_i(columns_i),
    .encodings_i(encodings_i),
    .cleared_i(cleared_i),
    .planes_o(planes)
  );

  always_comb begin
    writers = '0;
    expected_d = cleared_i[chosen_q] ? Uncompressed : expected_q;
    for (int unsigned w = 0; w < 8; w++) begin
      if (write_i[w] && columns_i[32*w + 32'(chosen_q)]) begin
        writers = writers + 4'd1;
        expected_d = encodings_i[8*w +: Bits];
      end
    end
    for (int unsigned k = 0; k < Bits; k++) begin
      shown[k] = planes[32*k + 32'(chosen_q)];
    end
  end

  always_ff @(posedge clk_i) begin
    started_q <= 1'b1;
    chosen_q <= started_q ? chosen_q : chosen_i;
    expected_q <= started_q ? expected_d : Uncompressed;
    lawful_q <= lawful_q && (!started_q || Broken || writers <= 4'd1);
  end

  assign wrong_o = started_q && lawful_q && shown != expected_q;

endmodule
`default_nettype wire
