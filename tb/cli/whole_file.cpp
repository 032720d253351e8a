#include "tb/cli/whole_file.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include "models/base/error.hpp"

namespace heddle {
namespace fs = std::filesystem;

WholeFile::WholeFile(fs::path path)
    : path_(std::move(path)),
      fresh_(path_.parent_path() / fmt::format(".{}.partial-{}", path_.filename().string(), ::getpid())),
      out_(fresh_, std::ios::binary) {
  if (!out_ || fs::is_directory(path_)) fail();
}

WholeFile::~WholeFile() {
  std::error_code none;
  fs::remove(fresh_, none);
}

void WholeFile::fail() const {
  std::error_code none;
  fs::remove(fresh_, none);  // also when the constructor throws
  throw Error({.place = "command line", .what = "the file cannot be written", .value = path_.string()});
}

void WholeFile::write(const std::string& text) {
  out_ << text;
  out_.close();
  std::error_code failure;
  if (out_) fs::rename(fresh_, path_, failure);
  if (!out_ || failure) fail();
}

}  // namespace heddle
