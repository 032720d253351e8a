// SPDX-License-Identifier: Apache-2.0
// Any row of a bank answers an access of any port with the number that it was mapped to last, and with
// none when it was released since. Broken lets a release of another row end the mapping, as the bank
// must not.
`default_nettype none

module renaming_bank_keeps #(
  parameter int unsigned Rows = 205,
  parameter int unsigned Reads = 4,
  parameter int unsigned Writes = 2,
  parameter bit Broken = 1'b0
) (
  input  wire logic                 clk_i,
  input  wire logic [15:0]          chosen_i,
  input  wire logic [Reads-1:0]     access_i,
  input  wire logic                 release_i,
  input  wire logic [16*Reads-1:0]  access_rows_i,
  input  wire logic [Writes-1:0]    map_i,
  input  wire logic [16*Writes-1:0] map_rows_i,
  input  wire logic [10*Writes-1:0] map_registers_i,
  output logic                      wrong_o
);

  logic started_q = 1'b0, held_q, expected_q;
  logic [Reads-1:0] asked_q, mapped;
  logic [15:0] chosen_q;
  logic [9:0] number_q, expected_number_q;
  logic [10*Reads-1:0] numbers;
  logic [Rows-1:0] unused_rows;

  renaming_bank #(
    .Rows(Rows),
    .Reads(Reads),
    .Writes(Writes)
  ) u_bank (
    .clk_i(clk_i),
    .rst_ni(started_q),
    .access_i(access_i),
    .release_i(release_i),
    .access_rows_i(access_rows_i),
    .map_i(map_i),
    .map_rows_i(map_rows_i),
    .map_registers_i(map_registers_i),
    .mapped_o(mapped),
    .registers_o(numbers),
    .rows_o(unused_rows)
  );

  // The mapping behind the edge.
  logic held;
  logic [9:0] number;
  logic [15:0] released_row;
  assign released_row = access_rows_i[16*(Reads-1) +: 16];
  always_comb begin
    held = held_q;
    number = number_q;
    if (access_i[Reads-1] && release_i && (released_row == chosen_q || Broken)) begin
      held = 1'b0;
    end
    for (int unsigned w = 0; w < Writes; w++) begin
      if (map_i[w] && map_rows_i[16*w +: 16] == chosen_q && chosen_q < 16'(Rows)) begin
        held = 1'b1;
        number = map_registers_i[10*w +: 10];
      end
    end
  end

  always_ff @(posedge clk_i) begin
    started_q <= 1'b1;
    expected_q <= held_q;
    expected_number_q <= number_q;
    for (int unsigned p = 0; p < Reads; p++) begin
      asked_q[p] <= started_q && access_i[p] && access_rows_i[16*p +: 16] == chosen_q;
    end
    if (!started_q) begin
      chosen_q <= chosen_i;
      held_q <= 1'b0;
    end else begin
      held_q <= held;
      number_q <= number;
    end
  end

  always_comb begin
    wrong_o = 1'b0;
    for (int unsigned p = 0; p < Reads; p++) begin
      if (asked_q[p] && (mapped[p] != expected_q ||
                         numbers[10*p +: 10] != (expected_q ? expected_number_q : 10'd0))) begin
        wrong_o = 1'b1;
      end
    end
  end

endmodule
`default_nettype wire
