// SPDX-License-Identifier: Apache-2.0
// Any register that arrives where there is room is followed: while it is one of the eight oldest it is shown,
// unchanged, behind those that are ahead of it, and it leaves when as many have been taken as were ahead of
// it and one more. As any register can be the one that is followed, none is lost, doubled or overtaken. Never
// more than sixteen wait, what arrives beyond them is dropped, and nothing is shown behind the last one.
// Broken expects that a register which arrives finds those ahead of it that leave at the same edge.
`default_nettype none

module freed_register_queue_keeps #(
  parameter bit Broken = 1'b0
) (
  input  wire logic        clk_i,
  input  wire logic        follow_i,  // the register of lane_i, when it arrives
  input  wire logic [1:0]  lane_i,
  input  wire logic [3:0]  unmapped_valid_i,
  input  wire logic [63:0] unmapped_registers_i,
  input  wire logic [2:0]  taken_count_i,
  output logic             wrong_o
);

  logic started_q = 1'b0;
  logic [4:0] count;
  logic [127:0] registers;

  freed_register_queue u_queue (
    .clk_i(clk_i),
    .rst_ni(started_q),
    .unmapped_valid_i(unmapped_valid_i),
    .unmapped_registers_i(unmapped_registers_i),
    .taken_count_i(taken_count_i),
    .waiting_count_o(count),
    .waiting_registers_o(registers)
  );

  // How many wait; of the register that is followed, how many are ahead of it.
  logic follows_d, follows_q, arrived;
  logic [4:0] waiting_d, waiting_q, ahead_d, ahead_q;
  logic [9:0] register_d, register_q;
  logic [4:0] taken, left;

  always_comb begin
    taken = (taken_count_i > 3'd4) ? 5'd4 : {2'd0, taken_count_i};
    left = (waiting_q > taken) ? waiting_q - taken : 5'd0;
    follows_d = follows_q && ahead_q >= taken;
    ahead_d = ahead_q - taken;
    register_d = register_q;
    waiting_d = left;
    arrived = 1'b0;
    for (int unsigned b = 0; b < 4; b++) begin
      if (unmapped_valid_i[b] && waiting_d < 5'd16) begin
        if (follow_i && !follows_q && lane_i == 2'(b)) begin
          arrived = 1'b1;
          ahead_d = waiting_d;
          register_d = unmapped_registers_i[16*b +: 10];
        end
        waiting_d = waiting_d + 5'd1;
      end
    end
    if (arrived) begin
      follows_d = 1'b1;
      if (Broken) begin
        ahead_d = ahead_d - left + waiting_q;
      end
    end
  end

  always_ff @(posedge clk_i) begin
    started_q <= 1'b1;
    follows_q <= started_q && follows_d;
    ahead_q <= started_q ? ahead_d : 5'd0;
    register_q <= register_d;
    waiting_q <= started_q ? waiting_d : 5'd0;
  end

  always_comb begin
    wrong_o = started_q && (count != waiting_q || count > 5'd16 ||
                            (follows_q && ahead_q >= waiting_q));
    for (int unsigned k = 0; k < 8; k++) begin
      if (started_q && follows_q && ahead_q == 5'(k) &&
          registers[16*k +: 16] != {6'd0, register_q}) begin
        wrong_o = 1'b1;
      end
      if (started_q && waiting_q <= 5'(k) && registers[16*k +: 16] != '0) begin
        wrong_o = 1'b1;
      end
    end
  end

endmodule
`default_nettype wire
