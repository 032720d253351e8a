// SPDX-License-Identifier: Apache-2.0
// The first byte that best_line_select, the work of best_of_all_selector, stores of a compressed line names a codec; and that
// codec's decompressor gets of the stored bytes just what its compressor has made, as long as the length says with the tag. A
// line that is not compressed is stored as it is. Broken changes one stored bit.
`default_nettype none

module best_line_opens #(
  parameter int unsigned LineBytes = 128,
  parameter int unsigned Granularity = 32,
  parameter int unsigned Margin = 0,
  parameter bit Broken = 1'b0,
  localparam int unsigned Bits = 8 * LineBytes
) (
  input  wire logic [Bits-1:0] line_i,
  input  wire logic [Bits-1:0] bdi_i,
  input  wire logic [Bits-1:0] fpc_i,
  input  wire logic [Bits-1:0] cpack_i,
  input  wire logic [23:0]     lengths_i,
  input  wire logic [2:0]      candidates_i,
  output logic                 wrong_o
);

  logic [Bits-1:0] bdi, made, stored;
  logic [Bits-9:0] opened;
  logic [7:0] length;
  logic compressed;
  assign bdi = {bdi_i[Bits-1:8], 5'd0, bdi_i[2:0]};

  // What BDI never has in its first byte.
  logic unused_bdi;
  assign unused_bdi = ^bdi_i[7:3];

  best_line_select #(
    .LineBytes(LineBytes),
    .Granularity(Granularity),
    .Margin(Margin)
  ) u_select (
    .line_i(line_i),
    .bdi_i(bdi),
    .fpc_i(fpc_i),
    .cpack_i(cpack_i),
    .lengths_i(lengths_i),
    .candidates_i(candidates_i),
    .result_o(made),
    .length_o(length),
    .compressed_o(compressed)
  );

  assign stored = made ^ (Bits'(Broken) << 3);
  assign opened = stored[Bits-1:8];

  always_comb begin
    wrong_o = 1'b1;
    if (!compressed) begin
      wrong_o = stored != line_i || length != 8'(LineBytes);
    end else if (stored[7:3] == 5'd0) begin
      wrong_o = stored != bdi || length != lengths_i[7:0] || !candidates_i[0];
    end else if (stored[7:0] == 8'h08) begin
      wrong_o = opened != fpc_i[Bits-9:0] || length != lengths_i[15:8] + 8'd1 ||
                length > 8'(LineBytes - 1) || !candidates_i[1];
    end else if (stored[7:0] == 8'h10) begin
      wrong_o = opened != cpack_i[Bits-9:0] || length != lengths_i[23:16] + 8'd1 ||
                length > 8'(LineBytes - 1) || !candidates_i[2];
    end
  end

endmodule
`default_nettype wire
