// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>

namespace heddle {

/// What Chromium makes of a page that it opens from the file.
struct ShownPage {
  std::string document{};  ///< as HTML, once the page's scripts have run
  std::string console{};   ///< what they have printed, and their errors
};
ShownPage shown_page(const std::filesystem::path& page);

/// How often `part` stands in `text`.
std::size_t count_of(const std::string& part, const std::string& text);

}  // namespace heddle
