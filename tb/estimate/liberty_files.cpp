#include "tb/estimate/liberty_files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <map>
#include <utility>

#include "models/base/error.hpp"
#include "models/base/text_file.hpp"
#include "tb/estimate/gzip_text.hpp"

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

/// The text in small letters without blanks and line ends, so that only its meaning is compared.
std::string squeezed(std::string_view text) {
  std::string bare;
  for (const char c : text)
    if (std::isspace(static_cast<unsigned char>(c)) == 0 && c != '\\')
      bare += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return bare;
}

bool same(const std::string& a, const std::string& b) {
  double x = 0, y = 0;
  const auto number = [](const std::string& text, double& to) {
    const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), to);
    return code == std::errc{} && end == text.data() + text.size();
  };
  return number(a, x) && number(b, y) ? x == y : squeezed(a) == squeezed(b);
}

/// The corner and the units of a library, by name.
std::map<std::string, std::string> corner_of(const LibertyGroup& library) {
  std::map<std::string, std::string> corner;
  for (const char* name : alike) corner[name] = library.attribute(name);
  if (const auto unit = library.lists.find("capacitive_load_unit"); unit != library.lists.end())
    for (std::size_t k = 0; k < unit->second.size(); ++k)
      corner[fmt::format("capacitive_load_unit, {}", k == 0 ? "number" : "unit")] = unit->second[k];
  const std::string_view conditions = library.attribute("default_operating_conditions");
  for (const LibertyGroup& group : library.groups)
    if (group.kind == "operating_conditions" && !group.names.empty() && group.names[0] == conditions)
      for (const char* name : {"process", "voltage", "temperature"})
        corner[fmt::format("{} of the default operating conditions", name)] = group.attribute(name);
  return corner;
}

void require_alike(const LibertyFile& first, const LibertyFile& other) {
  auto expected = corner_of(first.library), found = corner_of(other.library);
  for (const auto& [name, value] : found) expected.try_emplace(name);
  for (const auto& [name, value] : expected)
    if (!same(value, found[name]))
      throw Error({.place = fmt::format("{}:{}", other.name, other.library.line),
                   .what = fmt::format("the liberties are not of one corner and one set of units: {}", name),
                   .value = found[name].empty() ? "none" : found[name],
                   .legal = fmt::format("{}, as in {}", value.empty() ? "none" : value, first.name)});
}

std::string_view text_of(const LibertyFile& file, const LibertyGroup& group) {
  return std::string_view(file.text).substr(group.begin, group.end - group.begin);
}

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
  std::map<std::pair<std::string, std::vector<std::string>>, std::pair<const LibertyFile*, std::string>>
      known;
  const auto is_shared = [](const LibertyGroup& group) {
    return group.kind == "type" || group.kind.ends_with("template");
  };
  for (const LibertyGroup& group : files[0].library.groups)
    if (is_shared(group)) known[{group.kind, group.names}] = {&files[0], squeezed(text_of(files[0], group))};
  const LibertyGroup& first = files[0].library;
  std::string text = files[0].text.substr(0, first.end - 1);  // without the last brace
  for (const LibertyFile& file : files.subspan(1))
    for (const LibertyGroup& group : file.library.groups) {
      if (group.kind != "cell" && !is_shared(group)) continue;
      if (is_shared(group)) {
        const std::string bare = squeezed(text_of(file, group));
        const auto [it, fresh] = known.try_emplace({group.kind, group.names}, &file, bare);
        if (!fresh && it->second.second != bare)
          throw Error(
              {.place = fmt::format("{}:{}", file.name, group.line),
               .what = fmt::format("the {} is another one than in {}", group.kind, it->second.first->name),
               .value = fmt::format("{}", fmt::join(group.names, ", "))});
        if (!fresh) continue;
      }
      text += "\n";
      text += text_of(file, group);
    }
  return text + "\n}\n";
}

}  // namespace heddle::estimate
