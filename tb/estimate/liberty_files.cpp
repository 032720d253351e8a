#include "tb/estimate/liberty_files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <map>
#include <utility>

#include "models/base/error.hpp"
#include "models/base/text_file.hpp"
#include "tb/estimate/gzip_text.hpp"
#include "tb/estimate/liberty_tables.hpp"

namespace heddle::estimate {
namespace {

constexpr const char* kind = "liberty";

/// What must be alike: figures of files of several corners cannot be added.
constexpr std::array alike{"delay_model",
                           "time_unit",
                           "voltage_unit",
                           "current_unit",
                           "leakage_power_unit",
                           "pulling_resistance_unit",
                           "nom_process",
                           "nom_voltage",
                           "nom_temperature",
                           "slew_derate_from_library",
                           "slew_lower_threshold_pct_rise",
                           "slew_upper_threshold_pct_rise",
                           "slew_lower_threshold_pct_fall",
                           "slew_upper_threshold_pct_fall",
                           "input_threshold_pct_rise",
                           "input_threshold_pct_fall",
                           "output_threshold_pct_rise",
                           "output_threshold_pct_fall"};
/// The same of figures for what a cell does not say; none is zero. All cells get those of the first file.
constexpr std::array alike_or_zero{"default_cell_leakage_power", "default_leakage_power_density",
                                   "default_input_pin_cap", "default_output_pin_cap",
                                   "default_inout_pin_cap"};

/// The text in small letters without blanks and line ends, so that only its meaning is compared.
std::string squeezed(std::string_view text) {
  std::string bare;
  for (const char c : text)
    if (std::isspace(static_cast<unsigned char>(c)) == 0 && c != '\\')
      bare += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return bare;
}

bool same(const std::string& a, const std::string& b) {
  const std::optional<double> x = liberty_number(a), y = liberty_number(b);
  return x && y ? *x == *y : squeezed(a) == squeezed(b);
}

/// The corner and the units of a library, by name.
std::map<std::string, std::string> corner_of(const LibertyGroup& library) {
  std::map<std::string, std::string> corner;
  for (const char* name : alike) corner[name] = library.attribute(name);
  for (const char* name : alike_or_zero) {
    corner[name] = library.attribute(name);
    if (corner[name].empty()) corner[name] = "0";
  }
  if (const auto unit = library.lists.find("capacitive_load_unit"); unit != library.lists.end())
    for (std::size_t k = 0; k < unit->second.size(); ++k)
      corner[fmt::format("capacitive_load_unit, {}", k == 0 ? "number" : "unit")] = unit->second[k];
  const std::string_view conditions = library.attribute("default_operating_conditions");
  for (const char* name : {"process", "voltage", "temperature"}) {
    std::string& value = corner[fmt::format("{} of the default operating conditions", name)];
    value = library.attribute(fmt::format("nom_{}", name));
    for (const LibertyGroup& group : library.groups)
      if (group.kind == "operating_conditions" && !group.names.empty() && group.names[0] == conditions)
        value = group.attribute(name);
  }
  return corner;
}

void require_alike(const LibertyFile& first, const LibertyFile& other) {
  auto expected = corner_of(first.library), found = corner_of(other.library);
  for (const auto& [name, value] : found) expected.try_emplace(name);
  for (const auto& [name, value] : expected)
    if (!same(value, found[name]))
      throw Error({.place = fmt::format("{}:{}", other.name, other.library.line_of(name)),
                   .what = fmt::format("the liberties are not of one corner and one set of units: {}", name),
                   .value = found[name].empty() ? "none" : found[name],
                   .legal = fmt::format("{}, as in {}", value.empty() ? "none" : value, first.name)});
}

std::string_view text_of(const LibertyFile& file, const LibertyGroup& group) {
  return std::string_view(file.text).substr(group.begin, group.end - group.begin);
}

bool is_template(const LibertyGroup& group) { return group.kind.ends_with("template"); }

/// What stands between the parentheses at `open`, without quotes and blanks, if a group's brace follows.
std::string_view name_of_group(std::string_view text, std::size_t open) {
  const std::size_t close = text.find(')', open);
  if (close == text.npos) return {};
  const std::size_t next = text.find_first_not_of(" \t\r\n", close + 1);
  if (next == text.npos || text[next] != '{') return {};
  constexpr std::string_view around = " \t\"";
  const std::string_view inside = text.substr(open + 1, close - open - 1);
  const std::size_t first = inside.find_first_not_of(around);
  return first == inside.npos ? inside.substr(0, 0)
                              : inside.substr(first, inside.find_last_not_of(around) - first + 1);
}

/// The text of a cell with other names of templates.
std::string with_templates(std::string_view text,
                           const std::map<std::string, std::string, std::less<>>& names) {
  std::string result;
  std::size_t done = 0;
  for (std::size_t open = text.find('('); open != text.npos; open = text.find('(', open + 1)) {
    const auto other = names.find(name_of_group(text, open));
    if (other == names.end()) continue;
    std::string_view ahead = text.substr(0, text.find_last_not_of(" \t", open == 0 ? 0 : open - 1) + 1);
    ahead.remove_prefix(ahead.find_last_of(" \t\r\n{};") + 1);
    if (ahead == "pin" || ahead == "cell" || ahead == "bus" || ahead == "bundle") continue;
    result += text.substr(done, open - done);
    result += "(" + other->second;
    done = text.find(')', open);
  }
  result += text.substr(done);
  return result;
}

/// Puts libraries of one corner together. A template of tables that another file has with other axes gets
/// a name of its own.
class Merge {
 public:
  explicit Merge(const LibertyFile& first) : text_(first.text.substr(0, first.library.end - 1)) {
    for (const LibertyGroup& group : first.library.groups) add_shared(first, group, false);
  }

  void add(const LibertyFile& file, std::size_t number) {
    renamed_.clear();
    for (const LibertyGroup& group : file.library.groups) add_shared(file, group, true, number);
    for (const LibertyGroup& group : file.library.groups)
      if (group.kind == "cell")
        append(renamed_.empty() ? std::string(text_of(file, group))
                                : with_templates(text_of(file, group), renamed_));
  }

  std::string text() const { return text_ + "\n}\n"; }

 private:
  void append(std::string_view group) { (text_ += "\n") += group; }

  void add_shared(const LibertyFile& file, const LibertyGroup& group, bool write, std::size_t number = 0) {
    if ((group.kind != "type" && !is_template(group)) || group.names.empty()) return;
    const std::string_view own = text_of(file, group);
    const std::string body = squeezed(own.substr(own.find('{')));
    const auto [it, fresh] = known_.try_emplace({group.kind, group.names[0]}, &file, body);
    if (fresh && write) append(own);
    if (fresh || it->second.second == body) return;
    if (group.kind == "type")
      throw Error({.place = fmt::format("{}:{}", file.name, group.line),
                   .what = fmt::format("the type is another one than in {}", it->second.first->name),
                   .value = group.names[0]});
    const std::string name = fmt::format("{}_of_file_{}", group.names[0], number);
    renamed_[group.names[0]] = name;
    append(fmt::format("{} ({}) {}", group.kind, name, own.substr(own.find('{'))));
  }

  using Key = std::pair<std::string, std::string>;
  std::map<Key, std::pair<const LibertyFile*, std::string>> known_;
  std::map<std::string, std::string, std::less<>> renamed_;
  std::string text_;
};

}  // namespace

std::vector<LibertyFile> read_liberty_files(std::span<const std::filesystem::path> files) {
  std::vector<LibertyFile> all;
  for (const std::filesystem::path& path : files) {
    LibertyFile file{.name = path.string(), .text = read_text_file(path, kind), .library = {}};
    file.packed = is_gzip(file.text);
    if (file.packed) file.text = gunzip(file.text, kind, file.name);
    file.library = parse_liberty(file.text, file.name);
    if (!all.empty()) require_alike(all[0], file);
    all.push_back(std::move(file));
  }
  return all;
}

std::string merged(std::span<const LibertyFile> files) {
  Merge all(files[0]);
  for (std::size_t k = 1; k < files.size(); ++k) all.add(files[k], k + 1);
  return all.text();
}

}  // namespace heddle::estimate
