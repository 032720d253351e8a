// SPDX-License-Identifier: Apache-2.0
// Restores one memory line of 64 or 128 bytes from its stored bytes. The inverse of cpack_compressor, whose
// table shows the layout.
//
// Latency     rsp_* shows the result of req_* after exactly Latency rising edges.
// LineBytes   64 or 128. Of a line of 64 bytes the upper half of req_data_i does not matter, and that of
//             rsp_data_o is zero.
// DictionaryValues  16: the original layout. 4: that of Vijaykumar2015, section 5.1.4.
// Handshake   feed-forward: a request every cycle, never stalled. A payload means something only
//             while its valid is high.
// Reset       asynchronous; valid bits and all outputs become zero, and the outputs stay zero until
//             the first result. A request in reset is lost, as is one whose result is still to come.
//             Payloads inside are not reset: they are not used without their valid.
//
// Without req_compressed_i the line is as stored. With it, and sixteen values, words are taken off the stream one after
// another; behind the stored bytes the stream goes on with zeros. Each word shifts what is left and fills
// the dictionary, so that the words form a chain. An entry that is not filled yet is zero; the code 1111,
// which is not used, is read as mmmx.
//
// rsp_corrupt_o is high when a compressor makes these bytes of no line, with req_compressed_i alone:
//
//   code        the code 1111, or another code holds the word in fewer bits
//   entry       the entry is not filled yet, or another one that matches as well was pushed before it
//   behind      a bit behind the stream is not zero
//   too long    the stream, in whole bytes, is not shorter than the line
//
// With four values, the codes tell how many there are and so where each word's byte is. The codes 2 and 3
// are read as 0 and 1, and 12 + k as 8 + k. Corrupt is then:
//
//   code        one that is not used; 1 with a byte of zero; 8 + k with the lowest byte of value k
//   byte        not zero, of a word that needs none
//   first       the first word that names a value has not 4 + k, or value k - 1 has not been named before
//   value       its upper 24 bits are zero, or those of a value before
//   behind      a bit behind the last byte is not zero
//
// Latency 1: all work in one cycle. Beyond: the result is delayed, for a synthesis tool to retime.
`default_nettype none

module cpack_decompressor #(
  parameter int unsigned Latency = 8,
  parameter int unsigned LineBytes = 128,
  parameter int unsigned DictionaryValues = 16,
  localparam int unsigned Bits = 8 * LineBytes,
  localparam int unsigned PinBits = 1024
) (
  input  wire logic               clk_i,
  input  wire logic               rst_ni,
  input  wire logic [PinBits-1:0] req_data_i,
  input  wire logic               req_compressed_i,
  input  wire logic               req_valid_i,
  output logic      [PinBits-1:0] rsp_data_o,
  output logic                    rsp_corrupt_o,
  output logic                    rsp_valid_o
);

  if (Latency < 1 || Latency > 16) begin : gen_check_latency
    $error("cpack_decompressor: Latency must be 1 to 16");
  end
  if (LineBytes != 64 && LineBytes != 128) begin : gen_check_line_bytes
    $error("cpack_decompressor: LineBytes must be 64 or 128");
  end
  if (DictionaryValues != 4 && DictionaryValues != 16) begin : gen_check_dictionary_values
    $error("cpack_decompressor: DictionaryValues must be 4 or 16");
  end

  logic [Bits-1:0] result;
  logic corrupt;

  if (DictionaryValues == 4) begin : gen_ahead
    cpack_ahead_decode #(
      .LineBytes(LineBytes)
    ) u_decode (
      .bytes_i(req_data_i[Bits-1:0]),
      .compressed_i(req_compressed_i),
      .result_o(result),
      .corrupt_o(corrupt)
    );
  end else begin : gen_original
    cpack_decode #(
      .LineBytes(LineBytes)
    ) u_decode (
      .bytes_i(req_data_i[Bits-1:0]),
      .compressed_i(req_compressed_i),
      .result_o(result),
      .corrupt_o(corrupt)
    );
  end

  delay_line #(
    .Latency(Latency),
    .Bits(PinBits + 1)
  ) u_registers (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .data_i({corrupt, PinBits'(result)}),
    .valid_i(req_valid_i),
    .data_o({rsp_corrupt_o, rsp_data_o}),
    .valid_o(rsp_valid_o)
  );

  // Not every line has an upper half.
  logic unused_upper;
  assign unused_upper = ^req_data_i;

endmodule
`default_nettype wire
