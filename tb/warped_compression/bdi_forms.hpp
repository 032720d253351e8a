// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/warped_compression/bdi.hpp"
#include "tb/warped_compression/value_coverage.hpp"

namespace heddle {

/// The encodings that a compressor with these choices gives to registers.
inline RegisterForms bdi_forms(BdiChoices choices) {
  RegisterForms forms;
  for (unsigned e = 0; e < bdi_encodings; ++e) forms.names.emplace_back(name(static_cast<BdiEncoding>(e)));
  forms.form_of = [choices](const WarpRegister& lanes) {
    return static_cast<unsigned>(bdi_select(lanes, choices));
  };
  return forms;
}

}  // namespace heddle
