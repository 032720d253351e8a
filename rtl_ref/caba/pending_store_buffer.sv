// SPDX-License-Identifier: Apache-2.0
// Which bytes of which lines wait in an SM for the rest of their line, and then for compression
// (Vijaykumar2015, section 5.2.2: pending stores). The bytes themselves lie elsewhere, a line for each entry.
//
// Parameters  Entries, 1 to 32.
// request     while request_valid_i, and ready_request_o is shown: a request on its way to memory.
//             request_kind_i 0: a store of the bytes request_bytes_i of the line request_line_i; 1: a load of
//             that line; 2 or 3: ordered, all that is pending goes before it.
// release     while release_valid_i, lines begin to leave. release_reach_i 0: the one in release_entry_i;
//             1: those that are incomplete; 2: those that were pending already at the last release of this
//             kind; 3: all.
// room        room_line_i: the line that leave shows is taken at this edge. Otherwise it does not matter.
// ready       ready_request_o: no request is kept.
// answer      while answer_valid_o, to the oldest request without one. answer_outcome_o 0: stored, the bytes
//             belong into the line of answer_entry_o, and answer_complete_o says whether all bytes of that are
//             pending now; 1: it passes, on to memory; 2: a load that the line of answer_entry_o serves.
//             answer_entry_o is zero where it passes, and answer_complete_o where it is not stored.
// leave       while leave_valid_o: the line leave_line_o in leave_entry_o leaves, of which leave_bytes_o
//             were stored. It stays until it is taken; from that edge on the entry is free. All zero otherwise.
// state       bit e of state_entries_o: entry e has a line.
// Latency     inputs are sampled at a rising edge, and a request that can be answered has its answer behind
//             it. A line shows at leave behind the edge after the one at which it begins to leave.
// Handshake   request by ready_request_o, which is a flip-flop; leave by room_line_i.
// Reset       asynchronous; nothing is pending or kept, ready_request_o is one, the other outputs zero.
//
// At one edge a release acts before the request; a line that is taken is there still.
//
//   store, its line is pending                   stored in that entry
//   store, its line is not, an entry is free     stored in the lowest free one
//   store, its line is not, no entry is free     kept, and the oldest incomplete line begins to leave, unless
//                                                some line leaves already; passes where all are complete
//   load, its line is not pending                passes
//   load, its line is complete                   that entry serves it
//   load, its line is incomplete                 kept, and the line begins to leave
//   store or load, its line leaves               kept
//   ordered                                      passes where nothing is pending; otherwise it is kept, and
//                                                all lines begin to leave
//
// Of the lines that began to leave at earlier edges the oldest is shown, unless one is shown and not taken.
`default_nettype none

module pending_store_buffer #(
  parameter int unsigned Entries = 8,
  localparam int unsigned MostEntries = 32,
  localparam int unsigned LineBits = 40,
  localparam int unsigned Bytes = 128
) (
  input  wire logic                   clk_i,
  input  wire logic                   rst_ni,
  input  wire logic [1:0]             request_kind_i,
  input  wire logic [LineBits-1:0]    request_line_i,
  input  wire logic [Bytes-1:0]       request_bytes_i,
  input  wire logic                   request_valid_i,
  input  wire logic [1:0]             release_reach_i,
  input  wire logic [4:0]             release_entry_i,
  input  wire logic                   release_valid_i,
  input  wire logic                   room_line_i,
  output logic                        ready_request_o,
  output logic      [1:0]             answer_outcome_o,
  output logic      [4:0]             answer_entry_o,
  output logic                        answer_complete_o,
  output logic                        answer_valid_o,
  output logic      [4:0]             leave_entry_o,
  output logic      [LineBits-1:0]    leave_line_o,
  output logic      [Bytes-1:0]       leave_bytes_o,
  output logic                        leave_valid_o,
  output logic      [MostEntries-1:0] state_entries_o
);

  if (Entries < 1 || Entries > MostEntries) begin : gen_check_entries
    $error("pending_store_buffer: Entries must be 1 to 32");
  end

  logic [Entries-1:0] entries;

  pending_lines #(
    .Entries(Entries),
    .LineBits(LineBits),
    .Bytes(Bytes)
  ) u_lines (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .request_kind_i(request_kind_i),
    .request_line_i(request_line_i),
    .request_bytes_i(request_bytes_i),
    .request_valid_i(request_valid_i),
    .release_reach_i(release_reach_i),
    .release_entry_i(release_entry_i),
    .release_valid_i(release_valid_i),
    .room_i(room_line_i),
    .ready_o(ready_request_o),
    .answer_outcome_o(answer_outcome_o),
    .answer_entry_o(answer_entry_o),
    .answer_complete_o(answer_complete_o),
    .answer_valid_o(answer_valid_o),
    .leave_entry_o(leave_entry_o),
    .leave_line_o(leave_line_o),
    .leave_bytes_o(leave_bytes_o),
    .leave_valid_o(leave_valid_o),
    .entries_o(entries)
  );

  assign state_entries_o = MostEntries'(entries);

endmodule
`default_nettype wire
