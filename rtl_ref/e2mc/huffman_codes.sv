// SPDX-License-Identifier: Apache-2.0
// The look-up table of a Huffman compressor (Lal2017, section III-E, Fig. 6a): codewords and lengths of all
// trees, and the escape codeword. Symbols of 4 and 8 bits select their entry; longer ones select with
// their lower bits a set of eight ways, which hold the others as a tag.
//
// write_*     as load_* of huffman_compressor.
// read_*      the entry, or the set, of read_symbol_i in tree read_tree_i is read.
// symbol_i    the symbol that was read last; hit_o: it has a codeword, code_o of length_o bits, left-aligned
//             and with any bits behind it.
// escape_*    the escape codeword, the same; length zero: none.
// Latency     inputs but symbol_i are sampled at a rising edge. What a read finds shows behind it, as it
//             was before the edge; the choice among the ways is combinational from symbol_i. The escape
//             codeword is in flip-flops.
// Reset       asynchronous; all trees are empty, and hit_o is zero. Entries are not reset: only trees whose
//             entries have all been written since answer.
`default_nettype none

module huffman_codes #(
  parameter int unsigned SymbolBits = 16,
  parameter int unsigned CodeBits = 20,
  parameter int unsigned Entries = 1024,
  parameter int unsigned Trees = 1,
  localparam int unsigned TreeBits = (Trees > 1) ? $clog2(Trees) : 1,
  localparam int unsigned LengthBits = $clog2(CodeBits + 1)
) (
  input  wire logic                  clk_i,
  input  wire logic                  rst_ni,
  input  wire logic                  write_i,
  input  wire logic [1:0]            write_kind_i,
  input  wire logic [2:0]            write_tree_i,
  input  wire logic [SymbolBits-1:0] write_symbol_i,
  input  wire logic [CodeBits-1:0]   write_code_i,
  input  wire logic [4:0]            write_length_i,
  input  wire logic                  read_i,
  input  wire logic [TreeBits-1:0]   read_tree_i,
  input  wire logic [SymbolBits-1:0] read_symbol_i,
  input  wire logic [SymbolBits-1:0] symbol_i,
  output logic                       hit_o,
  output logic      [CodeBits-1:0]   code_o,
  output logic      [LengthBits-1:0] length_o,
  output logic      [CodeBits-1:0]   escape_code_o,
  output logic      [LengthBits-1:0] escape_length_o
);

  localparam int unsigned EntryBits = $clog2(Entries / Trees);  // of a tree

  // A length as it is kept.
  logic write_is_code;
  logic [LengthBits-1:0] write_length;
  assign write_is_code = write_length_i <= 5'(CodeBits);
  assign write_length = write_is_code ? LengthBits'(write_length_i) : '0;

  // How many entries of each tree are written; all, when its highest bit is set.
  logic [Trees-1:0] whole;
  logic [EntryBits*Trees-1:0] nexts;
  for (genvar t = 0; t < Trees; t++) begin : gen_tree
    logic [EntryBits:0] written_d, written_q;
    always_comb begin
      written_d = written_q;
      if (write_i && write_tree_i == 3'(t)) begin
        if (write_kind_i == 2'd0) begin
          written_d = '0;
        end else if (write_kind_i == 2'd1 && !whole[t]) begin
          written_d = written_q + (EntryBits + 1)'(1);
        end
      end
    end
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        written_q <= '0;
      end else begin
        written_q <= written_d;
      end
    end
    assign whole[t] = written_q[EntryBits];
    assign nexts[EntryBits*t +: EntryBits] = written_q[EntryBits-1:0];
  end

  // Is the tree whole of which was read last?
  logic whole_d, whole_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      whole_q <= 1'b0;
    end else begin
      whole_q <= whole_d;
    end
  end

  logic writes;
  if (Trees > 1) begin : gen_direct
    logic [TreeBits-1:0] write_tree;
    logic [EntryBits-1:0] next;
    always_comb begin
      write_tree = write_tree_i[TreeBits-1:0];
      writes = 1'b0;
      next = '0;
      whole_d = whole_q;
      for (int unsigned t = 0; t < Trees; t++) begin
        if (write_tree_i == 3'(t)) begin
          writes = write_i && write_kind_i == 2'd1 && !whole[t];
          next = nexts[EntryBits*t +: EntryBits];
        end
        if (read_i && read_tree_i == TreeBits'(t)) begin
          whole_d = whole[t];
        end
      end
    end
    huffman_code_rows #(
      .Rows(Entries),
      .Width(LengthBits + CodeBits)
    ) u_rows (
      .clk_i(clk_i),
      .read_i(read_i),
      .read_row_i({read_tree_i, read_symbol_i}),
      .write_i(writes),
      .write_row_i({write_tree, next}),
      .write_data_i({write_length, write_code_i}),
      .row_o({length_o, code_o})
    );
    assign hit_o = whole_q && length_o != '0;
    assign escape_code_o = '0;
    assign escape_length_o = '0;
    logic unused_symbol;
    assign unused_symbol = ^{write_symbol_i, symbol_i};
  end else begin : gen_sets
    localparam int unsigned Ways = 8;
    localparam int unsigned SetBits = EntryBits - 3;
    localparam int unsigned TagBits = SymbolBits - SetBits;
    assign whole_d = read_i ? whole[0] : whole_q;
    assign writes = write_i && write_tree_i == 3'd0 && write_kind_i == 2'd1 && !whole[0];

    logic [TagBits*Ways-1:0] tags;
    logic [CodeBits*Ways-1:0] codes;
    logic [LengthBits*Ways-1:0] lengths;
    for (genvar w = 0; w < Ways; w++) begin : gen_way
      huffman_code_rows #(
        .Rows(Entries / Ways),
        .Width(TagBits + LengthBits + CodeBits)
      ) u_rows (
        .clk_i(clk_i),
        .read_i(read_i),
        .read_row_i(read_symbol_i[SetBits-1:0]),
        .write_i(writes && nexts[2:0] == 3'(w)),
        .write_row_i(nexts[EntryBits-1:3]),
        .write_data_i({write_symbol_i[SymbolBits-1:SetBits], write_length, write_code_i}),
        .row_o({tags[TagBits*w +: TagBits], lengths[LengthBits*w +: LengthBits],
                codes[CodeBits*w +: CodeBits]})
      );
    end

    logic [Ways-1:0] hits;
    huffman_code_select #(
      .Ways(Ways),
      .TagBits(TagBits),
      .CodeBits(CodeBits),
      .LengthBits(LengthBits)
    ) u_select (
      .tag_i(symbol_i[SymbolBits-1:SetBits]),
      .tags_i(tags),
      .codes_i(codes),
      .lengths_i(lengths),
      .hits_o(hits),
      .code_o(code_o),
      .length_o(length_o)
    );
    assign hit_o = whole_q && hits != '0;
    logic unused_symbol;
    assign unused_symbol = ^{read_tree_i, read_symbol_i[SymbolBits-1:SetBits], symbol_i[SetBits-1:0],
                             write_symbol_i[SetBits-1:0]};

    logic [CodeBits-1:0] code_d, code_q;
    logic [LengthBits-1:0] length_d, length_q;
    always_comb begin
      code_d = code_q;
      length_d = length_q;
      if (write_i && write_tree_i == 3'd0) begin
        if (write_kind_i == 2'd0) begin
          length_d = '0;
        end else if (write_kind_i == 2'd2 && write_is_code) begin
          code_d = write_code_i;
          length_d = write_length;
        end
      end
    end
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        code_q <= '0;
        length_q <= '0;
      end else begin
        code_q <= code_d;
        length_q <= length_d;
      end
    end
    assign escape_code_o = code_q;
    assign escape_length_o = length_q;
  end

endmodule
`default_nettype wire
