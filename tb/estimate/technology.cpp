// SPDX-License-Identifier: Apache-2.0
#include "tb/estimate/technology.hpp"

#include <fmt/format.h>

#include "models/base/config.hpp"
#include "models/base/data_root.hpp"
#include "models/base/error.hpp"

namespace heddle::estimate {

void Scaling::validate() const {
  for (const auto* band : {&area_band, &delay_band, &energy_band})
    if (band->size() != 2 || band->front() > band->back())
      throw Error({.what = "an error band is two numbers of percent",
                   .value = fmt::format("{} of them", band->size()),
                   .legal = "[lowest, highest]"});
}

Technology read_technology(const std::filesystem::path& file) {
  ConfigTree tree;
  tree.add_file(file.string());
  Technology technology = resolve<Technology>(tree);
  tree.check_all_used();
  return technology;
}

LibertyPaths liberty_paths(const Technology& technology, const LibertyPaths& files) {
  return files.empty() ? LibertyPaths{technology.liberty} : files;
}

Technology choose_technology(const LibertyPaths& files) {
  if (!files.empty()) {
    Technology technology{.source = "given on the command line"};
    for (const std::filesystem::path& file : files) {
      technology.name += (technology.name.empty() ? "" : ", ") + file.stem().string();
      technology.liberty += (technology.liberty.empty() ? "" : ", ") + file.string();
    }
    return technology;
  }
  Technology technology = read_technology(data_file("configs/technologies/osu018.yaml"));
  if (!std::filesystem::exists(technology.liberty))
    throw Error({.place = technology.liberty,
                 .what = "the default liberty is not installed",
                 .legal = fmt::format("apt-get install {}, or --liberty FILE", technology.package)});
  return technology;
}

}  // namespace heddle::estimate
