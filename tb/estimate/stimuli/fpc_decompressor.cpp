// SPDX-License-Identifier: Apache-2.0
#include "models/line_compression/fpc_segments.hpp"
#include "tb/estimate/stimuli/line_stimulus.hpp"

namespace heddle::estimate {
namespace {

const Registration<Stimulus> fpc_decompressor_stimulus{line_decompressor_stimulus(
    "fpc_decompressor", [](const RtlParameters& parameters, std::span<const unsigned char> line) {
      return fpc_compress(line, static_cast<unsigned>(std::stoul(parameters.at("SegmentWords"))));
    })};

}  // namespace
}  // namespace heddle::estimate
