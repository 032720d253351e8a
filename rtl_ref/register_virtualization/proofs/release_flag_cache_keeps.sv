// SPDX-License-Identifier: Apache-2.0
// A probe of any address finds the flags that it was filled with last, and nothing when there was a
// drop since, or a fill of another address of the same entry. Broken forgets the drop, as the cache
// must not. A probe changes nothing, so that it is enough to ask for the chosen address at all times.
`include "rtl_ref/assertions.svh"
`default_nettype none

module release_flag_cache_keeps #(
  parameter int unsigned Entries = 10,
  parameter bit Broken = 1'b0
) (
  input  wire logic        clk_i,
  input  wire logic        rst_ni,
  input  wire logic [15:0] chosen_i,
  input  wire logic [15:0] fill_address_i,
  input  wire logic [53:0] fill_flags_i,
  input  wire logic        fill_valid_i,
  input  wire logic        drop_all_i
);

  logic [15:0] chosen_q;
  logic held_q, expected_q;
  logic [53:0] flags_q, expected_flags_q;
  logic [1:0] hit;
  logic [127:0] flags;

  release_flag_cache #(
    .Entries(Entries)
  ) u_cache (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .probe_valid_i(2'b01),
    .probe_addresses_i({16'd0, chosen_q}),
    .fill_address_i(fill_address_i),
    .fill_flags_i(fill_flags_i),
    .fill_valid_i(fill_valid_i),
    .drop_all_i(drop_all_i),
    .answer_hit_o(hit),
    .answer_flags_o(flags)
  );

  logic [5:0] place, chosen_place;
  address_remainder #(
    .Modulus(Entries)
  ) u_place (
    .address_i(fill_address_i),
    .remainder_o(place)
  );
  address_remainder #(
    .Modulus(Entries)
  ) u_chosen_place (
    .address_i(chosen_q),
    .remainder_o(chosen_place)
  );

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      held_q <= 1'b0;
      expected_q <= 1'b0;
    end else begin
      expected_q <= held_q;
      if (fill_valid_i && fill_address_i == chosen_q) begin
        held_q <= 1'b1;
      end else if ((drop_all_i && !Broken) || (fill_valid_i && place == chosen_place)) begin
        held_q <= 1'b0;
      end
    end
  end

  always_ff @(posedge clk_i) begin
    chosen_q <= rst_ni ? chosen_q : chosen_i;  // chosen while the cache is empty
    expected_flags_q <= flags_q;
    if (fill_valid_i && fill_address_i == chosen_q) begin
      flags_q <= fill_flags_i;
    end
  end

  `HEDDLE_ASSERT(AsExpected, hit[0] == expected_q &&
                             (!expected_q || flags[53:0] == expected_flags_q))

endmodule
`default_nettype wire
