// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "hw/sim/net.hpp"
#include "hw/sim/rtl_model.hpp"
#include "tb/cosim/compare/mismatch.hpp"
#include "tb/cosim/coverage/coverage.hpp"
#include "tb/cosim/pins/pin_layout.hpp"
#include "tb/cosim/rtl/user_rtl.hpp"

namespace heddle {

/// One block, one parameter set, one RTL.
struct CosimRequest {
  std::string block;
  std::string set = {};                     ///< named in the block's card; empty: default
  std::vector<std::string> overrides = {};  ///< "latency=4", on top of the set
  UserRtl rtl = {};                         ///< the user's own; empty: Heddle's
  /// RTL that is built already, instead of `rtl`: mutants, netlists. Takes the parameters of the set.
  std::function<std::unique_ptr<RtlModel>()> made = {};
  std::uint64_t vectors = 20'000;
  std::uint64_t most_vectors = 0;  ///< goes on to so many while a coverage point has not been reached
  std::uint64_t seed = 1;
  bool transactions = false;  ///< a constant latency of the RTL does not matter
  /// FST file of the last cycles, with the signals inside of the RTL; empty: BLOCK.fst or BLOCK-SET.fst, only
  /// at a mismatch and of the pins alone.
  std::string wave = {};
  unsigned wave_levels = 100;  ///< levels of instances below the RTL's module that are in the wave
  bool no_wave = false;        ///< not even then
  bool checksum = false;       ///< sum up the model's outputs and their cycles
  bool rates = false;          ///< measure the bare loop and the RTL on its pins, too
  Carrier carrier = Carrier::wire;
  bool skipping = true;   ///< idle cycles are skipped where a block allows it
  bool sleeping = false;  ///< inputs stay as they are at times, and the RTL sleeps as it may in a GPU
};

enum class Verdict {
  equal,    ///< every output at every cycle (or every transaction)
  shifted,  ///< equal but for a constant number of cycles, which was not to be ignored
  differs,
};

/// Vectors per second of processor time.
struct CosimRates {
  double bare = 0;      ///< the Verilated module in a plain loop
  double pins = 0;      ///< behind the pins of its block, in a clock domain
  double lockstep = 0;  ///< with stimulus, model, comparison and coverage
  /// Ratios to what the bare loop reached in the same moments.
  double pins_of_bare = 0, lockstep_of_bare = 0;
};

/// A channel of the block that was simulated.
struct CosimChannel {
  PinLayout layout;
  bool input = false;
};

struct CosimResult {
  CosimRequest request;
  std::string parameters;  ///< "Latency=2 Choices=7"
  Verdict verdict = Verdict::equal;
  std::int64_t offset = 0;  ///< cycles by which the RTL is later
  std::uint64_t vectors = 0, cycles = 0, resets = 0;
  std::uint64_t checksum = 0;  ///< when it was asked for
  std::vector<Coverage::Point> coverage;
  std::optional<Mismatch> mismatch;
  std::string wave;  ///< file written; empty: none
  CosimRates rates;
  std::vector<CosimChannel> channels;
  std::vector<std::string> notes;  ///< notes_of the RTL

  /// Whether the result is what the request demands.
  bool passed() const { return verdict == Verdict::equal; }
  std::vector<std::string> holes() const;  ///< coverage points never seen
};

/// Called from time to time with the progress of request `index`, in vectors.
using CosimProgress = std::function<void(std::size_t index, std::uint64_t done)>;

/// Runs all requests, one after the other, in one simulation; once a process. Throws Error for an unknown
/// block or set and for RTL that cannot be built or does not fit the pins; a mismatch is a result.
std::vector<CosimResult> cosimulate(const std::vector<CosimRequest>& requests,
                                    const CosimProgress& progress = {});

/// Blocks that have a bench, by name.
std::vector<std::string> cosim_blocks();

/// The result as text.
std::string text_of(const CosimResult& result);

}  // namespace heddle
