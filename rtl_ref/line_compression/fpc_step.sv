// SPDX-License-Identifier: Apache-2.0
// One word of fpc_decompressor: takes the next pattern off the stream, unless the word belongs to a run
// that an earlier word has begun.
//
// rest_i, rest_o   the stream from this word on, and from the next word on. The words to come can take
//                  OutBits at most; if what is dropped is not zero, there is something behind the stream.
// left_i, left_o   how many words of a run are still to come.
// short_i, short_o the pattern before is a run of less than eight words, so that no run may follow.
// bits_o           how many bits were taken.
// corrupt_o        no compressor makes this: another pattern is the shortest for the word, or a run is not as
//                  long as it could be, or something lies behind the stream.
`default_nettype none

module fpc_step #(
  parameter int unsigned InBits = 70,
  parameter int unsigned OutBits = 35
) (
  input  wire logic [InBits-1:0]  rest_i,
  input  wire logic [2:0]         left_i,
  input  wire logic               short_i,
  output logic      [31:0]        word_o,
  output logic      [OutBits-1:0] rest_o,
  output logic      [2:0]         left_o,
  output logic                    short_o,
  output logic      [5:0]         bits_o,
  output logic                    corrupt_o
);

  logic in_run, run, wrong, behind;
  logic [2:0] pattern, shortest;
  logic [31:0] word, unused_data;
  logic [5:0] bits;
  logic [InBits-1:0] shifted;

  assign in_run = left_i != '0;
  assign pattern = rest_i[2:0];
  assign run = pattern == '0;

  fpc_word_expand u_expand (
    .pattern_i(pattern),
    .data_i(rest_i[34:3]),
    .word_o(word)
  );
  fpc_word_classify u_classify (
    .word_i(word),
    .pattern_o(shortest),
    .data_o(unused_data)
  );
  fpc_pattern_bits u_bits (
    .pattern_i(pattern),
    .bits_o(bits)
  );

  assign wrong = shortest != pattern || (run && short_i);

  always_comb begin
    word_o = word;
    bits_o = bits;
    left_o = run ? rest_i[5:3] : '0;
    short_o = run && rest_i[5:3] != '1;
    if (in_run) begin
      word_o = '0;
      bits_o = '0;
      left_o = left_i - 3'd1;
      short_o = short_i;
    end
  end

  always_comb begin
    unique case (bits_o)
      6'd0: shifted = rest_i;
      6'd6: shifted = rest_i >> 6;
      6'd7: shifted = rest_i >> 7;
      6'd11: shifted = rest_i >> 11;
      6'd19: shifted = rest_i >> 19;
      default: shifted = rest_i >> 35;
    endcase
  end

  assign rest_o = shifted[OutBits-1:0];
  if (OutBits < InBits) begin : gen_behind
    assign behind = shifted[InBits-1:OutBits] != '0;
  end else begin : gen_nothing_behind
    assign behind = 1'b0;
  end

  assign corrupt_o = (!in_run && wrong) || behind;

endmodule
`default_nettype wire
