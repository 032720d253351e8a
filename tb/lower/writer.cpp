// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <unordered_set>

#include "tb/lower/statement.hpp"
#include "tb/lower/value.hpp"

namespace heddle::lower {
namespace {

using Names = std::unordered_set<std::string>;

bool is_letter(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '$'; }

/// Adds the names of nets in an expression.
void add_names(const std::string& text, Names& names) {
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t start = i;
    if (text[i] == '\\') {
      i = std::min(text.find(' ', i), text.size());
      names.insert(text.substr(start + 1, i - start - 1));
    } else if (std::isdigit(static_cast<unsigned char>(text[i]))) {  // also 8'hff
      while (i < text.size() && (is_letter(text[i]) || text[i] == '\'' || text[i] == '?')) ++i;
    } else if (is_letter(text[i])) {
      while (i < text.size() && is_letter(text[i])) ++i;
      names.insert(text.substr(start, i - start));
    } else {
      ++i;
    }
  }
}

Names read_names(const std::vector<PlainProcess>& processes) {
  Names names;
  for (const PlainProcess& p : processes) {
    add_names(p.events, names);
    for_all(p.statements, [&](const Statement& s) {
      add_names(s.value, names);
      if (s.net == nullptr) return;
      Names address;
      add_names(s.target.substr(std::min(s.target.size(), s.net->text().size())), address);
      names.merge(address);
    });
  }
  return names;
}

bool remove_unread(std::vector<Statement>& statements, const Names& read) {
  bool removed = false;
  for (Statement& s : statements) {
    removed |= remove_unread(s.then, read);
    removed |= remove_unread(s.otherwise, read);
    for (Statement::Item& item : s.items) removed |= remove_unread(item.statements, read);
  }
  const auto gone = std::erase_if(statements, [&](const Statement& s) {
    if (s.kind == Statement::Kind::assign) return s.net->pin == Net::Pin::none && !read.contains(s.net->name);
    if (s.kind == Statement::Kind::branch) return s.then.empty() && s.otherwise.empty();
    return s.otherwise.empty() &&
           std::all_of(s.items.begin(), s.items.end(), [](const auto& i) { return i.statements.empty(); });
  });
  return removed || gone != 0;
}

class Writer {
 public:
  std::string text{};

  void line(unsigned depth, const std::string& content) {
    text += std::string(2 * std::size_t{depth}, ' ') + content + "\n";
    ++line_;
  }

  void at(const Place& place) {
    if (place.line == 0 || (place.line == line_ && place.file == file_)) return;
    text += fmt::format("`line {} \"{}\" 0\n", place.line, place.file);
    line_ = place.line;
    file_ = place.file;
  }

  void write(const std::vector<Statement>& statements, unsigned depth) {
    for (const Statement& s : statements) write(s, depth);
  }

  void write(const Statement& s, unsigned depth) {
    at(s.place);
    if (s.kind == Statement::Kind::assign) {
      line(depth, fmt::format("{} {} {};", s.target, s.clocked ? "<=" : "=", s.value));
    } else if (s.kind == Statement::Kind::branch) {
      line(depth, fmt::format("if ({}) begin", s.value));
      write(s.then, depth + 1);
      if (!s.otherwise.empty()) {
        line(depth, "end else begin");
        write(s.otherwise, depth + 1);
      }
      line(depth, "end");
    } else {
      line(depth, fmt::format("{}{} ({})", s.promise.empty() ? "" : "(* " + s.promise + " *) ",
                              s.wild ? "casez" : "case", s.value));
      for (const Statement::Item& item : s.items) {
        line(depth + 1, item.labels + ": begin");
        write(item.statements, depth + 2);
        line(depth + 1, "end");
      }
      if (s.defaults) {
        line(depth + 1, "default: begin");
        write(s.otherwise, depth + 2);
        line(depth + 1, "end");
      }
      line(depth, "endcase");
    }
  }

 private:
  unsigned line_ = 0;
  std::string file_{};
};

/// Can each statement stand alone? Not where one net is assigned twice, as by the body of a function.
bool only_assignments(const PlainProcess& process) {
  std::unordered_set<const Net*> assigned;
  return process.continuous &&
         std::all_of(process.statements.begin(), process.statements.end(), [&](const Statement& s) {
           return s.kind == Statement::Kind::assign && assigned.insert(s.net).second;
         });
}

/// Warnings of Verilator's that were weighed when it read the user's RTL.
constexpr std::string_view lint_off =
    "/* verilator lint_off WIDTH */ /* verilator lint_off UNOPTFLAT */ /* verilator lint_off CASEOVERLAP */\n"
    "/* verilator lint_off CASEINCOMPLETE */ /* verilator lint_off UNSIGNED */ /* verilator lint_off "
    "CMPCONST */\n"
    "/* verilator lint_off LATCH */ /* verilator lint_off ALWCOMBORDER */ /* verilator lint_off MULTIDRIVEN "
    "*/\n"
    "/* verilator lint_off SELRANGE */ /* verilator lint_off COMBDLY */ /* verilator lint_off SYNCASYNCNET "
    "*/\n"
    "/* verilator lint_off BLKSEQ */ /* verilator lint_off CASEX */ /* verilator lint_off UNOPTTHREADS */\n";

}  // namespace

void remove_unread(std::vector<PlainProcess>& processes) {
  for (bool removed = true; removed;) {
    removed = false;
    const Names read = read_names(processes);
    for (PlainProcess& p : processes) removed |= remove_unread(p.statements, read);
  }
  std::erase_if(processes, [](const PlainProcess& p) { return p.statements.empty(); });
}

std::string verilog_text(const std::string& name, const Design& design,
                         const std::vector<PlainProcess>& processes) {
  Names used = read_names(processes);
  std::unordered_set<const Net*> procedural;
  for (const PlainProcess& p : processes)
    for_all(p.statements, [&](const Statement& s) {
      if (s.net == nullptr) return;
      used.insert(s.net->name);
      if (!only_assignments(p)) procedural.insert(s.net);
    });
  Writer out;
  std::string pins;
  for (const Net& net : design.nets())
    if (net.pin != Net::Pin::none)
      pins += fmt::format("{}  {} logic {}{}", pins.empty() ? "" : ",\n",
                          net.pin == Net::Pin::input ? "input" : "output",
                          net.width == 1 ? "" : fmt::format("[{}:0] ", net.width - 1), net.text());
  out.text = fmt::format("{}module {} (\n{}\n);\n", lint_off, name, pins);
  for (const Net& net : design.nets())
    if (net.pin == Net::Pin::none && used.contains(net.name))
      out.text +=
          fmt::format("  logic {}{}{};\n", net.width == 1 ? "" : fmt::format("[{}:0] ", net.width - 1),
                      net.text(), net.rows == 0 ? "" : fmt::format(" [0:{}]", net.rows - 1));
  for (const PlainProcess& p : processes) {
    const bool continuous =
        only_assignments(p) && std::none_of(p.statements.begin(), p.statements.end(),
                                            [&](const Statement& s) { return procedural.contains(s.net); });
    if (continuous) {
      for (const Statement& s : p.statements) {
        out.at(s.place);
        out.line(1, fmt::format("assign {} = {};", s.target, s.value));
      }
      continue;
    }
    out.at(p.place);
    out.line(1, p.initial ? "initial begin"
                          : fmt::format("always @{} begin", p.events.empty() ? "*" : "(" + p.events + ")"));
    out.write(p.statements, 2);
    out.line(1, "end");
  }
  return out.text + "endmodule\n";
}

}  // namespace heddle::lower
