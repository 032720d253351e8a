#include "tb/cli/register_recorder.hpp"

#include <fstream>

#include "models/base/error.hpp"

namespace heddle {

void RegisterRecorder::write(const std::filesystem::path& file) const {
  std::ofstream out(file, std::ios::binary);
  for (const WarpRegister& r : registers_) out.write(reinterpret_cast<const char*>(&r), sizeof r);
  out.close();
  if (!out) throw Error({.what = "the recorded registers cannot be written", .value = file.string()});
}

}  // namespace heddle
