#include "hw/caba/line_subroutines.hpp"

#include "models/base/data_root.hpp"

namespace heddle {

Subroutine line_subroutine(const std::string& file) {
  return load_subroutine(data_file("configs/subroutines/" + file + ".ptx").string());
}

LineSubroutines one_for_all_lines(std::shared_ptr<const LineCodec> codec, const std::string& folder) {
  LineSubroutines all{.codec = std::move(codec)};
  all.subroutines.push_back(line_subroutine(folder + "/decompress"));
  all.subroutines.push_back(line_subroutine(folder + "/compress"));
  all.of_event.fill(0);
  all.of_event[LineSubroutines::stores] = 1;
  return all;
}

}  // namespace heddle
