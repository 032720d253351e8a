// The range indicators of 1024 warp registers (Lee2015, sections 4 and 5): how the banks of each are
// to be read. A vector beside the bank arbiter; whoever reads selects from it.
//
// Bits        of an indicator: 2, or 3 for the full set of encodings. An indicator is the number of
//             the register's encoding (bdi_compressor); plain is 3. Bit r of indicators_low_o,
//             _high_o and _wide_o are bits 0, 1 and 2 of register r's; _wide_o is zero with two.
// Updates     requester w in bit w of update_valid_i, bits [16*w +: 16] of update_registers_i and
//             [8*w +: 8] of update_encodings_i, of which the upper bits do not matter.
// Clearing    registers clear_first_i .. clear_first_i + clear_count_i - 1 are plain again.
// Latency     inputs are sampled at a rising edge; indicators_* are the flip-flops behind it.
// Reset       asynchronous; all registers are plain.
//
//   of one register in one cycle      its indicator
//   nothing                           stays
//   cleared                           plain
//   updated, cleared or not           the encoding of the update
//   updated several times             the encoding of the highest requester
//   number of 1024 or more            there is none; a cleared range ends at 1023
`include "rtl_ref/assertions.svh"
`default_nettype none

module range_indicator_table #(
  parameter int unsigned Bits = 2,
  localparam int unsigned Registers = 1024,
  localparam int unsigned Requesters = 8,
  localparam int unsigned IndexBits = $clog2(Registers)
) (
  input  wire logic                     clk_i,
  input  wire logic                     rst_ni,
  input  wire logic [Requesters-1:0]    update_valid_i,
  input  wire logic [16*Requesters-1:0] update_registers_i,
  input  wire logic [8*Requesters-1:0]  update_encodings_i,
  input  wire logic [15:0]              clear_first_i,
  input  wire logic [15:0]              clear_count_i,
  input  wire logic                     clear_valid_i,
  output logic      [Registers-1:0]     indicators_low_o,
  output logic      [Registers-1:0]     indicators_high_o,
  output logic      [Registers-1:0]     indicators_wide_o
);

  if (Bits < 2 || Bits > 3) begin : gen_check_bits
    $error("range_indicator_table: Bits must be 2 or 3");
  end

  // The registers to clear: those not below the first, less those behind the last.
  logic [16:0] clear_end;
  logic [Registers-1:0] not_below, behind, cleared;

  assign clear_end = {1'b0, clear_first_i} + {1'b0, clear_count_i};
  assign cleared = not_below & ~behind;

  always_comb begin
    not_below = '0;
    behind = '0;
    if (clear_valid_i && clear_first_i[15:IndexBits] == '0) begin
      not_below = {Registers{1'b1}} << clear_first_i[IndexBits-1:0];
      if (clear_end[16:IndexBits] == '0) begin
        behind = {Registers{1'b1}} << clear_end[IndexBits-1:0];
      end
    end
  end

  // One decoder a requester: its register, when it has one to write and the table has that.
  logic [Registers*Requesters-1:0] written;

  for (genvar w = 0; w < Requesters; w++) begin : gen_decoder
    logic [15:0] number;
    assign number = update_registers_i[16*w +: 16];
    always_comb begin
      written[Registers*w +: Registers] = '0;
      if (update_valid_i[w] && number[15:IndexBits] == '0) begin
        written[Registers*w +: Registers] = Registers'(1) << number[IndexBits-1:0];
      end
    end
  end

  // Each bit of the indicators is a plane with the same write ports.
  for (genvar k = 0; k < 3; k++) begin : gen_plane
    logic [Registers-1:0] plane;
    if (k < Bits) begin : gen_bit
      localparam logic [Registers-1:0] Plain = {Registers{k < 2}};
      logic [Registers-1:0] plane_d, plane_q;

      always_comb begin
        plane_d = (plane_q & ~cleared) | (Plain & cleared);
        for (int unsigned w = 0; w < Requesters; w++) begin
          if (update_encodings_i[8*w+k]) begin
            plane_d = plane_d | written[Registers*w +: Registers];
          end else begin
            plane_d = plane_d & ~written[Registers*w +: Registers];
          end
        end
      end

      always_ff @(posedge clk_i or negedge rst_ni) begin
        if (!rst_ni) begin
          plane_q <= Plain;
        end else begin
          plane_q <= plane_d;
        end
      end

      assign plane = plane_q;
    end else begin : gen_none
      assign plane = '0;
    end
  end

  assign indicators_low_o = gen_plane[0].plane;
  assign indicators_high_o = gen_plane[1].plane;
  assign indicators_wide_o = gen_plane[2].plane;

  logic unused_encoding_bits;
  assign unused_encoding_bits = ^update_encodings_i;

  `HEDDLE_ASSERT(ARangeHasAnEnd, (behind & ~not_below) == '0)
  `HEDDLE_ASSERT_NEXT(AllClearedIsAllPlain,
                      clear_valid_i && clear_first_i == '0 && clear_count_i >= 16'(Registers) &&
                      update_valid_i == '0,
                      indicators_low_o == '1 && indicators_high_o == '1 && indicators_wide_o == '0)

endmodule
`default_nettype wire
