// SPDX-License-Identifier: Apache-2.0
#include "tb/warped_compression/bdi_compressor/bdi_compressor_bench.hpp"

#include "tb/cosim/bench/cosim_entry.hpp"
#include "tb/warped_compression/bdi_compressor/bdi_compressor_coverage.hpp"

namespace heddle {

static const Registration<CosimEntry> registration{cosim_entry<BdiCompressorBench, BdiCompressorCoverage>()};

}  // namespace heddle
