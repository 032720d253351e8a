// SPDX-License-Identifier: Apache-2.0
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

/// Bit i of element k: byte 32k + i of a register.
using ByteEnables = std::array<std::uint32_t, 4>;

/// Registers first .. first + count - 1.
struct RegisterRange {
  std::uint16_t first = 0, count = 0;
  bool operator==(const RegisterRange&) const = default;
};

constexpr unsigned cluster_of(RegisterId r) { return r % clusters; }
/// Banks of the whole file that `set` names for register r: what a request to the arbiter carries.
constexpr std::uint32_t bank_mask(RegisterId r, BankSet set) {
  return std::uint32_t{set} << (cluster_of(r) * cluster_banks);
}
/// The lowest `n` banks of a cluster.
constexpr BankSet first_banks(unsigned n) { return static_cast<BankSet>((1u << n) - 1); }

/// The storage of the register file of one SM.
/// Bytes 16b..16b+15 of a register lie in bank b of its cluster.
class RegisterBanks {
 public:
  explicit RegisterBanks(unsigned registers) : data_(registers) {}

  unsigned registers() const { return static_cast<unsigned>(data_.size()); }

  /// The bytes of the named banks; those of the others read as zero.
  WarpRegister read(RegisterId r, BankSet set) const {
    if (set == all_banks) return data_[r];
    WarpRegister out;
    for (unsigned b = 0; b < cluster_banks; ++b)
      if (set >> b & 1) copy_bank(out, data_[r], b);
    return out;
  }

  /// Replaces the named banks.
  void write(RegisterId r, BankSet set, const WarpRegister& bytes) {
    if (set == all_banks)
      data_[r] = bytes;
    else
      for (unsigned b = 0; b < cluster_banks; ++b)
        if (set >> b & 1) copy_bank(data_[r], bytes, b);
  }

  /// Replaces single lanes of a register that is held uncompressed.
  void write_lanes(RegisterId r, LaneMask lanes, const WarpRegister& values) {
    for (unsigned i = 0; i < warp_size; ++i)
      if (lanes >> i & 1) data_[r][i] = values[i];
  }

  /// Replaces single bytes.
  void write_bytes(RegisterId r, const ByteEnables& enables, const WarpRegister& bytes) {
    auto* to = reinterpret_cast<unsigned char*>(data_[r].lane.data());
    const auto* from = reinterpret_cast<const unsigned char*>(bytes.lane.data());
    for (unsigned word = 0; word < enables.size(); ++word)
      for (std::uint32_t rest = enables[word]; rest != 0; rest &= rest - 1) {
        const unsigned at = 32 * word + static_cast<unsigned>(std::countr_zero(rest));
        to[at] = from[at];
      }
  }

  /// A bank of the whole file has been switched off: entries `first` .. first + count - 1 lose their
  /// contents.
  void lose(unsigned bank, unsigned first, unsigned count) {
    WarpRegister nothing;
    for (unsigned i = 0; i < warp_size; ++i) nothing[i] = 0xa5a5a5a5;
    const unsigned cluster = bank / cluster_banks;
    for (unsigned entry = first; entry < first + count; ++entry)
      if (const std::size_t r = std::size_t{entry} * clusters + cluster; r < data_.size())
        copy_bank(data_[r], nothing, bank % cluster_banks);
  }

  /// The banks that hold any of `lanes` of an uncompressed register.
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

  std::vector<WarpRegister> data_;
};

}  // namespace heddle
