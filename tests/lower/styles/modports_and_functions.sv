// free_register_counter, style: modports and functions.
interface counter_if #(parameter int WIDTH = 9) (input logic clk, input logic rst_n);
  logic [WIDTH-1:0] next, count;
  logic load;
  modport control (output next, input count, output load, import stepped);
  modport store (input clk, rst_n, next, load, output count);
  function automatic logic [WIDTH-1:0] stepped(logic [WIDTH-1:0] from, logic [3:0] ups, logic [7:0] downs);
    return from + WIDTH'($countones(ups)) - WIDTH'($countones(downs));
  endfunction
endinterface

module store (counter_if.store port);
  always_ff @(posedge port.clk or negedge port.rst_n)
    if (!port.rst_n) port.count <= '0;
    else if (port.load) port.count <= port.next;
endmodule

module control #(parameter int C = 0) (
  counter_if.control port,
  input logic launch_valid, input logic [8:0] launch, input logic [7:0] downs, input logic [3:0] ups
);
  assign port.load = launch_valid || |downs || |ups;
  always_comb port.next = port.stepped(launch_valid ? launch : port.count, ups, downs);
endmodule
module free_register_counter (
  input  logic        clk_i,
  input  logic        rst_ni,
  input  logic [63:0] launch_counts_i,
  input  logic        launch_valid_i,
  input  logic [7:0]  claim_valid_i,
  input  logic [15:0] claim_clusters_i,
  input  logic [3:0]  freed_valid_i,
  input  logic [63:0] freed_registers_i,
  output logic [63:0] free_counts_o
);
  counter_if #(.WIDTH(9)) ports [4] (.clk(clk_i), .rst_n(rst_ni));
  for (genvar c = 0; c < 4; c++) begin : g
    logic [7:0] downs;
    logic [3:0] ups;
    always_comb begin
      foreach (downs[k]) downs[k] = claim_valid_i[k] && claim_clusters_i[2*k +: 2] == c;
      foreach (ups[k]) ups[k] = freed_valid_i[k] && freed_registers_i[16*k +: 2] == c;
    end
    store u_store (.port(ports[c]));
    control #(.C(c)) u_control (.port(ports[c]), .launch_valid(launch_valid_i),
                                .launch(launch_counts_i[16*c +: 9]), .downs, .ups);
    assign free_counts_o[16*c +: 16] = 16'(ports[c].count);
  end
endmodule
