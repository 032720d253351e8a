// SPDX-License-Identifier: Apache-2.0
#include "tb/warped_compression/value_coverage.hpp"

#include <fmt/format.h>

#include "tb/warped_compression/value_generator.hpp"

namespace heddle {
namespace {

/// By class and form: whether at least one of eight registers of the class takes the form.
std::vector<bool> usual_forms(const RegisterForms& forms) {
  constexpr unsigned tries = 64;
  ValueGenerator generator(1);
  std::vector<bool> usual;
  for (unsigned k = 0; k < value_class_count; ++k) {
    std::vector<unsigned> taken(forms.names.size());
    for (unsigned n = 0; n < tries; ++n) {
      WarpRegister lanes;
      const ValueClass wanted{static_cast<std::uint8_t>(k)};
      generator.make(wanted, lanes);
      if (classify(lanes) == wanted) ++taken[forms.form_of(lanes)];
    }
    for (const unsigned times : taken) usual.push_back(times >= tries / 8);
  }
  return usual;
}

std::array<std::uint64_t*, value_class_count> by_class(Coverage& coverage, const std::string& situation) {
  std::array<std::uint64_t*, value_class_count> points;
  for (unsigned k = 0; k < value_class_count; ++k)
    points[k] = &coverage.member(fmt::format("values of class {{}} {}", situation), k,
                                 fmt::format("values \"{}\" {}", value_classes[k].name, situation),
                                 chance_of_values());
  return points;
}

}  // namespace

ValueCoverage::ValueCoverage(Coverage& coverage, const RegisterForms& forms)
    : forms_(forms.names.size()),
      odd_lane_(
          coverage.points("lane {} alone differs from the others", 0, warp_size - 1, chance_of_values())),
      same_again_(coverage.point("the same register again", chance_of_values())),
      one_lane_changed_(
          coverage.point("the register before with another value in one lane", chance_of_values())),
      half_changed_(
          coverage.point("the register before with other values in half of its lanes", chance_of_values())) {
  for (unsigned k = 0; k < value_class_count; ++k)
    seen_[k] = &coverage.point(fmt::format("values \"{}\"", value_classes[k].name));
  after_idle_ = by_class(coverage, "after an idle cycle");
  ahead_of_idle_ = by_class(coverage, "ahead of an idle cycle");
  between_ = by_class(coverage, "between two others");
  const std::vector<bool> usual = usual_forms(forms);
  for (std::size_t form = 0; form < forms_; ++form)
    for (unsigned k = 0; k < value_class_count; ++k) in_form_.push_back(&undemanded_);
  for (std::size_t form = 0; form < forms_; ++form)
    for (unsigned k = 0; k < value_class_count; ++k)
      if (usual[k * forms_ + form])
        in_form_[k * forms_ + form] = &coverage.member(
            fmt::format("values of class {{}} as {}", forms.names[form]), k,
            fmt::format("values \"{}\" as {}", value_classes[k].name, forms.names[form]), chance_of_values());
}

void ValueCoverage::compare(ValueClass value, const WarpRegister& lanes) {
  if (value >= ValueClass::one_lane_of_zero && value <= ValueClass::one_lane) ++*odd_lane_[odd_lane(lanes)];
  std::uint32_t changed = 0;
  for (unsigned i = 0; i < warp_size; ++i) changed += lanes[i] != last_[i];
  same_again_ += changed == 0;
  one_lane_changed_ += changed == 1;
  half_changed_ += changed == warp_size / 2;
  last_ = lanes;
}

}  // namespace heddle
