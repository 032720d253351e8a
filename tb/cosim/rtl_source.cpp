#include "tb/cosim/rtl_source.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <regex>
#include <set>
#include <sstream>

#include "hw/sim/block_entry.hpp"
#include "models/base/data_root.hpp"
#include "models/base/error.hpp"
#include "models/base/text_file.hpp"

namespace heddle {
namespace fs = std::filesystem;
namespace {

bool is_hdl(const fs::path& file) {
  static const std::set<std::string> extensions{".sv", ".svh", ".v", ".vh"};
  return extensions.contains(file.extension().string());
}

/// The identifiers in a text, outside of comments.
std::set<std::string, std::less<>> words_of(std::string_view text) {
  std::set<std::string, std::less<>> words;
  const auto is_word = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '$';
  };
  for (std::size_t i = 0; i < text.size();) {
    if (text.substr(i, 2) == "//") {
      i = std::min(text.find('\n', i), text.size());
    } else if (text.substr(i, 2) == "/*") {
      i = std::min(text.find("*/", i + 2), text.size() - 2) + 2;
    } else {
      std::size_t end = i;
      while (end < text.size() && is_word(text[end])) ++end;
      if (end > i) words.emplace(text.substr(i, end - i));
      i = end > i ? end : i + 1;
    }
  }
  return words;
}

/// The paths that a text includes.
std::vector<std::string> includes_of(const std::string& text) {
  static const std::regex line("`include\\s+\"([^\"\n]+)\"");
  std::vector<std::string> paths;
  for (std::sregex_iterator it(text.begin(), text.end(), line), end; it != end; ++it)
    paths.push_back((*it)[1]);
  return paths;
}

void keep_declared(RtlSource& source) {
  const auto words = words_of(read_text_file(source.file, "RTL"));
  const RtlParameters defaults = default_parameters(source.block);
  for (auto it = source.parameters.begin(); it != source.parameters.end();) {
    if (words.contains(it->first)) {
      ++it;
    } else if (const auto d = defaults.find(it->first); d != defaults.end() && d->second == it->second) {
      it = source.parameters.erase(it);
    } else {
      throw Error({.place = source.file.string(),
                   .what = "the RTL does not declare a parameter that the set asks for",
                   .value = fmt::format("{}={}", it->first, it->second)});
    }
  }
}

}  // namespace

RtlParameters default_parameters(std::string_view block) {
  RtlParameters all;
  for (const ParameterInfo& p : Registry<BlockEntry>::instance().find(block).parameters)
    all[rtl_name(p.path)] = p.defaults.at(0);
  return all;
}

RtlSource rtl_source(std::string_view block, const fs::path& file, const RtlParameters& parameters) {
  const BlockEntry& entry = Registry<BlockEntry>::instance().find(block);
  const fs::path root = data_root();
  const fs::path own = root / "rtl_ref" / entry.technique;
  RtlSource source{entry.name, file.empty() ? own / (entry.name + ".sv") : file, {}, parameters};
  if (!file.empty()) {
    keep_declared(source);
    source.folders.push_back(file.has_parent_path() ? file.parent_path() : fs::path("."));
  }
  source.folders.push_back(own);
  source.folders.push_back(root);
  return source;
}

std::vector<fs::path> files_of(const RtlSource& source) {
  std::map<std::string, std::vector<fs::path>> candidates;  // by the first identifier of the name
  for (const fs::path& folder : source.folders)
    for (const auto& entry : fs::directory_iterator(folder, fs::directory_options::skip_permission_denied))
      if (const std::string name = entry.path().filename().string(); is_hdl(entry.path()))
        candidates[name.substr(0, name.find_first_of(".- "))].push_back(entry.path());

  candidates.erase(source.block);  // that module is in the source's own file
  std::vector<fs::path> files{source.file};
  const auto add = [&](const fs::path& file) {
    std::error_code none;
    for (const fs::path& known : files)
      if (fs::equivalent(known, file, none)) return;
    files.push_back(file);
  };
  for (std::size_t i = 0; i < files.size(); ++i) {
    const std::string text = read_text_file(files[i], "RTL");
    for (const std::string& word : words_of(text))
      if (const auto node = candidates.extract(word))
        for (const fs::path& file : node.mapped()) add(file);
    for (const std::string& path : includes_of(text))
      for (const fs::path& folder : source.folders)
        if (fs::is_regular_file(folder / path)) add(folder / path);
  }
  return files;
}

}  // namespace heddle
