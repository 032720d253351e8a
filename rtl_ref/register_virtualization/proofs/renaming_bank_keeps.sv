// Any row of a bank answers an access with the number that it was mapped to last, and with none when
// it was released since. Broken lets a release of another row end the mapping, as the bank must not.
`default_nettype none

module renaming_bank_keeps #(
  parameter int unsigned Rows = 205,
  parameter bit Broken = 1'b0
) (
  input  wire logic        clk_i,
  input  wire logic [15:0] chosen_i,
  input  wire logic        access_i,
  input  wire logic        release_i,
  input  wire logic [15:0] access_row_i,
  input  wire logic        map_i,
  input  wire logic [15:0] map_row_i,
  input  wire logic [9:0]  map_register_i,
  output logic             wrong_o
);

  logic started_q = 1'b0, asked_q, held_q, expected_q;
  logic [15:0] chosen_q;
  logic [9:0] number_q, expected_number_q, number;
  logic mapped;
  logic [Rows-1:0] unused_rows;

  renaming_bank #(
    .Rows(Rows)
  ) u_bank (
    .clk_i(clk_i),
    .rst_ni(started_q),
    .access_i(access_i),
    .release_i(release_i),
    .access_row_i(access_row_i),
    .map_i(map_i),
    .map_row_i(map_row_i),
    .map_register_i(map_register_i),
    .mapped_o(mapped),
    .register_o(number),
    .rows_o(unused_rows)
  );

  always_ff @(posedge clk_i) begin
    started_q <= 1'b1;
    asked_q <= started_q && access_i && access_row_i == chosen_q;
    expected_q <= held_q;
    expected_number_q <= number_q;
    if (!started_q) begin
      chosen_q <= chosen_i;
      held_q <= 1'b0;
    end else if (map_i && map_row_i == chosen_q && chosen_q < 16'(Rows)) begin
      held_q <= 1'b1;
      number_q <= map_register_i;
    end else if (access_i && release_i && (access_row_i == chosen_q || Broken)) begin
      held_q <= 1'b0;
    end
  end

  assign wrong_o = asked_q && (mapped != expected_q ||
                               number != (expected_q ? expected_number_q : 10'd0));

endmodule
`default_nettype wire
