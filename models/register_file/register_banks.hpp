#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <vector>

#include "models/base/warp_register.hpp"
#include "models/register_file/bank_arbitration.hpp"

namespace heddle {

/// A physical warp register. Registers are dealt over the clusters: register r lies in cluster r mod 4, entry
/// r / 4.
using RegisterId = std::uint16_t;

inline constexpr unsigned bank_bytes = 16;                             ///< Lee2015 Table 2: 128 bits
inline constexpr unsigned cluster_banks = warp_size * 4 / bank_bytes;  ///< a warp register spans eight banks
inline constexpr unsigned clusters = register_banks / cluster_banks;   ///< four
using BankSet = std::uint8_t;  ///< bit b: bank b of a register's cluster
inline constexpr BankSet all_banks = 0xff;

constexpr unsigned cluster_of(RegisterId r) { return r % clusters; }
/// Banks of the whole file that `set` names for register r: what a request to the arbiter carries.
constexpr std::uint32_t bank_mask(RegisterId r, BankSet set) {
  return std::uint32_t{set} << (cluster_of(r) * cluster_banks);
}
/// The lowest `n` banks of a cluster.
constexpr BankSet first_banks(unsigned n) { return static_cast<BankSet>((1u << n) - 1); }

/// The storage of the register file of one SM, with a valid bit per bank entry (Lee2015 section 5.3).
/// Bytes 16b..16b+15 of a register lie in bank b of its cluster.
class RegisterBanks {
 public:
  explicit RegisterBanks(unsigned registers) : data_(registers), valid_(registers) {}

  unsigned registers() const { return static_cast<unsigned>(data_.size()); }

  /// The bytes of the named banks; those of the others read as zero.
  WarpRegister read(RegisterId r, BankSet set) const {
    if (set == all_banks) return data_[r];
    WarpRegister out;
    for (unsigned b = 0; b < cluster_banks; ++b)
      if (set >> b & 1) copy_bank(out, data_[r], b);
    return out;
  }

  /// Replaces the named banks; the other banks of the register no longer hold anything valid.
  void write(RegisterId r, BankSet set, const WarpRegister& bytes) {
    if (set == all_banks)
      data_[r] = bytes;
    else
      for (unsigned b = 0; b < cluster_banks; ++b)
        if (set >> b & 1) copy_bank(data_[r], bytes, b);
    set_valid(r, set);
  }

  /// Replaces single lanes of a register that is held plain.
  void write_lanes(RegisterId r, LaneMask lanes, const WarpRegister& values) {
    for (unsigned i = 0; i < warp_size; ++i)
      if (lanes >> i & 1) data_[r][i] = values[i];
    set_valid(r, valid_[r] | lane_banks(lanes));
  }

  /// Nothing of the register is needed any more.
  void release(RegisterId r) { set_valid(r, 0); }

  /// Valid entries of bank b of cluster c; 0 means that the bank could be gated.
  unsigned valid_entries(unsigned bank) const { return entries_[bank]; }
  /// Banks of the whole file that hold no valid entry.
  unsigned empty_banks() const { return empty_; }

  /// The banks that hold any of `lanes` of a plain register.
  static BankSet lane_banks(LaneMask lanes) {
    BankSet set = 0;
    for (unsigned b = 0; b < cluster_banks; ++b)
      if (lanes >> (4 * b) & 0xfu) set = static_cast<BankSet>(set | 1u << b);
    return set;
  }

 private:
  static void copy_bank(WarpRegister& to, const WarpRegister& from, unsigned bank) {
    constexpr unsigned words = bank_bytes / 4;
    std::memcpy(&to[bank * words], &from[bank * words], bank_bytes);
  }
  void set_valid(RegisterId r, unsigned set) {
    const unsigned first = cluster_of(r) * cluster_banks;
    for (unsigned changed = valid_[r] ^ set; changed != 0; changed &= changed - 1) {
      const unsigned b = static_cast<unsigned>(std::countr_zero(changed));
      unsigned& count = entries_[first + b];
      if (set >> b & 1) {
        if (count++ == 0) --empty_;
      } else if (--count == 0) {
        ++empty_;
      }
    }
    valid_[r] = static_cast<BankSet>(set);
  }

  std::vector<WarpRegister> data_;
  std::vector<BankSet> valid_;
  std::array<unsigned, register_banks> entries_{};
  unsigned empty_ = register_banks;
};

}  // namespace heddle
