// The valid bits of one bank's entries, and which of its power domains hold a valid one.
//
// Function    Entries outside of keep_i become invalid; then entry_i, with write_i, becomes valid.
// Latency     inputs are sampled at a rising edge; holding_o shows what will be behind it.
// Reset       asynchronous; nothing is valid.
`default_nettype none

module valid_bits #(
  parameter int unsigned RowsPerDomain = 256,
  localparam int unsigned Entries = 256,
  localparam int unsigned Groups = Entries / RowsPerDomain
) (
  input  wire logic               clk_i,
  input  wire logic               rst_ni,
  input  wire logic [Entries-1:0] keep_i,
  input  wire logic               write_i,
  input  wire logic [7:0]         entry_i,
  output logic      [Groups-1:0]  holding_o
);

  logic [Entries-1:0] valid_d, valid_q;
  assign valid_d = (valid_q & keep_i) | (Entries'(write_i) << entry_i);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      valid_q <= '0;
    end else begin
      valid_q <= valid_d;
    end
  end

  for (genvar g = 0; g < Groups; g++) begin : gen_group
    assign holding_o[g] = |valid_d[RowsPerDomain*g +: RowsPerDomain];
  end

endmodule
`default_nettype wire
