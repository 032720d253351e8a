// SPDX-License-Identifier: Apache-2.0
#include "tests/report/browser.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <sstream>

#include "tests/cli/program.hpp"

namespace heddle {

ShownPage shown_page(const std::filesystem::path& page) {
  const TemporaryFolder folder;
  const auto out = folder.path() / "out", err = folder.path() / "err";
  const std::string command =
      "HOME='" + folder.path().string() +
      "' chromium --headless --no-sandbox --disable-gpu --no-first-run --enable-logging=stderr "
      "--virtual-time-budget=10000 --user-data-dir='" +
      (folder.path() / "profile").string() + "' --dump-dom 'file://" + page.string() + "' >'" + out.string() +
      "' 2>'" + err.string() + "'";
  EXPECT_EQ(std::system(command.c_str()), 0) << content_of(err);
  ShownPage shown{.document = content_of(out)};
  std::istringstream lines(content_of(err));
  for (std::string line; std::getline(lines, line);)
    if (line.find("CONSOLE") != std::string::npos) shown.console += line + "\n";
  return shown;
}

std::size_t count_of(const std::string& part, const std::string& text) {
  std::size_t count = 0;
  for (std::size_t at = 0; (at = text.find(part, at)) != text.npos; at += part.size()) ++count;
  return count;
}

}  // namespace heddle
