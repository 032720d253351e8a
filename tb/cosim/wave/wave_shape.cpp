// SPDX-License-Identifier: Apache-2.0
#include "tb/cosim/wave/wave_shape.hpp"

#include <fmt/format.h>

#include <pugixml.hpp>
#include <sstream>

namespace heddle {
namespace {

constexpr unsigned word_bits = 32, widest_plain = 64;
constexpr unsigned most_parts = 1024;  // of larger memories nobody reads the words one by one

void replace_all(std::string& text, std::string_view from, std::string_view to) {
  for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size())
    text.replace(at, from.size(), to);
}

std::vector<WavePart> equal_parts(const std::string& name, unsigned count, unsigned bits, unsigned stride) {
  std::vector<WavePart> parts;
  for (unsigned i = 0; count <= most_parts && i < count; ++i)
    parts.push_back({fmt::format("{}[{}]", name, i), i * stride, bits});
  return parts;
}

/// The number behind 'h or 'sh in Verilator's constants: 32'sh1f.
std::uint64_t number_of(const std::string& constant) {
  const std::size_t h = constant.find('h');
  return h == std::string::npos ? 0 : std::stoull("0" + constant.substr(h + 1), nullptr, 16);
}

}  // namespace

std::string rtl_text_of(std::string name) {
  replace_all(name, "__BRA__", "[");
  replace_all(name, "__KET__", "]");
  replace_all(name, "__DOT__", ".");
  return name;
}

WaveShape shape_of(const Field& field, const ValueNames& names) {
  WaveShape shape{.name = field.name, .bits = field.bits, .names = names};
  if (elements_of(field) > 1)
    shape.parts = equal_parts(field.name, elements_of(field), field.element, field.element);
  return shape;
}

struct RtlTypes::Document {
  pugi::xml_document xml;
  std::map<std::string, pugi::xml_node> modules, types;
  std::vector<pugi::xml_node> enumerations;

  /// Where the variables of a scope are declared: "top.g[0].u" is generate block g[0] of the module top, and
  /// the module of its instance u.
  pugi::xml_node place_of(const std::string& scope) const {
    std::istringstream path(scope);
    pugi::xml_node at;
    for (std::string step; std::getline(path, step, '.');) {
      pugi::xml_node next;
      if (!at) {
        if (const auto it = modules.find(step); it != modules.end()) next = it->second;
      } else if (const auto instance = at.find_child_by_attribute("instance", "name", step.c_str())) {
        if (const auto it = modules.find(instance.attribute("defName").value()); it != modules.end())
          next = it->second;
      } else {
        next = at.find_child_by_attribute("begin", "name", step.c_str());
      }
      if (!next) return next;
      at = next;
    }
    return at;
  }

  pugi::xml_node type(const char* id) const {
    const auto it = types.find(id);
    return it == types.end() ? pugi::xml_node() : it->second;
  }

  unsigned bits_of(const pugi::xml_node& type_node) const {
    const std::string_view kind = type_node.name();
    if (kind == "basicdtype")
      return type_node.attribute("left")
                 ? static_cast<unsigned>(std::abs(type_node.attribute("left").as_int() -
                                                  type_node.attribute("right").as_int())) +
                       1
                 : 1;
    if (kind == "structdtype") {
      unsigned sum = 0;
      for (const auto& member : type_node.children("memberdtype")) sum += bits_of(member);
      return sum;
    }
    const unsigned inner = type_node ? bits_of(type(type_node.attribute("sub_dtype_id").value())) : 0;
    return kind == "packarraydtype" ? inner * elements(type_node) : inner;
  }

  static unsigned elements(const pugi::xml_node& array) {
    const auto ends = array.child("range").children("const");
    const auto first = ends.begin();
    if (first == ends.end() || std::next(first) == ends.end()) return 1;
    const auto left = static_cast<std::int64_t>(number_of(first->attribute("name").value())),
               right = static_cast<std::int64_t>(number_of(std::next(first)->attribute("name").value()));
    return static_cast<unsigned>(std::abs(left - right)) + 1;
  }

  ValueNames names_of(const std::string& type_name) const {
    ValueNames names;
    for (const pugi::xml_node& e : enumerations) {
      const std::string full = e.attribute("name").value();
      if (full != type_name && !full.ends_with("." + type_name) && !full.ends_with("::" + type_name))
        continue;
      for (const auto& item : e.children("enumitem"))
        names.emplace_back(number_of(item.child("const").attribute("name").value()),
                           item.attribute("name").value());
      return names;
    }
    return names;
  }
};

RtlTypes::RtlTypes(const std::string& xml) : document_(std::make_unique<Document>()) {
  document_->xml.load_string(xml.c_str());
  const auto netlist = document_->xml.child("verilator_xml").child("netlist");
  for (const auto& module : netlist.children("module"))
    document_->modules.emplace(module.attribute("name").value(), module);
  for (const auto& type : netlist.child("typetable").children()) {
    document_->types.emplace(type.attribute("id").value(), type);
    if (std::string_view(type.name()) == "enumdtype") document_->enumerations.push_back(type);
  }
}

RtlTypes::~RtlTypes() = default;

WaveShape RtlTypes::shape_of(const RtlSignal& signal) const {
  const std::string name = rtl_text_of(signal.name);
  WaveShape shape{.name = name, .bits = signal.bits};
  if (signal.elements != 0) {  // of an unpacked array, each lies in bytes of its own
    shape.whole = false;
    const auto stride = static_cast<unsigned>(8 * rtl_bytes(signal.bits));
    shape.bits = signal.elements * stride;
    shape.parts = equal_parts(name, signal.elements, signal.bits, stride);
    return shape;
  }
  const pugi::xml_node var =
      document_->place_of(rtl_text_of(signal.scope)).find_child_by_attribute("var", "name", name.c_str());
  shape.names = document_->names_of(var.attribute("vartype").value());
  const pugi::xml_node type = document_->type(var.attribute("dtype_id").value());
  const std::string_view kind = type.name();
  if (kind == "structdtype" && document_->bits_of(type) == signal.bits) {
    unsigned high = signal.bits;
    for (const auto& member : type.children("memberdtype")) {
      const unsigned bits = document_->bits_of(member);
      shape.parts.push_back({member.attribute("name").value(), high -= bits, bits});
    }
  } else if (kind == "packarraydtype" && document_->bits_of(type) == signal.bits) {
    const unsigned count = Document::elements(type);
    shape.parts = equal_parts(name, count, signal.bits / count, signal.bits / count);
  } else if (signal.bits > widest_plain && signal.bits % word_bits == 0) {
    shape.parts = equal_parts(name, signal.bits / word_bits, word_bits, word_bits);
  }
  return shape;
}

}  // namespace heddle
