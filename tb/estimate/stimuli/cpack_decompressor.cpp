// SPDX-License-Identifier: Apache-2.0
#include "models/line_compression/cpack_layouts.hpp"
#include "tb/estimate/stimuli/line_stimulus.hpp"

namespace heddle::estimate {
namespace {

const Registration<Stimulus> cpack_decompressor_stimulus{line_decompressor_stimulus(
    "cpack_decompressor", [](const RtlParameters& parameters, std::span<const unsigned char> line) {
      return cpack_compress(line, static_cast<unsigned>(std::stoul(parameters.at("DictionaryValues"))));
    })};

}  // namespace
}  // namespace heddle::estimate
