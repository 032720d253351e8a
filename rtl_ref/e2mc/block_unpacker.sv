// SPDX-License-Identifier: Apache-2.0
// Starts a huffman_decoder for each way of a stored line, and gives each the chunks of its way (Lal2017,
// section III-F1 and Fig. 8). The layout of a line is in block_packer.sv.
//
// Parameters  LineBytes, 64 or 128; Ways, the parts of a line that are decoded at a time, 1, 2, 4 or 8;
//             MaxCodeBits, the bits of a chunk, 4 to 20; SymbolBits, 4, 8, 16 or 32.
// line        the stored line, byte i in bits 8i+7..8i: line_length_i bytes. A line that came before is given
//             up.
// opened      the line has been taken. opened_corrupt_o: it has more than LineBytes bytes, or a pointer is
//             less than the one before it or than the bytes of all pointers, or beyond the stored bytes; then
//             no way is started.
// startN      of way N, counted from 0, which has startN_symbols_o symbols in startN_bits_o bits; its first
//             MaxCodeBits bits in startN_chunk_o, as in chunkN.
// chunkN      the next MaxCodeBits bits of way N in the lower pins, the first bit the highest. Behind the
//             way's last bit the line goes on; behind the line are zeros. Pins of ways that there are not
//             are zero.
// readyN      of the decoder of way N. readyN_chunk_i: it takes the chunk that stands. readyN_start_i: it is
//             free; at an edge at which a chunk stands it has thus ended its stream, and the rest of the way
//             is given up.
// Time        inputs are sampled at a rising edge:
//
//               the edge                                   shows
//               takes a line                               opened, and the starts of all ways unless corrupt
//               behind that one                            the second chunk of each way that has more bits
//               at which chunkN stands and readyN_chunk_i  the chunk behind it, if the way has more bits
//
//             A chunk stands until it is taken or given up, opened and starts for a cycle.
// Reset       asynchronous; there is no line, all outputs are zero.
`default_nettype none

module block_unpacker #(
  parameter int unsigned LineBytes = 128,
  parameter int unsigned Ways = 4,
  parameter int unsigned MaxCodeBits = 20,
  parameter int unsigned SymbolBits = 16,
  localparam int unsigned PinBits = 1024,
  localparam int unsigned MostCodeBits = 20
) (
  input  wire logic                    clk_i,
  input  wire logic                    rst_ni,
  input  wire logic [PinBits-1:0]      line_data_i,
  input  wire logic [7:0]              line_length_i,
  input  wire logic                    line_valid_i,
  input  wire logic                    ready0_start_i,
  input  wire logic                    ready0_chunk_i,
  input  wire logic                    ready1_start_i,
  input  wire logic                    ready1_chunk_i,
  input  wire logic                    ready2_start_i,
  input  wire logic                    ready2_chunk_i,
  input  wire logic                    ready3_start_i,
  input  wire logic                    ready3_chunk_i,
  input  wire logic                    ready4_start_i,
  input  wire logic                    ready4_chunk_i,
  input  wire logic                    ready5_start_i,
  input  wire logic                    ready5_chunk_i,
  input  wire logic                    ready6_start_i,
  input  wire logic                    ready6_chunk_i,
  input  wire logic                    ready7_start_i,
  input  wire logic                    ready7_chunk_i,
  output logic                         opened_corrupt_o,
  output logic                         opened_valid_o,
  output logic      [8:0]              start0_symbols_o,
  output logic      [10:0]             start0_bits_o,
  output logic      [MostCodeBits-1:0] start0_chunk_o,
  output logic                         start0_valid_o,
  output logic      [8:0]              start1_symbols_o,
  output logic      [10:0]             start1_bits_o,
  output logic      [MostCodeBits-1:0] start1_chunk_o,
  output logic                         start1_valid_o,
  output logic      [8:0]              start2_symbols_o,
  output logic      [10:0]             start2_bits_o,
  output logic      [MostCodeBits-1:0] start2_chunk_o,
  output logic                         start2_valid_o,
  output logic      [8:0]              start3_symbols_o,
  output logic      [10:0]             start3_bits_o,
  output logic      [MostCodeBits-1:0] start3_chunk_o,
  output logic                         start3_valid_o,
  output logic      [8:0]              start4_symbols_o,
  output logic      [10:0]             start4_bits_o,
  output logic      [MostCodeBits-1:0] start4_chunk_o,
  output logic                         start4_valid_o,
  output logic      [8:0]              start5_symbols_o,
  output logic      [10:0]             start5_bits_o,
  output logic      [MostCodeBits-1:0] start5_chunk_o,
  output logic                         start5_valid_o,
  output logic      [8:0]              start6_symbols_o,
  output logic      [10:0]             start6_bits_o,
  output logic      [MostCodeBits-1:0] start6_chunk_o,
  output logic                         start6_valid_o,
  output logic      [8:0]              start7_symbols_o,
  output logic      [10:0]             start7_bits_o,
  output logic      [MostCodeBits-1:0] start7_chunk_o,
  output logic                         start7_valid_o,
  output logic      [MostCodeBits-1:0] chunk0_bits_o,
  output logic                         chunk0_valid_o,
  output logic      [MostCodeBits-1:0] chunk1_bits_o,
  output logic                         chunk1_valid_o,
  output logic      [MostCodeBits-1:0] chunk2_bits_o,
  output logic                         chunk2_valid_o,
  output logic      [MostCodeBits-1:0] chunk3_bits_o,
  output logic                         chunk3_valid_o,
  output logic      [MostCodeBits-1:0] chunk4_bits_o,
  output logic                         chunk4_valid_o,
  output logic      [MostCodeBits-1:0] chunk5_bits_o,
  output logic                         chunk5_valid_o,
  output logic      [MostCodeBits-1:0] chunk6_bits_o,
  output logic                         chunk6_valid_o,
  output logic      [MostCodeBits-1:0] chunk7_bits_o,
  output logic                         chunk7_valid_o
);

  localparam int unsigned MostWays = 8;
  localparam int unsigned C = MaxCodeBits;
  localparam int unsigned LengthBits = $clog2(LineBytes) + 1;
  localparam int unsigned Symbols = 8 * LineBytes / SymbolBits / Ways;

  if (LineBytes != 64 && LineBytes != 128) begin : gen_check_line_bytes
    $error("block_unpacker: LineBytes must be 64 or 128");
  end
  if (Ways != 1 && Ways != 2 && Ways != 4 && Ways != 8) begin : gen_check_ways
    $error("block_unpacker: Ways must be 1, 2, 4 or 8");
  end
  if (MaxCodeBits < 4 || MaxCodeBits > MostCodeBits) begin : gen_check_code
    $error("block_unpacker: MaxCodeBits must be 4 to 20");
  end
  if (SymbolBits != 4 && SymbolBits != 8 && SymbolBits != 16 && SymbolBits != 32) begin : gen_check_symbol
    $error("block_unpacker: SymbolBits must be 4, 8, 16 or 32");
  end

  logic [MostWays-1:0] asks, free;
  assign asks = {ready7_chunk_i, ready6_chunk_i, ready5_chunk_i, ready4_chunk_i,
                 ready3_chunk_i, ready2_chunk_i, ready1_chunk_i, ready0_chunk_i};
  assign free = {ready7_start_i, ready6_start_i, ready5_start_i, ready4_start_i,
                 ready3_start_i, ready2_start_i, ready1_start_i, ready0_start_i};

  logic [Ways-1:0] start, offers;
  logic [Ways*LengthBits-1:0] bytes;
  logic [Ways*C-1:0] chunk;
  way_unpacker #(
    .LineBytes(LineBytes),
    .Ways(Ways),
    .CodeBits(C)
  ) u_unpacker (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .valid_i(line_valid_i),
    .line_i(line_data_i[8*LineBytes-1:0]),
    .length_i(line_length_i),
    .asks_i(asks[Ways-1:0]),
    .free_i(free[Ways-1:0]),
    .opened_o(opened_valid_o),
    .corrupt_o(opened_corrupt_o),
    .start_o(start),
    .bytes_o(bytes),
    .offers_o(offers),
    .chunk_o(chunk)
  );

  // As many channels as there are pins.
  logic [MostWays-1:0] starts, all_offer;
  logic [9*MostWays-1:0] symbols;
  logic [11*MostWays-1:0] bits;
  logic [MostCodeBits*MostWays-1:0] chunks;
  assign starts = MostWays'(start);
  assign all_offer = MostWays'(offers);
  for (genvar i = 0; i < MostWays; i++) begin : gen_pins
    assign symbols[9*i +: 9] = starts[i] ? 9'(Symbols) : '0;
    if (i < Ways) begin : gen_way
      assign bits[11*i +: 11] = 11'({bytes[LengthBits*i +: LengthBits], 3'd0});
      assign chunks[MostCodeBits*i +: MostCodeBits] = MostCodeBits'(chunk[C*i +: C]);
    end else begin : gen_no_way
      assign bits[11*i +: 11] = '0;
      assign chunks[MostCodeBits*i +: MostCodeBits] = '0;
    end
  end
  assign {start0_symbols_o, start0_bits_o} = {symbols[9*0 +: 9], bits[11*0 +: 11]};
  assign {start0_chunk_o, start0_valid_o} = {chunks[MostCodeBits*0 +: MostCodeBits], starts[0]};
  assign {chunk0_bits_o, chunk0_valid_o} = {chunks[MostCodeBits*0 +: MostCodeBits], all_offer[0]};
  assign {start1_symbols_o, start1_bits_o} = {symbols[9*1 +: 9], bits[11*1 +: 11]};
  assign {start1_chunk_o, start1_valid_o} = {chunks[MostCodeBits*1 +: MostCodeBits], starts[1]};
  assign {chunk1_bits_o, chunk1_valid_o} = {chunks[MostCodeBits*1 +: MostCodeBits], all_offer[1]};
  assign {start2_symbols_o, start2_bits_o} = {symbols[9*2 +: 9], bits[11*2 +: 11]};
  assign {start2_chunk_o, start2_valid_o} = {chunks[MostCodeBits*2 +: MostCodeBits], starts[2]};
  assign {chunk2_bits_o, chunk2_valid_o} = {chunks[MostCodeBits*2 +: MostCodeBits], all_offer[2]};
  assign {start3_symbols_o, start3_bits_o} = {symbols[9*3 +: 9], bits[11*3 +: 11]};
  assign {start3_chunk_o, start3_valid_o} = {chunks[MostCodeBits*3 +: MostCodeBits], starts[3]};
  assign {chunk3_bits_o, chunk3_valid_o} = {chunks[MostCodeBits*3 +: MostCodeBits], all_offer[3]};
  assign {start4_symbols_o, start4_bits_o} = {symbols[9*4 +: 9], bits[11*4 +: 11]};
  assign {start4_chunk_o, start4_valid_o} = {chunks[MostCodeBits*4 +: MostCodeBits], starts[4]};
  assign {chunk4_bits_o, chunk4_valid_o} = {chunks[MostCodeBits*4 +: MostCodeBits], all_offer[4]};
  assign {start5_symbols_o, start5_bits_o} = {symbols[9*5 +: 9], bits[11*5 +: 11]};
  assign {start5_chunk_o, start5_valid_o} = {chunks[MostCodeBits*5 +: MostCodeBits], starts[5]};
  assign {chunk5_bits_o, chunk5_valid_o} = {chunks[MostCodeBits*5 +: MostCodeBits], all_offer[5]};
  assign {start6_symbols_o, start6_bits_o} = {symbols[9*6 +: 9], bits[11*6 +: 11]};
  assign {start6_chunk_o, start6_valid_o} = {chunks[MostCodeBits*6 +: MostCodeBits], starts[6]};
  assign {chunk6_bits_o, chunk6_valid_o} = {chunks[MostCodeBits*6 +: MostCodeBits], all_offer[6]};
  assign {start7_symbols_o, start7_bits_o} = {symbols[9*7 +: 9], bits[11*7 +: 11]};
  assign {start7_chunk_o, start7_valid_o} = {chunks[MostCodeBits*7 +: MostCodeBits], starts[7]};
  assign {chunk7_bits_o, chunk7_valid_o} = {chunks[MostCodeBits*7 +: MostCodeBits], all_offer[7]};

  // What is not used with every parameter set.
  logic unused_pins;
  assign unused_pins = ^{line_data_i, asks, free};

endmodule
`default_nettype wire
