// SPDX-License-Identifier: Apache-2.0
// One candidate is chosen when there is any; and one that stays a candidate is passed over fewer times in a
// row than there are entries.
`default_nettype none

module assist_turn_serves #(
  parameter int unsigned Entries = 16,
  localparam int unsigned EntryBits = (Entries < 2) ? 1 : $clog2(Entries),
  localparam int unsigned CountBits = EntryBits + 1
) (
  input  wire logic                 clk_i,
  input  wire logic [EntryBits-1:0] kept_i,
  input  wire logic [Entries-1:0]   candidates_i,
  output logic                      wrong_o
);

  logic started_q = 1'b0, waits, one;
  logic [Entries-1:0] chosen;
  logic [EntryBits-1:0] kept_q;
  logic [CountBits-1:0] passed_q;

  assist_turn #(
    .Entries(Entries)
  ) u_turn (
    .clk_i(clk_i),
    .rst_ni(started_q),
    .candidates_i(candidates_i),
    .chosen_o(chosen)
  );

  assign waits = |((candidates_i & ~chosen) & (Entries'(1) << kept_q));
  assign one = chosen != '0 && (chosen & (chosen - Entries'(1))) == '0;

  always_ff @(posedge clk_i) begin
    started_q <= 1'b1;
    if (!started_q) begin
      kept_q <= kept_i;
    end
    if (!started_q || !waits) begin
      passed_q <= '0;
    end else if (passed_q != '1) begin
      passed_q <= passed_q + CountBits'(1);
    end
  end

  assign wrong_o = started_q && (one != (candidates_i != '0) || (chosen & ~candidates_i) != '0 ||
                                 (waits && 32'(passed_q) + 32'd1 >= Entries));

endmodule
`default_nettype wire
