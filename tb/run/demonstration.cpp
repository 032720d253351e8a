// SPDX-License-Identifier: Apache-2.0
#include "tb/run/demonstration.hpp"

#include "models/base/config.hpp"
#include "models/base/data_root.hpp"

namespace heddle {

void Demonstration::validate() const {
  if (with.empty()) throw Error({.what = "no technique in with", .legal = "a list of one or more"});
}

Demonstration demonstration() {
  ConfigTree tree;
  tree.add_file(data_file("configs/demo.yaml"));
  auto shown = resolve<Demonstration>(tree);
  tree.check_all_used();
  return shown;
}

}  // namespace heddle
