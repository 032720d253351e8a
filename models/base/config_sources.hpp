#pragma once

#include <string>

#include "models/base/config_tree.hpp"

namespace heddle {

/// Where a value of a configuration comes from.
struct ValueSource {
  enum class Kind {
    file,      ///< a file says it, and its comment says whence
    no_word,   ///< a file says it without a comment
    fallback,  ///< no file says it: the default, with the source of that
    choice,    ///< nobody knows it: the source says that it is a choice
    user       ///< the command line
  } kind = Kind::user;
  std::string text{};  ///< the source
};

/// The source of a resolved value: the comment on its line of the file, else the nearest above it in its
/// section, or of the section; of a default, that of its parameter. A source with the words "choice" or "not
/// known" is a choice.
ValueSource source_of(const ConfigTree::Resolved& value);

/// The values of a resolved configuration with their sources as a table, and how many of each kind there are,
/// and the values that are choices once more by themselves.
std::string sources_text(const ConfigTree& tree);

}  // namespace heddle
