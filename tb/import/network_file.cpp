// SPDX-License-Identifier: Apache-2.0
#include "tb/import/network_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <filesystem>

#include "models/base/error.hpp"
#include "models/base/text_file.hpp"

namespace heddle {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view network_form = "settings, each \"NAME = VALUE;\", and comments behind //";

/// The words with one space between two.
std::string spaced(std::string_view text) {
  std::string words;
  bool between = false;
  for (const char c : text) {
    if (std::isspace(static_cast<unsigned char>(c))) {
      between = !words.empty();
    } else {
      if (between) words += ' ';
      words += c;
      between = false;
    }
  }
  return words;
}

bool names_a_setting(std::string_view text) {
  return !text.empty() && std::isdigit(static_cast<unsigned char>(text[0])) == 0 &&
         std::ranges::all_of(text, [](unsigned char c) { return std::isalnum(c) != 0 || c == '_'; });
}

/// Below the folder, whatever the names say?
bool stays_below(const fs::path& path) {
  return path.is_relative() && std::ranges::none_of(path, [](const fs::path& part) { return part == ".."; });
}

/// One setting, up to its ";", and the line in which it begins.
SimOption setting_of(std::string_view text, const std::string& file, unsigned line,
                     const std::string& shown) {
  const std::string place = fmt::format("{}:{}", file, line);
  const std::size_t equals = text.find('=');
  const std::string name = spaced(text.substr(0, equals)),
                    value = equals == text.npos ? "" : spaced(text.substr(equals + 1));
  if (equals == text.npos || !names_a_setting(name))
    throw Error({.place = place,
                 .what = "this is no setting of a network",
                 .value = spaced(text),
                 .legal = std::string(network_form)});
  if (value.empty()) throw Error({.place = place, .what = name + " has no value"});
  return {.name = name, .value = value, .place = place, .line = line, .file = shown};
}

}  // namespace

std::vector<SimOption> network_settings_of(std::string_view text, const std::string& place,
                                           const std::string& shown) {
  std::vector<SimOption> all;
  std::string setting;  // from its first letter on
  unsigned line = 1, begins = 1;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text.substr(at).starts_with("//")) {
      at = std::min(text.find('\n', at), text.size()) - 1;
    } else if (text[at] == ';') {
      if (!setting.empty()) all.push_back(setting_of(setting, place, begins, shown));
      setting.clear();
    } else {
      if (setting.empty()) begins = line;
      if (!setting.empty() || std::isspace(static_cast<unsigned char>(text[at])) == 0) setting += text[at];
      line += text[at] == '\n';
    }
  }
  if (!setting.empty())
    throw Error({.place = fmt::format("{}:{}", place, begins),
                 .what = "a setting has no ; at its end",
                 .value = spaced(setting),
                 .legal = std::string(network_form)});
  if (all.empty())
    throw Error(
        {.place = place, .what = "the network's file has no setting", .legal = std::string(network_form)});
  return all;
}

Network network_of(const SimOptions& options, const std::string& configuration) {
  const auto mode = options.find("-network_mode");
  if (mode != options.end() && Conversion::without_blanks(mode->second.value) != "1") return {};
  const auto named = std::ranges::find_if(options, [](const auto& entry) {
    return entry.first == "-inter_config_file" || entry.first == "-inter_config";
  });
  if (named == options.end()) return {};
  const SimOption& option = named->second;
  const auto left_out = [&](std::string text) -> Network {
    return {.note = ImportNote{Conversion::shown(option), option.line, std::move(text), ""}};
  };
  if (!stays_below(option.value))
    return left_out("only a file beside or below the configuration is read; the defaults of icnt remain");
  const std::string file = (fs::path(configuration).parent_path() / option.value).string();
  std::string text;
  try {
    text = read_text_file(file, "network's file");
  } catch (const Error& error) {
    return left_out(fmt::format("{}; the defaults of icnt remain", error.what()));
  }
  return {.settings = network_settings_of(text, file, option.value)};
}

}  // namespace heddle
