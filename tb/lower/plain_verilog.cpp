// SPDX-License-Identifier: Apache-2.0
#include "tb/lower/plain_verilog.hpp"

#include <fmt/format.h>

#include <set>
#include <string_view>

#include "tb/lower/process.hpp"
#include "tb/lower/source_text.hpp"

namespace heddle::lower {
namespace {

class Lowering {
 public:
  Lowering(const Node& netlist, const std::vector<std::filesystem::path>& folders)
      : design_(netlist, folders) {}

  std::string text() {
    for (const Design::ArrayPin& pin : design_.array_pins()) connect(pin);
    for (const Design::Constant& c : design_.constants()) {
      Process process(design_, *c.scope, Process::Trigger::change);
      process.drive(*c.scope->variables.at(c.declaration->name()), *c.declaration);
      add(process, c.declaration->place);
    }
    for (const Design::Connection& c : design_.connections()) {
      Process process(design_, *c.outside, Process::Trigger::change);
      process.connect(c);
      add(process, c.expression->place);
    }
    // Scopes are only added while the design is made.
    for (const Scope& scope : design_.scopes()) items(const_cast<Scope&>(scope));
    remove_unread(processes_);
    return verilog_text(design_.top().node->name(), design_, processes_);
  }

 private:
  void add(Process& process, const Place& place) {
    processes_.push_back({.place = place, .continuous = true, .statements = process.take()});
  }

  void connect(const Design::ArrayPin& pin) {
    const Variable& v = *pin.variable;
    PlainProcess process{.place = v.declaration->place, .continuous = true};
    for (std::size_t i = 0; i < v.nets.size(); ++i) {
      const Net& net = *v.nets[i];
      const std::string part =
          part_text(pin.pin->text(), pin.pin->width, static_cast<unsigned>(i) * net.width, net.width);
      if (pin.pin->pin == Net::Pin::input)
        process.statements.push_back(
            {.place = process.place, .net = &net, .target = net.text(), .value = part});
      else
        process.statements.push_back(
            {.place = process.place, .net = pin.pin, .target = part, .value = net.text()});
    }
    processes_.push_back(std::move(process));
  }

  /// The node of a scope: an instance's module, or a generate block.
  void items(Scope& scope) {
    const Node* node = scope.instance ? scope.node : scope.block;
    items(scope, *node);
  }

  void items(Scope& scope, const Node& node) {
    for (const Node& c : node.children) {
      if (c.is("begin") && c.name().empty())
        items(scope, c);
      else if (c.is("contassign"))
        continuous(scope, c);
      else if (c.is("always"))
        always(scope, c);
      else if (c.is("initial") && is_driven_constant(c))
        continue;
      else if (c.is("initial") || c.is("initialstatic"))
        process(scope, c, Process::Trigger::initial, "");
      else if (!is_declaration(c))
        refuse(c, "no plain Verilog is known for this part of a module");
    }
  }

  static bool is_declaration(const Node& node) {
    static const std::set<std::string, std::less<>> kinds{"var",
                                                          "begin",
                                                          "instance",
                                                          "func",
                                                          "task",
                                                          "typedef",
                                                          "class",
                                                          "modport",
                                                          "final",
                                                          "range",
                                                          "const",
                                                          "cover",
                                                          "assert",
                                                          "genfor",
                                                          "pragma",
                                                          "property",
                                                          "enumdtype",
                                                          "sequence",
                                                          "initialautomatic",
                                                          "assertintrinsic",
                                                          "assign",  // of variables of generate loops
                                                          "restrict",
                                                          "clocking",
                                                          "intfref",
                                                          "typetable",
                                                          "defaultdisable"};
    return kinds.contains(node.kind);
  }

  /// Verilator makes such a process of "assign x = 0", and leaves the constant at the declaration, too.
  static bool is_driven_constant(const Node& node) {
    if (node.children.size() != 1 || !node.children[0].is("assign")) return false;
    const Place& assign = node.children[0].place;
    return node.place.line == assign.line && node.place.column == assign.column &&
           node.children[0].child(0).is("const");
  }

  void continuous(Scope& scope, const Node& node) {
    // supply0 and supply1 are strong drivers, and the only ones of their nets.
    const Node* strength = node.first("strengthspec");
    if (strength != nullptr && text_before(strength->place).find("supply") == std::string::npos)
      refuse(*strength, "a driver with a strength");
    Process p(design_, scope, Process::Trigger::change);
    p.assign(node.child(1), node.child(0), false);
    add(p, node.place);
  }

  void always(Scope& scope, const Node& node) {
    const Node* events = node.first("sentree");
    std::string text;
    std::vector<std::string> signals;
    for (const Node* item : events == nullptr ? std::vector<const Node*>{} : events->all("senitem")) {
      const std::string& edge = item->attribute("edgeType");
      if (edge == "CHANGED" || edge == "ANYEDGE" || edge == "ANY") continue;
      if (edge != "POS" && edge != "NEG") refuse(*item, "an event that is no edge of one direction");
      signals.push_back(event_signal(scope, item->child(0)));
      text += fmt::format("{}{} {}", text.empty() ? "" : " or ", edge == "POS" ? "posedge" : "negedge",
                          signals.back());
    }
    process(scope, node,
            signals.empty()       ? Process::Trigger::change
            : signals.size() == 1 ? Process::Trigger::edge
                                  : Process::Trigger::edges,
            text, signals);
  }

  std::string event_signal(Scope& scope, const Node& node) {
    Process p(design_, scope, Process::Trigger::change);
    Value v = p.evaluate(node);
    if (!v.selectable() || v.bits()) {
      const Net& net = design_.make_net(scope.path + "event", 1);
      processes_.push_back({.place = node.place, .continuous = true, .statements = p.take()});
      processes_.back().statements.push_back(
          {.place = node.place, .net = &net, .target = net.text(), .value = v.text()});
      return net.text();
    }
    if (v.width() != 1) v = v.part(0, 1);
    add(p, node.place);
    return v.text();
  }

  void process(Scope& scope, const Node& node, Process::Trigger trigger, const std::string& events,
               const std::vector<std::string>& signals = {}) {
    std::vector<const Node*> statements;
    for (const Node& c : node.children)
      if (!c.is("sentree")) statements.push_back(&c);
    Process p(design_, scope, trigger, signals);
    p.run(statements);
    processes_.push_back({.place = node.place,
                          .events = events,
                          .initial = trigger == Process::Trigger::initial,
                          .statements = p.take()});
  }

  Design design_;
  std::vector<PlainProcess> processes_;
};

}  // namespace

std::string plain_verilog(const Node& netlist, const std::vector<std::filesystem::path>& folders) {
  return Lowering(netlist, folders).text();
}

}  // namespace heddle::lower
