#pragma once

#include <array>
#include <bit>
#include <functional>
#include <vector>

#include "hw/register_file/bank_arbiter/bank_arbiter.hpp"
#include "hw/sm/bank_power.hpp"
#include "hw/sm/bank_wires.hpp"
#include "hw/sm/in_flight.hpp"
#include "hw/sm/register_form.hpp"
#include "hw/sm/register_values.hpp"
#include "hw/sm/stray_grant.hpp"
#include "models/base/ring.hpp"
#include "models/base/statistics.hpp"

namespace heddle {

/// From the execution units to the banks: the result buses, each with a register at its end, then
/// (whole-register results) the form's encoders, then a buffer whose oldest entries ask the bank arbiter for
/// a write port, as soon as their banks are powered. Partial results stay plain and pass beside the encoders
/// (Lee2015 section 5.2), unless the form encodes them, too.
class WriteBack {
 public:
  /// `power` is null when all banks are always on.
  WriteBack(unsigned buses, unsigned buffer, RegisterBanks& banks, RegisterForm& form, BankPower* power,
            StatGroup& stats);

  /// Granted writes reach the banks; `release(write)` for each. One whose banks were switched off when it
  /// asked, which it learned too late, asks again.
  template <class Release>
  void commit(std::uint32_t granted, Release&& release) {
    for (; granted != 0; granted &= granted - 1) {
      const auto requester = static_cast<unsigned>(std::countr_zero(granted));
      Request& r = requests_[requester];
      if (!r.full) throw stray_grant("write", granted);
      if (power_ != nullptr && !power_->awake(r.write.reg, r.write.banks)) continue;
      write(r.write);
      if (power_ != nullptr) power_->written(requester, r.write);
      r.full = false;
      --buffered_;
      release(r.write);
    }
  }
  /// Encoded and plain results of earlier cycles enter the buffer.
  void intake();
  bool bus_free() const { return full_slots_ < slots_.size(); }
  /// Sends the next destination of `f` over a bus that is free.
  void put(InFlight& f, LaneMask launched);
  /// Offers whole-register results to the encoders, in rotating order of buses.
  void encode();
  /// Fills free requests from the buffer, unless they are held, and shows them to the arbiter until they are
  /// granted: what keeps their banks powered is that they are shown.
  void request(ArbiterRequests& out, bool held);

  /// Told every result of the program, if there is one.
  RegisterValues* values = nullptr;
  /// If set: told what an encoder has taken.
  std::function<void(const RegisterWrite&)> encoded;
  /// Told every write, if there are some.
  BankWires* wires = nullptr;

  bool empty() const { return full_slots_ == 0 && buffered_ == 0 && form_.writes_in_flight() == 0; }

 private:
  struct Slot {
    RegisterWrite write;
    bool full = false, encode = false;
  };
  struct Request {
    RegisterWrite write;
    bool full = false;
  };
  bool room() const { return buffered_ + form_.writes_in_flight() < capacity_; }
  void write(const RegisterWrite& w);

  RegisterBanks& banks_;
  RegisterForm& form_;
  BankPower* const power_;
  std::vector<Slot> slots_;
  Ring<RegisterWrite> buffer_;
  std::array<Request, write_requesters> requests_{};
  const unsigned capacity_;
  unsigned buffered_ = 0;  ///< in the buffer or in a request
  unsigned full_slots_ = 0, first_ = 0;
  Counter &writes_, &partial_writes_, &bank_writes_, &partial_bank_writes_, &stalls_;
};

}  // namespace heddle
