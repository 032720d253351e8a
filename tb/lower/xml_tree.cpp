// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <charconv>
#include <map>
#include <pugixml.hpp>

#include "models/base/error.hpp"
#include "tb/cosim/process/xml_text.hpp"
#include "tb/lower/tree.hpp"

namespace heddle::lower {
namespace {

using Files = std::map<std::string, std::string, std::less<>>;

/// Reads "c,4,28,4,30": letters of a file, then line and column of start and end.
Place place_of(std::string_view text, const Files& files) {
  Place place;
  const std::size_t comma = std::min(text.find(','), text.size());
  if (const auto file = files.find(text.substr(0, comma)); file != files.end()) place.file = file->second;
  unsigned numbers[4] = {};
  const char* at = text.data() + comma;
  const char* end = text.data() + text.size();
  for (unsigned& number : numbers) {
    if (at == end) return place;
    at = std::from_chars(at + 1, end, number).ptr;
  }
  place.line = numbers[0];
  place.column = numbers[1];
  if (numbers[2] == numbers[0] && numbers[3] > numbers[1]) place.length = numbers[3] - numbers[1];
  return place;
}

Node copy(const pugi::xml_node& from, const Files& files, const Place& around) {
  Node node{.kind = from.name(), .place = around};
  for (const pugi::xml_attribute& a : from.attributes()) {
    if (std::string_view(a.name()) == "loc")
      node.place = place_of(a.value(), files);
    else
      node.attributes.emplace_back(a.name(), a.value());
  }
  for (const pugi::xml_node& child : from.children())
    if (child.type() == pugi::node_element) node.children.push_back(copy(child, files, node.place));
  return node;
}

}  // namespace

Node read_xml_tree(const std::filesystem::path& file) {
  pugi::xml_document document;
  const pugi::xml_parse_result read = document.load_file(file.c_str());
  const pugi::xml_node root = document.child("verilator_xml");
  if (!read || !root.child("netlist"))
    throw Error({.place = file.string(),
                 .what = "this is not the XML that Verilator 5 writes",
                 .value = read ? "no netlist" : read.description()});
  Files files;
  for (const pugi::xml_node& f : root.child("files").children("file"))
    files[f.attribute("id").value()] = bytes_of_xml(f.attribute("filename").value());
  return copy(root.child("netlist"), files, {});
}

}  // namespace heddle::lower
