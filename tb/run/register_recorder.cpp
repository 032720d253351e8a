#include "tb/run/register_recorder.hpp"

#include "models/base/whole_file.hpp"

namespace heddle {

void RegisterRecorder::write(const std::filesystem::path& file) const {
  WholeFile(file).write(
      {reinterpret_cast<const char*>(registers_.data()), registers_.size() * sizeof(WarpRegister)});
}

}  // namespace heddle
