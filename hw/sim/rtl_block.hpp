// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "hw/sim/block.hpp"
#include "hw/sim/rtl_model.hpp"

namespace heddle {

/// The pins of a block tied to the ports of a Verilated module, by name and width. Knows no block.
class RtlBinding {
 public:
  /// Throws Error that lists every missing, extra and misshaped port.
  RtlBinding(std::string_view block, RtlModel& rtl, const std::vector<Channel*>& channels);

  void set_reset(bool rst_n) { *rst_n_ = rst_n; }
  /// Pins -> inputs of the RTL. An idle beat changes only the valid bit. True if any input changed; a valid
  /// beat counts as a change whatever it carries.
  bool drive();
  /// Outputs of the RTL -> pins. True if any output changed, in the same sense.
  bool sample();

 private:
  struct Tie {
    std::byte* rtl;
    std::size_t offset, bytes;
  };
  struct Bound {
    Channel* channel;
    std::vector<Tie> ties;  // the valid bit of a beat comes last
    bool was_valid = false;
  };
  std::vector<Bound> inputs_, outputs_;
  unsigned char* rst_n_ = nullptr;
};

/// A Verilated module behind the pins P.
template <class P>
class RtlBlock : public BlockWith<P> {
 public:
  /// Does a settled state stay unchanged while these inputs stay unchanged? False for inputs that count at
  /// each edge.
  using Rests = bool (*)(const P&);

  /// `settle`: this many edges with unchanged inputs and outputs leave the RTL's state unchanged too, so that
  /// it may sleep until a pin changes; 0 = unknown, tick it always. Without `rests`, levels never keep the
  /// RTL awake; a valid beat always does.
  RtlBlock(sc_core::sc_module_name name, std::string_view block, std::unique_ptr<RtlModel> rtl,
           unsigned settle, Rests rests = nullptr)
      : BlockWith<P>(name),
        rtl_(std::move(rtl)),
        binding_(block, *rtl_, this->io.channels),
        settle_(settle),
        rests_(rests) {}

  Cycle tick(Cycle now) final {
    const bool rst_n = !this->io.in_reset();
    binding_.set_reset(rst_n);
    const bool stirred = binding_.drive() || (rests_ != nullptr && !rests_(this->io));
    rtl_->edge();
    const bool moved = binding_.sample();
    quiet_ = stirred || moved || rst_n != was_reset_ ? 0 : quiet_ + 1;
    was_reset_ = rst_n;
    return settle_ != 0 && quiet_ > settle_ ? never : now + 1;
  }

 private:
  std::unique_ptr<RtlModel> rtl_;
  RtlBinding binding_;
  unsigned settle_, quiet_ = 0;
  Rests rests_;
  bool was_reset_ = false;
};

}  // namespace heddle
