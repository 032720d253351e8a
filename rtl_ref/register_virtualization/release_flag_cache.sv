// SPDX-License-Identifier: Apache-2.0
// The release flag cache of an SM (Jeon2015, section 7.2): the 54 flags of pir instructions, shared
// by the warps of a kernel, so that none has to fetch and decode each again.
//
// Entries     0 to 32; with 0 there is no cache. Direct mapped: an address of code, in words, has
//             its place in entry address % Entries. Whole addresses are the tags.
// Probes      probe i in bit i of probe_valid_i and [16*i +: 16] of probe_addresses_i. Bit i of
//             answer_hit_o: the cache has its flags, in [64*i +: 54] of answer_flags_o. Bits 63:54
//             are zero; all are without a hit.
// Fills       replace the entry of fill_address_i.
// drop_all_i  invalidates all entries; a fill in the same cycle is kept.
// Latency     inputs are sampled at a rising edge; a probe sees the cache as it was before that
//             edge, and is answered after it.
// Reset       asynchronous; nothing is valid, and the outputs are zero.
`include "rtl_ref/assertions.svh"
`default_nettype none

module release_flag_cache #(
  parameter int unsigned Entries = 10,
  localparam int unsigned Probes = 2,
  localparam int unsigned Flags = 54
) (
  input  wire logic                 clk_i,
  input  wire logic                 rst_ni,
  input  wire logic [Probes-1:0]    probe_valid_i,
  input  wire logic [16*Probes-1:0] probe_addresses_i,
  input  wire logic [15:0]          fill_address_i,
  input  wire logic [Flags-1:0]     fill_flags_i,
  input  wire logic                 fill_valid_i,
  input  wire logic                 drop_all_i,
  output logic      [Probes-1:0]    answer_hit_o,
  output logic      [64*Probes-1:0] answer_flags_o
);

  if (Entries > 32) begin : gen_check_entries
    $error("release_flag_cache: Entries must be 0 to 32");
  end

  if (Entries == 0) begin : gen_none
    logic unused_inputs;
    assign unused_inputs = ^{clk_i, rst_ni, probe_valid_i, probe_addresses_i, fill_address_i,
                             fill_flags_i, fill_valid_i, drop_all_i};
    assign answer_hit_o = '0;
    assign answer_flags_o = '0;
  end else begin : gen_cache
    logic [5:0] place;
    address_remainder #(
      .Modulus(Entries)
    ) u_place (
      .address_i(fill_address_i),
      .remainder_o(place)
    );

    logic [Flags*Entries-1:0] flags;
    logic [Probes*Entries-1:0] hits;  // entry e answers probe i: bit Probes*e+i

    for (genvar e = 0; e < Entries; e++) begin : gen_entry
      logic fill, valid_d, valid_q;
      logic [15:0] address_d, address_q;
      logic [Flags-1:0] flags_d, flags_q;

      always_comb begin
        fill = fill_valid_i && place == 6'(e);
        valid_d = fill || (valid_q && !drop_all_i);
        address_d = fill ? fill_address_i : address_q;
        flags_d = fill ? fill_flags_i : flags_q;
      end

      always_ff @(posedge clk_i or negedge rst_ni) begin
        if (!rst_ni) begin
          valid_q <= 1'b0;
        end else begin
          valid_q <= valid_d;
        end
      end

      always_ff @(posedge clk_i) begin
        address_q <= address_d;
        flags_q <= flags_d;
      end

      // Only an address's own entry can hold it, so a probe compares with all and needs no division.
      for (genvar i = 0; i < Probes; i++) begin : gen_probe
        assign hits[Probes*e+i] = valid_q && probe_valid_i[i] &&
                                  probe_addresses_i[16*i +: 16] == address_q;
      end
      assign flags[Flags*e +: Flags] = flags_q;

      // For the assertion alone.
      logic [5:0] own_place;
      address_remainder #(
        .Modulus(Entries)
      ) u_own_place (
        .address_i(address_q),
        .remainder_o(own_place)
      );
      `HEDDLE_ASSERT(InItsPlace, !valid_q || own_place == 6'(e))
    end

    for (genvar i = 0; i < Probes; i++) begin : gen_answer
      logic hit_d, hit_q;
      logic [Flags-1:0] found_d, found_q;

      always_comb begin
        hit_d = 1'b0;
        found_d = '0;
        for (int unsigned e = 0; e < Entries; e++) begin
          hit_d = hit_d | hits[Probes*e+i];
          found_d = found_d | (flags[Flags*e +: Flags] & {Flags{hits[Probes*e+i]}});
        end
      end

      always_ff @(posedge clk_i or negedge rst_ni) begin
        if (!rst_ni) begin
          hit_q <= 1'b0;
          found_q <= '0;
        end else begin
          hit_q <= hit_d;
          found_q <= found_d;
        end
      end

      assign answer_hit_o[i] = hit_q;
      assign answer_flags_o[64*i +: 64] = 64'(found_q);
    end
  end

  `HEDDLE_ASSERT_NEXT(NothingIsFoundWithoutAProbe, probe_valid_i == '0,
                      answer_hit_o == '0 && answer_flags_o == '0)

endmodule
`default_nettype wire
