// SPDX-License-Identifier: Apache-2.0
// Any row of a cluster is given away only when it is free, to one of two requests, and not again before it is freed or
// a launch makes it free; and no request is refused while it is free and not given to the other one.
`default_nettype none

module availability_keeps #(
  parameter int unsigned Rows = 32
) (
  input  wire logic            clk_i,
  input  wire logic [7:0]      chosen_i,
  input  wire logic [1:0]      request_i,
  input  wire logic [Rows-1:0] freed_i,
  input  wire logic [15:0]     powered_i,
  input  wire logic            reserve_i,
  input  wire logic [Rows-1:0] unreserved_i,
  output logic                 wrong_o
);

  logic started_q = 1'b0;
  logic [7:0] chosen_q;
  logic [1:0] request_q, granted, given, refused;
  logic [15:0] rows;
  logic was_free_q, is_free;  // before and behind the last edge
  logic freed_q, reserved_q, unreserved_q;

  cluster_availability #(
    .Rows(Rows),
    .RowsPerSubarray(16)
  ) u_availability (
    .clk_i(clk_i),
    .rst_ni(started_q),
    .request_i(request_i),
    .freed_i(freed_i),
    .powered_i(powered_i),
    .reserve_i(reserve_i),
    .unreserved_i(unreserved_i),
    .granted_o(granted),
    .rows_o(rows)
  );

  always_comb begin
    given = {granted[1] && rows[15:8] == chosen_q, granted[0] && rows[7:0] == chosen_q};
    refused = request_q & ~granted;
    is_free = reserved_q ? unreserved_q : freed_q || (was_free_q && given == '0);
  end

  always_ff @(posedge clk_i) begin
    started_q <= 1'b1;
    chosen_q <= started_q ? chosen_q : chosen_i % 8'(Rows);
    was_free_q <= started_q ? is_free : 1'b1;
    request_q <= started_q && !reserve_i ? request_i : '0;
    freed_q <= started_q && freed_i[chosen_q[$clog2(Rows)-1:0]];
    reserved_q <= started_q && reserve_i;
    unreserved_q <= unreserved_i[chosen_q[$clog2(Rows)-1:0]];
  end

  assign wrong_o = started_q && ((given != '0 && !was_free_q) || given == 2'b11 ||
                                 (refused != '0 && was_free_q && given == '0));

endmodule
`default_nettype wire
