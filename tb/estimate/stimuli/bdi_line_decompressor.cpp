// SPDX-License-Identifier: Apache-2.0
#include "tb/estimate/stimuli/line_stimulus.hpp"

namespace heddle::estimate {
namespace {

const Registration<Stimulus> bdi_line_decompressor_stimulus{line_decompressor_stimulus(
    "bdi_line_decompressor", [](const RtlParameters& parameters, std::span<const unsigned char> line) {
      return bdi_line_compress(line, static_cast<BdiBase>(std::stoul(parameters.at("Base"))));
    })};

}  // namespace
}  // namespace heddle::estimate
