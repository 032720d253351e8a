// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "hw/e2mc/e2mc_config.hpp"
#include "hw/e2mc/line_owners.hpp"
#include "models/e2mc/e2mc_line_codec.hpp"
#include "models/e2mc/sampled_code.hpp"
#include "models/e2mc/value_counts.hpp"

namespace heddle {

/// The code of a machine's run (Lal2017, section III-B2), or its codes: of the kernels or allocations with
/// most bytes in DRAM, and a common one of all other lines. An online code is made by software, in no time,
/// when the tables that have counted the values of the sampling phase are read out; then the units load it.
/// It does not change any more.
class RunCode {
 public:
  explicit RunCode(const E2mcConfig& config);

  std::shared_ptr<const LineCodec> codec() const { return codec_; }
  /// By number, the common one first; none in the sampling phase.
  const std::vector<OwnedCode>& codes() const { return codes_; }
  /// Whose codes these are, and whose lines.
  LineOwners& owners() { return *owners_; }

  /// Is the sampling phase over? Throws Error when there is neither a code nor a sampling phase.
  bool ended() const;
  /// A line of the sampling phase is counted by software, after so many instructions of the run. True when
  /// the phase ends with it.
  bool saw(std::span<const unsigned char> line, std::uint64_t instructions, const CodeOwner& owner = {});
  /// A line of the sampling phase has come to a table, after so many instructions. True when the phase ends
  /// with it.
  bool reached(std::uint64_t instructions);
  /// There is a table, whose entries are to be read out when `end` is called; then it gives them to
  /// `sampled`.
  void add_sampler(std::function<void()> end) { samplers_.push_back(std::move(end)); }
  void sampled(const e2mc::SampledCounts& counts);
  /// Bytes of a line that a controller sees uncompressed, in the code that it is or would be stored with.
  unsigned stored_bytes(const SeenLine& seen) const {
    return codec_->encode_with(owners_->number_of(owners_->stored_by(seen)), seen.bytes).length;
  }
  /// `load` is called once, when there are codes: now or later.
  void when_made(std::function<void(const std::vector<OwnedCode>&)> load);

  /// A layer of configuration with the codes, or with those of all values that software has counted in a run
  /// that made none. Throws Error when a code was given for somebody whom the run has never seen.
  std::string layer() const;

 private:
  std::vector<OwnedCode> counted_codes() const;
  void make(std::vector<OwnedCode> codes);

  const E2mcConfig config_;
  const std::shared_ptr<LineOwners> owners_;
  const std::shared_ptr<E2mcLineCodec> codec_;
  std::map<CodeOwner, e2mc::ValueCounts> counts_;
  e2mc::SampledCounts sampled_;
  bool ended_ = false;
  std::vector<std::function<void()>> samplers_;
  std::size_t read_out_ = 0;  ///< tables
  std::vector<OwnedCode> codes_;
  std::vector<std::function<void(const std::vector<OwnedCode>&)>> waiting_;
};

}  // namespace heddle
