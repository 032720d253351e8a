// SPDX-License-Identifier: Apache-2.0
// Assertions of the RTL, with one back end a tool. Conditions are Boolean, and a step in time is
// spelled by HEDDLE_ASSERT_NEXT, so that the tools' dialects stay out of the blocks.
//
//   HEDDLE_ASSERT(Name, condition)       at every rising edge of clk_i outside reset
//   HEDDLE_ASSERT_NEXT(Name, now, next)  if `now` holds at an edge, `next` at the following one
//
// In simulation Verilator checks them (--assert); Yosys proves them after read_verilog -formal;
// synthesis sees nothing of them.
`ifndef HEDDLE_ASSERTIONS_SVH
`define HEDDLE_ASSERTIONS_SVH

`ifdef VERILATOR
// Assertions sample the asynchronous reset.
// verilator lint_off SYNCASYNCNET
`define HEDDLE_ASSERT(Name, condition) \
  Name: assert property (@(posedge clk_i) disable iff (!rst_ni) (condition)) \
  else $error("assertion Name fails in %m");
`define HEDDLE_ASSERT_NEXT(Name, now, next) \
  Name: assert property (@(posedge clk_i) disable iff (!rst_ni) (now) |=> (next)) \
  else $error("assertion Name fails in %m");
`elsif FORMAL
`define HEDDLE_ASSERT(Name, condition) \
  always_ff @(posedge clk_i) begin \
    if (rst_ni) assert (condition); \
  end
`define HEDDLE_ASSERT_NEXT(Name, now, next) \
  logic Name``_q = 1'b0; \
  always_ff @(posedge clk_i) begin \
    Name``_q <= rst_ni && (now); \
    if (rst_ni && Name``_q) assert (next); \
  end
`else
`define HEDDLE_ASSERT(Name, condition)
`define HEDDLE_ASSERT_NEXT(Name, now, next)
`endif

`endif
