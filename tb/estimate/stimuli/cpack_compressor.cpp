// SPDX-License-Identifier: Apache-2.0
#include "tb/estimate/stimuli/line_stimulus.hpp"

namespace heddle::estimate {
namespace {

const Registration<Stimulus> cpack_compressor_stimulus{line_compressor_stimulus("cpack_compressor")};

}  // namespace
}  // namespace heddle::estimate
