// SPDX-License-Identifier: Apache-2.0
#include "tb/estimate/stimuli/line_stimulus.hpp"

namespace heddle::estimate {
namespace {

const Registration<Stimulus> bdi_line_compressor_stimulus{line_compressor_stimulus("bdi_line_compressor")};

}  // namespace
}  // namespace heddle::estimate
