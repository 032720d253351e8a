// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "models/base/content_hash.hpp"
#include "models/base/error.hpp"
#include "models/base/text_file.hpp"
#include "models/base/whole_file.hpp"
#include "tb/cosim/wave/wave_file.hpp"

namespace heddle {
namespace fs = std::filesystem;
namespace {

std::string with_hash(const std::string& comment, const std::string& view) {
  return fmt::format("{} Heddle writes this file again with each wave, until somebody changes it. {}\n{}",
                     comment, content_hash(view), view);
}

/// Is it what `with_hash` made, of whichever view?
bool is_unchanged(const fs::path& file, const std::string& comment) {
  std::error_code none;
  if (!fs::is_regular_file(file, none)) return false;
  try {
    const std::string text = read_text_file(file, "view of a wave", FileRole::made);
    const std::size_t end = text.find('\n');
    return end != std::string::npos && text == with_hash(comment, text.substr(end + 1));
  } catch (const Error&) {
    return false;
  }
}

std::string path_of(const WaveFile::Shown& s) { return s.scope.empty() ? s.name : s.scope + "." + s.name; }

// GTKWave's bits for how a trace is shown.
constexpr std::uint64_t hexadecimal = 0x22, binary = 0x28, text = 0x820, by_name = 0x1'0000'0000,
                        begin_closed_group = 0xc0'0200, end_group = 0x140'1200, blank = 0x200;

std::uint64_t format_of(const WaveFile::Shown& s) {
  if (s.bits == 0) return text;
  return (s.named ? by_name : 0) | (s.bits == 1 ? binary : hexadecimal);
}

}  // namespace

std::string gtkwave_view(const std::string& wave, const std::vector<WaveFile::Shown>& shown,
                         const std::uint64_t* marker) {
  std::string view = fmt::format("[dumpfile] \"{}\"\n[timestart] 0\n", wave);
  if (marker != nullptr) view += fmt::format("*-14.0 {}\n", *marker);
  std::string scope, group;
  for (std::size_t i = 0; i < shown.size(); ++i) {
    const WaveFile::Shown& s = shown[i];
    if (!s.folded && s.scope != scope) view += fmt::format("@{:x}\n-{}\n", blank, scope = s.scope);
    const bool parts = i + 1 < shown.size() && !s.folded && shown[i + 1].scope == path_of(s);
    const std::string range = s.bits > 1 ? fmt::format("[{}:0]", s.bits - 1) : "";
    view += fmt::format("@{:x}\n{}{}\n", format_of(s), path_of(s), range);
    if (parts) view += fmt::format("@{:x}\n-{}\n", begin_closed_group, group = s.name);
    const bool last = i + 1 == shown.size() || shown[i + 1].scope != s.scope;
    if (s.folded && last && !group.empty()) {
      view += fmt::format("@{:x}\n-{}\n", end_group, group);
      group.clear();
    }
  }
  return view;
}

std::string surfer_view(const std::string& wave, const std::vector<WaveFile::Shown>& shown,
                        const std::uint64_t* marker) {
  std::string view = fmt::format("load_file {}\n", wave), scope;
  for (const WaveFile::Shown& s : shown) {
    if (s.folded) continue;  // expanded from their scope when they are wanted
    if (s.scope != scope) view += fmt::format("divider_add {}\n", scope = s.scope);
    view += fmt::format("variable_add {}\n", path_of(s));
  }
  view += "zoom_fit\n";
  if (marker != nullptr) view += fmt::format("cursor_set {}\nmarker_set mismatch\ngoto_cursor\n", *marker);
  return view;
}

bool write_view(const fs::path& file, const std::string& comment, const std::string& view) {
  std::error_code none;
  const bool absent = fs::symlink_status(file, none).type() == fs::file_type::not_found;
  if (!absent && !is_unchanged(file, comment)) return false;
  WholeFile(file).write(with_hash(comment, view));
  return true;
}

}  // namespace heddle
