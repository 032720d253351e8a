// SPDX-License-Identifier: Apache-2.0
#include "tb/experiment/page_age.hpp"

#include <charconv>
#include <vector>

#include "models/base/text_file.hpp"
#include "tb/cosim/process/command.hpp"

namespace heddle {

PageAge age_of(const std::filesystem::path& page, const std::filesystem::path& root) {
  const std::string text = read_text_file(page, "page", FileRole::made), before = "of commit ";
  const std::size_t at = text.find(before);
  PageAge age;
  if (at != text.npos) {
    const std::size_t from = at + before.size();
    age.commit = text.substr(from, text.find_first_not_of("0123456789abcdef", from) - from);
  }
  if (age.commit.empty())
    throw Error({.place = page.string(), .what = "the page does not say of which commit it was made"});
  const CommandResult counted = run_command(
      {"git", "-C", root.string(), "rev-list", "--count", age.commit + "..HEAD", "--", "hw", "models",
       "tb/run", "tb/workloads", "configs/gpus", "configs/technologies", ":(exclude)*.md"});
  const char* const end = counted.output.data() + counted.output.size();
  if (counted.exit_code != 0 || std::from_chars(counted.output.data(), end, age.since).ec != std::errc())
    throw Error({.place = page.string(),
                 .what = "git cannot count the commits since this one: " + counted.output,
                 .value = age.commit,
                 .legal = "sources in a clone that has the history"});
  return age;
}

}  // namespace heddle
