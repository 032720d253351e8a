// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <vector>

#include "hw/sm/hooks/register_encoding.hpp"
#include "hw/sm/hooks/result_stage.hpp"

namespace heddle {

/// Every register uncompressed in its eight banks: the encoding of the baseline register file. Its reads pass
/// the register at the end of the banks.
class UncompressedRegisters : public RegisterEncoding {
 public:
  const WarpRegister* read_done(unsigned cluster) override {
    if (!read_[cluster].full) return nullptr;
    read_[cluster].full = false;
    return &read_[cluster].data;
  }
  void start_read(unsigned cluster, const InFlight&, unsigned, const WarpRegister& bytes) override {
    read_[cluster] = {bytes, true};
  }
  BankSet banks(RegisterId) const override { return all_banks; }
  bool needs_move(const InFlight&, unsigned) const override { return false; }
  bool by_lane(RegisterId) const override { return true; }
  PartialWrites partial_writes() const override { return PartialWrites::in_place; }
  std::uint8_t uncompressed_encoding() const override { return 0; }
  void writing(unsigned, const RegisterWrite&) override {}
  void store(RegisterBanks& banks, const RegisterWrite& w) override { store_as_it_is(banks, w); }
  WarpRegister peek(const RegisterBanks& banks, RegisterId r) const override {
    return banks.read(r, all_banks);
  }
  void clear(RegisterRange) override {}

 private:
  struct Latch {
    WarpRegister data;
    bool full = false;
  };
  std::array<Latch, clusters> read_{};
};

/// The register at the end of the execution units, which whole results pass where no technique has a result
/// stage.
class ResultRegister final : public ResultStage {
 public:
  bool takes(const RegisterWrite& w) const override { return !w.partial; }
  bool done(RegisterWrite& out) override {
    if (writes_.empty()) return false;
    out = writes_.back();
    writes_.pop_back();
    return true;
  }
  bool start(const RegisterWrite& w) override {
    writes_.push_back(w);
    return true;
  }

 private:
  std::vector<RegisterWrite> writes_;
};

}  // namespace heddle
