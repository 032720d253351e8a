#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "hw/sim/block_maker.hpp"
#include "hw/sim/clock_domain.hpp"
#include "hw/sim/wire.hpp"
#include "hw/sm/register_form.hpp"
#include "hw/sm/register_place.hpp"
#include "models/base/config_tree.hpp"
#include "models/base/statistics.hpp"
#include "models/tandem/value_model.hpp"

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

/// The seams of the pipeline that techniques fill.
struct Seams {
  FormMaker form{};                                ///< empty: plain registers
  std::shared_ptr<const RegisterPlacing> place{};  ///< null: each register has its own
  std::shared_ptr<const ValueModel> values{};      ///< null: nobody changes values

  Seams() = default;
  Seams(FormMaker f) : form(std::move(f)) {}  // NOLINT: many have no more to say
};

/// A technique that `--with` can put into the platform. It fills seams of the pipeline; its configuration is
/// the section of its name.
struct TechniqueEntry {
  std::string name;
  std::string description;
  std::vector<ParameterInfo> parameters;
  /// Each resolves the technique's section, and throws Error as `resolve` does; empty where the technique
  /// leaves that seam alone.
  std::function<FormMaker(const ConfigTree&)> form{};
  std::function<std::shared_ptr<const RegisterPlacing>(const ConfigTree&)> place{};
  std::function<std::shared_ptr<const ValueModel>(const ConfigTree&)> values{};

  /// Fills the seams that it has; `tree` holds its section.
  void fill(Seams& seams, const ConfigTree& tree) const {
    if (form) seams.form = form(tree);
    if (place) seams.place = place(tree);
    if (values) seams.values = values(tree);
  }

  static std::string_view kind() { return "technique"; }
};

}  // namespace heddle
