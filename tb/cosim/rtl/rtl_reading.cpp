// SPDX-License-Identifier: Apache-2.0
#include "tb/cosim/rtl/rtl_reading.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <map>
#include <pugixml.hpp>
#include <regex>

#include "models/base/code_text.hpp"
#include "models/base/error.hpp"
#include "models/base/scratch_folder.hpp"
#include "models/base/text_file.hpp"
#include "tb/cosim/process/xml_text.hpp"
#include "tb/cosim/rtl/preprocessed.hpp"
#include "tb/cosim/rtl/rtl_files.hpp"
#include "tb/cosim/rtl/verilate.hpp"
#include "tb/cosim/rtl/verilator.hpp"

namespace heddle {
namespace {

/// Verilator's names of nodes that reach outside, and the construct.
const std::map<std::string, std::string, std::less<>> outside_nodes{{"systemt", "$system"},
                                                                    {"systemf", "$system"},
                                                                    {"fopen", "$fopen"},
                                                                    {"fopenmcd", "$fopen"},
                                                                    {"fgetc", "$fgetc"},
                                                                    {"fgets", "$fgets"},
                                                                    {"fread", "$fread"},
                                                                    {"fscanf", "$fscanf"},
                                                                    {"fungetc", "$ungetc"},
                                                                    {"writemem", "$writememh"},
                                                                    {"ucfunc", "$c"},
                                                                    {"ucstmt", "$c"},
                                                                    {"schdr", "`systemc_header"},
                                                                    {"scimp", "`systemc_implementation"},
                                                                    {"scimphdr", "`systemc_imp_header"},
                                                                    {"scint", "`systemc_interface"},
                                                                    {"scctor", "`systemc_ctor"},
                                                                    {"scdtor", "`systemc_dtor"}};

class Walk final : public pugi::xml_tree_walker {
 public:
  Walk(const pugi::xml_node& root, RtlReading& to) : to_(to) {
    for (const pugi::xml_node& file : root.child("files").children())
      files_[file.attribute("id").value()] = bytes_of_xml(file.attribute("filename").value());
  }

  bool for_each(pugi::xml_node& node) override {
    const std::string_view name = node.name();
    if (name == "delay") to_.delays.push_back({"#", place(node)});
    if (name == "while") to_.loops.push_back({place(node), variables_of_condition(node)});
    if (const auto it = outside_nodes.find(name); it != outside_nodes.end())
      to_.outside.push_back({it->second, place(node)});
    if (name == "var" && node.attribute("param") &&
        std::string_view(node.parent().attribute("topModule").value()) == "1")
      to_.parameters.emplace_back(node.attribute("origName").value());
    return true;
  }

 private:
  /// "c,12,3,12,10" is a file, its line and column, and where the node ends.
  std::string place(const pugi::xml_node& node) const {
    static const std::regex location("(\\w+),(\\d+),(\\d+),.*");
    const std::string text = node.attribute("loc").value();
    std::smatch m;
    if (!std::regex_match(text, m, location)) return text;
    const auto file = files_.find(m[1].str());
    return fmt::format("{}:{}:{}", file == files_.end() ? "" : file->second, m[2].str(), m[3].str());
  }

  /// A loop holds what precedes the condition, the condition and the body.
  static std::vector<std::string> variables_of_condition(const pugi::xml_node& loop) {
    std::vector<std::string> names;
    const auto parts = loop.children("begin");
    if (std::distance(parts.begin(), parts.end()) < 2) return names;
    for (const auto& found : std::next(parts.begin())->select_nodes(".//varref"))
      names.emplace_back(found.node().attribute("name").value());
    return names;
  }

  RtlReading& to_;
  std::map<std::string, std::string> files_;
};

/// The files to add to the next run of the preprocessor, because the text lacks them. First come library
/// modules, which Verilator finds in -I folders by their name: a file that declares the module it is named
/// after. Included files come with the text of a library module; if only such files are left, one is added.
std::vector<std::string> next_files(const std::string& text, const std::vector<std::string>& files,
                                    const std::vector<std::string>& read) {
  std::vector<std::string> missing, modules;
  for (const std::string& file : files)
    if (!is_origin(text, file) && std::find(read.begin(), read.end(), file) == read.end())
      missing.push_back(file);
  for (const std::string& file : missing)
    if (declares(without_comments(read_text_file(file, "RTL")), std::filesystem::path(file).stem().string()))
      modules.push_back(file);
  if (modules.empty() && !missing.empty()) modules.push_back(missing[0]);
  return modules;
}

/// The functions of C that the source and these files declare, also where nothing calls them: yosys calls
/// some while it reads.
std::vector<RtlPlace> c_functions(RtlSource source, const std::vector<std::string>& files) {
  static const std::regex declaration("\\b(import|export)\\s+(\"DPI(?:-C)?\")");
  std::vector<RtlPlace> all;
  std::vector<std::string> more;
  for (const std::vector<std::string>& macros :
       {std::vector<std::string>{}, std::vector<std::string>{"SYNTHESIS", "YOSYS", "FORMAL"}}) {
    source.defines.insert(source.defines.end(), macros.begin(), macros.end());
    std::string text = preprocessed(source, more);
    for (auto next = next_files(text, files, more); !next.empty(); next = next_files(text, files, more)) {
      more.insert(more.end(), next.begin(), next.end());
      text = preprocessed(source, more);
    }
    for (std::sregex_iterator it(text.begin(), text.end(), declaration), end; it != end; ++it) {
      const RtlPlace found{fmt::format("{} {}", (*it)[1].str(), (*it)[2].str()),
                           place_in(text, static_cast<std::size_t>(it->position()))};
      const auto same = [&](const RtlPlace& p) { return p.place == found.place; };
      if (std::none_of(all.begin(), all.end(), same)) all.push_back(found);
    }
  }
  return all;
}

/// Parameters choose among the modules, but change no text.
void find_c_functions(RtlSource source, const pugi::xml_node& root, RtlReading& to) {
  static std::map<std::string, std::vector<RtlPlace>> known;
  source.parameters.clear();
  std::vector<std::string> files;
  for (const pugi::xml_node& file : root.child("files").children())
    if (const std::string name = bytes_of_xml(file.attribute("filename").value()); !name.starts_with("<"))
      files.push_back(name);
  const std::string key =
      fmt::format("{}\n{}\n{}", text_key(source), source.file.string(), fmt::join(files, "\n"));
  auto it = known.find(key);
  if (it == known.end()) it = known.emplace(key, c_functions(source, files)).first;
  for (const RtlPlace& found : it->second) {
    const auto same = [&](const RtlPlace& p) { return p.place == found.place; };
    if (std::none_of(to.outside.begin(), to.outside.end(), same)) to.outside.push_back(found);
  }
}

RtlReading read(const RtlSource& source) {
  RtlReading reading;
  const ScratchFolder folder;
  const std::string file = (folder.path() / "rtl.xml").string();
  // Only with timing are the delays of assignments in the tree.
  run_verilator(source, {"--xml-only", "--xml-output", file, "--timing", "--assert"}, true);
  reading.xml = read_text_file(file, "file");
  pugi::xml_document document;
  if (const auto result = document.load_string(reading.xml.c_str()); !result)
    throw Error({.place = source.file.string(),
                 .what = "what Verilator has written of the RTL cannot be read",
                 .value = result.description()});
  const pugi::xml_node root = document.child("verilator_xml");
  Walk walk(root, reading);
  root.child("netlist").traverse(walk);
  if (source.users) find_c_functions(source, root, reading);
  return reading;
}

/// "a.sv:3:4", "a.sv:3:4 and a.sv:5:6", "a.sv:3:4 and 7 more".
std::string text_of(const std::vector<RtlPlace>& places) {
  if (places.size() == 2) return fmt::format("{} and {}", places[0].place, places[1].place);
  return places[0].place + (places.size() > 1 ? fmt::format(" and {} more", places.size() - 1) : "");
}

}  // namespace

const RtlReading& read_rtl(const RtlSource& source) {
  static std::map<std::string, RtlReading> known;
  const std::string key = text_key(source) + source.file.string();
  const auto it = known.find(key);
  return it != known.end() ? it->second : known.emplace(key, read(source)).first->second;
}

bool allows_outside(const RtlSource& source) {
  return std::find(source.allowed.begin(), source.allowed.end(), reaching_outside) != source.allowed.end();
}

void require_inside(const RtlSource& source) {
  if (!source.users || allows_outside(source)) return;
  const RtlReading& reading = read_rtl(source);
  if (reading.outside.empty()) return;
  throw Error({.place = reading.outside[0].place,
               .what = fmt::format("the RTL reaches outside of the simulation{}",
                                   reading.outside.size() == 1 ? ""
                                                               : fmt::format(", here and at {} more places",
                                                                             reading.outside.size() - 1)),
               .value = reading.outside[0].construct,
               .legal = fmt::format("RTL without it, or --allow {} if you trust it", reaching_outside)});
}

std::vector<std::string> notes_of(const RtlSource& source) {
  std::vector<std::string> notes;
  if (!source.users) return notes;
  const RtlReading& reading = read_rtl(source);
  if (!reading.delays.empty())
    notes.push_back(fmt::format("delays of the RTL are ignored: {}", text_of(reading.delays)));
  if (!reading.outside.empty())
    notes.push_back(fmt::format("the RTL may reach outside of the simulation: {} at {}",
                                reading.outside[0].construct, text_of(reading.outside)));
  return notes;
}

std::vector<std::string> notes_of(const std::string& block, const UserRtl& rtl) {
  return rtl.empty() ? std::vector<std::string>{} : notes_of(rtl_source(block, rtl, {}));
}

}  // namespace heddle
