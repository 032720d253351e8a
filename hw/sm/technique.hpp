#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "hw/sim/block_maker.hpp"
#include "hw/sim/clock_domain.hpp"
#include "hw/sim/wire.hpp"
#include "hw/sm/register_form.hpp"
#include "models/base/config_tree.hpp"
#include "models/base/statistics.hpp"

namespace heddle {

/// What a register form of one SM is made with.
struct FormParts {
  ClockDomain& clock;
  Wire<bool>& rst_n;
  BlockMaker blocks{};
  StatGroup& stats;
  unsigned registers = 0;  ///< warp registers of the SM
};
using FormMaker = std::function<std::unique_ptr<RegisterForm>(const FormParts&)>;

/// A technique that `--with` can put into the platform. It fills seams of the pipeline; its configuration is
/// the section of its name.
struct TechniqueEntry {
  std::string name;
  std::string description;
  std::vector<ParameterInfo> parameters;
  /// Resolves the technique's section; throws Error as `resolve` does.
  std::function<FormMaker(const ConfigTree&)> form;

  static std::string_view kind() { return "technique"; }
};

}  // namespace heddle
