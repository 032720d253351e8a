// SPDX-License-Identifier: Apache-2.0
#include "tb/estimate/sram.hpp"

#include <fmt/format.h>

#include <cmath>

#include "models/base/config.hpp"
#include "models/base/error.hpp"

namespace heddle::estimate {

namespace {

/// The logarithms of a memory's size and width relative to another memory.
struct Offset {
  double bits, width;
};

Offset offset(const SramMacro& m, double bits, double width) {
  return {std::log(bits / m.bits), std::log(width / m.width)};
}

double determinant(const Offset& a, const Offset& b) { return a.bits * b.width - b.bits * a.width; }

}  // namespace

void SramModel::validate() const {
  if (macros.size() != 3)
    throw Error(
        {.what = "a model of memories needs three of them", .value = fmt::format("{}", macros.size())});
  const SramMacro& m = macros[0];
  if (determinant(offset(m, macros[1].bits, macros[1].width), offset(m, macros[2].bits, macros[2].width)) ==
      0)
    throw Error({.what = "these three memories do not determine a law of size and width",
                 .legal = "sizes and widths that are no powers of each other in the same ratio"});
}

SramMacro SramModel::macro(unsigned rows, unsigned width) const {
  const SramMacro& m = macros[0];
  const double bits = static_cast<double>(rows) * width;
  const Offset first = offset(m, macros[1].bits, macros[1].width),
               second = offset(m, macros[2].bits, macros[2].width), wanted = offset(m, bits, width);
  // The position of the wanted memory, in the basis of the two vectors from the first known memory to the
  // other two.
  const double along_first = determinant(wanted, second) / determinant(first, second),
               along_second = determinant(first, wanted) / determinant(first, second);
  const auto law = [&](double SramMacro::*figure) {
    return m.*figure * std::pow(macros[1].*figure / m.*figure, along_first) *
           std::pow(macros[2].*figure / m.*figure, along_second);
  };
  return {bits,
          static_cast<double>(width),
          law(&SramMacro::area_um2),
          law(&SramMacro::read_pj),
          law(&SramMacro::write_pj),
          law(&SramMacro::leakage_mw),
          law(&SramMacro::access_ns)};
}

SramModel read_sram_model(const std::filesystem::path& file) {
  ConfigTree tree;
  tree.add_file(file.string());
  SramModel model = resolve<SramModel>(tree);
  tree.check_all_used();
  return model;
}

}  // namespace heddle::estimate
