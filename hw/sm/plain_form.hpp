#pragma once

#include <array>
#include <vector>

#include "hw/sm/register_form.hpp"

namespace heddle {

/// Every register plain in its eight banks: the baseline register file.
class PlainForm final : public RegisterForm {
 public:
  void attach(Clocked&) override {}
  const WarpRegister* read_done(unsigned cluster) override {
    if (!read_[cluster].full) return nullptr;
    read_[cluster].full = false;
    --reads_;
    return &read_[cluster].data;
  }
  void start_read(unsigned cluster, RegisterId, const WarpRegister& bytes) override {
    read_[cluster] = {bytes, true};
    ++reads_;
  }
  bool write_done(RegisterWrite& out) override {
    if (writes_.empty()) return false;
    out = writes_.back();
    writes_.pop_back();
    return true;
  }
  bool start_write(const RegisterWrite& w) override {
    writes_.push_back(w);
    return true;
  }
  unsigned writes_in_flight() const override { return static_cast<unsigned>(writes_.size()); }
  BankSet banks(RegisterId) const override { return all_banks; }
  bool plain(RegisterId) const override { return true; }
  PartialWrites partial_writes() const override { return PartialWrites::in_place; }
  std::uint8_t plain_form() const override { return 0; }
  void writing(unsigned, const RegisterWrite&) override {}
  void store(RegisterBanks& banks, const RegisterWrite& w) override { store_as_it_is(banks, w); }
  WarpRegister peek(const RegisterBanks& banks, RegisterId r) const override {
    return banks.read(r, all_banks);
  }
  void clear(RegisterRange) override {}
  bool busy() const override { return reads_ != 0 || !writes_.empty(); }

 private:
  struct Latch {
    WarpRegister data;
    bool full = false;
  };
  std::array<Latch, clusters> read_{};
  std::vector<RegisterWrite> writes_;
  unsigned reads_ = 0;
};

}  // namespace heddle
