// SPDX-License-Identifier: Apache-2.0
// The work of block_unpacker, whose comment has the time of all this, also for lines that are short enough
// for proofs. The layout of a stored line is in block_packer.sv.
//
// valid_i    a line comes: length_i stored bytes, byte i in bits 8i+7..8i of line_i. More than LineBytes are
//            corrupt.
// opened_o   an edge later; with corrupt_o if the bytes at which the ways begin and end are not in order,
//            else with the starts of all ways.
// asks_i, free_i, start_o, bytes_o, offers_o, chunk_o   of all ways, as in way_chunks.
`default_nettype none

module way_unpacker #(
  parameter int unsigned LineBytes = 128,
  parameter int unsigned Ways = 4,
  parameter int unsigned CodeBits = 20,
  localparam int unsigned PointerBits = $clog2(LineBytes),
  localparam int unsigned LengthBits = PointerBits + 1
) (
  input  wire logic                       clk_i,
  input  wire logic                       rst_ni,
  input  wire logic                       valid_i,
  input  wire logic [8*LineBytes-1:0]     line_i,
  input  wire logic [7:0]                 length_i,
  input  wire logic [Ways-1:0]            asks_i,
  input  wire logic [Ways-1:0]            free_i,
  output logic                            opened_o,
  output logic                            corrupt_o,
  output logic      [Ways-1:0]            start_o,
  output logic      [Ways*LengthBits-1:0] bytes_o,
  output logic      [Ways-1:0]            offers_o,
  output logic      [Ways*CodeBits-1:0]   chunk_o
);

  localparam int unsigned HeaderBytes = ((Ways - 1) * PointerBits + 7) / 8;

  logic [8*LineBytes-1:0] line_d, line_q;
  logic opened_q, corrupt_q, legal;

  // The byte at which way i begins, and behind the last way's that at which it ends.
  logic [(Ways+1)*LengthBits-1:0] bounds;
  assign bounds[0 +: LengthBits] = LengthBits'(HeaderBytes);
  assign bounds[Ways*LengthBits +: LengthBits] = length_i[LengthBits-1:0];
  if (Ways > 1) begin : gen_pointers
    logic [8*HeaderBytes-1:0] header;  // the first bit is the highest
    always_comb begin
      for (int unsigned i = 0; i < HeaderBytes; i++) begin
        header[8*(HeaderBytes - 1 - i) +: 8] = line_i[8*i +: 8];
      end
    end
    for (genvar i = 1; i < Ways; i++) begin : gen_pointer
      assign bounds[i*LengthBits +: LengthBits] =
          {1'b0, header[8*HeaderBytes-1 - (i-1)*PointerBits -: PointerBits]};
    end
    logic unused_header;
    assign unused_header = ^header;
  end

  always_comb begin
    legal = length_i <= 8'(LineBytes);
    for (int unsigned i = 0; i < Ways; i++) begin
      if (bounds[i*LengthBits +: LengthBits] > bounds[(i+1)*LengthBits +: LengthBits]) begin
        legal = 1'b0;
      end
    end
    line_d = valid_i ? line_i : line_q;
  end

  for (genvar i = 0; i < Ways; i++) begin : gen_way
    way_chunks #(
      .LineBytes(LineBytes),
      .CodeBits(CodeBits)
    ) u_chunks (
      .clk_i(clk_i),
      .rst_ni(rst_ni),
      .open_i(valid_i),
      .legal_i(legal),
      .line_i(line_d),
      .begin_i(bounds[i*LengthBits +: LengthBits]),
      .end_i(bounds[(i+1)*LengthBits +: LengthBits]),
      .asks_i(asks_i[i]),
      .free_i(free_i[i]),
      .start_o(start_o[i]),
      .bytes_o(bytes_o[i*LengthBits +: LengthBits]),
      .offers_o(offers_o[i]),
      .chunk_o(chunk_o[i*CodeBits +: CodeBits])
    );
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      line_q <= '0;
      opened_q <= 1'b0;
      corrupt_q <= 1'b0;
    end else begin
      line_q <= line_d;
      opened_q <= valid_i;
      corrupt_q <= valid_i && !legal;
    end
  end

  assign opened_o = opened_q;
  assign corrupt_o = corrupt_q;

endmodule
`default_nettype wire
