// Around a small spill unit, any SM with one CTA, whose warps claim up to Most registers each of a file that
// holds Most to Warps * Most of them, give back, stand at a barrier and end: a fill finds its registers, no
// more than Warps + 1 commands come in a row without an instruction, and it never stands still for more than
// Patience cycles. What the SM tells is on the pins behind its next edge; with Late one edge later, which the
// unit does not wait for.
`default_nettype none

module spilling_gets_on #(
  parameter int unsigned Warps = 4,
  parameter int unsigned Most = 2,
  parameter int unsigned Patience = 6,
  parameter bit Late = 1'b0,
  localparam int unsigned WarpBits = $clog2(Warps),
  localparam int unsigned Bits = $clog2(Warps * Most + 1)
) (
  input  wire logic                clk_i,
  input  wire logic [Bits-1:0]     capacity_i,
  input  wire logic [WarpBits-1:0] next_i,     // who issues, if it can
  input  wire logic [Bits-1:0]     gives_i,    // back with its instruction
  input  wire logic [Bits-1:0]     wants_i,    // with the one behind it
  input  wire logic                arrives_i,  // at a barrier behind it
  input  wire logic                ends_i,
  input  wire logic                done_i,     // a command, in its first cycle; else in the second
  output logic                     wrong_o
);

  logic started_q = 1'b0;
  logic [Bits-1:0] free_q, free_d, given, wanted;
  logic [Bits*Warps-1:0] has_q, has_d, saved_q, saved_d, wants_q, wants_d;
  logic [Warps-1:0] live_q, live_d, waiting_q, waiting_d;
  logic [Warps-1:0] held, can, starved, resident;

  // What the SM tells, on its way to the pins.
  logic [3*Warps+1:0] told_d, told_q, later_q, seen;
  assign seen = Late ? later_q : told_q;

  logic command, fill, done, moves_q, fill_q, crowded;
  logic [WarpBits-1:0] warp, warp_q, issuer;
  logic unused_set;
  spill_control #(
    .Warps(Warps),
    .Registers(1),
    .QuietEdges(2)
  ) u_control (
    .clk_i(clk_i),
    .rst_ni(started_q),
    .quiet_i(seen[0]),
    .room_i(seen[1]),
    .resident_i(seen[2 +: Warps]),
    .starved_i(seen[2+Warps +: Warps]),
    .waiting_i(seen[2+2*Warps +: Warps]),
    .done_i(done),
    .done_registers_i(1'b0),
    .command_o(command),
    .fill_o(fill),
    .warp_o(warp),
    .registers_o(unused_set),
    .held_o(held)
  );

  always_comb begin
    for (int unsigned w = 0; w < Warps; w++) begin
      starved[w] = live_q[w] && !waiting_q[w] && wants_q[Bits*w +: Bits] > free_q;
      can[w] = live_q[w] && !waiting_q[w] && !held[w] && !starved[w];
      resident[w] = has_q[Bits*w +: Bits] != '0;
    end
    told_d = {waiting_q, starved, resident, free_q >= Bits'(Most), can == '0};

    // One of those that can issues: the one that is asked for, or the highest.
    issuer = next_i;
    for (int unsigned w = 0; w < Warps; w++) begin
      if (can[w] && !can[next_i]) begin
        issuer = WarpBits'(w);
      end
    end

    has_d = has_q;
    saved_d = saved_q;
    wants_d = wants_q;
    live_d = live_q;
    waiting_d = (waiting_q == live_q) ? '0 : waiting_q;  // the barrier opens
    free_d = free_q;
    wanted = wants_q[Bits*issuer +: Bits];
    given = '0;
    if (can != '0) begin
      given = has_q[Bits*issuer +: Bits] + wanted;
      if (!ends_i && gives_i < given) begin
        given = gives_i;
      end
      free_d = free_d - wanted + given;
      has_d[Bits*issuer +: Bits] = has_q[Bits*issuer +: Bits] + wanted - given;
      // No more than it may have.
      wants_d[Bits*issuer +: Bits] = Bits'(Most) - has_d[Bits*issuer +: Bits];
      if (wants_i < wants_d[Bits*issuer +: Bits]) begin
        wants_d[Bits*issuer +: Bits] = wants_i;
      end
      live_d[issuer] = !ends_i;
      waiting_d[issuer] = arrives_i && !ends_i;
    end

    done = moves_q || (command && done_i);
    crowded = 1'b0;
    if (done && (moves_q ? fill_q : fill)) begin
      crowded = saved_q[Bits*(moves_q ? warp_q : warp) +: Bits] > free_d;
      has_d[Bits*(moves_q ? warp_q : warp) +: Bits] =
          saved_q[Bits*(moves_q ? warp_q : warp) +: Bits];
      free_d = free_d - saved_q[Bits*(moves_q ? warp_q : warp) +: Bits];
    end else if (done) begin
      saved_d[Bits*(moves_q ? warp_q : warp) +: Bits] =
          has_q[Bits*(moves_q ? warp_q : warp) +: Bits];
      has_d[Bits*(moves_q ? warp_q : warp) +: Bits] = '0;
      free_d = free_d + has_q[Bits*(moves_q ? warp_q : warp) +: Bits];
    end
  end

  logic lawful_q, crowded_q;
  logic [3:0] commands_q, still_q;
  always_ff @(posedge clk_i) begin
    started_q <= 1'b1;
    later_q <= started_q ? told_q : '0;
    told_q <= started_q ? told_d : '0;
    moves_q <= started_q && command && !done;
    fill_q <= fill;
    warp_q <= warp;
    has_q <= started_q ? has_d : '0;
    saved_q <= started_q ? saved_d : '0;
    wants_q <= started_q ? wants_d : '0;
    live_q <= started_q ? live_d : '1;
    waiting_q <= started_q ? waiting_d : '0;
    free_q <= started_q ? free_d : capacity_i;
    lawful_q <= started_q ? lawful_q
                          : capacity_i >= Bits'(Most) && capacity_i <= Bits'(Warps * Most);
    crowded_q <= started_q && crowded;
    commands_q <= (!started_q || can != '0) ? '0
                  : (command && commands_q != '1) ? commands_q + 4'd1 : commands_q;
    still_q <= (!started_q || can != '0 || live_q == '0 || command) ? '0
               : (still_q != '1) ? still_q + 4'd1 : still_q;
  end

  assign wrong_o = started_q && lawful_q &&
                   (crowded_q || commands_q > 4'(Warps + 1) || still_q > 4'(Patience));

endmodule
`default_nettype wire
