// free_register_counter, style: verilog 2001.
`default_nettype none
module cell_counter(clk, rst_n, load, start, downs, ups, count);
  parameter WIDTH = 8;
  parameter [1:0] CLUSTER = 0;
  input clk, rst_n, load;
  input [WIDTH-1:0] start;
  input [7:0] downs;
  input [3:0] ups;
  output [WIDTH-1:0] count;
  reg [WIDTH-1:0] count, next;
  wire [3:0] ones;
  function [3:0] sum;
    input [7:0] bits;
    integer i;
    begin
      sum = 4'd0;
      for (i = 0; i < 8; i = i + 1) sum = sum + {3'b000, bits[i]};
    end
  endfunction
  assign ones = sum(downs);
  always @(load or start or count or ones or ups) begin
    if (load) next = start; else next = count;
    next = next - {{(WIDTH-4){1'b0}}, ones};
    casez (ups)
      4'b0000: ;
      4'b???1, 4'b??10, 4'b?100, 4'b1000: next = next + {{(WIDTH-4){1'b0}}, sum({4'b0, ups})};
    endcase
  end
  always @(posedge clk or negedge rst_n)
    if (~rst_n) count <= {WIDTH{1'b0}};
    else count <= next;
endmodule

module free_register_counter (clk_i, rst_ni, launch_counts_i, launch_valid_i, claim_valid_i, claim_clusters_i,
                              freed_valid_i, freed_registers_i, free_counts_o);
  input wire clk_i, rst_ni, launch_valid_i;
  input wire [63:0] launch_counts_i, freed_registers_i;
  input wire [7:0] claim_valid_i;
  input wire [15:0] claim_clusters_i;
  input wire [3:0] freed_valid_i;
  output wire [63:0] free_counts_o;
  genvar c, k;
  generate
    for (c = 0; c < 4; c = c + 1) begin : cluster
      wire [7:0] downs;
      wire [3:0] ups;
      for (k = 0; k < 8; k = k + 1) begin : claim
        assign downs[k] = claim_valid_i[k] & ~|(claim_clusters_i[2*k+1:2*k] ^ c[1:0]);
      end
      for (k = 0; k < 4; k = k + 1) begin : free
        and u_and (ups[k], freed_valid_i[k], freed_registers_i[16*k+1:16*k] == c);
      end
      wire [8:0] count;
      cell_counter counter (clk_i, rst_ni, launch_valid_i, launch_counts_i[16*c+8:16*c], downs, ups, count);
      defparam counter.WIDTH = 9;
      assign free_counts_o[16*c+15:16*c] = {7'b0000000, count};
    end
  endgenerate
endmodule
`default_nettype wire
