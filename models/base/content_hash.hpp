// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <string_view>

namespace heddle {

/// A name for content, under which results made from it are found again: XXH3 with 128 bits (xxHash) over the
/// parts, each preceded by its length, so that no two lists of parts run into each other.
class ContentHash {
 public:
  ContentHash();
  void add(std::string_view part);
  /// 32 hexadecimal digits of all that was added.
  std::string text() const;

 private:
  struct State;
  struct Delete {
    void operator()(State* state) const;
  };
  std::unique_ptr<State, Delete> state_;
};

/// The hash of one content.
std::string content_hash(std::string_view content);

}  // namespace heddle
