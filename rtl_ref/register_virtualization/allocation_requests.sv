// SPDX-License-Identifier: Apache-2.0
// What the renaming table asks the register allocator for, with the tags of the requests.
//
// Allocations each lane is for an entry of a bank: allocate_heads_i says which of the two instructions
//             that ask wants it, allocate_clusters_i the cluster, allocate_destinations_i for which
//             destination. An instruction has one allocation a cluster at most.
// Requests    lanes_o is the request of each lane's allocation, of three bits: the cluster and the
//             instruction. Bit r of request_o, and bits [2*r +: 2] of destinations_o, are request r;
//             units_o are the units of the instructions, zero where one wants no register.
// Latency     lanes_o is combinational; the others are registers, behind the edge that samples.
// Reset       asynchronous; no request.
`default_nettype none

module allocation_requests #(
  parameter int unsigned Lanes = 8,
  localparam int unsigned Heads = 2,
  localparam int unsigned Requests = 8
) (
  input  wire logic                  clk_i,
  input  wire logic                  rst_ni,
  input  wire logic [Lanes-1:0]      allocate_valid_i,
  input  wire logic [Lanes-1:0]      allocate_heads_i,
  input  wire logic [2*Lanes-1:0]    allocate_clusters_i,
  input  wire logic [2*Lanes-1:0]    allocate_destinations_i,
  input  wire logic [4*Heads-1:0]    units_i,
  output logic      [3*Lanes-1:0]    lanes_o,
  output logic      [Requests-1:0]   request_o,
  output logic      [2*Requests-1:0] destinations_o,
  output logic      [4*Heads-1:0]    units_o
);

  logic [Requests-1:0] request_d, request_q;
  logic [2*Requests-1:0] destinations_d, destinations_q;
  logic [4*Heads-1:0] units_d, units_q;

  always_comb begin
    request_d = '0;
    destinations_d = '0;
    units_d = '0;
    for (int unsigned l = 0; l < Lanes; l++) begin
      lanes_o[3*l +: 3] = {allocate_clusters_i[2*l +: 2], allocate_heads_i[l]};
      for (int unsigned r = 0; r < Requests; r++) begin
        if (allocate_valid_i[l] && lanes_o[3*l +: 3] == 3'(r)) begin
          request_d[r] = 1'b1;
          destinations_d[2*r +: 2] = allocate_destinations_i[2*l +: 2];
          units_d[4*(r%Heads) +: 4] = units_i[4*(r%Heads) +: 4];
        end
      end
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      request_q <= '0;
      destinations_q <= '0;
      units_q <= '0;
    end else begin
      request_q <= request_d;
      destinations_q <= destinations_d;
      units_q <= units_d;
    end
  end
  assign request_o = request_q;
  assign destinations_o = destinations_q;
  assign units_o = units_q;

endmodule
`default_nettype wire
